"""A series with its events, its order so far and who has a place; constant numbers of queries."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from rules_engine.draws import TieDraw
from rules_engine.series import Qualified, qualify
from rules_engine.series import SeriesStanding as SeriesStanding
from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name
from sanctioning.kit.lists.filters import kind_of, words
from sanctioning.kit.lists.lists import Source
from sanctioning.people.models.person import Person
from scoring.ledger.models.ledger import LedgerEntry
from scoring.results.models import Standing
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import visible_events
from tournaments.games.models import Game
from tournaments.series.models import Qualifier, Series

NOTHING = Decimal("0.0")
COUNTS = Event.SeriesPart.ORDINARY


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesEvent:
    name: str
    slug: str
    part: str
    first_day: dt.date
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """One player in the order; `part` is the place held, `declined` whether it was given back."""

    place: int
    name: str
    number: str
    points: Decimal
    games: int
    places: tuple[int, ...]
    part: str
    declined: bool
    tied: bool

    @property
    def is_marked(self) -> bool:
        return self.declined or bool(self.part) or self.tied


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesDraw:
    seed: str
    names: tuple[str, ...]


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
    standings = _standings(series)
    order = _order(series, standings)
    by_player = {standing.player: standing for standing in standings}
    held = {qualifier.person.number: qualifier for qualifier in series.qualifiers.select_related("person")}
    people = people_by_number([*by_player, *held])
    names = {number: public_name(person) for number, person in people.items()}
    events = visible_events(asker).filter(series=series).order_by("starts_at", "id")
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
        events=tuple(
            SeriesEvent(
                name=event.name,
                slug=event.slug,
                part=event.get_series_part_display(),
                first_day=event.first_day,
                place=event.place,
            )
            for event in events
        ),
        lines=tuple(
            SeriesLine(
                place=ranked.place,
                name=names[ranked.player],
                number=ranked.player,
                points=by_player[ranked.player].points,
                games=len(by_player[ranked.player].places),
                places=tuple(sorted(by_player[ranked.player].places)),
                part=held[ranked.player].part if ranked.player in held else "",
                declined=ranked.player in held and held[ranked.player].state == Qualifier.State.DECLINED,
                tied=ranked.player in order.open,
            )
            for ranked in order.ranking
        ),
        draws=tuple(
            SeriesDraw(seed=draw["seed"], names=tuple(names.get(number, number) for number in draw["tied"]))
            for draw in series.draws
        ),
    )


def order_of(series: Series) -> Qualified:
    """The order by certified results, with who plays where and who must draw. Three queries."""
    return _order(series, _standings(series))


def uncertified_games(series: Series) -> int:
    """Games of the counting events that are not certified; one that was split goes on in its groups."""
    games = Game.objects.filter(event__series=series, event__series_part=COUNTS)
    over = (Game.State.CERTIFIED, Game.State.SPLIT, Game.State.VOID)
    return games.exclude(state__in=over).count()


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


def _standings(series: Series) -> list[SeriesStanding]:
    """What everybody brought together, by member number: points of the ledger, places of certified games."""
    counting = {"event__series": series, "event__series_part": COUNTS}
    places: dict[str, list[int]] = defaultdict(list)
    placed = Standing.objects.filter(
        certification__current=True,
        **{f"certification__game__{name}": value for name, value in counting.items()},
    )
    for number, place in placed.order_by("pk").values_list(_number_of("person"), "place"):
        places[number].append(place)
    of_award = "award__standing__certification__game__"
    won = LedgerEntry.objects.filter(
        book=LedgerEntry.Book.AWARDED,
        **{of_award + name: value for name, value in counting.items()},
    )
    points = dict(won.order_by().values_list(_number_of("person")).annotate(sum=Sum("points")))
    return [
        SeriesStanding(number, Decimal(points.get(number) or NOTHING), tuple(places[number]))
        for number in sorted(places)
    ]


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


def all_series() -> Source[Series, SeriesHead]:
    """Every series. Two queries a page."""
    settled = Q(settled_at__isnull=False)
    return Source(
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
    """Events of the club that are in no series and have no games, by address and name. One query."""
    free = Event.objects.filter(club=series.club, series__isnull=True, games__isnull=True)
    return tuple(free.order_by("-starts_at").values_list("slug", "name"))
