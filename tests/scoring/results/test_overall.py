"""Sums over the games of an event."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import pytest
from django.test import Client

from scoring.results.models import Award, Standing
from scoring.results.selectors.overall import overall
from scoring.results.selectors.results import event_detail
from tests.cast import Cast, certified, sanctioned_event
from tournaments.events.models.event import Event


def placed(number: str, score: int, points: str = "0.0") -> Placing:
    return Placing(name=number, number=number, score=score, points=Decimal(points))


@dataclass(frozen=True)
class Placing:
    name: str
    number: str
    score: int
    points: Decimal


def test_most_points_come_first_then_the_higher_score_then_the_name() -> None:
    first = [placed("ann", 3), placed("bob", 9), placed("cat", 1, "2.0"), placed("dan", 3)]
    second = [placed("ann", 2), placed("bob", -1), placed("cat", -9), placed("dan", 2)]
    assert [line.number for line in overall([first, second])] == ["cat", "bob", "ann", "dan"]


def test_one_certified_game_has_no_table_of_sums(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    detail = event_detail(slug=event.slug)
    assert detail is not None
    assert detail.overall == ()


def test_sums_are_those_of_the_standings_and_awards(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    certified(cast, event, cast.players[2:5], name="sample-3-players")
    detail = event_detail(slug=Event.objects.get().slug)
    assert detail is not None
    assert [line.games for line in detail.overall if line.number == cast.players[2].number] == [2]
    for line in detail.overall:
        placed = Standing.objects.filter(person__number=line.number)
        assert line.score == sum(placed.values_list("score", flat=True))
        won = Award.objects.filter(standing__in=placed).values_list("points", flat=True)
        assert line.points == sum(won, Decimal("0.0"))
    points = [line.points for line in detail.overall]
    assert points == sorted(points, reverse=True)
    assert len(detail.overall) == 5


@pytest.mark.parametrize(("games", "folded"), [(2, 0), (4, 4)])
def test_the_page_says_the_totals_first_and_folds_many_games(
    cast: Cast, client: Client, games: int, folded: int
) -> None:
    event = sanctioned_event(cast)
    for _game in range(games):
        certified(cast, event, cast.players[:4])
    page = client.get(f"/events/{event.slug}/").content.decode()
    assert page.index('id="overall"') < page.index('id="games"') < page.index('id="game-1"')
    assert page.count("<summary>Places and points, ") == folded
