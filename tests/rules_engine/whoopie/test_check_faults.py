"""Every code of the check: a true game with that one fault gives that one finding, at that place.

Each fault is tried at every level at which it can be seen: with all hands, with the cards played only, at
score level, and where only who made his bid was asked.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.rules_engine.records import (
    GONE,
    SAMPLES,
    Json,
    Place,
    cards,
    check,
    copied,
    edited,
    load,
    numbers,
    places,
    places_of,
    play,
    table_of_four,
    with_made_only,
    without_cards,
    without_hands,
)

LEVELS: dict[str, Callable[[Json], Json]] = {
    "hands": copied,
    "cards": without_hands,
    "score": without_cards,
    "made": with_made_only,
}
ANY = "hands cards score made"
PLAYED = "hands cards"
TAKEN = "hands cards score"


CODES = {
    *("player-count", "first-dealer-draw", "scorekeeper-draw", "cards-per-player", "dealer-rotation"),
    *("bid-order", "bid-missing", "bid-range", "bid-dealer-sum", "card-invalid", "card-repeated"),
    *("card-not-held", "play-turn", "trick-count", "trick-size", "revoke", "penalty-card", "hand-size"),
    *("taken-sum", "made-impossible", "taken-mismatch", "incident-unsupported", "repetition", "entry-score"),
    *("score-mismatch", "extrapolation", "final-mismatch"),
}


class Fault(NamedTuple):
    """One fault in `table_of_four`: what it is, where it can be seen, the finding, and how it is put in."""

    name: str
    levels: str
    finding: Place
    edits: dict[str, Any]


def roll(ayes: int, voters: str = "ann bob cat dan") -> dict[str, str]:
    return {player: "aye" if at < ayes else "no" for at, player in enumerate(voters.split())}


CHAOS: dict[str, Any] = {"kind": "type-2-finding", "grounds": "chaotic-action"}
LAST = "stanzas/2/tricks"
INCIDENT = "stanzas/2/incidents/-"
MADE = "stanzas/2/made"


def total(player: str, score: int) -> dict[str, int]:
    """Another total of the player after the last stanza, and so at the end."""
    return {f"stanzas/2/scores/{player}": score, f"final/{player}": score}


COURSE = [
    Fault("cut low by cat", ANY, ("first-dealer-draw", None, None, "dan"), {"draw/0/dan": "TH"}),
    Fault("tied for low", ANY, ("first-dealer-draw", None, None, "dan"), {"draw/0/cat": "2C"}),
    Fault("dealer not the lowest", ANY, ("first-dealer-draw", None, None, "cat"), {"first_dealer": "cat"}),
    Fault("cut high by bob", ANY, ("scorekeeper-draw", None, None, "ann"), {"draw/0/bob": "AD"}),
    Fault("a joker beats the king", ANY, ("scorekeeper-draw", None, None, "ann"), {"draw/0/cat": "*"}),
    Fault("tied for high", ANY, ("scorekeeper-draw", None, None, "ann"), {"draw/0/cat": "KC"}),
    Fault("another keeps score", ANY, ("scorekeeper-draw", None, None, "cat"), {"scorekeeper": "cat"}),
    Fault(
        "tied for high, no scorekeeper",
        ANY,
        ("scorekeeper-draw", None, None, None),
        {"draw/0/cat": "KC", "scorekeeper": GONE},
    ),
    Fault("two cards at first", TAKEN, ("cards-per-player", 1, None, None), {"stanzas/0/cards": 2}),
    Fault("one card too many", TAKEN, ("cards-per-player", 2, None, None), {"stanzas/1/cards": 3}),
    Fault("as many as before", TAKEN, ("cards-per-player", 2, None, None), {"stanzas/1/cards": 1}),
    Fault("no cards", TAKEN, ("cards-per-player", 3, None, None), {"stanzas/2/cards": 0}),
    Fault("asked only who made it", "made", ("cards-per-player", 3, None, None), {"stanzas/2/cards": 4}),
    Fault("another dealer named", ANY, ("dealer-rotation", 3, None, "cat"), {"stanzas/2/dealer": "cat"}),
    Fault("first deal by another", ANY, ("dealer-rotation", 1, None, "ann"), {"stanzas/0/dealer": "ann"}),
    Fault("a stranger dealt", ANY, ("dealer-rotation", 2, None, "eve"), {"stanzas/1/dealer": "eve"}),
]

BIDDING = [
    Fault(
        "bids exchanged",
        ANY,
        ("bid-order", 3, None, "ann"),
        {"stanzas/2/bids/1": ["ann", 0], "stanzas/2/bids/2": ["dan", 2]},
    ),
    Fault(
        "dealer bid first",
        ANY,
        ("bid-order", 3, None, "bob"),
        {"stanzas/2/bids": [["bob", 0], ["cat", 0], ["dan", 2], ["ann", 0]]},
    ),
    Fault("a stranger bid", ANY, ("bid-order", 2, None, "eve"), {"stanzas/1/bids/-": ["eve", 0]}),
    Fault("one bid twice", ANY, ("bid-order", 2, None, "bob"), {"stanzas/1/bids/-": ["bob", 1]}),
    Fault("no bid of ann", ANY, ("bid-missing", 3, None, "ann"), {"stanzas/2/bids/2": GONE}),
    Fault("no bid of the dealer", ANY, ("bid-missing", 1, None, "dan"), {"stanzas/0/bids/3": GONE}),
    Fault("a bid of 4 of 3", ANY, ("bid-range", 3, None, "dan"), {"stanzas/2/bids/1/1": 4}),
    Fault("a bid of -1", ANY, ("bid-range", 2, None, "cat"), {"stanzas/1/bids/1/1": -1}),
    Fault("dealer fills the sum", ANY, ("bid-dealer-sum", 3, None, "bob"), {"stanzas/2/bids/3/1": 1}),
    Fault("dealer's 0 fills it", ANY, ("bid-dealer-sum", 1, None, "dan"), {"stanzas/0/bids/3/1": 0}),
    Fault("a slip fills it", ANY, ("bid-dealer-sum", 2, None, "ann"), {"stanzas/1/bids/1/1": 1}),
]

CARDS = [
    Fault("no such card played", PLAYED, ("card-invalid", 3, 2, "bob"), {f"{LAST}/1/2/1": "1S"}),
    Fault("no such card held", "hands", ("card-invalid", 3, None, "cat"), {"stanzas/2/hands/cat/0": "KX"}),
    Fault("no such card turned up", TAKEN, ("card-invalid", 3, None, None), {"stanzas/2/defining": "??"}),
    Fault("no such card drawn", ANY, ("card-invalid", None, None, "bob"), {"draw/0/bob": "11D"}),
    Fault(
        "no such card exposed",
        ANY,
        ("card-invalid", 3, 1, "cat"),
        {INCIDENT: {"kind": "exposed-card", "player": "cat", "trick": 1, "card": "Joker"}},
    ),
    Fault("one card drawn twice", ANY, ("card-repeated", None, None, None), {"draw/0/bob": "9C"}),
    Fault("one card played twice", "cards", ("card-repeated", 3, 3, "bob"), {f"{LAST}/2/1/1": "JC"}),
    Fault("turned-up card played", "cards", ("card-repeated", 3, 3, "ann"), {f"{LAST}/2/1/1": "TS"}),
    Fault("turned-up card dealt", PLAYED, ("card-repeated", 3, 3, "cat"), {"stanzas/2/defining": "5C"}),
    Fault(
        "a third joker",
        "cards",
        ("card-repeated", 2, 2, "dan"),
        {"stanzas/1/defining": "*", "stanzas/1/tricks/1/3/1": "*"},
    ),
    Fault("not from his hand", "hands", ("card-not-held", 3, 3, "bob"), {f"{LAST}/2/2/1": "KC"}),
    Fault("a joker from nowhere", "hands", ("card-not-held", 3, 3, "bob"), {f"{LAST}/2/2/1": "*"}),
    Fault("hand with another card", "hands", ("card-not-held", 3, 3, "bob"), {"stanzas/2/hands/bob/2": "KC"}),
    Fault(
        "two cards changed places",
        "hands",
        ("card-not-held", 3, 3, "ann"),
        {f"{LAST}/2/1/1": "JC", f"{LAST}/2/2/1": "QC"},
    ),
    Fault(
        "one card in two hands",
        "hands",
        ("card-repeated", 3, None, "bob"),
        {LAST: GONE, "stanzas/2/hands": cards("cat KD 8D 5C, dan AD TH 3C, ann 6D 9H QC, bob 2D 4S 5C")},
    ),
    Fault("a hand too short", "hands", ("hand-size", 3, None, "cat"), {"stanzas/2/hands/cat/1": GONE}),
    Fault("a hand too long", "hands", ("hand-size", 3, None, "cat"), {"stanzas/2/hands/cat/-": "AS"}),
]

PLAY = [
    Fault(
        "turns exchanged",
        PLAYED,
        ("play-turn", 3, 1, "ann"),
        {f"{LAST}/0": play("cat KD, ann 6D, dan AD, bob 2D")[0]},
    ),
    Fault(
        "dealer leads",
        PLAYED,
        ("play-turn", 3, 1, "bob"),
        {f"{LAST}/0": play("bob 2D, cat KD, dan AD, ann 6D")[0]},
    ),
    Fault(
        "a loser leads on",
        PLAYED,
        ("play-turn", 3, 3, "cat"),
        {f"{LAST}/2": play("cat 5C, dan 3C, ann QC, bob JC")[0]},
    ),
    Fault("a stranger plays", PLAYED, ("play-turn", 3, 3, "eve"), {f"{LAST}/2/3/0": "eve"}),
    Fault("a trick missing", PLAYED, ("trick-count", 3, None, None), {f"{LAST}/1": GONE}),
    Fault("no trick at all", PLAYED, ("trick-count", 2, None, None), {"stanzas/1/tricks": []}),
    Fault(
        "a trick twice",
        PLAYED,
        ("trick-count", 3, None, None),
        {f"{LAST}/-": play("dan 3C, ann QC, bob JC, cat 5C")[0]},
    ),
    Fault("a card missing", PLAYED, ("trick-size", 3, 2, None), {f"{LAST}/1/3": GONE}),
    Fault("the lead missing", PLAYED, ("trick-size", 3, 2, None), {f"{LAST}/1/0": GONE}),
    Fault("a card too many", PLAYED, ("trick-size", 3, 2, None), {f"{LAST}/1/-": ["dan", "AS"]}),
    Fault("a card twice in it", PLAYED, ("trick-size", 3, 2, None), {f"{LAST}/1/-": ["dan", "TH"]}),
    Fault(
        "a heart on diamonds",
        PLAYED,
        ("revoke", 3, 1, "ann"),
        {f"{LAST}/0/2/1": "9H", f"{LAST}/1/1/1": "6D"},
    ),
    Fault(
        "a trump on diamonds, yet the king leads on",
        PLAYED,
        ("revoke", 3, 1, "dan"),
        {f"{LAST}/0": play("cat KD, dan TH, ann 6D, bob 2D")[0]}
        | {f"{LAST}/1": play("cat 8D, dan AD, ann 9H, bob 4S")[0]}
        | {"stanzas/2/taken": numbers("ann 1, bob 0, cat 1, dan 1")}
        | {"stanzas/2/scores/dan": 0, "stanzas/2/scores/cat": 1, "final/dan": 0, "final/cat": 1},
    ),
    Fault(
        "a joker on diamonds",
        "cards",
        ("revoke", 3, 1, "bob"),
        {f"{LAST}/0/0/1": "AD", f"{LAST}/0/1/1": "KD", f"{LAST}/0/3/1": "*"}
        | {f"{LAST}/1": play("bob 4S, cat 8D, dan TH, ann 9H")[0], f"{LAST}/2/2/1": "2D"}
        | {"stanzas/2/taken": numbers("ann 1, bob 1, cat 0, dan 1")}
        | {"stanzas/2/bids": [["cat", 0], ["dan", 1], ["ann", 0], ["bob", 1]]}
        | {"stanzas/2/scores": numbers("ann 0, bob 4, cat 4, dan 4")}
        | {"final": numbers("ann 0, bob 4, cat 4, dan 4")},
    ),
]

TOTALS = [
    Fault("taken too many", TAKEN, ("taken-sum", 3, None, None), {"stanzas/2/taken/ann": 2}),
    Fault("taken too few", TAKEN, ("taken-sum", 3, None, None), {"stanzas/2/taken/dan": 1}),
    Fault(
        "taken less than none",
        TAKEN,
        ("taken-sum", 3, None, None),
        {"stanzas/2/taken/cat": -1, "stanzas/2/taken/ann": 2},
    ),
    Fault(
        "taken by another",
        PLAYED,
        ("taken-mismatch", 3, None, None),
        {"stanzas/2/taken/dan": 1, "stanzas/2/taken/ann": 2},
    ),
    Fault(
        "made by another",
        TAKEN,
        ("taken-mismatch", 3, None, None),
        {MADE: {"ann": True, "bob": False, "cat": True, "dan": True}},
    ),
    Fault(
        "all made",
        "made",
        ("made-impossible", 3, None, None),
        {f"{MADE}/ann": True} | total("ann", 3),
    ),
    Fault("all made, totals not", "made", ("made-impossible", 3, None, None), {f"{MADE}/ann": True}),
    Fault(
        "nobody made it, too few tricks",
        "made",
        ("made-impossible", 2, None, None),
        {"stanzas/1/made/dan": False},
    ),
    Fault(
        "taken too many, and who made it",
        "score",
        ("taken-sum", 3, None, None),
        {"stanzas/2/taken/cat": 1, MADE: {"ann": False, "bob": True, "cat": True, "dan": True}},
    ),
    Fault(
        "made more than there was",
        "made",
        ("made-impossible", 3, None, None),
        {"stanzas/2/bids/0/1": 2} | total("cat", 6),
    ),
    Fault(
        "nobody left to take a trick",
        "made",
        ("made-impossible", 3, None, None),
        {"stanzas/2/bids/1/1": 3, "stanzas/2/bids/3/1": 2, f"{MADE}/bob": False, f"{MADE}/cat": False}
        | {"stanzas/2/scores": numbers("ann 0, bob 0, cat 1, dan 6")}
        | {"final": numbers("ann 0, bob 0, cat 1, dan 6")},
    ),
    Fault("a wrong total", ANY, ("score-mismatch", 2, None, "ann"), {"stanzas/1/scores/ann": 4}),
    Fault(
        "a wrong total carried on",
        ANY,
        ("score-mismatch", 2, None, "ann"),
        {"stanzas/1/scores/ann": 4} | total("ann", 3),
    ),
    Fault("a final score", ANY, ("final-mismatch", None, None, "cat"), {"final/cat": 5}),
    Fault("no final score", ANY, ("final-mismatch", None, None, "cat"), {"final/cat": GONE}),
]


def unsupported(name: str, levels: str, player: str, score: int | None = None, **incident: Any) -> Fault:
    edits = {INCIDENT: {"player": player, **incident}} | ({} if score is None else total(player, score))
    return Fault(name, levels, ("incident-unsupported", 3, incident.get("trick"), player), edits)


INCIDENTS = [
    unsupported("no call was due", PLAYED, "cat", 3, kind="no-whoopie-call", trick=1),
    unsupported("no revoke there", PLAYED, "cat", kind="revoke-late", trick=2),
    unsupported("self, no revoke", PLAYED, "cat", 0, kind="revoke-self", trick=2),
    unsupported("other, no revoke", PLAYED, "cat", -3, kind="revoke-other", trick=2),
    unsupported("no such trick", ANY, "cat", kind="revoke-late", trick=4),
    unsupported("trick nought", ANY, "cat", 3, kind="no-whoopie-call", trick=0),
    unsupported("card played before", PLAYED, "dan", kind="exposed-card", trick=3, card="AD"),
    unsupported("card of another", PLAYED, "dan", kind="played-out-of-turn", trick=1, card="KD"),
    unsupported("corrected into itself", PLAYED, "cat", 3, kind="revoke-corrected", trick=1, card="8D"),
    unsupported("corrected, yet gone", PLAYED, "ann", -1, kind="revoke-corrected", trick=2, card="6D"),
    unsupported("it followed suit", PLAYED, "bob", 2, kind="revoke-corrected", trick=3, card="9C"),
    unsupported("a legal bid", ANY, "dan", kind="illegal-bid", bid=1),
    unsupported("another standing bid", ANY, "dan", 4, kind="bid-out-of-turn", bid=1),
    unsupported("the right number", ANY, "dan", kind="wrong-card-count", cards=3),
    unsupported("roll of three", ANY, "bob", **CHAOS, roll=roll(3, "ann bob cat")),
    unsupported("roll of five", ANY, "bob", **CHAOS, roll=roll(4, "ann bob cat dan eve")),
    unsupported("a stranger votes", ANY, "bob", **CHAOS, roll=roll(4, "ann bob cat eve")),
    unsupported("two ayes of four", ANY, "bob", **CHAOS, roll=roll(2)),
    unsupported("no finding", ANY, "dan", 3, kind="type-2-penalty", points=2, roll=roll(3)),
    unsupported("nobody guilty", ANY, "dan", 7, kind="adjusted-score", points=2, roll=roll(3)),
    unsupported("a first time", ANY, "dan", kind="type-2-finding", grounds="improper-information"),
    Fault(
        "not at the table",
        ANY,
        ("incident-unsupported", 3, None, "eve"),
        {INCIDENT: {"kind": "bid-out-of-turn", "player": "eve", "bid": 0}, "seats/-": "eve"}
        | {"stanzas/0/leaves": ["eve"], "final/eve": 0},
    ),
    Fault(
        "older penalty card due",
        PLAYED,
        ("penalty-card", 3, 1, "cat"),
        {INCIDENT: {"kind": "exposed-card", "player": "cat", "trick": 1, "card": "8D", "on_table": 0}},
    ),
]


def variants(faults: list[Fault]) -> list[Any]:
    return [
        pytest.param(level, fault, id=f"{fault.finding[0]}: {fault.name}, {level}")
        for fault in faults
        for level in fault.levels.split()
    ]


@pytest.mark.parametrize(("level", "fault"), variants(COURSE + BIDDING + CARDS + PLAY + TOTALS + INCIDENTS))
def test_one_fault_is_one_finding(level: str, fault: Fault) -> None:
    document = check(edited(LEVELS[level](table_of_four()), fault.edits))
    assert places_of(document) == [fault.finding]
    assert document["ok"] is False


@pytest.mark.parametrize("level", LEVELS)
def test_a_true_record_has_no_finding(level: str) -> None:
    document = check(LEVELS[level](table_of_four()))
    assert (document["findings"], document["ok"]) == ([], True)
    assert document["final"] == numbers("ann 0, bob 3, cat 4, dan 5")
    assert document["ranking"] == [[1, "dan", 5], [2, "cat", 4], [3, "bob", 3], [4, "ann", 0]]
    assert document["player_hands"] == 12


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_samples_are_true(path: Path) -> None:
    assert places(load(path)) == []


def test_every_code_of_the_contract_is_tried() -> None:
    tried = {fault.finding[0] for fault in COURSE + BIDDING + CARDS + PLAY + TOTALS + INCIDENTS}
    assert tried | {"player-count", "repetition", "entry-score", "extrapolation"} == CODES
