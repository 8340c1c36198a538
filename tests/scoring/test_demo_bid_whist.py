"""The Main Event of the demo season: thirty-seven pairs, late ones, an odd team, four rounds, standings; then
the bracket to its end, and a suspension that is felt at the next event."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from sanctioning.models import Message
from scoring.demo.bid_whist import FEE, LATE, ROUNDS, TEAMS, play_bid_whist
from scoring.demo.bracket import ABSENT, play_bracket
from scoring.demo.institution import found_institution
from scoring.models import Slip, SlipSignature
from scoring.selectors.brackets import event_bracket
from scoring.services.slip_folders import folder_of, record_so_far
from tournaments.models import CanonStep, Entry, Game, SatOut

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.django_db]


def test_the_main_event_from_its_rounds_to_the_last_match() -> None:
    house = found_institution()
    play_bid_whist(house)
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
    play_bracket(house)
    game.refresh_from_db()
    assert game.state == Game.State.CERTIFIED
    assert game.sheet.check_document["findings"] == []
    the_bracket_is_played(game)
    somebody_is_suspended(game)


def the_bracket_is_played(game: Game) -> None:
    shown = event_bracket(game.event.slug)
    assert shown is not None
    assert (shown.teams, len(shown.stages), len(shown.places)) == (16, 4, 4)
    assert all(stage.decided for stage in shown.stages)
    assert shown.third is not None
    assert shown.third.decided
    [gone] = [
        side for stage in shown.stages for match in stage.matches for side in match.sides if side.absent
    ]
    assert gone.lost
    slips = {slip.place: slip.body for slip in Slip.objects.filter(game=game)}
    assert slips[ABSENT] == {"forfeit": str(gone.number)}
    [hand] = [body for place, body in slips.items() if place.startswith("seat-tie") and "hands" in body]
    assert len(hand["hands"]) == 1
    last = next(side for match in shown.stages[0].matches for side in match.sides if side.seed == 16)
    assert str(last.number) == hand["winner"]


def somebody_is_suspended(game: Game) -> None:
    steps = CanonStep.objects.order_by("pk")
    assert [one.step for one in steps] == ["written-warning", "suspension"]
    out = SatOut.objects.get()
    assert out.person == steps[0].person
    assert out.event.starts_at > game.event.ends_at
    assert not out.event.entries.filter(person=out.person).exists()
    assert out.event.teams.count() == 2
    assert Message.objects.filter(kind="event-sat-out", to=out.person).exists()
