"""What a final decision on appeal does to the record: nothing before it is final, and only what it leaves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.appeals import bench_of, ruling_in
from tests.cast import MARCH, Cast
from tests.play import drawn_table
from tests.tournaments.ruling_cases import LATER, REVOKE, Case
from tests.tournaments.test_rule_on import adds, ruled, seats_of
from tournaments.models import Amendment, Appeal, Game, Ruling
from tournaments.services.appeal_decisions import decide
from tournaments.services.appeals import appeal, appeal_further, waive_step


@pytest.fixture
def game(cast: Cast) -> Game:
    bench_of(cast)
    return drawn_table(cast, cast.players[:4])


def revoke(cast: Cast, game: Game) -> Ruling:
    case = Case("W-73", "revoke", {**REVOKE, **LATER}, {}).at(seats_of(game))
    return ruled(cast, game, "revoke", case.facts, trick=1)


def taken(cast: Cast, ruling: Ruling, *decisions: tuple[str, dict[str, Any]]) -> Appeal:
    """An appeal that climbs by these decisions and is then waived by all."""
    made = appeal(by=cast.players[0], ruling=ruling, grounds="Not so.", at=MARCH)
    for place, (decision, facts) in enumerate(decisions):
        if place:
            appeal_further(by=cast.players[place], appeal=made, grounds="Nor so.", at=MARCH)
        step = made.steps.get(decision="")
        assert step.judge is not None
        decide(
            by=step.judge.person, step=step, decision=decision, reasons="So I find.", facts=facts, at=MARCH
        )
    return made


def waived(cast: Cast, made: Appeal) -> Appeal:
    for player in cast.players[:4]:
        waive_step(by=player, appeal=made, at=MARCH)
    made.refresh_from_db()
    assert made.ended == "final"
    return made


def test_an_overturned_ruling_falls_when_the_decision_is_final_and_not_before(cast: Cast, game: Game) -> None:
    ruling = revoke(cast, game)
    before = adds(game)
    assert before
    made = taken(cast, ruling, ("overturned", {}))
    assert adds(game) == before
    waived(cast, made)
    assert adds(game) == []
    [ended] = Amendment.objects.filter(ruling=ruling)
    assert ended.ended_by_step == made.steps.get()


def test_a_varied_ruling_is_computed_anew_from_the_judges_facts(cast: Cast, game: Game) -> None:
    ruling = revoke(cast, game)
    facts = {**ruling.facts, "found_by": "offender"}
    made = taken(cast, ruling, ("varied", facts), ("upheld", {}))
    waived(cast, made)
    [now] = adds(game)
    assert now["kind"] == "revoke-self"
    step = made.steps.get(place=1)
    assert step.outcome["incident"] == "revoke-self"
    assert [one.step for one in Amendment.objects.standing()] == [step]


def test_an_overturned_overturning_leaves_the_ruling(cast: Cast, game: Game) -> None:
    ruling = revoke(cast, game)
    before = adds(game)
    waived(cast, taken(cast, ruling, ("overturned", {}), ("overturned", {})))
    assert adds(game) == before
    assert Amendment.objects.standing().get().ruling == ruling


def test_a_ruling_without_effect_ends_without_one(cast: Cast, game: Game) -> None:
    waived(cast, taken(cast, ruling_in(cast, game), ("overturned", {})))
    assert not Amendment.objects.exists()
