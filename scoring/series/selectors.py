"""A series with its events, its order so far and who has a place; constant numbers of queries."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from rules_engine.draws import TieDraw, rank_tied
from rules_engine.series import Qualified, RankedInSeries, qualify
from rules_engine.series import SeriesStanding as SeriesStanding
from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import full_name, public_name
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import kind_of, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.people.models.person import Person
from scoring.ledger.models.ledger import LedgerEntry
from scoring.results.models import Standing
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_register_event
from tournaments.events.played_out import is_closed
from tournaments.events.selectors.events import visible_events
from tournaments.games.models import Game
from tournaments.series.models import Qualifier, Series

NOTHING = Decimal("0.0")
COUNTS = Event.SeriesPart.ORDINARY


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesEvent:
    """`counts` says whether its results make the order, `taken_out` whether it can be."""

    name: str
    slug: str
    part: str
    counts: bool
    first_day: dt.date
    place: str
    cancelled: bool
    taken_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """One player in the order; `part` is the place held, `declined` whether it was given back.

    `won` has the points of each event that counts, in the order of the events; None where no result of the
    player is certified.
    """

    place: int
    name: str
    number: str
    points: Decimal
    games: int
    places: tuple[int, ...]
    won: tuple[Decimal | None, ...]
    part: str
    declined: bool
    tied: bool

    @property
    def is_marked(self) -> bool:
        return self.declined or bool(self.part) or self.tied


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesDraw:
    """`names` are those who were tied, `order` the same from the first to the last, as they were drawn."""

    seed: str
    names: tuple[str, ...]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesDetail:
    name: str
    slug: str
    club_name: str
    club_slug: str
    basis: str
    basis_words: str
    playoff: int
    consolation: int
    ties: str
    ties_words: str
    announced_at: dt.datetime
    settled_at: dt.datetime | None
    uncertified: int
    events: tuple[SeriesEvent, ...]
    lines: tuple[SeriesLine, ...]
    draws: tuple[SeriesDraw, ...]


def series_detail(*, slug: str, asker: Person | None) -> SeriesDetail | None:
    """The whole of a series for its page: order, places, events."""
    series = Series.objects.select_related("club").filter(slug=slug).first()
    if series is None:
        return None
    results, won = _results(series), _won(series)
    standings = _standings(results, won)
    order = _order(series, standings)
    by_player = {standing.player: standing for standing in standings}
    held = {qualifier.person.number: qualifier for qualifier in series.qualifiers.select_related("person")}
    people = people_by_number([*by_player, *held])
    named = full_name if may_register_event(asker, today(), series.club) else public_name
    names = {number: named(person) for number, person in people.items()}
    events = list(visible_events(asker).filter(series=series).order_by("starts_at", "id"))
    counting = [event.pk for event in events if event.series_part == COUNTS]
    played = [(result.number, result.event_id) for result in results]
    brought = {there: won.get(there, NOTHING) for there in played}
    return SeriesDetail(
        name=series.name,
        slug=series.slug,
        club_name=series.club.name,
        club_slug=series.club.slug,
        basis=series.basis,
        basis_words=series.get_basis_display(),
        playoff=series.playoff,
        consolation=series.consolation,
        ties=series.ties,
        ties_words=series.get_ties_display(),
        announced_at=series.announced_at,
        settled_at=series.settled_at,
        uncertified=uncertified_games(series),
        events=_events(series, events),
        lines=tuple(
            _line(
                ranked,
                by_player[ranked.player],
                names[ranked.player],
                held.get(ranked.player),
                won=tuple(brought.get((ranked.player, event_id)) for event_id in counting),
                tied=ranked.player in order.open,
            )
            for ranked in order.ranking
        ),
        draws=tuple(
            SeriesDraw(
                seed=draw["seed"],
                names=tuple(names.get(number, number) for number in draw["tied"]),
                order=tuple(names.get(number, number) for number in drawn_order(draw)),
            )
            for draw in series.draws
        ),
    )


def drawn_order(draw: Mapping[str, Any]) -> tuple[str, ...]:
    """The member numbers of those who were tied, as a draw that is kept put them in order."""
    return tuple(number for group in rank_tied(draw["tied"], draw["rounds"]) for number in group)


def _events(series: Series, events: Sequence[Event]) -> tuple[SeriesEvent, ...]:
    games = Game.objects.filter(event__series=series).exclude(state=Game.State.VOID)
    begun = set(games.values_list("event_id", flat=True))
    return tuple(
        SeriesEvent(
            name=event.name,
            slug=event.slug,
            part=event.get_series_part_display(),
            counts=event.series_part == COUNTS,
            first_day=event.first_day,
            place=event.place,
            cancelled=event.cancelled_at is not None,
            taken_out=series.settled_at is None and event.pk not in begun,
        )
        for event in events
    )


def _line(
    ranked: RankedInSeries,
    standing: SeriesStanding,
    name: str,
    qualifier: Qualifier | None,
    *,
    won: tuple[Decimal | None, ...],
    tied: bool,
) -> SeriesLine:
    return SeriesLine(
        place=ranked.place,
        name=name,
        number=ranked.player,
        points=standing.points,
        games=len(standing.places),
        places=tuple(sorted(standing.places)),
        won=won,
        part=qualifier.part if qualifier else "",
        declined=qualifier is not None and qualifier.state == Qualifier.State.DECLINED,
        tied=tied,
    )


def order_of(series: Series) -> Qualified:
    """The order by certified results, with who plays where and who must draw. Three queries."""
    return _order(series, _standings(_results(series), _won(series)))


def uncertified_games(series: Series) -> int:
    """Games of the counting events that are not certified; one that was split goes on in its groups."""
    games = Game.objects.filter(event__series=series, event__series_part=COUNTS)
    over = (Game.State.CERTIFIED, Game.State.SPLIT, Game.State.VOID)
    return games.exclude(state__in=over).count()


def events_to_come(series: Series, at: dt.datetime) -> list[Event]:
    """Counting events that are held and not over: of one game when it is reported, else when they end."""
    counting = series.events.filter(series_part=COUNTS, cancelled_at=None, ends_at__gt=at)
    return [event for event in counting.order_by("starts_at", "id") if not is_closed(event)]


def somebody_is_next(series: Series, qualifier: Qualifier) -> bool:
    """Whether anybody gets the place when it is declined, at once or by a draw."""
    held = set(series.qualifiers.values_list(_number_of("person"), flat=True))
    moves_up = series.qualifiers.filter(state=Qualifier.State.QUALIFIED, part=Qualifier.Part.CONSOLATION)
    if qualifier.part == Qualifier.Part.PLAYOFF and moves_up.exists():
        return True
    return any(ranked.player not in held for ranked in order_of(series).ranking)


def _order(series: Series, standings: list[SeriesStanding]) -> Qualified:
    declined = series.qualifiers.filter(state=Qualifier.State.DECLINED)
    return qualify(
        standings,
        series.basis,  # type: ignore[arg-type]
        series.playoff,
        series.consolation,
        series.ties,  # type: ignore[arg-type]
        [TieDraw(tuple(draw["tied"]), tuple(draw["rounds"])) for draw in series.draws],
        declined.values_list(_number_of("person"), flat=True),
    )


class _Result(NamedTuple):
    """A certified placing, by member number."""

    number: str
    event_id: int
    place: int


def _results(series: Series) -> list[_Result]:
    placed = Standing.objects.filter(
        certification__current=True,
        certification__game__event__series=series,
        certification__game__event__series_part=COUNTS,
    )
    rows = placed.order_by("pk").values_list(_number_of("person"), "certification__game__event_id", "place")
    return [_Result(*row) for row in rows]


def _won(series: Series) -> dict[tuple[str, int], Decimal]:
    """Points of the ledger, by member number and event."""
    event = "award__standing__certification__game__event"
    entries = LedgerEntry.objects.filter(
        book=LedgerEntry.Book.AWARDED, **{f"{event}__series": series, f"{event}__series_part": COUNTS}
    )
    sums = entries.order_by().values_list(_number_of("person"), f"{event}_id").annotate(sum=Sum("points"))
    return {(number, event_id): points for number, event_id, points in sums}


def _standings(results: list[_Result], won: Mapping[tuple[str, int], Decimal]) -> list[SeriesStanding]:
    """What everybody brought together, by member number."""
    places: dict[str, list[int]] = defaultdict(list)
    points: dict[str, Decimal] = defaultdict(lambda: NOTHING)
    for result in results:
        places[result.number].append(result.place)
    for (number, _event), gained in won.items():
        points[number] += gained
    return [SeriesStanding(number, points[number], tuple(places[number])) for number in sorted(places)]


def _number_of(path: str) -> Coalesce:
    """The member number of the record that is kept, where two were merged."""
    return Coalesce(f"{path}__merged_into__number", f"{path}__number")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesHead:
    name: str
    slug: str
    club_name: str
    club_slug: str
    announced_at: dt.datetime
    settled: bool


def all_series() -> ListSource[Series, SeriesHead]:
    """Every series. Two queries a page."""
    settled = Q(settled_at__isnull=False)
    return ListSource(
        rows=Series.objects.select_related("club"),
        lines=lambda page: tuple(map(_head, page)),
        sorts={
            "name": ("name",),
            "club": ("club__name", "announced_at"),
            "announced": ("announced_at",),
        },
        order="-announced",
        filters=(
            words("search", _("Series or club"), "name", "club__name", "club__place"),
            kind_of(
                "state",
                _("State"),
                {"open": (_("being played"), ~settled), "settled": (_("places given"), settled)},
                all_words=_("all series"),
            ),
        ),
    )


def _head(series: Series) -> SeriesHead:
    return SeriesHead(
        name=series.name,
        slug=series.slug,
        club_name=series.club.name,
        club_slug=series.club.slug,
        announced_at=series.announced_at,
        settled=series.settled_at is not None,
    )


def series_at(slug: str) -> Series | None:
    return Series.objects.select_related("club").filter(slug=slug).first()


def events_to_add(series: Series) -> tuple[tuple[str, str], ...]:
    """Events of the club that are held, are in no series and have no games, by address and name, the next
    first. One query."""
    free = Event.objects.filter(
        club=series.club, series__isnull=True, games__isnull=True, cancelled_at__isnull=True
    )
    return tuple(free.order_by("starts_at").values_list("slug", "name"))
