"""How many players an event takes, and how many of those places are free.

Invariant: no event takes more than its game can seat, whatever its club says.
Terms: places (of the club's own limit, its capacity, and of the game's, the fewer; none without either).
"""

from __future__ import annotations

from django.db.models import Q

from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named


def places_in(event: Event) -> int | None:
    """How many players the event takes; None for as many as come."""
    played = format_named(event.format)
    teams = played.seating.most_teams
    limits = (event.capacity, None if teams is None else teams * played.unit.size)
    return min((limit for limit in limits if limit is not None), default=None)


def room_in(event: Event) -> int | None:
    """Places that are free and kept for nobody; None without a limit. At most one query."""
    places = places_in(event)
    if places is None:
        return None
    taken = Q(state=Entry.State.ENTERED) | Q(offered_until__isnull=False)
    free: int = places - event.entries.filter(taken).count()
    return free
