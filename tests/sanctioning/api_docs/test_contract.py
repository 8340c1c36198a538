"""A program written for the released API goes on working."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from deploy.api_contract import RELEASED, breaks, contract

pytestmark = pytest.mark.django_db
PLAYERS = "GET /api/v1/players/"
EVENT = "PATCH /api/v1/events/{slug}/registration/"


def released() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(RELEASED.read_text())
    return read


def test_nothing_that_was_released_is_broken() -> None:
    """What has to change otherwise comes beside it under `/api/v2/` (docs/api.md)."""
    assert breaks(released(), contract()) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda now: now.pop(PLAYERS), f"{PLAYERS} is gone."),
        (lambda now: now[PLAYERS].update(name="members"), f"{PLAYERS} was named players, and is members."),
        (
            lambda now: now[PLAYERS]["parameters"].pop("sort"),
            f"{PLAYERS}, parameters: sort is no longer taken.",
        ),
        (
            lambda now: now[PLAYERS]["parameters"].update(club=["query, string", True]),
            f"{PLAYERS}, parameters: club must be sent now.",
        ),
        (lambda now: now[PLAYERS]["answers"]["200"].pop("[].number"), f"{PLAYERS}, 200: [].number is gone."),
        (
            lambda now: now[PLAYERS]["answers"]["200"].update({"[].number": ["integer", True]}),
            f"{PLAYERS}, 200: [].number was string, and is integer.",
        ),
        (lambda now: now[PLAYERS]["answers"].pop("200"), f"{PLAYERS} no longer answers 200."),
        (
            lambda now: now[EVENT]["sends"].update(why=["string", True]),
            f"{EVENT}, sends: why must be sent now.",
        ),
    ],
)
def test_what_breaks_a_program_is_said(change: Callable[[dict[str, Any]], object], said: str) -> None:
    now = copy.deepcopy(released())
    change(now)
    assert breaks(released(), now) == [said]


@pytest.mark.parametrize(
    "change",
    [
        lambda now: now.update({"GET /api/v1/new/": now[PLAYERS]}),
        lambda now: now[PLAYERS]["parameters"].update(born=["query, integer", False]),
        lambda now: now[PLAYERS]["answers"]["200"].update({"[].style": ["string", True]}),
        lambda now: now[EVENT]["sends"].update({"prize": ["any", False], "prize.name": ["string", True]}),
    ],
)
def test_what_is_new_breaks_nothing(change: Callable[[dict[str, Any]], object]) -> None:
    now = copy.deepcopy(released())
    change(now)
    assert breaks(released(), now) == []


FREE = {"seat": ["object", True], "notes": ["any", False], "": ["object", False]}
TYPED = {"seat": ["object", True], "seat.player": ["string", True], "notes": ["list of string", False]}


def test_to_say_more_of_what_was_free_breaks_nothing() -> None:
    for where in ("sends", "answers"):
        before, now = copy.deepcopy(released()), copy.deepcopy(released())
        before[EVENT][where] = {"200": FREE} if where == "answers" else FREE
        typed = {**TYPED, "bids": ["list of any", True]}
        now[EVENT][where] = {"200": typed} if where == "answers" else typed
        assert breaks(before, now) == []


def test_an_address_says_which_values_it_has_taken_all_along() -> None:
    before, now = copy.deepcopy(released()), copy.deepcopy(released())
    before[PLAYERS]["parameters"] = {"state": ["query, string", False], "page": ["query, integer", False]}
    now[PLAYERS]["parameters"] = {"state": ["query, open | closed", False], "page": ["query, string", False]}
    assert breaks(before, now) == [f"{PLAYERS}, parameters: page was query, integer, and is query, string."]


def test_an_answer_or_an_address_names_its_values_and_a_body_may_not() -> None:
    before, now = copy.deepcopy(released()), copy.deepcopy(released())
    for document, state in ((before, ["string", True]), (now, ["open | closed", True, "string"])):
        in_path = [f"path, {word}" if isinstance(word, str) else word for word in state]
        document[EVENT]["parameters"]["act"] = in_path
        document[EVENT]["answers"]["200"]["state"] = state
        document[EVENT]["sends"]["state"] = [state[0], False, *state[2:]]
    assert breaks(before, now) == [f"{EVENT}, sends: state was string, and is open | closed."]
