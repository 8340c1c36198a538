"""Facts of rulings from plain values and back, and what a ruling writes into the record of its stanza."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine.whoopie.document import IncidentDocument
from rules_engine.whoopie.reader.incidents import read_incident
from rules_engine.whoopie.rulings import FORMS
from rules_engine.whoopie.rulings.facts import (
    called,
    facts_asked,
    plain_facts,
    read_facts,
    subjects,
)
from rules_engine.whoopie.rulings.incidents import incidents_of, of_same_matter
from rules_engine.whoopie.rulings.outcome import WrongFact, plain_outcome

PLAYERS = ("ann", "bob", "cat")
REVOKE: dict[str, Any] = {
    "player": "ann",
    "card": "9C",
    "led": "H",
    "held_suit": True,
    "found_by": "another",
    "after": [["bob", "2H"]],
    "next_plays": [],
    "separable": True,
    "bidding_begun": False,
}
LATER = {"next_plays": [["bob", "3D"]]}
# By irregularity: facts, and the incidents that the record gets for trick 2, written out from the format.
CASES: list[tuple[str, dict[str, Any], list[dict[str, Any]]]] = [
    (
        "no-whoopie-call",
        {"player": "ann", "card": "5S", "defining": "5D", "called": False},
        [{"kind": "no-whoopie-call", "player": "ann", "trick": 2}],
    ),
    (
        "played-card",
        {"player": "ann", "card": "5S", "touched_table": True, "meant": False, "named_by": 0},
        [],
    ),
    (
        "played-out-of-turn",
        {"plays": [["ann", "KH"], ["bob", "10H"]], "turn": "cat", "scored": False},
        [
            {"kind": "played-out-of-turn", "player": "ann", "card": "KH", "trick": 2},
            {"kind": "played-out-of-turn", "player": "bob", "card": "TH", "trick": 2},
        ],
    ),
    (
        "exposed-card",
        {"player": "ann", "cards": ["2S", "7H", "*"], "in_turn": True, "meant": "7H", "on_purpose": False},
        [{"kind": "exposed-card", "player": "ann", "cards": ["2S", "*"], "trick": 2}],
    ),
    (
        "exposed-card",
        {"player": "ann", "cards": ["2S"], "in_turn": False, "on_purpose": True},
        [{"kind": "exposed-card", "player": "ann", "card": "2S", "trick": 2}],
    ),
    (
        "older-penalty-card",
        {
            "player": "ann",
            "card": "KS",
            "lying": ["AS", "KS"],
            "leads": True,
            "led": "*",
            "can_follow": False,
            "finished": False,
        },
        [{"kind": "exposed-card", "player": "ann", "card": "KS", "trick": 2}],
    ),
    (
        "misdeal",
        {"fault": "wrong-dealer", "stage": "bidding", "dealer": "cat"},
        [{"kind": "misdeal", "reason": "wrong-dealer"}],
    ),
    ("misdeal", {"fault": "wrong-dealer", "stage": "playing", "dealer": "cat"}, []),
    (
        "wrong-card-count",
        {"player": "bob", "held": 4, "cards": 5, "won_with_last": True, "left": [["cat", 0], ["ann", 1]]},
        [{"kind": "wrong-card-count", "player": "bob", "cards": 4}],
    ),
    (
        "bid-out-of-turn",
        {"player": "bob", "bid": 0, "dealer": True, "cards": 5, "turn": "ann"},
        [{"kind": "bid-out-of-turn", "player": "bob", "bid": 0}],
    ),
    (
        "changed-bid",
        {"player": "bob", "first": 1, "then": 2, "same_breath": False, "cards": 5},
        [{"kind": "changed-bid", "player": "bob", "bid": 2}],
    ),
    (
        "changed-bid",
        {"player": "bob", "first": 9, "then": 2, "same_breath": False, "cards": 5},
        [{"kind": "illegal-bid", "player": "bob", "bid": 9}],
    ),
    (
        "illegal-bid",
        {"player": "bob", "bid": 3, "cards": 5, "others": 2, "led": False},
        [{"kind": "illegal-bid", "player": "bob", "bid": 3}],
    ),
    ("revoke", REVOKE, [{"kind": "revoke-corrected", "player": "ann", "card": "9C", "trick": 2}]),
    (
        "revoke",
        {**REVOKE, "next_plays": [["ann", "AD"]]},
        [
            {"kind": "revoke-corrected", "player": "ann", "card": "9C", "trick": 2},
            {"kind": "exposed-card", "player": "ann", "card": "AD", "trick": 3, "on_table": 0},
        ],
    ),
    ("revoke", {**REVOKE, **LATER}, [{"kind": "revoke-other", "player": "ann", "trick": 2}]),
    (
        "revoke",
        {**REVOKE, **LATER, "found_by": "offender"},
        [{"kind": "revoke-self", "player": "ann", "trick": 2}],
    ),
    (
        "revoke",
        {**REVOKE, "bidding_begun": True},
        [{"kind": "revoke-late", "player": "ann", "trick": 2}],
    ),
    ("revoke", {**REVOKE, "held_suit": False}, []),
    (
        "improper-information",
        {"player": "ann", "act": "looked", "earlier": 1},
        [{"kind": "type-1", "player": "ann", "grounds": "improper-information"}],
    ),
    (
        "improper-information",
        {"player": "ann", "act": "looked", "earlier": 2},
        [{"kind": "type-2-finding", "player": "ann", "grounds": "improper-information"}],
    ),
]


@pytest.mark.parametrize(("irregularity", "facts", "expected"), CASES)
def test_what_a_ruling_writes_into_the_record_can_be_read_there(
    irregularity: str, facts: dict[str, Any], expected: list[dict[str, Any]]
) -> None:
    form = read_facts(irregularity, facts, PLAYERS)
    incidents = incidents_of(form, form.ruled(), 2)
    assert list(incidents) == expected
    for incident in incidents:
        assert read_incident(incident, "")[1] == []
    assert read_facts(irregularity, json.loads(json.dumps(plain_facts(form))), PLAYERS) == form
    assert json.loads(json.dumps(plain_outcome(form.ruled())))["incident"] == form.ruled().incident


def test_every_form_has_a_case() -> None:
    assert {irregularity for irregularity, _, _ in CASES} == set(FORMS)
    kinds = {fact.kind for name in FORMS for fact in facts_asked(name)}
    assert kinds == {
        *("player", "card", "cards", "suit", "flag", "number", "choice", "plays", "counts", "lying"),
    }


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("player", "zoe", "none of those"),
        ("player", ["ann"], "none of those"),
        ("card", "1C", "no card"),
        ("card", {}, "no card"),
        ("led", "SH", "S, H, D, C"),
        ("held_suit", "yes", "yes or no"),
        ("found_by", "a dog", "none of those"),
        ("after", "bob", "a list"),
        ("after", [["bob"]], "pairs"),
        ("after", [["bob", "ZZ"]], "no card"),
        ("lying", ["AS", 3], "no card"),
        ("card", None, "needed"),
        ("dealt", 5, "not asked"),
    ],
)
def test_a_wrong_fact_is_refused_at_its_field(field: str, value: object, why: str) -> None:
    with pytest.raises(WrongFact, match=why) as caught:
        read_facts("revoke", {**REVOKE, field: value}, PLAYERS)
    assert caught.value.field == field


@pytest.mark.parametrize("number", [-1, 100, True, "3", 1.5])
def test_a_number_is_a_whole_one(number: object) -> None:
    with pytest.raises(WrongFact, match="whole number"):
        read_facts("improper-information", {"player": "ann", "act": "looked", "earlier": number}, PLAYERS)


@pytest.mark.parametrize("lying", [["AS"], {"ann": "AS"}, {"zoe": ["AS"]}])
def test_cards_that_lie_are_lists_by_player(lying: object) -> None:
    facts = {"plays": [["ann", "KH"]], "turn": "cat", "scored": False, "lying": lying}
    with pytest.raises(WrongFact):
        read_facts("played-out-of-turn", facts, PLAYERS)


def test_where_the_record_names_the_trick_it_is_needed() -> None:
    form = read_facts("revoke", REVOKE, PLAYERS)
    with pytest.raises(WrongFact) as caught:
        incidents_of(form, form.ruled(), None)
    assert caught.value.field == "trick"


def test_the_same_can_be_said_of_players_who_are_called_otherwise() -> None:
    form = read_facts("revoke", REVOKE, PLAYERS)
    outcome = called(form, {"ann": "the dealer", "bob": "Player 2"}).ruled()
    assert outcome.reason.startswith("the dealer follows suit")
    assert (outcome.player, outcome.may_change) == ("the dealer", ("Player 2",))


REPORTED: list[IncidentDocument] = [
    {"kind": "revoke-self", "player": "ann", "trick": 2},
    {"kind": "revoke-self", "player": "ann", "trick": 3},
    {"kind": "revoke-other", "player": "bob", "trick": 2},
    {"kind": "exposed-card", "player": "ann", "card": "2S", "trick": 2},
    {"kind": "type-1", "player": "ann", "grounds": "improper-information"},
    {"kind": "type-2-finding", "player": "ann", "grounds": "chaotic-action", "roll": {}},
    {"kind": "misdeal", "reason": "wrong-dealer"},
]


@pytest.mark.parametrize(
    ("irregularity", "facts", "trick", "same"),
    [
        ("revoke", REVOKE, 2, [0]),
        ("revoke", REVOKE, None, [0, 1]),
        ("revoke", {**REVOKE, "player": "cat"}, 2, []),
        ("exposed-card", {"player": "ann", "cards": ["2S"], "in_turn": False, "on_purpose": False}, 2, [3]),
        ("exposed-card", {"player": "ann", "cards": ["3S"], "in_turn": False, "on_purpose": False}, 2, []),
        ("improper-information", {"player": "ann", "act": "looked", "earlier": 0}, None, [4]),
        ("played-card", CASES[1][1], 2, []),
    ],
)
def test_what_the_scorekeeper_wrote_of_the_same_matter(
    irregularity: str, facts: dict[str, Any], trick: int | None, same: list[int]
) -> None:
    form = read_facts(irregularity, facts, PLAYERS)
    assert list(of_same_matter(form, trick, REPORTED)) == [REPORTED[at] for at in same]
    assert subjects(form) == (facts["player"],)
