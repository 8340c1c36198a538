"""Hand by hand, where the tables wish it: the tricks at each table, and what the law makes of them.

Rule section: 9a (thirteen tricks), 9b to 9i (what goes wrong at a table), 10c (flags won), the note above the
sample rotation (No Trump Low). No paper is necessary (3c): an event needs none of these.
Invariants: a hand is due once the one before it was told at some table, and one that is told everywhere is
listed no longer; tricks are told as they fell, and counted by the engine alone.
Terms: visitors (the pair that came to a table), home (the pair that stayed there).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.military_whist import rules
from rules_engine.military_whist.document import HandDocument, IncidentDocument
from rules_engine.military_whist.hand import MOST, TRICKS, count, flags_won
from rules_engine.military_whist.movement import PlannedHand, move_of
from rules_engine.military_whist.rotation import at_home
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.fields import Field
from tournaments.formats.military_whist.kept import HandSlip
from tournaments.formats.military_whist.tables import hands_of_days, has_own_sheet, home_teams, sheet_of
from tournaments.formats.slips import Due, EventHead, Standing, TeamHead

OF_A_HAND: Final = re.compile(r"h(\d+)-t(\d+)")
REVOKE: Final = "revoke"
SIDES: Final = (("visitors", "revokes_visitors"), ("home", "revokes_home"))
INCIDENTS: Final = {
    "revoke-corrected": _lazy("a revoke put right before the trick was complete"),
    "out-of-turn": _lazy("a card led or played out of turn"),
    "dropped-card": _lazy("a card was dropped"),
    "two-cards": _lazy("two cards were played at once"),
    "misdeal": _lazy("a misdeal, dealt again"),
    "exposed-before-deal": _lazy("a card was exposed before the deal, cut again"),
    "conduct": _lazy("conduct"),
}
SUITS: Final = {"H": _lazy("hearts"), "S": _lazy("spades"), "D": _lazy("diamonds"), "C": _lazy("clubs")}


class _Setting(NamedTuple):
    """What every slip of a hand shares: the teams by table, the fields, how a title is said."""

    teams: Sequence[TeamHead]
    fields: tuple[Field, ...]
    title: str


def place(hand: int, table: int) -> str:
    return f"h{hand}-t{table}"


def hand_and_table(place: str) -> tuple[int, int]:
    """Of which hand a slip is, at which table; 0 and 0 for any other slip."""
    named = OF_A_HAND.fullmatch(place)
    return (int(named[1]), int(named[2])) if named else (0, 0)


def due_of_hand(head: EventHead, standing: Standing, days_begun: int, hand: int, table: int) -> Iterator[Due]:
    """The slip of one hand at one table, where it is among those."""
    sheet = sheet_of(head, standing)
    tables = range(1, len(head.rounds[0]) + 1)
    begun = [number for day in hands_of_days(head, standing)[:days_begun] for number in day]
    if sheet is None or hand not in begun or table not in tables:
        return
    before = hand - 1
    if before and not any(place(before, other) in standing for other in tables):
        return
    setting = _Setting(home_teams(head), _fields(), _title())
    slips = [standing.get(place(hand, other)) for other in tables]
    yield from _of_hand(setting, sheet[hand - 1], hand, slips, [table])


def due_of_hands(head: EventHead, standing: Standing, days_begun: int) -> Iterator[Due]:
    """The hands told so far and the next one, of the days that have begun."""
    sheet = sheet_of(head, standing)
    if sheet is None:
        return
    setting = _Setting(home_teams(head), _fields(), _title())
    tables = range(1, len(setting.teams) + 1)
    for day in hands_of_days(head, standing)[:days_begun]:
        for hand in day:
            slips = [standing.get(place(hand, table)) for table in tables]
            yield from _of_hand(setting, sheet[hand - 1], hand, slips, tables)
            if not any(slips):
                return


def hands_of(head: EventHead, standing: Standing, day: range) -> list[HandDocument]:
    """The hands of a day as the record has them; none where no table told one and the plan moves the pairs.

    Tricks stand with a hand that every table told, flags too where every table said those.
    """
    sheet = sheet_of(head, standing)
    tables = range(1, len(head.rounds[0]) + 1)
    if sheet is None:
        return []
    if not has_own_sheet(head) and not any(
        place(hand, table) in standing for hand in day for table in tables
    ):
        return []
    slips = [[standing.get(place(hand, table)) for table in tables] for hand in day]
    return [_hand(sheet[hand - 1], hand_slips) for hand, hand_slips in zip(day, slips, strict=True)]


def hands_told(head: EventHead, standing: Standing) -> int:
    """How many hands from the first on were told at every table."""
    tables = range(1, len(head.rounds[0]) + 1)
    last = 0
    for day in hands_of_days(head, standing):
        for hand in day:
            if not all(place(hand, table) in standing for table in tables):
                return last
            last = hand
    return last


def _hand(planned: PlannedHand, slips: list[HandSlip | None]) -> HandDocument:
    move = move_of(planned.to)
    recorded: HandDocument = {
        "who": planned.who,
        "trump": planned.trump,
        "dealer": planned.dealer,
        "move": list(planned.to) if move is None else move,
    }
    handed_in = [slip for slip in slips if slip is not None]
    if len(handed_in) < len(slips):
        return recorded
    recorded["tricks"] = [
        [slip["visitors"], slip.get("home", TRICKS - slip["visitors"])] for slip in handed_in
    ]
    if all("flags" in slip for slip in handed_in):
        recorded["won"] = [slip["flags"] for slip in handed_in]
    if incidents := [
        incident for table, slip in enumerate(handed_in, start=1) for incident in _incidents(table, slip)
    ]:
        recorded["incidents"] = incidents
    return recorded


def _incidents(table: int, slip: HandSlip) -> Iterator[IncidentDocument]:
    revokes = (slip.get("revokes_visitors", 0), slip.get("revokes_home", 0))
    for (side, _field), count_of_side in zip(SIDES, revokes, strict=True):
        for _revoke in range(count_of_side):
            yield {"kind": REVOKE, "table": table, "by": side}
    if "incident" in slip:
        yield {"kind": slip["incident"], "table": table}


def _title() -> str:
    return _("Table %(table)s: %(out)s of %(visitors)s at %(home)s of %(team)s")


def _of_hand(
    setting: _Setting,
    planned: PlannedHand,
    hand: int,
    slips: Sequence[HandSlip | None],
    tables: Iterable[int],
) -> Iterator[Due]:
    """The slips of one hand at these tables; `slips` are those of all that stand."""
    trump = SUITS.get(planned.trump, planned.trump)
    values = {"hand": hand, "trump": trump, "dealer": planned.dealer}
    phase = _("Hand %(hand)s, trump %(trump)s, %(dealer)s deals") % values
    past = all(slips)
    for table in tables:
        slip = slips[table - 1]
        team = setting.teams[table - 1]
        visitors = setting.teams[planned.to.index(table)] if table in planned.to else team
        pairs = {
            "out": planned.who,
            "visitors": visitors.name,
            "home": at_home(planned.who),
            "team": team.name,
            "table": table,
        }
        yield Due(
            place=place(hand, table),
            title=setting.title % pairs,
            phase=phase,
            table=table,
            teams=tuple({team.number: None, visitors.number: None}),
            fields=setting.fields,
            rule=rules.FLAGS_WON,
            needed=False,
            signed=False,
            tells=partial(_told, planned),
            said=outcome(planned, slip) if slip else "",
            past=past,
        )


def _told(planned: PlannedHand, slip: HandSlip) -> tuple[str]:
    return (f"{outcome(planned, slip)}.",)


def outcome(planned: PlannedHand, slip: HandSlip) -> str:
    """What the tricks of a table come to, in words."""
    counted = count(
        planned.trump, slip["visitors"], slip.get("revokes_visitors", 0), slip.get("revokes_home", 0)
    )
    flags = flags_won(counted.visitors)
    values = {"visitors": counted.visitors, "home": counted.home, "flags": flags}
    if not flags:
        return _("%(visitors)s to %(home)s: no flag goes") % values
    words = ngettext(
        "%(visitors)s to %(home)s: %(flags)s flag goes with the visitors",
        "%(visitors)s to %(home)s: %(flags)s flags go with the visitors",
        flags,
    )
    return words % values


def _fields() -> tuple[Field, ...]:
    return (
        Field(
            name="visitors",
            label=_("Tricks of the visitors"),
            kind="whole",
            most=TRICKS,
            help=_("As played; in No Trump Low the opponents' tricks are counted for you."),
        ),
        Field(
            name="home",
            label=_("Tricks of the home pair"),
            kind="whole",
            most=TRICKS,
            needed=False,
            aside=True,
            help=_("Leave it empty for the rest of the thirteen."),
        ),
        Field(
            name="flags",
            label=_("Flags that the visitors took away"),
            kind="whole",
            most=MOST,
            needed=False,
            help=_("Leave it empty to follow the tricks."),
        ),
        *(
            Field(name=field, label=label, kind="whole", most=TRICKS, needed=False, aside=True)
            for field, label in (
                ("revokes_visitors", _("Revokes of the visitors, found too late")),
                ("revokes_home", _("Revokes of the home pair, found too late")),
            )
        ),
        Field(
            name="incident",
            label=_("What else happened"),
            kind="choice",
            needed=False,
            aside=True,
            choices=tuple(INCIDENTS.items()),
        ),
    )
