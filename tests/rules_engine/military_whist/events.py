"""Events made by hand, the smallest that show what a test is about, and short ways to check them.

`three_tables` is a true event of three tables and two hands: team 1 wins, teams 2 and 3 tie behind it.
`tied` makes totals of its choosing by counts of the day alone.
"""

import json
from typing import Any

from rules_engine.formats import check_document
from tests.rules_engine.records import GONE, Json, copied, edited

__all__ = ["GONE", "Json", "check", "codes", "edited", "places", "three_tables", "tied", "with_playoff"]

Place = tuple[str, int | None, int | None, int | None, int | None]


def check(record: Json) -> Json:
    """The check document of a record, as another program would read it."""
    document: Json = json.loads(json.dumps(check_document(copied(record)).as_document()))
    return document


def places(record: Json) -> list[Place]:
    """Code, day, hand, table and play-off of every finding."""
    return [
        (finding["code"], finding["day"], finding["hand"], finding["table"], finding["playoff"])
        for finding in check(record)["findings"]
    ]


def codes(record: Json) -> list[str]:
    return [place[0] for place in places(record)]


def players(table: int) -> Json:
    return {letter: f"{letter.lower()}{table}" for letter in "ABXY"}


def event(days: list[Json], tables: int, **more: Any) -> Json:
    teams = [{"name": f"Team {table}", "players": players(table)} for table in range(1, tables + 1)]
    record: Json = {"format": "military-whist/1", "ruleset": "alberta-55-plus", "id": "made by hand"}
    record |= {"level": "open", "teams": teams, "pattern": "sample", "days": days}
    return copied(record | more)


def three_tables() -> Json:
    first = {
        "who": "A&B",
        "move": 1,
        "trump": "H",
        "dealer": "B",
        "tricks": [[7, 6], [10, 3], [6, 7]],
        "won": [1, 2, 0],
    }
    second = {
        "who": "X&Y",
        "move": 2,
        "trump": "S",
        "dealer": "X",
        "tricks": [[9, 4], [5, 8], [13, 0]],
        "won": [1, 0, 2],
    }
    day = {"sessions": [1, 1], "before": [12] * 3, "hands": [first, second]}
    day |= {"after": [14, 11, 11], "scores": [14, 11, 11]}
    return event([day], 3, moves="circle", totals=[14, 11, 11], ranking=[[1, 1], [2, 2], [2, 3]])


def tied(totals: list[int], **more: Any) -> Json:
    """One day of 30 hands, told by the counts at its end alone."""
    day = {"sessions": [15, 15], "before": [12] * len(totals), "after": totals, "scores": totals}
    return event([day], len(totals), totals=totals, **more)


def extra(teams: list[int], tricks: list[int], **more: Any) -> Json:
    """An extra hand in hearts, the A player of the first team dealing."""
    cards = ["KS", "9D", "9C", "2H"]
    cuts = dict(zip([f"{team}{letter}" for team in teams for letter in "AB"], cards, strict=True))
    hand = {"teams": teams, "trump_cut": "4H", "trump": "H", "cuts": [cuts], "dealer": f"{teams[0]}A"}
    return hand | {"tricks": tricks} | more


def with_playoff() -> Json:
    """Teams 1, 2 and 3 tie for the first place; 2 has the bye and wins."""
    playoff = {
        "teams": [1, 2, 3],
        "draw": [{"1": "KS", "2": "4C", "3": "9H"}],
        "bye": 2,
        "hands": [extra([1, 3], [6, 7]), extra([3, 2], [4, 9])],
        "order": [2, 3, 1],
    }
    ranking = [[1, 2], [2, 3], [3, 1], [4, 4]]
    return tied([13, 13, 13, 9], playoffs=[playoff], ranking=ranking)
