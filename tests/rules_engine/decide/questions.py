"""One full question on each topic of `decide`, its answer, and short ways to ask variations of it."""

import pytest

from rules_engine.decide import answer
from rules_engine.reading import Malformed
from tests.rules_engine.records import copied

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
    "military-movement": {"tables": 4, "hands": 2, "moves": "spread", "restarted": True, "team": 2},
    "military-sheet": {
        "tables": 3,
        "hands": [
            {"who": "A&B", "move": 1, "trump": "H", "dealer": "B"},
            {"who": "X&Y", "move": [3, 1, 1], "trump": "S", "dealer": "X"},
        ],
        "pattern": "sample",
        "team": 1,
    },
    "military-flags": {
        "trump": "NT Low",
        "taken": 2,
        "revokes_of_visitors": 0,
        "revokes_of_home": 0,
        "held": 1,
        "lent": 1,
    },
    "military-tie-break": {
        "teams": ["n", "s", "w"],
        "draw": [{"n": "9C", "s": "4D", "w": "AS"}],
        "hands": [{"teams": ["n", "w"], "tricks": [5, 8], "revokes": [0, 0]}],
        "trump_cut": "10D",
        "cuts": [{"w A": "KC", "w B": "KD", "s A": "2C", "s B": "3C"}, {"w A": "4C", "w B": "5D"}],
    },
    "military-eligibility": {"born": "1972-01-01", "year": 2026, "level": "zone", "active_member": True},
    "military-advancing": {"level": "area", "results": {"North": ["a", "b", "c"], "South": ["d"]}},
    "military-tables": {"teams": [2, 3, 5, 7], "seed": "s"},
    "military-clock": {"began": "2026-06-05T09:00", "now": "2026-06-05T09:10", "hands_left": 3},
    "bid-hand": {
        "bid": "5 No",
        "renege": {
            "fault": "bid-out-of-turn",
            "by": "others",
            "called_by": "bidders",
            "improper": "4",
            "warned": True,
            "follows_suit": False,
        },
    },
    "bid-pairing": {
        "teams": 5,
        "seed": "s",
        "late": 1,
        "earlier": [
            [
                {"table": 1, "stays": 1, "moves": 2},
                {"table": 2, "stays": 3, "moves": 4},
                {"table": 3, "stays": 5, "moves": 1, "picked": 1},
            ]
        ],
    },
    "bid-standings": {
        "teams": ["n", "s", "w"],
        "games": [
            {"teams": ["n", "s"], "points": [20, 4], "winner": "n"},
            {"teams": ["w", "n"], "points": [4, 9], "picked": "n"},
        ],
        "orders": [["w", "s"]],
    },
    "bid-bracket": {
        "seeds": ["n", "s", "w", "e"],
        "winners": [["n", "w"], ["w"]],
        "third": "s",
    },
    "bid-kitty": {"places": [4, 5, 20, 33, 48, 50], "bid": "7 No"},
    "bid-book": {"cards": ["AS", "2H", "LJ"], "direction": "up", "trump": "H", "hand": ["9S", "KD"]},
    "columbus-bidding": {"dealer": 4, "bids": ["1", {"bid": "2", "said": "1", "fault": "not-progressive"}]},
    "columbus-hand": {"bid": "3 no", "books": 8, "stopped_with": 5},
    "columbus-game": {
        "hands": [
            {"by": "first", "bid": "2", "books": 9},
            {"by": "second", "bid": "3 no", "ended": "set", "against": "first"},
        ],
        "ready": [0, 300],
        "left": "second",
    },
    "columbus-infraction": {"kind": "exposed", "choice": "set"},
    "columbus-pairing": {
        "teams": 5,
        "seed": "s",
        "balanced": True,
        "earlier": [[1, 2], [3, 4], [5]],
        "done": [4],
    },
    "columbus-qualifiers": {
        "teams": {
            "Elm": {"won": 4, "points": 9},
            "Fir": {"won": 3, "points": 12},
            "Oak": {"won": 3, "points": 12},
        },
        "qualifiers": 2,
        "order": ["Oak", "Fir"],
    },
    "columbus-pot": {
        "cents": 1000,
        "teams": {"Elm": {"won": 4, "bostons": 0}, "Fir": {"won": 1, "bostons": 1}},
    },
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
    "team-award": {"scale": SCALE, "blue": {"3-4": ["1.0"]}, "standing": [1, 3, 1]},
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
    "military-movement": {
        "hands": [
            {"hand": 1, "who": "A&B", "move": 1, "trump": "H", "dealer": "B"},
            {"hand": 2, "who": "X&Y", "move": 2, "trump": "S", "dealer": "X"},
        ],
        "proof": {
            "visits": {"least": 0, "most": 1, "bounds": [0, 1]},
            "meetings": {"least": 1, "most": 2, "bounds": [1, 2]},
            "pairs": {"A&B": 1, "X&Y": 1, "A&X": 0, "B&Y": 0, "A&Y": 0, "B&X": 0},
            "even": True,
            "one_trump": 2,
            "team": [
                {"meets": 1, "visits": 0, "meetings": 1, "trumps": {"H": 1}},
                {"meets": 3, "visits": 1, "meetings": 1, "trumps": {"H": 1}},
                {"meets": 4, "visits": 1, "meetings": 2, "trumps": {"S": 2}},
            ],
        },
    },
    "military-sheet": {
        "findings": [
            {
                "code": "move-crowded",
                "severity": "error",
                "day": None,
                "hand": 2,
                "table": 1,
                "playoff": None,
                "rule": "M-26/10c",
                "message": "The pairs of teams 2, 3 all come to table 1, and nobody to 2.",
            }
        ],
        "proof": {
            "visits": {"least": 0, "most": 2, "bounds": [1, 1]},
            "meetings": {"least": 1, "most": 3, "bounds": [2, 2]},
            "pairs": {"A&B": 1, "X&Y": 1, "A&X": 0, "B&Y": 0, "A&Y": 0, "B&X": 0},
            "even": False,
            "one_trump": 0,
            "team": [
                {"meets": 2, "visits": 1, "meetings": 2, "trumps": {"H": 1, "S": 1}},
                {"meets": 3, "visits": 1, "meetings": 3, "trumps": {"H": 1, "S": 2}},
            ],
        },
    },
    "military-flags": {"visitors": 11, "home": 2, "flags": 2, "paid": 2, "short": 0, "may_lend": True},
    "military-tie-break": {
        "bye": "s",
        "next": ["w", "s"],
        "trump": "D",
        "dealer": "w B",
        "cut_again": [],
        "order": [],
    },
    "military-eligibility": {
        "eligible": False,
        "age": 54,
        "bars": [{"rule": "M-5/Age Groups", "reason": "Players are 55 by 31 December 2026; this one is 54."}],
    },
    "military-advancing": {
        "level": "zone",
        "teams": [["North", 1, "a"], ["South", 1, "d"], ["North", 2, "b"]],
        "tables": ["a", "d", "b", None],
    },
    "military-tables": {"tables": [2, 7, 5, 3]},
    "military-clock": {"ends": "2026-06-05T09:25:00", "left": 900, "for_each_hand": 300},
    "bid-hand": {"points": {"bidders": 10, "others": 0}},
    "bid-pairing": {
        "games": [
            {"table": 1, "stays": 1, "moves": 4, "picked": 4},
            {"table": 2, "stays": 3, "moves": 2},
            {"table": 3, "stays": 5, "moves": 4},
        ],
        "moving": [2, 4],
        "repeats": 0,
        "fewest": 0,
    },
    "bid-standings": {
        "ranking": [[1, "n", 1, 20], [2, "s", 0, 4], [2, "w", 0, 4]],
        "field": 2,
        "seeds": ["n", "w"],
        "open": [],
    },
    "bid-bracket": {
        "stage": None,
        "blinds": False,
        "games": [],
        "third": ["e", "s"],
        "places": ["w", "n", "s", "e"],
    },
    "bid-kitty": {
        "faults": [
            "none of the first 4 cards dealt goes to the kitty",
            "no two consecutive cards go to the kitty",
        ],
        "at_once": True,
    },
    "bid-book": {"winner": 3, "playable": ["9S"]},
    "columbus-bidding": {
        "bid": "2",
        "seat": 2,
        "turn": 3,
        "silenced": False,
        "may_pass": True,
        "least": ["3", "3 special", "2 no"],
        "wrong": [],
    },
    "columbus-hand": {"settled": True, "made": False, "points": -3, "odd": False, "boston": False},
    "columbus-game": {
        "over": True,
        "winner": "first",
        "ending": "left",
        "points": [5, 0],
        "sets": [1, 0],
    },
    "columbus-infraction": {"effect": "set", "choices": ["set", "continue"]},
    "columbus-pairing": {"tables": [[3, 2], [5, 1]], "out": [4], "repeats": 0},
    "columbus-qualifiers": {
        "ranking": [[1, "Elm"], [2, "Oak"], [3, "Fir"]],
        "qualified": ["Elm", "Oak"],
        "tied": [],
    },
    "columbus-pot": {"winners": ["Fir"], "share": 1000, "left": 0, "hit": True},
    "vote": {"electorate": 5, "needed": 4, "carried": True},
    "bar": {"effective": ["P", "G"], "out_of_reach": []},
    "award": {"places": [1, 2, 3], "points": ["2.0", "0.0", "0.0"], "blue": ["1.0", "0.0", "0.0"]},
    "team-award": {"points": ["1.0", "0.0", "1.0"], "blue": ["0.5", "0.0", "0.5"]},
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
        "tables": [["g", "f", "b", "a"], ["e", "d", "c"]],
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
    "military-movement": ["moves", "restarted", "team"],
    "military-sheet": ["pattern", "team"],
    "military-flags": ["revokes_of_visitors", "revokes_of_home", "held", "lent"],
    "military-tie-break": ["draw", "hands", "trump_cut", "cuts"],
    "military-eligibility": ["active_member"],
    "military-clock": ["hands_left"],
    "bid-hand": ["bid"],
    "bid-pairing": ["late", "earlier"],
    "bid-standings": ["orders"],
    "bid-bracket": ["winners", "third"],
    "bid-kitty": ["bid"],
    "bid-book": ["trump", "hand"],
    "columbus-hand": ["stopped_with"],
    "columbus-game": ["ready", "left"],
    "columbus-infraction": ["choice"],
    "columbus-pairing": ["balanced", "earlier", "done"],
    "columbus-qualifiers": ["order"],
    "vote": ["offenders", "noes", "abstain", "absent"],
    "award": ["blue", "players"],
    "team-award": ["blue"],
    "seating": ["preferred", "mode", "earlier"],
    "qualifiers": ["consolation", "ties", "draws", "declined"],
}


def ask(topic, **changes):
    question = copied(QUESTIONS[topic]) | changes
    return answer(topic, {name: value for name, value in question.items() if value is not ...})


def pointer(topic, **changes):
    with pytest.raises(Malformed) as caught:
        ask(topic, **changes)
    return caught.value.pointer
