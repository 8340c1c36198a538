"""A sheet of the leader's own, as he writes it: a line a hand, with who goes out to where, trump and dealer.

Rule section: 4 and 10b (the leader controls movement), the sample rotation (its columns, in its order).
Terms: move (how many tables all pairs go on by, or the tables of team 1, 2, … apart by commas).
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules
from rules_engine.military_whist.movement import PlannedHand, destinations
from rules_engine.military_whist.rotation import LETTERS, PAIRS, TRUMPS
from sanctioning.kit.refusals import Refusal

Name = TypeVar("Name", bound=str)
LINE: Final = re.compile(
    r"(?:\d+[.)]?\s+)?([ABXY])\s*&\s*([ABXY])\s+\+?(\d{1,3}(?:,\d{1,3})*)\s+(H|S|D|C|NT\s*LOW|NT\s*HIGH)\s+([ABXY])",
    re.ASCII,
)


def planned_hands(lines: str, tables: int) -> tuple[PlannedHand, ...]:
    """The hands of a sheet that was kept."""
    return tuple(_hand(line, number, tables) for number, line in enumerate(lines.splitlines(), start=1))


def read_lines(typed: str, tables: int, hands: int) -> str:
    """The sheet in its one form; refuses what is no line, and too few or too many of them."""
    lines = [line.strip() for line in typed.splitlines() if line.strip()]
    if len(lines) != hands:
        raise _refused(
            _("The sheet has %(lines)s lines for %(hands)s hands.") % {"lines": len(lines), "hands": hands}
        )
    return "\n".join(
        _written(_hand(line, number, tables), line) for number, line in enumerate(lines, start=1)
    )


def _hand(line: str, number: int, tables: int) -> PlannedHand:
    match = LINE.fullmatch(line.upper())
    if match is None:
        raise _refused(_("Line %(line)s cannot be read: %(text)s.") % {"line": number, "text": line[:60]})
    first, other, moves, trump, dealer = match.groups()
    to = tuple(map(int, moves.split(",")))
    if len(to) == 1 and to[0] < tables:
        to = destinations(tables, to[0])
    if len(to) != tables or not all(1 <= table <= tables for table in to):
        raise _refused(
            _("Line %(line)s: pairs move by fewer than %(tables)s tables, or each has its own.")
            % {"line": number, "tables": tables}
        )
    return PlannedHand(
        who=_the(PAIRS, f"{first}&{other}", f"{other}&{first}", number),
        trump=_the(TRUMPS, trump, trump, number),
        dealer=_the(LETTERS, dealer, dealer, number),
        to=to,
    )


def _the(known: tuple[Name, ...], first: str, other: str, number: int) -> Name:
    """What was written as the law spells it."""
    by_letters = {re.sub(r"\s", "", name).upper(): name for name in known}
    for written in (first, other):
        if (name := by_letters.get(re.sub(r"\s", "", written))) is not None:
            return name
    raise _refused(_("Line %(line)s: there is no pair %(pair)s.") % {"line": number, "pair": first})


def _written(hand: PlannedHand, line: str) -> str:
    match = LINE.fullmatch(line.upper())
    return f"{hand.who} {match.group(3) if match else ''} {hand.trump} {hand.dealer}"


def _refused(sentence: str) -> Refusal:
    return Refusal(
        code="sheet-unreadable",
        sentence=sentence,
        rule=rules.PATTERN,
        remedy=_("Write one line for each hand, as in: A&B 1 H B, or X&Y 2 NT Low X."),
        status=422,
        facts={"field": "lines"},
    )
