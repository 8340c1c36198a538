"""The Main Event of the demo season: thirty-seven pairs, late ones, an odd team, four rounds, standings."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from scoring.demo.bid_whist import FEE, LATE, ROUNDS, TEAMS, play_bid_whist
from scoring.demo.institution import found_institution
from scoring.models import Slip, SlipSignature
from scoring.services.slip_folders import folder_of, record_so_far
from tournaments.models import Entry, Game

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.django_db]


def test_the_main_event_comes_to_its_standings() -> None:
    play_bid_whist(found_institution())
    game = Game.objects.get(event__format="bid-whist")
    folder = folder_of(game)
    head = folder.head
    assert (len(head.teams), len(head.rounds)) == (TEAMS, ROUNDS)
    assert all(len(guests) == 1 for guests in head.guests)
    assert len({team for guests in head.guests for team in guests.values()}) == ROUNDS
    assert Counter(Entry.objects.values_list("late_fee", flat=True)) == {
        Decimal(0): 2 * (TEAMS - LATE),
        Decimal(10): 2 * LATE,
    }
    assert set(Entry.objects.values_list("fee", flat=True)) == {FEE}
    assert game.sheet.check_document["findings"] == []
    record = record_so_far(folder)
    assert len(record["standings"]) == TEAMS
    assert SlipSignature.objects.count() == Slip.objects.count() >= ROUNDS * (TEAMS // 2 + 1)
