"""What a ruling on improper information found falls with it, and a decision that varies one may find it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import MARCH, Cast
from tests.support.appeals import bench_of
from tests.support.play import drawn_table
from tests.support.votes import answered, opened
from tests.tournaments.justice.appeals.test_appeal_effects import taken, waived
from tournaments.games.models import Game
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.selectors.votes import ViolationLine, matters_of

POINTS = {"points": 1, "fails_bid": False}


@pytest.fixture
def game(cast: Cast) -> Game:
    bench_of(cast)
    return drawn_table(cast, cast.players[:4])


def looked(cast: Cast, game: Game, player: int, **more: Any) -> Ruling:
    arguments = {"what": "He looked.", "reason": "Seen by all.", "stanza": 1, "at": MARCH, **more}
    facts = {"player": cast.players[player].number, "act": "looked"}
    return rule_on(by=cast.executor, game=game, irregularity="improper-information", facts=facts, **arguments)


def third(cast: Cast, game: Game, player: int = 1) -> Ruling:
    return [looked(cast, game, player) for _ in range(3)][-1]


def line(cast: Cast, game: Game) -> ViolationLine:
    matters = matters_of(game=game, asker=cast.players[0])
    assert matters is not None
    [violation] = matters.violations
    return violation


def facts_of(cast: Cast, player: int) -> dict[str, str]:
    return {"player": cast.players[player].number, "act": "showed"}


def penalised(cast: Cast, violation: Violation) -> Vote:
    vote = opened(cast, violation, cast.players[0], "type-2-points", POINTS)
    return answered(cast, vote, cast.players[:4], 3)


def test_a_ruling_that_is_replaced_takes_its_violation_with_it(cast: Cast, game: Game) -> None:
    ruling = third(cast, game)
    violation = Violation.objects.get()
    assert line(cast, game).motions
    looked(cast, game, 2, supersedes=ruling)
    violation.refresh_from_db()
    assert violation.found_at is None
    shown = line(cast, game)
    assert (shown.fell, shown.motions) == (True, ())
    vote = opened(cast, violation, cast.players[0], "type-2-points", POINTS)
    assert vote.state == Vote.State.REFUSED


def test_a_ruling_that_is_overturned_takes_violation_vote_and_penalty_with_it(cast: Cast, game: Game) -> None:
    ruling = third(cast, game)
    violation = Violation.objects.get()
    carried = answered(
        cast, opened(cast, violation, cast.players[0], "type-2-points", POINTS), cast.players[:4], 3
    )
    assert carried.carried
    waived(cast, taken(cast, ruling, ("overturned", {})))
    violation.refresh_from_db()
    assert violation.found_at is None
    assert not Amendment.objects.standing().filter(vote=carried).exists()


@pytest.mark.both_databases
def test_a_vote_that_runs_ends_with_the_finding_and_carries_nothing(cast: Cast, game: Game) -> None:
    ruling = third(cast, game)
    vote = opened(cast, Violation.objects.get(), cast.players[0], "type-2-points", POINTS)
    waived(cast, taken(cast, ruling, ("overturned", {})))
    vote.refresh_from_db()
    assert (vote.state, vote.carried, vote.absent) == (Vote.State.CLOSED, False, 4)
    assert "So I find." in vote.reason


def test_a_ruling_varied_into_a_type_2_violation_opens_one(cast: Cast, game: Game) -> None:
    """Two acts of the second player are ruled; of a third, ruled against another, the judge finds him."""
    for _ in range(2):
        looked(cast, game, 1)
    ruling = looked(cast, game, 2)
    assert not Violation.objects.exists()
    this_appeal = taken(cast, ruling, ("varied", facts_of(cast, 1)))
    assert not Violation.objects.exists(), "not before it is final"
    waived(cast, this_appeal)
    step = AppealStep.objects.get()
    violation = Violation.objects.get()
    assert (violation.ruling, violation.step, violation.found_at) == (None, step, MARCH)
    assert step.decided_by is not None
    shown = line(cast, game)
    assert (shown.charged_by, shown.offenders) == (step.decided_by.name, (cast.players[1].name,))
    assert penalised(cast, violation).carried


@pytest.mark.both_databases
def test_a_variation_that_finds_the_same_player_leaves_what_was_voted(cast: Cast, game: Game) -> None:
    ruling = third(cast, game)
    violation = Violation.objects.get()
    vote = answered(
        cast, opened(cast, violation, cast.players[0], "type-2-points", POINTS), cast.players[:4], 3
    )
    waived(cast, taken(cast, ruling, ("varied", facts_of(cast, 1))))
    assert Violation.objects.get().found_at == MARCH
    assert Amendment.objects.standing().filter(vote=vote).exists()


def test_a_variation_that_finds_another_is_another_violation(cast: Cast, game: Game) -> None:
    for _ in range(2):
        looked(cast, game, 2)
    ruling = third(cast, game)
    waived(cast, taken(cast, ruling, ("varied", facts_of(cast, 2))))
    old, new = Violation.objects.order_by("pk")
    assert (old.found_at, new.found_at) == (None, MARCH)
    assert new.offenders.get().player.person == cast.players[2]
