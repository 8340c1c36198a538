"""How many players an event takes, and how many of those places are free.

Invariant: no event takes more than its game can seat, whatever its club says.
Terms: places (of the club's own limit, its capacity, and of the game's, the fewer; none without either).
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named


def places_in(event: Event) -> int | None:
    """How many players the event takes; None for as many as come."""
    played = format_named(event.format)
    teams = played.seating.most_teams
    limits = (event.capacity, None if teams is None else teams * played.unit.size)
    return min((limit for limit in limits if limit is not None), default=None)


class Full(NamedTuple):
    """An event whose places are all taken; `is_by_club` where the club may take more."""

    entered: int
    places: int
    is_by_club: bool

    @property
    def sentence(self) -> str:
        return _("The event is full (%(entered)s of %(places)s).") % self._asdict()


def how_full(event: Event, entered: int | None = None) -> Full | None:
    """None as long as somebody can be entered. At most one query, none where `entered` is known."""
    places = places_in(event)
    if places is None:
        return None
    if entered is None:
        entered = event.entries.filter(state=Entry.State.ENTERED).count()
    return Full(entered, places, event.capacity == places) if entered >= places else None


def room_in(event: Event) -> int | None:
    """Places that are free and kept for nobody; None without a limit. At most one query."""
    places = places_in(event)
    if places is None:
        return None
    taken = Q(state=Entry.State.ENTERED) | Q(offered_until__isnull=False)
    free: int = places - event.entries.filter(taken).count()
    return free
