"""How long somebody on the waiting list has to answer when a place becomes free.

Purpose: nobody is asked who could not answer in time; then the next on the list has the place at once.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named

# Of the time that is left before the event: so several can still be asked, one after the other.
PART_OF_THE_REST: Final = 4
SHORTEST: Final = dt.timedelta(hours=1)


def answer_until(event: Event, at: dt.datetime) -> dt.datetime | None:
    """Until when somebody who is asked now may answer; None where the next has the place without being asked:
    the event says so, it is near, or teams play, which move up as a whole."""
    if format_named(event.format).unit.is_team:
        return None
    time = min(dt.timedelta(hours=event.answer_hours), (event.starts_at - at) / PART_OF_THE_REST)
    return at + time if time >= SHORTEST else None
