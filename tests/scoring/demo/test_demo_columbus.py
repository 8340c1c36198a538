"""The evening of Columbus Whist in the demo season: each way in which a game ends, as the records have it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import TestCase

from rules_engine.columbus_whist.game import ENDINGS
from scoring.results.models import Standing
from tests.support.season import demo_season
from tournaments.formats.columbus_whist.floor import floor_facts
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.slips.event_folders import folder_of
from tournaments.slips.models import Slip
from tournaments.slips.selectors.team_boards import team_board

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]

NAME = "Columbus Whist at the Assembly Rooms"
PLAYOFF_ROUND = "Columbus Whist, playoff round"
ENDED = {
    "g1-t1": ("points", 1, [7, 0]),
    "g1-t2": ("minus", 3, [2, -5]),
    "g1-t3": ("first-hand", 6, [-5, 5]),
    "g1-t4": ("sets", 7, [8, -7]),
    "g2-t1": ("odd", 1, [8, -1]),
    "g2-t2": ("renege", 2, [5, 4]),
    "g2-t3": ("no-direction", 7, [0, 8]),
    "g2-t4": ("late", 6, [5, 0]),
    "g3-t3": ("ruling", 5, [2, 0]),
    "g5-t3": ("left", 3, [5, 3]),
    "g6-t2": ("left", 2, [5, 0]),
}


class TestColumbusEvening(TestCase):
    game: Game
    report: Report
    checked: dict[str, Any]

    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()
        cls.game = Game.objects.get(event__name=NAME)
        cls.report = cls.game.reports.get()
        cls.checked = cls.report.check_document

    def test_a_game_ended_in_every_way_that_the_rules_know(self) -> None:
        games = {
            f"g{number}-t{table}": (game["ending"], game["winner"], game["points"])
            for number, of_round in enumerate(self.checked["rounds"], start=1)
            for table, game in enumerate(of_round, start=1)
        }
        for place, ended in ENDED.items():
            assert games[place] == ended, place
        assert {ending for ending, *_more in games.values()} == set(ENDINGS)

    def test_it_is_certified_without_a_finding(self) -> None:
        assert self.checked["findings"] == []
        assert self.game.state == Game.State.CERTIFIED
        assert Standing.objects.filter(certification__report=self.report).count() == 16

    def test_the_forfeited_game_has_no_sheet_and_a_locked_one_was_corrected_by_the_director(self) -> None:
        assert not Slip.objects.filter(game=self.game, place="g6-t2").exists()
        [corrected] = Slip.objects.filter(game=self.game, version=2)
        assert corrected.reason

    def test_two_tied_at_the_line_played_one_game_for_the_last_place(self) -> None:
        [playoff] = json.loads(bytes(self.report.record))["playoffs"]
        assert (playoff["teams"], playoff["order"]) == ([3, 4], [3, 4])
        assert self.checked["qualified"] == [1, 2, 6, 3]
        game = Game.objects.select_related("event", "sheet").get(pk=self.game.pk)
        assert "Oak won the play-off game" in team_board(folder_of(game)).notes[0]
        floor = floor_facts(folder_of(game), runs=True)
        assert (floor.game, floor.playing) == (6, False)

    def test_the_boston_pot_goes_to_the_only_boston_and_stands_on_the_board(self) -> None:
        assert self.checked["boston"] == {"winners": [1], "share": 4000, "left": 0, "hit": True}
        game = Game.objects.select_related("event", "sheet").get(pk=self.game.pk)
        assert any("40.00" in note and "Elm" in note for note in team_board(folder_of(game)).notes)


class TestPlayoffRound(TestCase):
    def test_two_games_and_a_final_in_which_points_were_of_no_value(self) -> None:
        assert demo_season()
        game = Game.objects.select_related("event", "sheet").get(event__name=PLAYOFF_ROUND)
        checked = game.reports.get().check_document
        assert checked["findings"] == []
        assert game.state == Game.State.CERTIFIED
        assert checked["standings"] == [[1, 1, 1, 0], [2, 2, 1, 0], [3, 3, 0, 0], [3, 4, 0, 0]]
        notes = team_board(folder_of(game)).notes
        assert "Elm won the play-off game" in notes[0]
        assert "The playoff is won by Elm." in notes
        floor = floor_facts(folder_of(game), runs=True)
        assert (floor.game, floor.games) == (1, 1)
