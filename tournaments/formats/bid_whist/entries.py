"""Who is in the draw of a tournament of Bid Whist, what the door asks, and how the record tells it.

The clock of a tournament is that of its timetable; where an event begins at another hour, times count from
its start. Registered before the check-in opened is online, after it on site.
Rule section: 2 (B-4 to B-9), readings 7, 8 and 11.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.document import EnteredDocument
from rules_engine.bid_whist.entries import (
    Entrant,
    bar_at_the_door,
    bars_of_draw,
    charge,
    prepaid_for_all,
    refund,
)
from rules_engine.bid_whist.timetable import BY_NAME, MAIN_EVENT, Tournament
from tournaments.formats.format import Door, RefundDrawing
from tournaments.formats.round_seating import Bar
from tournaments.formats.slips import EventHead, TeamHead

ANY: Final = BY_NAME[MAIN_EVENT]
"""Whose quarters of an hour around the start are those of every tournament."""
_DAY: Final = dt.date(2000, 1, 1)


def on_the_clock(tournament: Tournament, after_start: dt.timedelta) -> dt.time:
    """The time of day so long after the start, within the day."""
    moment = dt.datetime.combine(_DAY, tournament.starts) + after_start
    if moment.date() != _DAY:
        return dt.time.min if moment.date() < _DAY else dt.time.max.replace(microsecond=0)
    return moment.time()


def from_start(tournament: Tournament, clock: dt.time) -> dt.timedelta:
    """How long after the start that time of day is, negative before it."""
    return dt.datetime.combine(_DAY, clock) - dt.datetime.combine(_DAY, tournament.starts)


def is_late(team: TeamHead) -> bool:
    """Whether somebody of the team registered after the start."""
    return any(_late_fee(entry.after_start) for entry in team.entries.values())


def bars(team: TeamHead, head: EventHead) -> Sequence[Bar]:
    """Why a number is not put into the next draw; who was in one before has paid and was there."""
    if team.left is not None:
        return ((rules.CORRECTION, team.left.said),)
    if team.number in head.teams:
        return ()
    players = team.entries.items()
    if not bars_of_draw([Entrant(letter, entry.settled, entry.present) for letter, entry in players]):
        return ()
    owing = [
        _("%(letter)s has not paid.") % {"letter": letter} for letter, entry in players if not entry.settled
    ]
    away = [
        _("%(letter)s is not here.") % {"letter": letter} for letter, entry in players if not entry.present
    ]
    return tuple((rules.PAID_AND_PRESENT, sentence) for sentence in (*owing, *away))


def entered(team: TeamHead, tournament: Tournament) -> EnteredDocument | None:
    """How the team entered, as the record tells it; None where nobody knows."""
    if not team.entries:
        return None
    players = list(team.entries.values())
    at = [on_the_clock(tournament, entry.after_start) for entry in players]
    document: EnteredDocument = {"by": "online" if max(at) < tournament.check_in else "site"}
    times = [f"{time:%H:%M:%S}" for time in at]
    document["at"] = times if len(set(times)) > 1 else times[0]
    if all(entry.settled for entry in players):
        document["paid"] = [entry.fee for entry in players]
    if any(entry.let_in for entry in players):
        document["allowed"] = True
    return document


def fee_of(teams: Mapping[int, TeamHead]) -> int | None:
    """The entry fee in cents; None where it changed while teams entered."""
    fees = {entry.fee - entry.late_fee for team in teams.values() for entry in team.entries.values()}
    return fees.pop() if len(fees) == 1 else None


def _late_fee(after_start: dt.timedelta) -> int:
    return charge(ANY, 0, on_the_clock(ANY, after_start)).late


def _bar(after_start: dt.timedelta, allowed: bool) -> Bar | None:
    bar = bar_at_the_door(ANY, on_the_clock(ANY, after_start), allowed)
    if bar is None:
        return None
    return bar.rule, _("The doors closed a quarter of an hour after the start.")


DOOR: Final = Door(late_fee=_late_fee, bar=_bar)
REFUND: Final = RefundDrawing(rule=rules.REFUND, among=prepaid_for_all, draw=refund)
