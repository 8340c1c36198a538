"""A stanza that is corrected begins as it was reported: field by field, or whole where it has no fields."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.tables.forms.stanza import form_of

BODY: dict[str, Any] = {
    "cards": 3,
    "dealer": "p1",
    "bids": [["p2", 1], ["p3", 0], ["p1", 2]],
    "taken": {"p2": 1, "p3": 0, "p1": 2},
    "made": {"p2": True, "p3": False, "p1": True},
}
NAMES = {"p1": "Ann", "p2": "Bob", "p3": "Cat"}


def test_a_plain_one_has_a_field_for_everything() -> None:
    typed = form_of(BODY, NAMES, 4, 2, "key")
    assert (typed.number, typed.replaces, typed.key, typed.cards, typed.dealer) == (4, 2, "key", "3", "p1")
    assert [(line.bid, line.taken, line.made) for line in typed.lines] == [
        ("1", "1", "yes"),
        ("0", "0", "no"),
        ("2", "2", "yes"),
    ]
    assert typed.whole == ""


@pytest.mark.parametrize(
    "more",
    [
        {"hands": {"p1": ["AS"]}},
        {"tricks": [["AS", "2S", "3S"]]},
        {"incidents": [{"kind": "revoke", "player": "p1"}] * 40},
    ],
)
def test_what_has_no_fields_is_kept_whole(more: dict[str, Any]) -> None:
    typed = form_of({**BODY, **more}, NAMES, 4, 2, "key")
    assert json.loads(typed.whole) == {**BODY, **more}
