"""Other events about the same time, with what they share; a hint before an event is sent in.

Terms: about the time (the same days anywhere; within a week in the same place, or of the same club).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence, Set
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import day_of, noon
from sanctioning.sanctions.models import Sanction
from tournaments.entries.models.entry import Entry
from tournaments.events.localities import places_in
from tournaments.events.models.event import Event
from tournaments.events.terms import in_the_calendar

WEEK = dt.timedelta(days=7)
RUNNING = (
    Sanction.State.SUBMITTED,
    Sanction.State.RETURNED,
    Sanction.State.APPROVED,
    Sanction.State.GRANTED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    name: str
    slug: str
    club_name: str
    place: str
    first_day: dt.date
    last_day: dt.date
    same_days: bool
    near: bool
    shared_players: int
    why: tuple[str, ...]


def clashes_with(
    *, starts_at: dt.datetime, ends_at: dt.datetime, place: str, club: Club, but: Event | None = None
) -> tuple[Clash, ...]:
    """Events that are sanctioned, or on the way to it, the nearest first. One query.

    None for times at which no event can be held.
    """
    if not in_the_calendar(starts_at, ends_at):
        return ()
    first, last = _whole_days(starts_at, ends_at)
    here = places_in(place) | places_in(club.place)
    clashes = []
    for other in _sanctioned_between(first - WEEK, last + WEEK, club, but):
        same_days = other.starts_at < last and other.ends_at >= first
        near = _is_near(other, club, here)
        if same_days or near:
            clashes.append(_clash(other, club, same_days, near))
    return tuple(sorted(clashes, key=lambda clash: (not clash.same_days, not clash.near)))


def clashes_of_each(
    *, times: Sequence[tuple[dt.datetime, dt.datetime]], place: str, club: Club
) -> tuple[tuple[Clash, ...], ...]:
    """For each of several times, in their order, the events of the same days. One query."""
    spans = [_whole_days(*time) if in_the_calendar(*time) else None for time in times]
    known = [span for span in spans if span is not None]
    if not known:
        return tuple(() for _span in spans)
    others = _sanctioned_between(min(known)[0], max(last for _first, last in known), club)
    here = places_in(place) | places_in(club.place)
    return tuple(
        tuple(
            _clash(other, club, True, _is_near(other, club, here))
            for other in others
            if span is not None and other.starts_at < span[1] and other.ends_at >= span[0]
        )
        for span in spans
    )


def _whole_days(starts_at: dt.datetime, ends_at: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
    return noon(day_of(starts_at), 0), noon(day_of(ends_at), 0) + dt.timedelta(days=1)


def _sanctioned_between(
    first: dt.datetime, last: dt.datetime, club: Club, but: Event | None = None
) -> list[Event]:
    """Events that are sanctioned or on the way to it, with how many of the club's members are entered."""
    own = Q(entries__person__home_club=club, entries__state__in=(Entry.State.ENTERED, Entry.State.WAITING))
    others = Event.objects.filter(
        sanction__state__in=RUNNING, cancelled_at=None, starts_at__lt=last, ends_at__gte=first
    )
    if but is not None:
        others = others.exclude(pk=but.pk)
    counted = others.annotate(shared=Count("entries", filter=own, distinct=True)).select_related("club")
    return list(counted.order_by("starts_at", "id"))


def _is_near(other: Event, club: Club, here: Set[str]) -> bool:
    return other.club_id == club.pk or bool(here & (places_in(other.place) | places_in(other.club.place)))


def _clash(other: Event, club: Club, same_days: bool, near: bool) -> Clash:
    shared: int = other.shared  # type: ignore[attr-defined]
    why = [_("the same days") if same_days else _("within a week")]
    if other.club_id == club.pk:
        why.append(_("the same club"))
    elif near:
        why.append(_("nearby"))
    if shared:
        sentence = ngettext(
            "%(count)s of your members is entered", "%(count)s of your members are entered", shared
        )
        why.append(sentence % {"count": shared})
    return Clash(
        name=other.name,
        slug=other.slug,
        club_name=other.club.name,
        place=other.place,
        first_day=other.first_day,
        last_day=other.last_day,
        same_days=same_days,
        near=near,
        shared_players=shared,
        why=tuple(why),
    )
