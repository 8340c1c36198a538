"""The Provincial Games of Military Whist in the demo season: two days, a tie of three, a certified result."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import TestCase

from rules_engine.military_whist.flags import START
from scoring.results.models import Standing
from scoring.results.selectors.advancing import going_on
from tests.support.season import demo_season
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.team_boards import team_board

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]

NAME = "Provincial Games of Military Whist 2026"
AREA, ZONE = "Area 1 Evening of Military Whist 2026", "Zone 1 Play-offs of Military Whist 2026"
TEAMS = (
    *("Airdrie", "Banff", "Camrose", "Devon", "Edson", "Fairview", "Grimshaw", "Hinton"),
    *("Innisfail", "Jasper", "Killam", "Lacombe", "Morinville", "Nanton", "Olds", "Ponoka"),
)


class TestProvincialGames(TestCase):
    game: Game
    report: Report
    checked: dict[str, Any]
    record: dict[str, Any]

    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()
        cls.game = Game.objects.select_related("event", "sheet").get(event__name=NAME)
        cls.report = cls.game.reports.get()
        cls.checked = cls.report.check_document
        cls.record = json.loads(bytes(cls.report.record))

    def test_sixteen_teams_of_eight_zones_sit_in_their_order(self) -> None:
        teams = [(team["origin"], team["place"]) for team in self.record["teams"]]
        assert teams == [(f"Zone {zone}", place) for place in (1, 2) for zone in range(1, 9)]
        assert [team["name"] for team in self.record["teams"]] == list(TEAMS)
        assert in_words(self.game.event) == ("55 years old by 31 December.",)

    def test_two_days_begin_with_twelve_each_and_add_up_with_what_was_lent(self) -> None:
        assert [day["sessions"] for day in self.record["days"]] == [[15, 15], [20]]
        for day in self.record["days"]:
            lent = sum(loan["flags"] for loan in day["loans"])
            lent -= sum(loan["flags"] for loan in day.get("returns", ()))
            assert set(day["before"]) == {START}
            assert sum(day["after"]) == START * len(TEAMS) + lent
        assert sum(self.checked["totals"]) == 2 * START * len(TEAMS)

    def test_three_tied_for_the_first_place_drew_for_the_bye_and_played_two_hands(self) -> None:
        [playoff] = self.record["playoffs"]
        assert (playoff["teams"], playoff["order"]) == ([4, 6, 10], [6, 10, 4])
        assert len(playoff["hands"]) == 2
        totals = self.checked["totals"]
        assert {totals[team - 1] for team in playoff["teams"]} == {max(totals)}
        assert [team for _place, team in self.checked["tables"][:3]] == playoff["order"]

    def test_it_is_certified_without_a_finding_with_the_leader_his_ruling_and_the_prizes(self) -> None:
        assert self.checked["findings"] == []
        assert self.game.state == Game.State.CERTIFIED
        assert Standing.objects.filter(certification__report=self.report, place=1).count() == 4
        assert all(self.record[name] for name in ("leader", "rulings", "prizes"))
        assert [line.name for line in team_board(folder_of(self.game)).lines[:3]] == [
            "Fairview",
            "Jasper",
            "Devon",
        ]

    def test_the_first_zone_sent_the_two_that_came_up_from_their_area(self) -> None:
        for name, after in ((AREA, ZONE), (ZONE, NAME)):
            event = Event.objects.get(name=name)
            gone = [(team.name, team.place) for team in going_on(event)]
            assert gone == [("Airdrie", 1), ("Innisfail", 2)]
            teams = Event.objects.get(name=after).teams.filter(name__in=("Airdrie", "Innisfail"))
            assert [team.facts["place"] for team in teams.order_by("name")] == [1, 2]
