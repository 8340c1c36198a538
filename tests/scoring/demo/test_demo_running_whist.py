"""The two whist evenings of the demo season that are under way: pads and floors that can be tried."""

from __future__ import annotations

import pytest
from django.test import TestCase

from sanctioning.people.models.person import Person
from scoring.demo.whist.running_evenings import BID, COLUMBUS
from tests.support.season import demo_season
from tests.support.team_events import signed_in
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]


class TestEveningsUnderWay(TestCase):
    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()

    def test_the_second_round_is_in_the_middle(self) -> None:
        for name, rounds, place in ((COLUMBUS, "g2", "g2-t2"), (BID, "r2", "r2-t2")):
            folder = folder_of(Game.objects.get(event__name=name))
            assert folder.game.state == Game.State.PLAYING
            assert f"{rounds}-t1" in folder.slips
            assert f"{rounds}-t1" not in folder.signed
            assert place in folder.due
            assert place not in folder.slips

    def test_a_sheet_tells_otherwise_than_was_ruled(self) -> None:
        game = Game.objects.get(event__name=COLUMBUS)
        check = folder_of(game).check
        assert check is not None
        assert [finding["place"] for finding in check["findings"] if finding["code"] == "not-as-ruled"] == [
            "g1-t1"
        ]
        director = signed_in(Person.objects.get(account__email="director@demo.example"))
        page = director.get(f"/events/{game.event.slug}/slips/g1-t1/").content.decode()
        assert 'href="?as-ruled=1"' in page
