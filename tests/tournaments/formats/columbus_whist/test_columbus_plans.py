"""How many teams advance from an event of Columbus Whist: what is not possible is refused at once."""

from __future__ import annotations

import pytest

from rules_engine.columbus_whist import rules
from tests.cast import Cast
from tests.support.columbus import columbus_event, seat
from tests.support.refusals import refusal_of
from tests.support.team_events import signed_in


@pytest.mark.parametrize(
    ("qualifiers", "code", "sentence"),
    [
        (99, "plan-qualifiers", "4 teams take part; 99 cannot advance."),
        (5, "plan-qualifiers", "4 teams take part; 5 cannot advance."),
        (0, "plan-unreadable", "No team would advance to the playoff round."),
    ],
)
def test_what_cannot_go_on_is_refused(cast: Cast, qualifiers: int, code: str, sentence: str) -> None:
    event, teams = columbus_event(cast, 4)
    refusal = refusal_of(seat, cast, event, teams, [(1, 2), (3, 4)], qualifiers=qualifiers)
    assert (refusal.code, refusal.sentence, refusal.rule) == (code, sentence, rules.QUALIFIERS)
    assert refusal.facts == {"field": "qualifiers"}
    page = signed_in(cast.director).post(
        f"/events/{event.slug}/rounds/plan/",
        {"mode": "draw", "games": "6", "qualifiers": str(qualifiers), "pot": "5.00", "name": "First"},
    )
    text = page.content.decode()
    assert page.status_code == 422
    assert text.count(sentence) == 3, "at the head, in the refusal and at the field"
    assert f'value="{qualifiers}"' in text
    assert 'value="5.00"' in text
    assert not event.rounds.exists()


@pytest.mark.parametrize("qualifiers", [None, 1, 3, 4])
def test_any_number_of_those_who_take_part_may_go_on(cast: Cast, qualifiers: int | None) -> None:
    event, teams = columbus_event(cast, 4)
    game = seat(cast, event, teams, [(1, 2), (3, 4)], qualifiers=qualifiers)
    assert game.planned["qualifiers"] == qualifiers


@pytest.mark.parametrize(
    ("plan", "code", "field"),
    [
        ({"games": 1, "pot_cents": 0}, "plan-playoff", "games"),
        ({"games": 1}, "plan-unreadable", "pot"),
        ({"games": True, "pot_cents": 0}, "plan-unreadable", None),
        ({"games": 3}, "plan-unreadable", None),
    ],
)
def test_only_teams_that_qualified_play_one_game(
    cast: Cast, plan: dict[str, object], code: str, field: str | None
) -> None:
    event, teams = columbus_event(cast, 4)
    refusal = refusal_of(seat, cast, event, teams, [(1, 2), (3, 4)], **plan)
    assert (refusal.code, refusal.facts.get("field")) == (code, field)
