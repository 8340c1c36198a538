"""Latest results, and one event with what came of its games.

Invariant: a constant number of queries, however many games, players and awards there are.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Annotated, Final

from django import forms
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.names import public_name, shown, telling_apart
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of
from sanctioning.kit.lists.counting import counted
from sanctioning.kit.lists.filters import since, until, words
from sanctioning.kit.lists.lists import Filter, ListSource
from sanctioning.kit.money import Money
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from scoring.points import NO_POINTS
from scoring.results.models import Certification, Standing
from scoring.results.selectors.overall import OverallLine, overall
from tournaments.entries.late_registration import late_fee_of
from tournaments.entries.models.entry import Entry
from tournaments.events.capacity import places_in
from tournaments.events.entry_conditions import in_words
from tournaments.events.list_filters import by_card_game, by_level
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import visible_events
from tournaments.events.selectors.timetable import TimetableLine, timetable_of
from tournaments.executors.selectors.event_executors import executor_names
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.slips.selectors.team_boards import TeamBoard, result_board

# Where words of a search for an event are looked for.
PLACES = ("name", "place", "club__name", "club__place")


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """One player's place in a certified game, with the points won; `record_id` is his name in the record."""

    place: int
    shared: bool
    name: str
    number: str
    record_id: str
    score: int
    extrapolated: int
    points: Decimal
    blue: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    event_name: str
    event_slug: str
    club_name: str
    level: str
    level_slug: str
    game_number: int
    game_group: str
    game_label: str
    played_on: dt.date
    certified_on: dt.date
    players: int
    placings: tuple[Placing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldResult:
    """`changed_at` is the moment of the last correction, or of the certification."""

    result: ResultLine
    certified_at: dt.datetime
    changed_at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGame:
    """`teams` are there where the game is the whole event and its result is certified."""

    number: int
    group: str
    label: str
    place: str
    state: Annotated[str, Game.State]
    starts_at: dt.datetime
    acting_executor: str
    players: int
    placings: tuple[Placing, ...]
    teams: TeamBoard | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    name: str
    number: str
    state: Annotated[str, Entry.State]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What was changed after the event was announced."""

    text: str
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetail:
    slug: str
    name: str
    description: str
    club_name: str
    club_slug: str
    place: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    time_zone: str
    first_day: dt.date
    last_day: dt.date
    format: str
    games_planned: int
    entry_fee: Money
    late_fee: Money
    capacity: int | None
    entries_from: dt.date | None
    entries_until: dt.date | None
    entry_requirements: str
    answer_hours: int
    conditions: tuple[str, ...]
    series_name: str
    series_slug: str
    series_part: str
    cancelled_for: str
    notices: tuple[Notice, ...]
    level: str
    level_slug: str
    type: str
    type_slug: str
    sanction: str
    sanction_state: Annotated[str, Sanction.State, ""]
    articles: str
    rule_set: str
    executors: tuple[str, ...]
    games: tuple[EventGame, ...]
    overall: tuple[OverallLine, ...]
    entrants: tuple[Entrant, ...]
    timetable: tuple[TimetableLine, ...]

    @property
    def entered(self) -> int:
        return sum(entrant.state == Entry.State.ENTERED for entrant in self.entrants)

    @property
    def places_left(self) -> int | None:
        return None if self.capacity is None else max(0, self.capacity - self.entered)

    @property
    def waiting(self) -> int:
        return sum(entrant.state == Entry.State.WAITING for entrant in self.entrants)


def latest_results(*, limit: int = 6, club_slug: str = "") -> tuple[ResultLine, ...]:
    """The games certified last, of all clubs or of one, each with its paid places. Two queries."""
    return _result_lines(_latest(club_slug)[:limit])


def results_as_told(*, limit: int, club_slug: str = "") -> tuple[ToldResult, ...]:
    """The same with the moments of each. Two queries."""
    first = Certification.objects.filter(game=OuterRef("game"), version=1)
    games = list(_latest(club_slug).annotate(certified_at=Subquery(first.values("at")))[:limit])
    return tuple(
        ToldResult(result=line, certified_at=game.certified_at, changed_at=game.at)
        for game, line in zip(games, _result_lines(games), strict=True)
    )


def _latest(club_slug: str) -> QuerySet[Certification]:
    games = _certified()
    if club_slug:
        games = games.filter(game__event__club__slug=club_slug)
    return games.order_by("-at", "-id")


def results() -> ListSource[Certification, ResultLine]:
    """Every certified game with its paid places. Two queries a page, and one for the levels."""
    event = "game__event"
    return ListSource(
        rows=_certified(),
        lines=_result_lines,
        sorts={
            "certified": ("at",),
            "played": ("game__starts_at",),
            "event": (f"{event}__name", "game__number", "game__group"),
            "club": (f"{event}__club__name", "game__starts_at"),
            "players": ("player_count",),
        },
        order="-certified",
        filters=(
            words("search", _("Event, club or place"), *(f"{event}__{field}" for field in PLACES)),
            winner(),
            by_level(f"{event}__"),
            by_card_game(f"{event}__"),
            since("since", _("Played from"), "game__starts_at__date"),
            until("until", _("Played until"), "game__starts_at__date"),
        ),
    )


def winner() -> Filter[Certification]:
    """Games in which the player with that number stands."""

    def narrow(games: QuerySet[Certification], number: str) -> QuerySet[Certification]:
        person = person_numbered(number=number)
        played = Standing.objects.filter(person__in=rows_of(person)) if person else Standing.objects.none()
        return games.filter(pk__in=played.values("certification"))

    field = forms.CharField(label=_("Player's number"), required=False, max_length=20)
    return Filter(name="player", field=field, narrow=narrow)


def _certified() -> QuerySet[Certification]:
    stood = Standing.objects.filter(certification=OuterRef("pk"))
    certifications = Certification.objects.filter(current=True).annotate(
        player_count=counted(stood, "certification")
    )
    return certifications.select_related("game__event__club", "game__event__sanction__level")


def _result_lines(games: Iterable[Certification]) -> tuple[ResultLine, ...]:
    games = list(games)
    paid = Standing.objects.filter(
        certification__in=[certification.pk for certification in games], award__isnull=False
    )
    placings = placings_by_certification(paid)
    return tuple(_result_line(certification, placings[certification.pk]) for certification in games)


def _executors(event: Event, games: Sequence[Game]) -> tuple[str, ...]:
    """Who rules its games; while none is open, who is appointed to rule them. One query at most."""
    if not games:
        return executor_names(event)
    ruling = (game.acting_executor.person.identity.name for game in games if game.acting_executor)
    return tuple(dict.fromkeys(ruling))


SHOWN_OF_EVENT: Final = (
    *("club", "series"),
    *("sanction__level", "sanction__type", "sanction__articles", "sanction__rule_set"),
)


def event_detail(*, slug: str, asker: Person | None = None) -> EventDetail | None:
    """One event with its games, their standings and its entrants; None where there is nothing to see."""
    event = visible_events(asker).select_related(*SHOWN_OF_EVENT).filter(slug=slug).first()
    if event is None:
        return None
    current = Certification.objects.filter(game=OuterRef("pk"), current=True)
    games = list(
        event.games.exclude(state=Game.State.VOID)
        .select_related("round", "acting_executor__person__merged_into")
        .annotate(player_count=Count("players"), certified_as=Subquery(current.values("pk")[:1]))
        .order_by("number", "group")
    )
    standings = Standing.objects.filter(certification__game__event=event, certification__current=True)
    certified = any(game.certified_as for game in games)
    by_certification = placings_by_certification(standings) if certified else {}
    placings = {game.pk: by_certification[game.certified_as] for game in games if game.certified_as}
    sanction = event.sanction
    return EventDetail(
        slug=event.slug,
        name=event.name,
        description=event.description,
        club_name=event.club.name,
        club_slug=event.club.slug,
        place=event.place,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        time_zone=event.time_zone,
        first_day=event.first_day,
        last_day=event.last_day,
        format=event.format,
        **asdict(event.terms) | {"capacity": places_in(event)},
        late_fee=late_fee_of(event),
        conditions=in_words(event),
        series_name=event.series.name if event.series else "",
        series_slug=event.series.slug if event.series else "",
        series_part=event.get_series_part_display(),
        cancelled_for=event.cancelled_for,
        notices=tuple(Notice(text=notice.text, at=notice.at) for notice in event.notices.all()),
        level=sanction.level.name if sanction else "",
        level_slug=sanction.level.slug if sanction else "",
        type=sanction.type.name if sanction else "",
        type_slug=sanction.type.slug if sanction else "",
        sanction=sanction.label if sanction else "",
        sanction_state=sanction.state if sanction else "",
        articles=str(sanction.articles or "") if sanction else "",
        rule_set=str(sanction.rule_set or "") if sanction else "",
        executors=_executors(event, games),
        games=tuple(_event_game(game, placings.get(game.pk, ()), event) for game in games),
        overall=overall(placings.values()),
        entrants=_entrants(event),
        timetable=timetable_of(event),
    )


def placings_by_certification(
    standings: Iterable[Standing], name: Callable[[Person], str] = public_name
) -> dict[int, tuple[Placing, ...]]:
    """Placings of each certification, the first place first. One query."""
    if hasattr(standings, "select_related"):
        standings = standings.select_related("person", *shown("person"), "award").order_by(
            "certification", "place", "id"
        )
    standings = list(standings)
    named = telling_apart(name, (standing.person for standing in standings))
    rows: dict[int, list[Placing]] = defaultdict(list)
    for standing in standings:
        rows[standing.certification_id].append(_placing(standing, named))
    return defaultdict(tuple, {key: tuple(value) for key, value in rows.items()})


def _placing(standing: Standing, named: Callable[[Person], str]) -> Placing:
    award = getattr(standing, "award", None)
    return Placing(
        place=standing.place,
        shared=standing.shared,
        name=named(standing.person),
        number=standing.person.identity.number,
        record_id=standing.record_id,
        score=standing.score,
        extrapolated=standing.extrapolated,
        points=award.points if award else NO_POINTS,
        blue=award.blue if award else NO_POINTS,
    )


def _result_line(certification: Certification, placings: tuple[Placing, ...]) -> ResultLine:
    game = certification.game
    event = game.event
    return ResultLine(
        event_name=event.name,
        event_slug=event.slug,
        club_name=event.club.name,
        level=event.sanction.level.name if event.sanction else "",
        level_slug=event.sanction.level.slug if event.sanction else "",
        game_number=game.number,
        game_group=game.group,
        game_label=game.label,
        played_on=event.local_day(game.starts_at),
        certified_on=day_of(certification.at),
        players=certification.player_count,  # type: ignore[attr-defined]
        placings=placings,
    )


def _event_game(game: Game, placings: tuple[Placing, ...], event: Event) -> EventGame:
    is_result = bool(placings) and format_named(event.format).hands_in_slips
    report = game.reports.filter(current=True).only("check_document").first() if is_result else None
    return EventGame(
        number=game.number,
        group=game.group,
        label=game.label,
        place=game.place,
        state=game.state,
        starts_at=game.starts_at,
        acting_executor=game.acting_executor.person.identity.name if game.acting_executor else "",
        players=game.player_count,  # type: ignore[attr-defined]
        placings=placings,
        teams=result_board(game, report, placings),
    )


def _entrants(event: Event) -> tuple[Entrant, ...]:
    """One query."""
    rows = event.entries.select_related("person", *shown("person"))
    entries = list(rows.order_by("person__family_name", "person__given_names"))
    named = telling_apart(public_name, (entry.person for entry in entries))
    return tuple(
        Entrant(name=named(entry.person), number=entry.person.identity.number, state=entry.state)
        for entry in entries
    )
