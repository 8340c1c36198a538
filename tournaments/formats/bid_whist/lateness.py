"""Who comes late to a tournament of Bid Whist: to register, to the start, to a later round.

Rule section: 2 (B-8), Canon 1 and 2 (B-46, B-47); reading 8 (section 2 at the start, Canon 2 at later calls).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.canons import late_to_seat
from rules_engine.bid_whist.entries import appeared_late, forfeits_by_arriving
from sanctioning.localised import lazily as _lazy
from tournaments.formats.bid_whist.entries import ANY, on_the_clock
from tournaments.formats.bid_whist.scoresheets import BOTH
from tournaments.formats.bid_whist.standings import sheet_place
from tournaments.formats.lateness import AT_THE_START, REGISTERED, Came, Late, Lateness, Lost
from tournaments.formats.slips import EventHead, Standing

_APPEARED: Final = Late(
    rule=rules.CANON_1,
    kind="late-appearance",
    words=_lazy("Registration had closed for more than a quarter of an hour: the Director may exclude."),
)
_ARRIVED: Final = Late(
    rule=rules.LATE_PLAYER,
    words=_lazy(
        "More than a quarter of an hour after the start: the team loses its game of the first round."
    ),
)
_SAT: Final = Late(
    rule=rules.CANON_2,
    kind="late-to-seat",
    words=_lazy("More than a quarter of an hour after the call: the start of play was delayed."),
)


def rule(number: int) -> str:
    return _counting(number).rule


def late(came: Came) -> Late | None:
    return _counting(came.round) if _is_late(came) else None


def _counting(number: int) -> Late:
    """What somebody is who comes late for that round, or to register."""
    if number not in AT_THE_START:
        return _SAT
    return _APPEARED if number == REGISTERED else _ARRIVED


def _is_late(came: Came) -> bool:
    if came.round not in AT_THE_START:
        return late_to_seat(came.after / dt.timedelta(minutes=1))
    at = on_the_clock(ANY, came.after)
    return appeared_late(ANY, at) if came.round == REGISTERED else forfeits_by_arriving(ANY, at)


def lost(head: EventHead, standing: Standing, number: int, team: int) -> Lost | None:
    """The sheet of the team's own game: not of the one that it plays so that the odd team has a game."""
    guests = head.guests[number - 1]
    for table, teams in enumerate(head.rounds[number - 1], start=1):
        if team not in teams or guests.get(table) == team:
            continue
        place = sheet_place(number, table)
        before = standing.get(place, {}).get("forfeit")
        if before in (str(team), BOTH):
            return Lost(place, None)
        return Lost(place, {"forfeit": BOTH if before else str(team)})
    return None


_UNSEATED: Final = _lazy(
    "A team that was not in the draw of that round misses it; once it has paid and is there it is drawn from"
    " the next round on."
)

LATENESS: Final = Lateness(rule=rule, late=late, lost=lost, unseated=_UNSEATED)
