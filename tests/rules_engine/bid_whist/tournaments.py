"""Tournaments made by hand, the smallest that show what a test is about, and short ways to check them.

`four_teams` is a true Friday Night Special of four teams: three rounds in which all meet, team 1 first, a
bracket of four that team 2 wins.
"""

import json
from typing import Any

from rules_engine.formats import check_document
from tests.rules_engine.records import GONE, Json, copied, edited

__all__ = ["GONE", "Json", "check", "codes", "edited", "four_teams", "game", "hand", "places", "tied"]

Place = tuple[str, dict[str, int]]


def check(record: Json) -> Json:
    """The check document of a record, as another program would read it."""
    document: Json = json.loads(json.dumps(check_document(copied(record)).as_document()))
    return document


def codes(record: Json) -> list[str]:
    return [finding["code"] for finding in check(record)["findings"]]


def places(record: Json) -> list[Place]:
    """Code of every finding, and the parts of its place that apply."""
    names = ("round", "stage", "table", "hand", "decider", "team")
    return [
        (finding["code"], {name: finding[name] for name in names if finding[name] is not None})
        for finding in check(record)["findings"]
    ]


def hand(bidder: int, bid: str, points: list[int], **more: Any) -> Json:
    """A hand made at its own level, unless `more` says otherwise."""
    outcome = {} if {"set", "renege", "made"} & set(more) else {"made": int(bid.split()[0])}
    return {"bidder": bidder, "bid": bid, "points": points} | outcome | more


def game(table: int, stays: int, moves: int, points: int = 20, **more: Any) -> Json:
    """A game that the staying team wins with so many points, at least 18, to 4 of the moving team."""
    high = {18: "5", 20: "7"}[points]
    hands = [
        hand(stays, high, [int(high), 0]),
        hand(moves, "4", [0, 4]),
        hand(stays, "5", [5, 0]),
        hand(stays, "4 No", [8, 0]),
    ]
    sheet = {"table": table, "teams": [stays, moves], "hands": hands, "points": [points, 4], "winner": stays}
    return sheet | {"signed": [stays, moves], "brought_by": moves} | more


def four_teams() -> Json:
    """Teams 1 and 3 stay; in the third round, where all have met but two pairs, 1 plays 3 and 2 plays 4."""
    first = hand(3, "4", [0, 4], first=3, calls=["pass", "4", "pass", "pass"])
    first |= {"bidder": 4, "points": [0, 4]}
    second_table = game(2, 3, 4)
    second_table["hands"][1] = first
    return {
        "format": "bid-whist/1",
        "ruleset": "cardsharks",
        "id": "made by hand",
        "tournament": "friday-night-special",
        "entry_fee": 4_000,
        "teams": [
            {
                "players": [f"n{number}", f"s{number}"],
                "entered": {"by": "site", "at": "20:10", "paid": [5_000, 5_000]}
                if number == 4
                else {"by": "online", "at": "20:12", "paid": [4_000, 4_000]},
            }
            for number in range(1, 5)
        ],
        "moving": [2, 4],
        "rounds": [
            [game(1, 1, 2), second_table],
            [game(1, 1, 4), game(2, 3, 2, 18)],
            [game(1, 1, 3), game(2, 2, 4)],
        ],
        "standings": [[1, 1, 3, 60], [2, 3, 2, 42], [3, 2, 1, 28], [4, 4, 0, 12]],
        "deciders": [],
        "seeds": [1, 3, 2, 4],
        "playoff": [{"games": [game(1, 1, 4), game(2, 2, 3)]}, {"games": [game(1, 2, 1)]}],
        "third": game(2, 4, 3),
        "places": [2, 1, 4, 3],
        "violations": [{"player": "n4", "kind": "late-to-seat", "step": "written-warning", "round": 1}],
        "suspended": ["eve"],
    }


def tied() -> Json:
    """Five teams told by their points alone: 3 and 4 are equal for the last of four seats, and 3 wins it."""

    def sheet(table: int, stays: int, moves: int, points: list[int], **more: Any) -> Json:
        body = {"table": table, "teams": [stays, moves], "points": points}
        return body | {"winner": stays if points[0] > points[1] else moves} | more

    return {
        "format": "bid-whist/1",
        "ruleset": "cardsharks",
        "id": "made by hand",
        "tournament": "friday-night-special",
        "teams": [{"players": [f"n{number}", f"s{number}"]} for number in range(1, 6)],
        "rounds": [
            [sheet(1, 1, 2, [20, 4]), sheet(2, 3, 4, [4, 8]), sheet(3, 5, 1, [9, 2], picked=1)],
            [sheet(1, 1, 4, [20, 0]), sheet(2, 5, 2, [10, 4]), sheet(3, 3, 2, [8, 0], picked=2)],
            [sheet(1, 1, 3, [20, 0]), sheet(2, 2, 4, [9, 4]), sheet(3, 5, 4, [4, 7], picked=4)],
        ],
        "standings": [[1, 1, 3, 60], [2, 5, 2, 23], [3, 2, 1, 17], [4, 3, 1, 12], [4, 4, 1, 12]],
        "deciders": [
            {"teams": [3, 4], "by": "hand", "hand": hand(3, "5", [5, 0]), "order": [3, 4]},
        ],
        "seeds": [1, 5, 2, 3],
    }
