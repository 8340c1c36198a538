"""Two who let substitutes in at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, make_cast
from tests.support.racing import all_at_once
from tests.support.team_events import enter_teams, newcomers, seat_in_order, team_event
from tournaments.entries.models.entry import Entry
from tournaments.formats.registry import registered
from tournaments.teams.models.team import TeamMember
from tournaments.teams.services.substitutes import substitute

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(HIGH_CARD):
        yield


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def codes(answers: Sequence[object]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, Refusal))


def test_nobody_plays_for_two_teams(cast: Cast) -> None:
    """One of them gets him; the other is told for whom he plays."""
    event = team_event(cast, "high-card", "high-card-1")
    teams = enter_teams(cast, event, 4)
    game = seat_in_order(cast, event, teams, {"cards": 1})
    [comes] = newcomers(cast, 1)
    let_in = partial(substitute, by=cast.director, letter="A", comes=comes, why="He fell ill.", at=MARCH)
    answers = all_at_once([partial(let_in, team=team) for team in teams])
    assert codes(answers) == ["substitute-wrong"] * 3
    assert TeamMember.objects.filter(entry__person=comes).count() == 1
    assert Entry.objects.filter(person=comes).count() == 1
    assert game.players.filter(person=comes).count() == 1
