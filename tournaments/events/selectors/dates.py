"""Dates for calendars: events as everybody sees them, and one's own entries, games to rule and events to run.

Invariant: what a calendar learns of an event changes its count of changes (`changes`): each notice, and that
it is called off.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Final

from django.db.models import Count, Max, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import beginning_of, today
from sanctioning.offices.permissions import clubs_run_by
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.events.personal_calendar import Date
from tournaments.events.selectors.events import visible_events
from tournaments.games.models import Game

# How long what is over stays in a feed.
KEPT: Final = dt.timedelta(days=400)
MOST: Final = 2000


def event_dates(events: QuerySet[Event]) -> tuple[Date, ...]:
    """Events as dates, without those long over. One query."""
    return tuple(_of_event(event, key=f"event/{_name(event)}") for event in dated(events)[:MOST])


def public_events() -> QuerySet[Event]:
    return visible_events(None)


def dated(events: QuerySet[Event]) -> QuerySet[Event]:
    """With what a date needs; the last ones of a very long list."""
    recent = events.filter(ends_at__gte=beginning_of(today() - KEPT))
    changes = recent.annotate(notice_count=Count("notices", distinct=True), noticed_at=Max("notices__at"))
    return changes.select_related("club", "sanction__level").order_by("-starts_at", "id")


def dates_of_events_and_games(person: Person) -> Iterator[Date]:
    """What tournaments add to somebody's own dates. Five queries."""
    yield from own_entries(person)
    yield from games_to_rule(person)
    yield from events_to_run(person)


def own_entries(person: Person) -> Iterator[Date]:
    """Events that the person is entered for or waits for; withdrawn ones are called off."""
    entries = Entry.objects.filter(person__in=rows_of(person)).order_by("entered_at", "id")
    states = {entry.event_id: entry for entry in entries}
    for event in dated(Event.objects.filter(pk__in=states)):
        yield _of_entry(event, states[event.pk], person, reverse("own-entry", args=[event.slug]))


def date_of_entry(entry: Entry, path: str) -> Date:
    """One entry, whose page is at `path`, as it stands in its player's own calendar. One query."""
    with_notices = Event.objects.annotate(
        notice_count=Count("notices", distinct=True), noticed_at=Max("notices__at")
    ).select_related("club", "sanction__level")
    return _of_entry(with_notices.get(pk=entry.event_id), entry, entry.person.identity, path)


def _of_entry(event: Event, entry: Entry, person: Person, path: str) -> Date:
    waits = entry.state == Entry.State.WAITING
    return _of_event(
        event,
        key=f"entry/{person.number}/{_name(event)}",
        title=_("%(event)s (waiting for a place)") if waits else "%(event)s",
        called_off=entry.state in Entry.GONE,
        tentative=waits,
        path=path,
    )


def games_to_rule(person: Person) -> Iterator[Date]:
    """Games of which the person is Acting Executor."""
    games = (
        Game.objects.filter(acting_executor__person__in=rows_of(person))
        .exclude(state=Game.State.VOID)
        .filter(event__ends_at__gte=beginning_of(today() - KEPT))
        .select_related("event__club", "round")
        .order_by("-starts_at", "id")[:MOST]
    )
    for game in games:
        event = game.event
        yield Date(
            key=f"ruling/{person.number}/{_name(event)}/{game.pk}",
            title=_("Acting Executor: %(event)s, %(game)s") % {"event": event.name, "game": game.place},
            starts_at=game.starts_at,
            ends_at=max(event.ends_at, game.starts_at),
            time_zone=event.time_zone,
            place=event.place,
            path=reverse("game", kwargs={"slug": event.slug, "game": f"{game.number}{game.group}"}),
            said=event.club.name,
            changes=1 if event.cancelled_at else 0,
            changed_at=event.cancelled_at or game.opened_at,
            called_off=event.cancelled_at is not None,
        )


def events_to_run(person: Person) -> Iterator[Date]:
    """Events of the clubs that the person runs today."""
    clubs = clubs_run_by(person, today())
    for event in dated(Event.objects.filter(club__in=clubs, sanction__state__in=("granted", "cancelled"))):
        yield _of_event(
            event,
            key=f"running/{person.number}/{_name(event)}",
            title=_("You run: %(event)s"),
            path=reverse("manage-event", args=[event.slug]),
        )


def _name(event: Event) -> str:
    """Unlike that of any other event of any authority."""
    return f"{event.pk}/{event.registered_at.isoformat()}"


def _of_event(
    event: Event,
    *,
    key: str,
    title: str = "%(event)s",
    called_off: bool = False,
    tentative: bool = False,
    path: str = "",
) -> Date:
    cancelled = event.cancelled_at is not None
    noticed: dt.datetime | None = event.noticed_at  # type: ignore[attr-defined]
    sanction = event.sanction
    since = (sanction.granted_at if sanction else None) or event.registered_at
    return Date(
        key=key,
        title=title % {"event": event.name},
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        time_zone=event.time_zone,
        place=event.place,
        path=path or reverse("event", args=[event.slug]),
        said=" · ".join(
            filter(
                None,
                (
                    event.club.name,
                    sanction.level.name if sanction else "",
                    event.cancelled_for and _("Not held: %(why)s") % {"why": event.cancelled_for},
                ),
            )
        ),
        changes=event.notice_count + cancelled + called_off,  # type: ignore[attr-defined]
        changed_at=max(filter(None, (since, noticed, event.cancelled_at))),
        called_off=cancelled or called_off,
        tentative=tentative,
    )
