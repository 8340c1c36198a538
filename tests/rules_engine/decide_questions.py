"""One full question on each topic of `decide`, its answer, and short ways to ask variations of it."""

import copy

import pytest

from rules_engine.decide import answer
from rules_engine.reading import Malformed

SCALE = {"3-4": ["2.0"], "5-7": ["3.0", "1.5"], "8-10": ["4.0", "2.0", "1.0"]}
SEATED = {name: 20 - 2 * place for place, name in enumerate("abcdefgh")}
CERTIFICATE = {"serial": "1", "player": "p", "points": "25.0", "blue": "0.5", "state": "issued"}
HELD = {"total": "0.0", "blue": "0.0", "sanctioned_games": 1}

QUESTIONS = {
    "draw": {"rounds": [{"a": "9C", "b": "9D", "c": "2S"}, {"a": "KC", "b": "*"}]},
    "stanza-score": {
        "bid": 1,
        "taken": 1,
        "cards": 5,
        "dealer": True,
        "incidents": [
            {"kind": "bid-out-of-turn", "bid": 2},
            {"kind": "exposed-card", "cards": ["9C", "*"], "trick": 1, "on_table": 2},
            {"kind": "revoke-corrected", "trick": 1, "card": "10D"},
            {"kind": "misdeal", "reason": "a card was exposed"},
            {"kind": "wrong-card-count", "cards": 4},
            {"kind": "type-2-finding", "grounds": "chaotic-action", "roll": {"a": "aye"}},
            {"kind": "type-2-penalty", "points": 3, "fails_bid": True, "roll": {"a": "aye", "b": "no"}},
        ],
    },
    "hand-sizes": {"players": [5, 4], "start": {"cards": 6, "direction": "down"}},
    "extrapolation": {"score": 3, "last_stanza_scores": [3, 9], "final_scores": [20], "authorised": True},
    "split": {
        "scores": SEATED | {"c": SEATED["b"]},
        "waiting": ["w"],
        "returning": {"r": -5},
        "groups": 2,
        "draws": [{"tied": ["b", "c"], "rounds": [{"b": "9C", "c": "KC"}]}],
    },
    "offspring": {"seated": 8, "cards": 5, "direction": "up", "groups": [5, 5], "player_hands": 40},
    "vote": {
        "motion": "type-2-bar",
        "current": 6,
        "offenders": 1,
        "ayes": 4,
        "noes": 1,
        "abstain": 0,
        "absent": 0,
    },
    "bar": {
        "motion": "type-2-bar-with-playoffs",
        "sanction": "S1",
        "scope": [{"kind": "playoff", "id": "P", "sanction": "S1"}, {"kind": "game", "id": "G"}],
    },
    "award": {"scale": SCALE, "blue": {"3-4": ["1.0"]}, "finals": [3, 2, 1], "players": 3},
    "degree": {"recorded": "30.0", "blue": "2.0", "sanctioned_games": 2},
    "recording": {"player": "p", "held": HELD, "certificates": [CERTIFICATE]},
    "appeal": {"matter": "ruling", "decided_by": ["Acting"], "to": "Associate"},
    "seating": {
        "players": list("abcdefg"),
        "preferred": 4,
        "mode": "balanced",
        "seed": "1966",
        "earlier": [list("abcd"), list("efg")],
    },
    "qualifiers": {
        "standings": [
            {"player": "a", "points": "4.0", "places": [1, 3]},
            {"player": "b", "points": "2.0", "places": [2]},
            {"player": "c", "points": "2.0", "places": [2, 4]},
            {"player": "d", "points": "0.0", "places": [5]},
        ],
        "basis": "points",
        "playoff": 2,
        "consolation": 1,
        "ties": "draw",
        "draws": [{"tied": ["b", "c"], "rounds": [{"b": "9C", "c": "KC"}]}],
        "declined": ["a"],
    },
}
ANSWERS = {
    "draw": {"scorekeeper": "b", "first_dealer": "c", "open": []},
    "stanza-score": {"delta": -6},
    "hand-sizes": {"cards": [6, 5]},
    "extrapolation": {"sta": 6, "fta": 20, "adjustment": 14, "final": 17},
    "split": {
        "allowed": True,
        "assigned": 13,
        "ranking": ["a", "c", "b", "d", "w", "e", "f", "g", "h", "r"],
        "groups": [["a", "b", "w", "f", "h"], ["c", "d", "e", "g", "r"]],
        "scores": {**SEATED, "c": 18, "w": 13, "r": -5},
        "open": [],
    },
    "offspring": {
        "cards": 6,
        "direction": "up",
        "hand_sizes": [[6, 7, 8, 9, 10, 9, 8, 7, 6, 5]] * 2,
        "player_hands": 40,
    },
    "vote": {"electorate": 5, "needed": 4, "carried": True},
    "bar": {"effective": ["P", "G"], "out_of_reach": []},
    "award": {"places": [1, 2, 3], "points": ["2.0", "0.0", "0.0"], "blue": ["1.0", "0.0", "0.0"]},
    "degree": {"degree": "Master", "next": "Senior Master", "needs": {"points": "70.0", "blue": "8.0"}},
    "recording": {
        "accepted": True,
        "refused_for": None,
        "total": "25.0",
        "blue": "0.5",
        "degree": "Junior Master",
        "promoted": True,
        "short_of_25": "0.0",
        "rest": "25.0",
        "rest_would_be_accepted": True,
    },
    "appeal": {"accepted": True, "next": "Associate"},
    "seating": {
        "tables": [["g", "f", "d", "b"], ["e", "c", "a"]],
        "repeats": 3,
        "new_meetings": 6,
    },
    "qualifiers": {
        "ranking": [[1, "a"], [2, "b"], [2, "c"], [4, "d"]],
        "playoff": ["c", "b"],
        "consolation": ["d"],
        "open": [],
    },
}
OPTIONAL = {
    "stanza-score": ["taken", "dealer", "incidents"],
    "hand-sizes": ["start"],
    "split": ["waiting", "returning", "draws"],
    "vote": ["offenders", "noes", "abstain", "absent"],
    "award": ["blue", "players"],
    "seating": ["preferred", "mode", "earlier"],
    "qualifiers": ["consolation", "ties", "draws", "declined"],
}


def ask(topic, **changes):
    question = copy.deepcopy(QUESTIONS[topic]) | changes
    return answer(topic, {name: value for name, value in question.items() if value is not ...})


def pointer(topic, **changes):
    with pytest.raises(Malformed) as caught:
        ask(topic, **changes)
    return caught.value.pointer
