"""Who goes on from an event of teams to one of the next level, and from which events teams may be taken.

Invariant: teams go on from a certified result alone, in its order.
Rule section: by way of the format (M-30, M-31: two of each area to its zone, two of each zone to the
Provincial Games; C-4: as many as the officials say to the playoff round).
Terms: going on (a team among the first of its event, as many as its level sends), source (an event that teams
go on from).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import islice

from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at
from tournaments.formats.format import EventLadder
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.teams.selectors.teams import event_head

MOST_SOURCES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesOn:
    """A team with its place, and its players by letter, by member number."""

    place: int
    number: int
    name: str
    players: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierEvent:
    slug: str
    name: str
    club: str
    day: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Advancing:
    """`goes_on` is empty before the result is certified; `sources` only for whoever runs the event."""

    certified: bool
    goes_on: tuple[GoesOn, ...]
    sources: tuple[EarlierEvent, ...]


def has_ladder(event: Event) -> bool:
    """Whether teams of this event's format go on from event to event."""
    return ladder_of(event) is not None


def ladder_of(event: Event) -> EventLadder | None:
    """How teams go on to this event and from it, in words and by rule."""
    team_entry = format_named(event.format).team
    return team_entry.ladder if team_entry else None


def advancing(event: Event, *, runs: bool) -> Advancing:
    """What the page of an event says of who goes on. Six queries, two more for whoever runs it."""
    certified = _certified(event)
    return Advancing(
        certified=certified is not None,
        goes_on=() if certified is None else _goes_on(certified),
        sources=_sources(event) if runs else (),
    )


def going_on(event: Event) -> tuple[GoesOn, ...]:
    """The teams that go on from a certified event; none from any other."""
    certified = _certified(event)
    return () if certified is None else _goes_on(certified)


def goes_on_from(slug: str, asker: Person | None) -> tuple[GoesOn, ...] | None:
    """The same for the page of an event; None where nobody ever goes on."""
    event = event_at(slug=slug, asker=asker)
    return going_on(event) if event is not None and has_ladder(event) else None


def _certified(event: Event) -> Certification | None:
    certification: Certification | None = (
        Certification.objects.select_related("report", "game__event__club")
        .filter(game__event=event, current=True)
        .first()
    )
    return certification


def _goes_on(certified: Certification) -> tuple[GoesOn, ...]:
    game = certified.game
    slips = format_named(game.event.format).slips
    if slips is None or slips.onward is None:
        return ()
    head = event_head(game, "")
    numbers = slips.onward(head, certified.report.check_document)
    return tuple(
        GoesOn(
            place=place,
            number=number,
            name=head.teams[number].name,
            players=dict(head.teams[number].players),
        )
        for place, number in enumerate(numbers, start=1)
    )


def _sources(event: Event) -> tuple[EarlierEvent, ...]:
    """Certified events of the format before this one, whose teams go on to its level; the latest first."""
    ladder = ladder_of(event)
    if ladder is None:
        return ()
    games = (
        Game.objects.filter(event__format=event.format, certifications__current=True)
        .filter(event__starts_at__lt=event.starts_at)
        .select_related("event__club")
        .order_by("-event__starts_at")
    )
    sending = (game for game in games if ladder.takes(event, game.event, game.planned))
    return tuple(
        EarlierEvent(
            slug=game.event.slug,
            name=game.event.name,
            club=game.event.club.name,
            day=game.event.first_day,
        )
        for game in islice(sending, MOST_SOURCES)
    )
