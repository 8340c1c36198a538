"""The sheets of the demo's evening of Columbus Whist: every way in which a game ends, and what goes wrong.

Terms: pairing (which two teams sit at each table of a game), by its first or second (a hand bid by the first
or the second team of the table).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Typed = dict[str, Any]
FIRST, SECOND = 0, 1
PAIRINGS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    ((1, 2), (3, 4), (5, 6), (7, 8)),
    ((1, 3), (2, 4), (5, 7), (6, 8)),
    ((1, 4), (2, 3), (5, 8), (6, 7)),
    ((1, 5), (2, 6), (3, 7), (4, 8)),
    ((1, 6), (2, 5), (3, 8), (4, 7)),
    ((1, 7), (2, 8), (3, 5), (4, 6)),
)
PLAYOFF: Final = "q-1"
GONE: Final = 8
"""The team of which a player leaves in the fifth game, so that it forfeits the sixth."""


def sheet_at(place: str, teams: tuple[int, int]) -> Typed:
    """What the sheet of a table says; `teams` are its two, by number."""
    script: Mapping[str, Any] = SHEETS.get(place, POINTS)
    typed: Typed = {name: value for name, value in script.items() if name not in ("hands", "wrong", "points")}
    for name in ("late", "winner"):
        if name in typed:
            typed[name] = str(teams[typed[name]])
    for name in ("hands", "wrong"):
        if name in script:
            typed[name] = [
                {**row, "by": str(teams[row["by"]])} if "by" in row else dict(row) for row in script[name]
            ]
    for team, points in zip(teams, script.get("points", ()), strict=False):
        typed[f"points-{team}"] = points
    return typed


def _hand(bid: str, by: int, books: int | None = None, **more: Any) -> Typed:
    counted = {} if books is None else {"books": books}
    return {"bid": bid, "by": by, **counted, **more}


POINTS: Final = {"hands": (_hand("3", FIRST, 9), _hand("2 special", SECOND, 8), _hand("2", FIRST, 8))}
SHEETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "g1-t1": {
        "first-club": "4",
        "hands": (
            {"bids": "2 3(2) 4 x", "trump": "H", "books": 10},
            {"bids": "p p p 2 no", "trump": "downtown", "books": 9},
        ),
    },
    "g1-t2": {"hands": (_hand("2", FIRST, 8), _hand("5", SECOND, 9))},
    "g1-t3": {"hands": (_hand("5 special", FIRST, 8),)},
    "g1-t4": {"hands": (_hand("3", SECOND, 8), _hand("2 no", FIRST, 9), _hand("4", SECOND, 9))},
    "g2-t1": {"hands": (_hand("2", FIRST, 9), _hand("1 no", SECOND, 6))},
    "g2-t2": {
        "hands": (_hand("3", SECOND, 10), _hand("2", FIRST)),
        "wrong": ({"hand": 2, "kind": "renege", "by": SECOND, "found": "yes", "turned": "director"},),
    },
    "g2-t3": {
        "hands": (_hand("3", SECOND, 9), _hand("4 no", FIRST)),
        "wrong": ({"hand": 2, "kind": "no-direction", "by": FIRST},),
    },
    "g2-t4": {"late": SECOND},
    "g3-t1": {"hands": (_hand("6", FIRST, 13, trump="S"),)},
    "g3-t2": {
        "hands": (_hand("3", FIRST, 9), _hand("2", SECOND), _hand("2 special", FIRST, 8)),
        "wrong": (
            {"hand": 1, "kind": "said-trump", "by": SECOND, "choice": "re-deal"},
            {"hand": 2, "kind": "exposed", "by": SECOND, "choice": "set"},
        ),
    },
    "g3-t3": {
        "hands": (_hand("2", FIRST, 8),),
        "ruling": "A hand was dealt from two decks; the director gave the game to those who led.",
        "winner": FIRST,
        "points": (2, 0),
    },
    "g4-t3": {"hands": (_hand("3", FIRST, 9), _hand("2 special", SECOND, 8), _hand("2", FIRST, 9))},
    "g5-t1": {"ending": "sets", "winner": SECOND, "points": (-4, 8)},
    "g5-t3": {"left": "4", "hands": (_hand("3", SECOND, 9),)},
    "g6-t3": {"hands": (_hand("3", SECOND, 9), _hand("4", FIRST, 10), _hand("2", SECOND, 8))},
}
