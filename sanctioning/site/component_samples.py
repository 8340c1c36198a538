"""What the page of components shows: a table in the middle of a trick, small and large, made up for it."""

from __future__ import annotations

from typing import Any, Final

NAMES: Final = (
    *("Margaret Ashworth", "Theodore Lindqvist", "Ivy Oakenshield", "Bo Li", "Charlotte Penrose"),
    *("Hugo Vance", "Nadia Rahman", "Peter Quill", "Rosa Delgado", "Walter Zimmermann"),
)
LAID: Final = ("KS", "8D", "JH", "JS", "QS", "JC", "AS", "*", "2C", "9H")


def table_in_play(players: int, cards: int, winner: int) -> dict[str, Any]:
    """A table of so many, the dealer first, with so many cards on it; the second holds a penalty card."""
    penalty = {"card": "7C", "since": 0, "until": None}
    return {
        "board": {"defining": "JD"},
        "now": {
            "trump": "C",
            "seats": [
                {
                    "seat": {
                        "number": number,
                        "name": NAMES[number - 1],
                        "dealer": number == 1,
                        "bid": number % 3,
                        "exposed": [penalty] if number == 2 else [],
                    },
                    "laid": LAID[number - 1] if number <= cards else "",
                    "wins": number == winner,
                    "taken": number % 2,
                    "exposed": ["7C"] if number == 2 else [],
                }
                for number in range(1, players + 1)
            ],
        },
    }
