"""A program rules by what it is told: the irregularities of a game, and the facts that each asks for."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rules_engine.whoopie.rulings import FORMS
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.tournaments.justice.rulings.test_rulings_by_format import game as team_game
from tournaments.games.models import Game

__all__ = ["team_game"]

pytestmark = pytest.mark.both_databases
OF_ITSELF: Final[dict[str, Any]] = {
    "card": "QH",
    "cards": ["QH"],
    "flag": False,
    "plays": [],
    "counts": [],
    "lying": {},
    "number": 1,
    "text": "Words.",
    "lines": "Words.",
}


def answers(asks: list[dict[str, Any]]) -> dict[str, Any]:
    """A value for each fact that is needed, of what is said of it alone."""
    return {
        fact["name"]: fact["choices"][0]["value"]
        if fact["choices"]
        else fact["least"]
        if fact["least"] is not None
        else OF_ITSELF[fact["kind"]]
        for fact in asks
        if fact["needed"] or not fact["choices"]
    }


def rulings(game: Game) -> str:
    return f"/api/v1/events/{game.event.slug}/games/1/rulings/"


def test_every_irregularity_is_weighed_by_what_is_said_of_its_facts(
    cast: Cast, sign_in: SignIn, game: Game
) -> None:
    executor = sign_in(cast.executor)
    listed = executor.get(f"{rulings(game)}irregularities/").json()
    assert [line["slug"] for line in listed] == list(FORMS)
    for irregularity in listed:
        matter = {"irregularity": irregularity["slug"], "facts": answers(irregularity["asks"])}
        answer = executor.post(f"{rulings(game)}weigh/", matter, content_type="application/json")
        if answer.status_code != 200:
            problem = answer.json()
            assert problem["code"] == "fact-wrong", problem
            unreadable = ("missing", "expected", "no card", "none of those", "not asked")
            assert not any(words in problem["sentence"] for words in unreadable), problem


def test_the_same_where_the_game_has_a_book(cast: Cast, sign_in: SignIn, team_game: Game) -> None:
    executor = sign_in(cast.executor)
    listed = executor.get(f"{rulings(team_game)}irregularities/").json()
    assert "military-whist-revoke" in [line["slug"] for line in listed]
    for irregularity in listed:
        facts = {
            name: value
            for name, value in answers(irregularity["asks"]).items()
            if any(fact["needed"] for fact in irregularity["asks"] if fact["name"] == name)
        }
        matter = {"irregularity": irregularity["slug"], "facts": facts}
        answer = executor.post(f"{rulings(team_game)}weigh/", matter, content_type="application/json")
        assert answer.status_code == 200 or "missing" not in answer.json()["sentence"], answer.json()


def test_an_irregularity_that_there_is_not_is_refused_with_those_that_there_are(
    cast: Cast, sign_in: SignIn, game: Game
) -> None:
    matter = {"irregularity": "zzz"}
    problem = (
        sign_in(cast.executor).post(f"{rulings(game)}weigh/", matter, content_type="application/json").json()
    )
    assert problem["facts"] == {"field": "irregularity", "known": list(FORMS)}
    assert "revoke" in problem["remedy"]


def test_a_fact_that_is_missing_is_named(cast: Cast, sign_in: SignIn, game: Game) -> None:
    matter = {"irregularity": "revoke", "facts": {}}
    problem = (
        sign_in(cast.executor).post(f"{rulings(game)}weigh/", matter, content_type="application/json").json()
    )
    assert problem["sentence"] == "The fact `player` is missing: Who did not follow suit."
    assert problem["facts"] == {"field": "player"}


def test_who_does_not_hear_of_a_game_is_told_nothing(cast: Cast, sign_in: SignIn, game: Game) -> None:
    assert sign_in(cast.outsider).get(f"{rulings(game)}irregularities/").status_code == 403
