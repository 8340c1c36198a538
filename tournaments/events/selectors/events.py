"""What is read of events: the calendar, and one game by its address.

Invariant: an event whose sanction was never granted is seen only by those who may run it and the Managing
Executor, who decides on it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import beginning_of, day_of, moment, today
from sanctioning.kit.lists.counting import counted
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import EXECUTORS, clubs_run_by, is_managing_executor
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.entries.models.entry import Entry
from tournaments.events.capacity import places_in
from tournaments.events.models.event import EVENT_PARTS, Event
from tournaments.executors.models import EventExecutor
from tournaments.formats.registry import format_named
from tournaments.games.models import Game

# Of an event that is held, or will be once the authority and the club have done their part.
HELD = (
    Sanction.State.GRANTED,
    Sanction.State.DRAFT,
    Sanction.State.SUBMITTED,
    Sanction.State.RETURNED,
    Sanction.State.APPROVED,
)
SHOWN_TO_ALL = (Sanction.State.GRANTED, Sanction.State.CANCELLED)
APPOINTED_AHEAD = dt.timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarLine:
    slug: str
    name: str
    club_name: str
    club_slug: str
    place: str
    first_day: dt.date
    last_day: dt.date
    level: str
    level_slug: str
    type: str
    type_slug: str
    sanction: str
    state: Annotated[str, Sanction.State, ""]
    games: int
    entries: int
    capacity: int | None
    cancelled: bool
    covers_event: bool  # what the API calls an event that is one game
    has_table_cards: bool

    @property
    def places(self) -> int | None:
        """Places that are left; None where there is no limit."""
        return None if self.capacity is None else max(0, self.capacity - self.entries)

    @property
    def is_today(self) -> bool:
        return self.first_day <= today() <= self.last_day


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    upcoming: tuple[CalendarLine, ...]
    past: tuple[CalendarLine, ...]


def calendar(
    *,
    asker: Person | None = None,
    day: dt.date | None = None,
    coming: int | None = None,
    past: int = 20,
    since: dt.date | None = None,
    club_slug: str = "",
) -> Calendar:
    """Events to come, the next first, all or so many, and the last ones that are over, the latest first: so
    many, and besides them all that ended since that day. Two queries."""
    day = day or today()
    seen = visible_events(asker)
    if club_slug:
        seen = seen.filter(club__slug=club_slug)
    lines = counted_events(Event.objects.all())
    over = seen.filter(ends_at__lt=beginning_of(day))
    last_few = Q(pk__in=over.order_by("-starts_at", "-id")[:past].values("pk"))
    to_come = seen.filter(ends_at__gte=beginning_of(day)).order_by("starts_at", "id")[:coming]
    # The events are chosen before their entries and games are counted.
    if since is not None:
        last_few |= Q(pk__in=over.filter(ends_at__gte=beginning_of(since)).values("pk"))
    last_ones = lines.filter(last_few).order_by("-starts_at", "-id")
    next_ones = lines.filter(pk__in=to_come.values("pk")).order_by("starts_at", "id")
    return Calendar(upcoming=tuple(map(calendar_line, next_ones)), past=tuple(map(calendar_line, last_ones)))


def coming_events(*, clubs: Iterable[Club]) -> tuple[CalendarLine, ...]:
    """Events of these clubs that are not over, sanctioned or on the way to it, the next first. One query."""
    held = Event.objects.filter(club__in=clubs, sanction__state__in=HELD, cancelled_at=None)
    coming = counted_events(held.filter(ends_at__gte=beginning_of(today())))
    return tuple(map(calendar_line, coming.order_by("starts_at", "id")))


def visible_events(asker: Person | None) -> QuerySet[Event]:
    granted = Q(sanction__state__in=SHOWN_TO_ALL)
    if asker is None:
        return Event.objects.filter(granted)
    if is_managing_executor(asker, today()):
        return Event.objects.all()
    return Event.objects.filter(granted | Q(club__in=clubs_run_by(asker, today())))


def game_at(*, event_slug: str, number: int, group: str = "") -> Game | None:
    """The game at that address, with its event and club. One query, once in a page."""
    address = (event_slug, number, group)
    return asked_once(("game", *address), lambda: next(iter(_GAME_AT(*address)), None))


_GAME_AT = Prepared(
    lambda event, number, group: (
        Game.objects.select_related(
            *(f"event__{part}" for part in EVENT_PARTS), "acting_executor__person", "round"
        )
        .filter(event__slug=event, number=number, group=group)
        .order_by()
    )
)


def table_at(*, event_slug: str, number: int, group: str = "") -> Game | None:
    """The game at that address where it is one table; none where one game is the whole event."""
    game = game_at(event_slug=event_slug, number=number, group=group)
    return game if game is not None and format_named(game.event.format).has_table_pages else None


def event_of_tables(*, slug: str, asker: Person | None) -> Event | None:
    """The event at that address where each of its games is one table."""
    event = event_at(slug=slug, asker=asker)
    return event if event is not None and format_named(event.format).has_table_pages else None


def counted_events(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.select_related("club", "sanction__level", "sanction__type").annotate(
        game_count=counted(Game.objects.filter(event=OuterRef("pk")), "event"),
        entry_count=counted(Entry.objects.filter(event=OuterRef("pk"), state=Entry.State.ENTERED), "event"),
    )


def calendar_line(event: Event) -> CalendarLine:
    sanction = event.sanction
    played = format_named(event.format)
    is_granted = sanction is not None and sanction.state == Sanction.State.GRANTED
    return CalendarLine(
        slug=event.slug,
        name=event.name,
        club_name=event.club.name,
        club_slug=event.club.slug,
        place=event.place,
        first_day=event.first_day,
        last_day=event.last_day,
        level=sanction.level.name if sanction else "",
        level_slug=sanction.level.slug if sanction else "",
        type=sanction.type.name if sanction else "",
        type_slug=sanction.type.slug if sanction else "",
        sanction=sanction.label if sanction else "",
        state=sanction.state if sanction else "",
        games=event.game_count,  # type: ignore[attr-defined]
        entries=event.entry_count,  # type: ignore[attr-defined]
        capacity=places_in(event),
        cancelled=event.cancelled_at is not None,
        covers_event=not played.plays_several_games,
        has_table_cards=is_granted and event.game_count > 0 and played.prints_table_cards,  # type: ignore[attr-defined]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingApplications:
    """Applications that wait for the Managing Executor, and those that wait for their clubs; `unruled` are
    sanctioned events of the next weeks without a game and without an Acting Executor."""

    events: tuple[Event, ...]
    with_clubs: tuple[Event, ...]
    unruled: tuple[Event, ...] = ()


def waiting_for_authority(at: dt.datetime | None = None) -> WaitingApplications:
    """Applications in the order in which they came. One query.

    `with_clubs` are applications that were decided or returned, and now wait for a fee or an answer.
    """
    State = Sanction.State
    waiting = Event.objects.filter(
        Q(sanction__state__in=(State.SUBMITTED, State.RETURNED, State.APPROVED)) | without_executor(at)
    )
    parts = ("level", "type", "applied_by", "articles")
    events = list(
        waiting.select_related("club", "registered_by", *(f"sanction__{part}" for part in parts)).order_by(
            "sanction__applied_at", "id"
        )
    )
    by_state = {state: [event for event in events if _state(event) == state] for state in State}
    return WaitingApplications(
        events=tuple(by_state[State.SUBMITTED]),
        with_clubs=tuple(event for event in events if _state(event) in (State.RETURNED, State.APPROVED)),
        unruled=tuple(sorted(by_state[State.GRANTED], key=lambda event: (event.starts_at, event.pk))),
    )


def without_executor(at: dt.datetime | None = None) -> Q:
    """Sanctioned events of the next weeks without a game and without an Acting Executor."""
    at = moment(at)
    to_come = Q(
        sanction__state=Sanction.State.GRANTED,
        cancelled_at=None,
        ends_at__gte=at,
        starts_at__lt=at + APPOINTED_AHEAD,
    )
    of_event = {"event": OuterRef("pk")}
    appointed = EventExecutor.objects.filter(**of_event)
    return to_come & ~Exists(appointed) & ~Exists(Game.objects.filter(**of_event))


def without_executor_today(at: dt.datetime | None = None) -> QuerySet[Event]:
    """Those of them that begin today or have begun."""
    tomorrow = beginning_of(day_of(moment(at)) + dt.timedelta(days=1))
    events = Event.objects.filter(without_executor(at), starts_at__lt=tomorrow)
    return events.order_by("starts_at", "pk")


def _state(event: Event) -> str:
    return event.sanction.state if event.sanction else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithClubs:
    """Applications that a club has not sent in yet, and those that came back to it with a question."""

    drafts: tuple[Event, ...]
    questions: tuple[Event, ...]


def applications_to_decide_on() -> QuerySet[Event]:
    """In the order in which they came."""
    submitted = Event.objects.filter(sanction__state=Sanction.State.SUBMITTED)
    return submitted.select_related("club", "sanction").order_by("sanction__applied_at", "id")


def applications_of_clubs(clubs: Iterable[Club]) -> QuerySet[Event]:
    """Applications of these clubs on which it is their turn to write, the most urgent first."""
    turn = (Sanction.State.DRAFT, Sanction.State.RETURNED)
    theirs = Event.objects.filter(club__in=clubs, sanction__state__in=turn)
    return theirs.select_related("sanction", "club").order_by("sanction__turn_until", "id")


def with_clubs(theirs: Sequence[Event]) -> WithClubs:
    """Such applications, by what is to be done."""
    drafts = [event for event in theirs if event.sanction and event.sanction.state == Sanction.State.DRAFT]
    return WithClubs(drafts=tuple(drafts), questions=tuple(event for event in theirs if event not in drafts))


def executors_on(days: Iterable[dt.date]) -> dict[dt.date, tuple[Appointment, ...]]:
    """For each day the appointments of executors that run on it, by name. One query."""
    held = (
        Appointment.objects.filter(office__in=EXECUTORS)
        .select_related("person")
        .order_by("person__family_name", "person__given_names", "office", "id")
    )
    appointments = list(held)
    return {
        day: tuple(
            appointment
            for appointment in appointments
            if appointment.first_day <= day and (appointment.last_day is None or appointment.last_day >= day)
        )
        for day in days
    }


def event_at(*, slug: str, asker: Person | None) -> Event | None:
    """The event with its club and sanction, for those who may see it: one of `visible_events`. One query
    where everybody may."""
    event = asked_once(("event", slug), lambda: next(iter(_EVENT_AT(slug)), None))
    return event if event is not None and is_seen_by(asker, event) else None


def is_seen_by(asker: Person | None, event: Event) -> bool:
    """Whether it is one of `visible_events`. No query where everybody sees it and its sanction came along."""
    return is_announced(event) or visible_events(asker).filter(pk=event.pk).exists()


def is_announced(event: Event) -> bool:
    """Whether everybody may see it."""
    return event.sanction is not None and event.sanction.state in SHOWN_TO_ALL


_EVENT_AT = Prepared(
    lambda slug: (
        Event.objects.select_related("club", "sanction__level", "sanction__type").filter(slug=slug).order_by()
    )
)


def games_of(event: Event) -> tuple[Game, ...]:
    """The games of an event with their executor and how many play."""
    rows = event.games.exclude(state=Game.State.VOID)
    games = rows.select_related("round", "acting_executor__person").annotate(player_count=Count("players"))
    return tuple(games.order_by("number", "group"))


def club_at(*, slug: str) -> Club | None:
    return Club.objects.filter(slug=slug).first()
