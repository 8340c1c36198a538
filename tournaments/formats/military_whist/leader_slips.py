"""The leader's own slips: his name, loans, the end of play, his sheet, prizes, the clock.

Rule section: 4 and 10b (one leader, whose decisions are kept), 7a (a careful record of loans), 10d (play ends
at his direction), courtesy 1 (twenty-five minutes).
Invariants: the event needs none of them but a sheet where the plan says that it is his; nobody else hands one
in; of each numbered kind the next is always due.
Terms: numbered (`loan-1`, `loan-2`, …: as many as there are, and one more).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypedDict

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules
from rules_engine.military_whist.clock import GAMES
from rules_engine.military_whist.document import LendingDocument
from rules_engine.military_whist.flags import START
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.fields import Field
from tournaments.formats.military_whist.kept import LoanSlip
from tournaments.formats.military_whist.leader_movement import read_lines
from tournaments.formats.military_whist.tables import (
    SHEET,
    STOPPED,
    first_hands,
    hands_planned,
    has_own_sheet,
)
from tournaments.formats.slips import Due, EventHead, SlipBody, Standing

LOAN: Final = "loan"
CLOCK: Final = "clock"
PRIZES: Final = "prizes"
LEADER: Final = "leader"
LENT: Final = "lent"
RETURNED: Final = "returned"
MOST_WORDS: Final = 600
MOST_SHEET: Final = 60_000
GAME_WORDS: Final = {
    "hand": _lazy("this hand"),
    "session": _lazy("this session"),
    "event": _lazy("the event"),
}
KEPT: Final = {LENT: _lazy("lent by the leader"), RETURNED: _lazy("returned to the leader")}


def due_of_leader(head: EventHead, standing: Standing) -> Iterator[Due]:
    """His sheet first, which the event needs where the plan has none; the others as he wishes."""
    if has_own_sheet(head):
        yield _sheet(head)
    yield _one(
        LEADER,
        _("The leader"),
        rules.MORE_TIED,
        (Field(name="name", label=_("Who leads the event"), most=80),),
    )
    yield from _numbered(LOAN, standing, lambda number: _loan(head, standing, number))
    yield _one(STOPPED, _("Play stopped by the leader"), rules.WINNER, _stop_fields(head))
    yield _one(
        PRIZES,
        _("Prizes"),
        rules.MORE_TIED,
        (
            Field(
                name="prizes",
                label=_("What each prize is for, and who has it, one on each line"),
                kind="lines",
                most=MOST_WORDS,
            ),
        ),
    )
    yield from _numbered(CLOCK, standing, _clock)


class LoansPart(TypedDict, total=False):
    """The fields of a day that are about flags of the leader."""

    loans: list[LendingDocument]
    returns: list[LendingDocument]


class LeaderPart(TypedDict, total=False):
    """The fields of a record that are the leader's words."""

    leader: str
    prizes: list[str]


def loans_of(head: EventHead, standing: Standing) -> dict[int, LoansPart]:
    """Loans and returns of each day, by its number, as the record has them; one taken back is none."""
    starts = first_hands(head)
    of_days: dict[int, LoansPart] = {}
    slips: list[LoanSlip] = told(LOAN, standing)
    for slip in slips:
        if not slip["flags"]:
            continue
        of_day = of_days.setdefault(sum(first <= slip["hand"] for first in starts), {})
        lendings = (
            of_day.setdefault("loans", []) if slip["kind"] == LENT else of_day.setdefault("returns", [])
        )
        lendings.append({"table": slip["table"], "hand": slip["hand"], "flags": slip["flags"]})
    return of_days


def lent_until(head: EventHead, standing: Standing, day: int, hand: int) -> list[int]:
    """The flags of the leader at each table after a hand of a day."""
    lent = [0] * len(head.rounds[0])
    of_day = loans_of(head, standing).get(day, LoansPart())
    for lendings, sign in ((of_day.get("loans", ()), 1), (of_day.get("returns", ()), -1)):
        for lending in lendings:
            if lending["hand"] <= hand:
                lent[lending["table"] - 1] += sign * lending["flags"]
    return lent


def words_of_leader(standing: Standing) -> LeaderPart:
    """What the record keeps for people besides rulings: who led, and the prizes."""
    record: LeaderPart = {}
    if LEADER in standing:
        record["leader"] = standing[LEADER]["name"]
    if PRIZES in standing:
        prizes = [line.strip() for line in standing[PRIZES]["prizes"].splitlines()]
        record["prizes"] = [line for line in prizes if line]
    return record


def told(kind: str, standing: Standing) -> list[SlipBody]:
    """The slips of a numbered kind that stand, in their order."""
    numbers = range(1, _count(kind, standing) + 1)
    return [standing[f"{kind}-{number}"] for number in numbers]


def next_place(kind: str, standing: Standing) -> str:
    """The place of the next slip of a numbered kind."""
    return f"{kind}-{_count(kind, standing) + 1}"


def _count(kind: str, standing: Standing) -> int:
    number = 0
    while f"{kind}-{number + 1}" in standing:
        number += 1
    return number


def _numbered(kind: str, standing: Standing, due_of: Callable[[int], Due]) -> Iterator[Due]:
    for number in range(1, _count(kind, standing) + 2):
        yield due_of(number)


def _one(place: str, title: str, rule: str, fields: tuple[Field, ...], **more: Any) -> Due:
    return Due(
        place=place,
        title=title,
        phase=_("The leader's slips"),
        table=0,
        teams=(),
        fields=fields,
        rule=rule,
        **{"needed": False, "signed": False, **more},
    )


def _sheet(head: EventHead) -> Due:
    tables, hands = len(head.rounds[0]), hands_planned(head)
    field = Field(
        name="lines",
        label=_("The sheet, one line a hand"),
        kind="lines",
        help=_(
            "Who goes out, by how many tables all move on, trump, dealer, as in: A&B 1 H B. Instead of one "
            "number you can write the table of each team: 2,3,1."
        ),
        most=MOST_SHEET,
    )
    return _one(
        SHEET,
        _("The leader's own sheet"),
        rules.PATTERN,
        (field,),
        needed=True,
        read=lambda values: {"lines": read_lines(values["lines"], tables, hands)},
    )


def _loan(head: EventHead, standing: Standing, number: int) -> Due:
    slip = standing.get(f"{LOAN}-{number}")
    tables = len(head.rounds[0])
    return _one(
        f"{LOAN}-{number}",
        _("Loan or return %(number)s") % {"number": number},
        rules.LOANS,
        (
            Field(name="kind", label=_("Flags are"), kind="choice", choices=tuple(KEPT.items())),
            Field(name="table", label=_("Table"), kind="whole", least=1, most=tables),
            Field(name="hand", label=_("In hand"), kind="whole", least=1, most=hands_planned(head)),
            Field(
                name="flags",
                label=_("Flags"),
                kind="whole",
                most=START * tables,
                help=_("0 if none were lent or returned after all."),
            ),
        ),
        said=_("%(flags)s %(kept)s, table %(table)s, hand %(hand)s") % {**slip, "kept": KEPT[slip["kind"]]}
        if slip
        else "",
    )


def _stop_fields(head: EventHead) -> tuple[Field, ...]:
    hands = hands_planned(head)
    return (
        Field(
            name="hand",
            label=_("Last hand played"),
            kind="whole",
            least=1,
            most=hands,
            help=_("Play ends after it, on every later day too; %(hands)s takes it back.") % {"hands": hands},
        ),
        Field(name="reason", label=_("Why"), most=300),
    )


def _clock(number: int) -> Due:
    return _one(
        f"{CLOCK}-{number}",
        _("Clock %(number)s") % {"number": number},
        rules.CLOCK,
        (
            Field(
                name="game",
                label=_("Twenty-five minutes begin for"),
                kind="choice",
                choices=tuple((game, GAME_WORDS[game]) for game in GAMES),
            ),
        ),
        past=True,
    )
