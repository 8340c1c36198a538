"""What a final decision on appeal does to the record: nothing before it is final, and only what it leaves."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from sanctioning.bars.models import Bar
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.appeals import bench_of, ruling_in
from tests.support.play import drawn_table, play
from tests.support.refusals import refused
from tests.support.votes import answered, opened, violation_found
from tests.tournaments.justice.rulings.ruling_cases import LATER, REVOKE, Case
from tests.tournaments.justice.rulings.test_rule_on import adds, ruled, seats_of
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.games.models import Game
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.services.appealing import appeal, appeal_further, waive_step
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.rulings.models import Amendment, Ruling


@pytest.fixture
def game(cast: Cast) -> Game:
    bench_of(cast)
    return drawn_table(cast, cast.players[:4])


def revoke(cast: Cast, game: Game) -> Ruling:
    case = Case("W-73", "revoke", {**REVOKE, **LATER}, {}).at(seats_of(game))
    return ruled(cast, game, "revoke", case.facts, trick=1)


def taken(cast: Cast, ruling: Ruling, *decisions: tuple[str, dict[str, Any]]) -> Appeal:
    """An appeal that climbs by these decisions and is then waived by all."""
    new_appeal = appeal(by=cast.players[0], ruling=ruling, grounds="Not so.", at=MARCH)
    for place, (decision, facts) in enumerate(decisions):
        if place:
            appeal_further(by=cast.players[place], appeal=new_appeal, grounds="Nor so.", at=MARCH)
        step = new_appeal.steps.get(decision="")
        assert step.judge is not None
        decide(
            by=step.judge.person, step=step, decision=decision, reasons="So I find.", facts=facts, at=MARCH
        )
    return new_appeal


def waived(cast: Cast, this_appeal: Appeal) -> Appeal:
    for player in cast.players[:4]:
        waive_step(by=player, appeal=this_appeal, at=MARCH)
    this_appeal.refresh_from_db()
    assert this_appeal.ended == "final"
    return this_appeal


def test_an_overturned_ruling_falls_when_the_decision_is_final_and_not_before(cast: Cast, game: Game) -> None:
    ruling = revoke(cast, game)
    before = adds(game)
    assert before
    this_appeal = taken(cast, ruling, ("overturned", {}))
    assert adds(game) == before
    waived(cast, this_appeal)
    assert adds(game) == []
    [ended] = Amendment.objects.filter(ruling=ruling)
    assert ended.ended_by_step == this_appeal.steps.get()


def test_a_varied_ruling_is_computed_anew_from_the_judges_facts(cast: Cast, game: Game) -> None:
    ruling = revoke(cast, game)
    facts = {**ruling.facts, "found_by": "offender"}
    this_appeal = taken(cast, ruling, ("varied", facts), ("upheld", {}))
    waived(cast, this_appeal)
    [now] = adds(game)
    assert now["kind"] == "revoke-self"
    step = this_appeal.steps.get(place=1)
    assert step.outcome["incident"] == "revoke-self"
    assert [amendment.step for amendment in Amendment.objects.standing()] == [step]


def test_an_overturned_overturning_leaves_the_ruling(cast: Cast, game: Game) -> None:
    ruling = revoke(cast, game)
    before = adds(game)
    waived(cast, taken(cast, ruling, ("overturned", {}), ("overturned", {})))
    assert adds(game) == before
    assert Amendment.objects.standing().get().ruling == ruling


def test_a_ruling_without_effect_ends_without_one(cast: Cast, game: Game) -> None:
    waived(cast, taken(cast, ruling_in(cast, game), ("overturned", {})))
    assert not Amendment.objects.exists()


def test_who_was_let_in_by_a_ruling_that_fell_must_meet_the_conditions_again(cast: Cast, game: Game) -> None:
    event, elm = game.event, cast.players[4]
    invited = [{"kind": "invitation", "people": [cast.players[0].number]}]
    set_entry_conditions(by=cast.director, event=event, conditions=invited, at=MARCH)
    arguments: dict[str, Any] = {"what": "Is he invited?", "reason": "He is.", "admitted": True}
    entry_ruling = rule_on_entry(by=cast.executor, event=event, person=elm, **arguments, at=MARCH)
    assert entry_ruling.ruling is not None
    waived(cast, taken(cast, entry_ruling.ruling, ("overturned", {})))
    entry_ruling.refresh_from_db()
    assert entry_ruling.ended_at == MARCH
    withdraw_entry(by=elm, entry=event.entries.get(), at=MARCH)
    refused("condition-unmet", enter_event, by=elm, event=event, person=elm)


@pytest.mark.both_databases
def test_a_chaotic_action_that_was_not_disruptive_falls_with_its_penalties_and_its_bar(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    players = cast.players[:4]
    play(cast, game, 1, Random(1))
    violation = violation_found(cast, game, players, players[1])
    finding = violation.votes.get()
    others = [players[0], *players[2:]]
    points = {"points": 4, "fails_bid": True}
    answered(cast, opened(cast, violation, players[0], "type-2-points", points), players, 3)
    bar = {"scope": [{"kind": "rest-of-game"}], "last_day": "2025-12-31"}
    answered(cast, opened(cast, violation, players[0], "type-2-bar", bar), others, 3)
    assert {incident["kind"] for incident in adds(game)} >= {"type-2-finding", "type-2-penalty"}
    page = sign_in(players[1]).get(f"/appeals/of/vote/{finding.pk}/").content.decode()
    assert "may appeal until 22 March 2025" in page
    this_appeal = appeal(by=players[1], vote=finding, grounds="I sneezed.", at=MARCH)
    step = this_appeal.steps.get()
    assert (step.office, this_appeal.bundle["vote"]["ayes"]) == ("Managing", 4)
    act = partial(decide, by=cast.managing, step=step, reasons="He sneezed.")
    refused("nobody-before", act, decision="sent-back")
    refused("penalty-without-disruption", act, decision="upheld", not_disruptive=True)
    act(decision="overturned", not_disruptive=True, at=MARCH)
    assert Bar.objects.on(MARCH.date()).exists()
    waived(cast, this_appeal)
    assert not Bar.objects.on(MARCH.date()).exists()
    assert not {incident["kind"] for incident in adds(game)} & {"type-2-finding", "type-2-penalty"}
    violation.refresh_from_db()
    assert violation.found_at is None


@pytest.mark.both_databases
def test_the_merits_of_another_vote_stand_but_the_ruling_that_it_was_lawful_goes_up(
    cast: Cast, game: Game
) -> None:
    players = cast.players[:4]
    play(cast, game, 1, Random(1))
    violation = violation_found(cast, game, players, players[1], kind="intentional-revoke")
    vote = violation.votes.get()
    refused("merits-stand", appeal, by=players[1], vote=vote, grounds="No.")
    lawful = vote.ruling
    assert lawful is not None
    waived(cast, taken(cast, lawful, ("overturned", {})))
    assert not Amendment.objects.standing().filter(vote=vote).exists()
