"""The running scores of a game as a drawing."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.results.selectors.games import GameDetail, game_detail
from scoring.results.views.score_chart import HEIGHT, WIDTH, score_chart
from tests.cast import MARCH, Cast, certified, open_table, sanctioned_event

GAME = "/events/spring-whoopie/games/1/"


@pytest.fixture
def game(cast: Cast) -> GameDetail:
    certified(cast, sanctioned_event(cast), cast.players[:4], at=MARCH)
    detail = game_detail(event_slug="spring-whoopie", number=1, group="", asker=None)
    assert detail is not None
    return detail


def test_each_player_has_a_line_with_a_point_for_each_stanza(game: GameDetail) -> None:
    chart = score_chart(game)
    assert chart is not None
    assert [line.score for line in chart.lines] == sorted((line.score for line in chart.lines), reverse=True)
    assert {line.name: line.score for line in chart.lines} == {
        game.names[player]: score for player, score in game.stanzas[-1].scores.items()
    }
    for line in chart.lines:
        who = next(player for player, name in game.names.items() if name == line.name)
        assert [(dot.stanza, dot.score) for dot in line.dots] == [
            (stanza.number, stanza.scores[who]) for stanza in game.stanzas if who in stanza.scores
        ]


def test_points_lie_where_the_scales_say(game: GameDetail) -> None:
    chart = score_chart(game)
    assert chart is not None
    for line in chart.lines:
        for dot in line.dots:
            share = (chart.high - dot.score) / (chart.high - chart.low)
            assert abs(float(dot.down) - HEIGHT * share) < 0.1
            assert abs(float(dot.across) - WIDTH * (dot.stanza - 1) / (len(game.stanzas) - 1)) < 0.1
    assert 0 <= float(chart.nought) <= HEIGHT


def test_the_page_says_each_point(game: GameDetail, client: Client) -> None:
    page = " ".join(client.get(GAME).content.decode().split())
    said = re.findall(r"<title>([^<]+), stanza (\d+): ([−\d]+)</title>", page)
    assert len(said) == sum(len(stanza.scores) for stanza in game.stanzas)
    assert "How the scores went" in page


def test_before_two_stanzas_there_is_none(cast: Cast, client: Client) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:4], at=MARCH)
    assert "How the scores went" not in client.get(GAME).content.decode()
