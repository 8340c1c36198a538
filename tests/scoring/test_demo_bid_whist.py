"""The Main Event of the demo season: thirty-seven pairs, late ones, an odd team, four rounds, standings; then
the bracket to its end, and a suspension that is felt at the next event."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from django.test import TestCase

from sanctioning.models import Message
from scoring.demo.bid_whist import FEE, LATE, NAME, ROUNDS, TEAMS
from scoring.demo.bracket import ABSENT
from scoring.models import Slip, SlipSignature
from scoring.selectors.brackets import event_bracket
from scoring.services.slip_folders import folder_of, record_so_far
from tests.support.season import demo_season
from tournaments.models import CanonStep, Game, SatOut

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.xdist_group("demo")]


class TestMainEvent(TestCase):
    game: Game

    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()
        cls.game = Game.objects.get(event__name=NAME)

    def test_pairs_and_the_late_fee_of_two_of_them(self) -> None:
        entries = self.game.event.entries
        assert Counter(entries.values_list("late_fee", flat=True)) == {
            Decimal(0): 2 * (TEAMS - LATE),
            Decimal(10): 2 * LATE,
        }
        assert set(entries.values_list("fee", flat=True)) == {FEE}

    def test_rounds_with_another_guest_of_the_odd_team_in_each(self) -> None:
        folder = folder_of(self.game)
        head = folder.head
        assert (len(head.teams), len(head.rounds)) == (TEAMS, ROUNDS)
        assert all(len(guests) == 1 for guests in head.guests)
        assert len({team for guests in head.guests for team in guests.values()}) == ROUNDS
        assert len(record_so_far(folder)["standings"]) == TEAMS

    def test_it_is_certified_with_every_slip_signed_and_without_a_finding(self) -> None:
        slips = Slip.objects.filter(game=self.game)
        assert SlipSignature.objects.filter(slip__in=slips).count() == slips.count()
        assert slips.filter(place__startswith="r").count() >= ROUNDS * (TEAMS // 2 + 1)
        assert self.game.state == Game.State.CERTIFIED
        assert self.game.sheet.check_document["findings"] == []

    def test_the_bracket_is_played(self) -> None:
        shown = event_bracket(self.game.event.slug)
        assert shown is not None
        assert (shown.teams, len(shown.stages), len(shown.places)) == (16, 4, 4)
        assert all(stage.decided for stage in shown.stages)
        assert shown.third is not None
        assert shown.third.decided
        [gone] = [
            side for stage in shown.stages for match in stage.matches for side in match.sides if side.absent
        ]
        assert gone.lost
        slips = {slip.place: slip.body for slip in Slip.objects.filter(game=self.game)}
        assert slips[ABSENT] == {"forfeit": str(gone.number)}
        [hand] = [body for place, body in slips.items() if place.startswith("seat-tie") and "hands" in body]
        assert len(hand["hands"]) == 1
        last = next(side for match in shown.stages[0].matches for side in match.sides if side.seed == 16)
        assert str(last.number) == hand["winner"]

    def test_somebody_is_suspended(self) -> None:
        steps = CanonStep.objects.order_by("pk")
        assert [one.step for one in steps] == ["written-warning", "suspension"]
        out = SatOut.objects.get()
        assert out.person == steps[0].person
        assert out.event.starts_at > self.game.event.ends_at
        assert not out.event.entries.filter(person=out.person).exists()
        assert out.event.teams.count() == 2
        assert Message.objects.filter(kind="event-sat-out", to=out.person).exists()
