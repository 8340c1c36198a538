"""What the rules say of each irregularity, written out by hand from the text: facts, then what must follow.

Seats of the table: N, E, S, W clockwise, N deals stanza 1; `{N}` stands for the record id of that seat.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

SEATS = "NESW"


@dataclass(frozen=True)
class Case:
    """`row` of the inventory; `says` are fields of the outcome, `adds` the incidents of the stanza."""

    row: str
    irregularity: str
    facts: dict[str, Any]
    says: dict[str, Any]
    adds: list[dict[str, Any]] = field(default_factory=list)

    def at(self, seats: dict[str, str]) -> Case:
        """The case with the record ids of a table."""
        text = json.dumps([self.facts, self.says, self.adds])
        for seat, record_id in seats.items():
            text = text.replace(f"{{{seat}}}", record_id)
        facts, says, adds = json.loads(text)
        return Case(self.row, self.irregularity, facts, says, adds)


NOTHING = {"points": 0, "fails_bid": False}
MINUS_ONE = {"points": -1, "fails_bid": False}
PLAYED = {"player": "{E}", "card": "5S"}
REVOKE = {
    "player": "{S}",
    "card": "9C",
    "led": "H",
    "held_suit": True,
    "found_by": "another",
    "after": [["{W}", "2H"]],
    "next_plays": [],
    "separable": True,
    "bidding_begun": False,
}
LATER = {"next_plays": [["{E}", "3D"]]}
OUT = {"turn": "{E}", "cards": 5, "dealer": False}
DUE = {"player": "{E}", "leads": True, "led": "*", "can_follow": False}
CALL = {"player": "{E}", "card": "5S", "defining": "5D", "called": False}
CASES = (
    Case(
        "W-30",
        "no-whoopie-call",
        CALL,
        {**MINUS_ONE, "trick": None},
        [{"kind": "no-whoopie-call", "player": "{E}", "trick": 1}],
    ),
    Case("W-30", "no-whoopie-call", {**CALL, "called": True}, NOTHING),
    Case(
        "W-42",
        "played-card",
        {**PLAYED, "touched_table": True, "meant": False, "named_by": 0},
        {"returned": {}},
    ),
    Case(
        "W-42",
        "played-card",
        {**PLAYED, "touched_table": False, "meant": True, "named_by": 1},
        {**NOTHING, "returned": {"{E}": ["5S"]}},
    ),
    Case(
        "W-43 W-44 W-45",
        "played-out-of-turn",
        {"plays": [["{S}", "KH"], ["{W}", "2H"]], "turn": "{E}", "lying": {"{W}": ["9C"]}, "scored": False},
        {
            **NOTHING,
            "penalty_cards": {"{W}": ["9C", "2H"], "{S}": ["KH"]},
            "trick": "returned",
            "turn": "{E}",
        },
        [
            {"kind": "played-out-of-turn", "player": "{S}", "card": "KH", "trick": 1},
            {"kind": "played-out-of-turn", "player": "{W}", "card": "2H", "trick": 1},
        ],
    ),
    Case(
        "W-46",
        "exposed-card",
        {"player": "{E}", "cards": ["2S"], "in_turn": False, "on_purpose": False},
        {**NOTHING, "penalty_cards": {"{E}": ["2S"]}},
        [{"kind": "exposed-card", "player": "{E}", "card": "2S", "trick": 1}],
    ),
    Case(
        "W-47 W-48 W-51",
        "exposed-card",
        {
            "player": "{E}",
            "cards": ["9D", "9S", "*", "AH"],
            "in_turn": True,
            "meant": "9D",
            "lying": ["2C"],
            "on_purpose": False,
        },
        {"penalty_cards": {"{E}": ["2C", "*", "AH", "9S"]}},
        [{"kind": "exposed-card", "player": "{E}", "cards": ["9S", "*", "AH"], "trick": 1}],
    ),
    Case(
        "W-46 W-99",
        "exposed-card",
        {"player": "{E}", "cards": ["2S"], "in_turn": False, "on_purpose": True},
        {"penalty_cards": {"{E}": ["2S"]}, "type_1": True},
        [
            {"kind": "exposed-card", "player": "{E}", "card": "2S", "trick": 1},
            {"kind": "type-1", "player": "{E}", "grounds": "improper-information"},
        ],
    ),
    Case(
        "W-49 W-52 W-53",
        "older-penalty-card",
        {**DUE, "card": "KS", "lying": ["AS", "KS", "QS"], "finished": False},
        {**NOTHING, "penalty_cards": {"{E}": ["AS", "QS", "KS"]}, "trick": "returned", "turn": "{E}"},
        [{"kind": "exposed-card", "player": "{E}", "card": "KS", "trick": 1}],
    ),
    Case(
        "W-50",
        "older-penalty-card",
        {**DUE, "card": "KS", "lying": ["AS", "KS"], "finished": True},
        {**NOTHING, "penalty_cards": {"{E}": ["AS"]}, "trick": "stands"},
    ),
    *(
        Case(
            "W-54 " + row,
            "misdeal",
            {"fault": fault, "stage": stage, "dealer": "{N}"},
            {**NOTHING, "bid": "void", "redeal": "{N}"},
            [{"kind": "misdeal", "reason": fault}],
        )
        for row, fault, stage in (
            ("W-55", "card-exposed", "dealing"),
            ("W-56", "undealt-card-exposed", "before-the-lead"),
            ("W-57", "wrong-dealer", "bidding"),
            ("W-58", "wrong-count", "bidding"),
        )
    ),
    Case(
        "W-59 W-60",
        "wrong-card-count",
        {"player": "{E}", "held": 4, "cards": 5, "won_with_last": True, "left": [["{S}", 0], ["{W}", 1]]},
        {**NOTHING, "leads": "{W}"},
        [{"kind": "wrong-card-count", "player": "{E}", "cards": 4}],
    ),
    Case(
        "W-61 W-62",
        "bid-out-of-turn",
        {**OUT, "player": "{S}", "bid": 2},
        {**MINUS_ONE, "bid": "stands", "standing": 2, "turn": "{E}"},
        [{"kind": "bid-out-of-turn", "player": "{S}", "bid": 2}],
    ),
    Case(
        "W-62",
        "bid-out-of-turn",
        {**OUT, "player": "{S}", "bid": 0},
        {**NOTHING, "bid": "stands", "standing": 0},
        [{"kind": "bid-out-of-turn", "player": "{S}", "bid": 0}],
    ),
    Case(
        "W-63",
        "bid-out-of-turn",
        {**OUT, "player": "{N}", "bid": 0, "dealer": True},
        {**MINUS_ONE, "bid": "void", "standing": None, "turn": "{E}"},
        [{"kind": "bid-out-of-turn", "player": "{N}", "bid": 0}],
    ),
    Case(
        "W-64",
        "changed-bid",
        {"player": "{S}", "first": 1, "then": 3, "same_breath": False, "cards": 5},
        {**NOTHING, "bid": "stands", "standing": 1},
        [{"kind": "changed-bid", "player": "{S}", "bid": 3}],
    ),
    Case(
        "W-64",
        "changed-bid",
        {"player": "{S}", "first": 1, "then": 3, "same_breath": True, "cards": 5},
        {**NOTHING, "bid": "stands", "standing": 3},
    ),
    Case(
        "W-65",
        "illegal-bid",
        {"player": "{S}", "bid": 6, "cards": 5, "led": False},
        {**NOTHING, "bid": "substitute"},
        [{"kind": "illegal-bid", "player": "{S}", "bid": 6}],
    ),
    Case("W-66", "revoke", {**REVOKE, "held_suit": False}, {**NOTHING, "trick": None}),
    Case(
        "W-67 W-68 W-69 W-70",
        "revoke",
        REVOKE,
        {
            **MINUS_ONE,
            "trick": "returned",
            "returned": {"{W}": ["2H"]},
            "penalty_cards": {"{S}": ["9C"]},
            "may_change": ["{W}"],
        },
        [{"kind": "revoke-corrected", "player": "{S}", "card": "9C", "trick": 1}],
    ),
    Case(
        "W-71 W-72",
        "revoke",
        {**REVOKE, **LATER, "found_by": "offender"},
        {"points": -1, "fails_bid": True, "trick": "stands"},
        [{"kind": "revoke-self", "player": "{S}", "trick": 1}],
    ),
    Case(
        "W-71 W-73",
        "revoke",
        {**REVOKE, **LATER},
        {"points": -4, "fails_bid": True, "trick": "stands"},
        [{"kind": "revoke-other", "player": "{S}", "trick": 1}],
    ),
    Case(
        "W-74",
        "revoke",
        {**REVOKE, **LATER, "bidding_begun": True},
        {**NOTHING, "trick": "stands"},
        [{"kind": "revoke-late", "player": "{S}", "trick": 1}],
    ),
    Case(
        "W-99",
        "improper-information",
        {"player": "{W}", "act": "looked"},
        {"points": -4, "fails_bid": True},
        [{"kind": "type-1", "player": "{W}", "grounds": "improper-information"}],
    ),
)
