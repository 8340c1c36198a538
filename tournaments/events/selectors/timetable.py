"""The timetable of an event as everybody reads it: what its game's book lays down, and when rounds begin.

Terms: as in `tournaments.formats.format.Timetable`; a round is called at its start.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableLine:
    title: str
    at: dt.datetime


def timetable_of(event: Event) -> tuple[TimetableLine, ...]:
    """What happens when, in its order; nothing for an event of tables. One query, for such an event none."""
    played = format_named(event.format)
    if not played.seats_by_round:
        return ()
    rounds = event.rounds.confirmed()
    fixed = played.timetable(event.starts_at) if played.timetable else ()
    lines = [TimetableLine(title=str(title), at=at) for title, at in fixed]
    lines += [TimetableLine(title=this_round.label, at=this_round.starts_at) for this_round in rounds]
    return tuple(sorted(lines, key=lambda line: line.at))
