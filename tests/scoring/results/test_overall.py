"""Sums over the games of an event."""

from __future__ import annotations

from decimal import Decimal

from scoring.results.models import Award, Standing
from scoring.results.selectors.results import event_detail
from tests.cast import Cast, certified, sanctioned_event
from tournaments.events.models.event import Event


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
