"""A record of Military Whist with every field, and what its reader points at."""

from rules_engine.military_whist.irregularities import KINDS
from rules_engine.military_whist.random.event import random_event
from rules_engine.military_whist.reader.event import record_of
from tests.rules_engine.military_whist.events import edited, extra, three_tables, with_playoff
from tests.rules_engine.reader_and_schema import ReaderAndSchema
from tests.rules_engine.records import GONE, Json


def full_record() -> Json:
    """Every field that a record can have."""
    record = edited(three_tables(), {"playoffs": with_playoff()["playoffs"]})
    record["playoffs"][0]["ruling"] = "as drawn"
    record["playoffs"][0]["hands"][0] = extra([1, 3], [6, 7], revokes=[0, 0])
    record |= {"level": "zone", "leader": "Lee", "rulings": ["Cut again."], "prizes": ["Team 1: a flag"]}
    record |= {"advancing": [1, 2], "stopped": {"hand": 2, "reason": "the hall closed"}}
    for table, team in enumerate(record["teams"]):
        team |= {"origin": f"Area {table}", "place": 1}
    lending = {"table": 1, "hand": 1, "flags": 1}
    record["days"][0] |= {"loans": [lending], "returns": [lending]}
    record["days"][0]["hands"][1]["move"] = [3, 1, 2]
    kinds: list[Json] = [{"kind": kind, "table": 2, "by": "home", "note": "seen"} for kind in KINDS]
    record["days"][0]["hands"][0]["incidents"] = kinds
    next(incident for incident in kinds if incident["kind"] == "misdeal")["cause"] = "faced-card"
    return record


READER = ReaderAndSchema(
    "military-whist/1",
    full_record(),
    record_of,
    random_record=lambda seed: random_event(
        2 + seed % 9, seed, level=("open", "zone")[seed % 2], days=[(2,)], mishaps=1.0
    ),
    readers_alone=(
        *("an entry for each", "a destination for each", "whole number from 1 to", "named twice"),
        *("team", "of the play-off", "a card of each", "one of", "drawn more often", "hands together"),
    ),
    pointed_at=(
        ("teams/1/name", "Team 1", "/teams/1/name"),
        ("teams", [], "/teams"),
        ("teams/0/players/Z", "eve", "/teams/0/players/Z"),
        ("days/0/hands/0/move", [1, 2], "/days/0/hands/0/move"),
        ("days/0/hands/0/move", [1, 2, 4], "/days/0/hands/0/move/2"),
        ("days/0/hands/0/tricks/0", [7], "/days/0/hands/0/tricks/0"),
        ("days/0/hands/0/tricks/0/1", "6", "/days/0/hands/0/tricks/0/1"),
        ("days/0/hands/0/won", [1, 2], "/days/0/hands/0/won"),
        ("days/0/hands/0/who", "A&A", "/days/0/hands/0/who"),
        ("days/0/after/1", -1, "/days/0/after/1"),
        ("days/0/loans/0/table", 4, "/days/0/loans/0/table"),
        ("days/0/loans/0/flags", 0, "/days/0/loans/0/flags"),
        ("ranking/0/1", 2, "/ranking/1/1"),
        ("advancing/1", 1, "/advancing/1"),
        ("playoffs/0/order", [2, 3], "/playoffs/0/order"),
        ("playoffs/0/bye", 5, "/playoffs/0/bye"),
        ("playoffs/0/draw/0/1", "*", "/playoffs/0/draw/0/1"),
        ("playoffs/0/draw/0/9", "2C", "/playoffs/0/draw/0/9"),
        ("playoffs/0/hands/0/cuts/0/1A", GONE, "/playoffs/0/hands/0/cuts/0"),
        ("playoffs/0/hands/0/dealer", "1X", "/playoffs/0/hands/0/dealer"),
        ("playoffs/0/hands/0/trump", "NT Low", "/playoffs/0/hands/0/trump"),
        ("playoffs/0/hands/0/teams", [1, 1], "/playoffs/0/hands/0/teams/1"),
    ),
)
