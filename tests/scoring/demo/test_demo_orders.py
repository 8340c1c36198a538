"""Certified whist of the demo season, corrected by order on its own slips: every form has what stands."""

from __future__ import annotations

import pytest
from django.test import TestCase

from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from tests.support.season import demo_season
from tests.support.slip_orders import changed_by_opening, shown_after_opening
from tournaments.games.models import Game

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]

OPENED = {
    "Provincial Games of Military Whist 2026": ("d1-after-1", "tie-4-6-10-draw", "tie-4-6-10-hand-1"),
    "Saturday Main Event of Bid Whist 2026": ("r1-t1", "r4-t5-more", "seat-tie-3-8", "third"),
    "Columbus Whist at the Assembly Rooms": ("g1-t1", "g5-t3", "line"),
    "Columbus Whist, playoff round": ("g1-t1",),
}


class TestOrders(TestCase):
    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()

    def test_a_slip_that_is_opened_and_left_as_it_is_corrects_nothing(self) -> None:
        managing = Person.objects.get(account__email="managing@demo.example")
        assert managing.account is not None
        self.client.force_login(managing.account)
        certified = Certification.objects.count()
        for name, places in OPENED.items():
            game = Game.objects.select_related("event", "sheet").get(event__name=name)
            assert changed_by_opening(game, managing) == [], name
            page = shown_after_opening(self.client, game, *places)
            for place in places:
                assert f'name="{place}:replaces"' in page, (name, place)
            assert "No slips have been changed yet." in page, name
            assert "Nobody's place, score or points would change." in page, name
        assert Certification.objects.count() == certified
