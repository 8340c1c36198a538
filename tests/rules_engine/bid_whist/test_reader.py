"""Reading: what cannot be meant is pointed at, and the schema says of every shape what the reader says."""

import json
from typing import Any

import pytest

from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.reader.tournament import read_record
from tests.rules_engine.bid_whist.tournaments import four_teams, hand, tied
from tests.rules_engine.reader_and_schema import ReaderAndSchema, places_of, refusal
from tests.rules_engine.records import GONE, Json
from tests.support.seeds import by_seeds

READERS_ALONE = (
    *("an entry for each", "whole number from 1 to", "named twice", "a team of this game", "that were equal"),
    *("a player of a team", "a bid that could be awarded", "a hand is one of two teams"),
)
"""Parts of the reader's messages about teams, players and reneges, of which a schema can say nothing."""


def full_record() -> Json:
    """Every field that a record can have."""
    record = four_teams()
    record["teams"][0]["name"] = "Aces"
    record["teams"][3]["entered"]["allowed"] = True
    record["teams"][3]["missed"] = [2]
    record |= {"director": "Dee", "rulings": ["Cut again."], "deciders": tied()["deciders"]}
    record["deciders"][0]["note"] = "at table 1"
    record["violations"][0] |= {"earlier": 0, "note": "seen"}
    first = record["rounds"][0][0]
    first |= {"picked": 2, "extra": hand(1, "4", [4, 0]), "forfeit": [2], "ruling": "as played"}
    renege = {"fault": "direction-early", "by": 2, "called_by": 1, "improper": "5 No", "warned": False}
    first["hands"][0] = {"bidder": 1, "bid": "5", "renege": renege, "points": [10, 0], "note": "seen"}
    first["hands"][0] |= {"calls": ["5", "pass"], "first": 1, "dealer": 2}
    first["hands"][1] = {"bidder": 1, "bid": "5", "set": True}
    del first["hands"][3:], record["rounds"][0][1:], record["rounds"][1:]
    record["playoff"] = [{"games": [{"table": 1, "teams": [1, 4]}], "corrected": "exchanged"}]
    record["third"] = {"table": 2, "teams": [4, 3]}
    return record


FULL = full_record()
READER = ReaderAndSchema("bid-whist/1", FULL, READERS_ALONE)


def test_it_is_a_schema() -> None:
    READER.hold_the_schema()


def test_records_with_every_field_are_read() -> None:
    assert refusal(FULL) is None
    READER.hold_what_validates(FULL)
    assert read_record(json.dumps(FULL).encode()).id == "made by hand"


@by_seeds(8)
def test_random_tournaments_validate(seed: int) -> None:
    READER.hold_what_validates(random_tournament(2 + seed % 8 * 3, seed, mishaps=1.0))


def test_no_object_is_left_open() -> None:
    READER.hold_every_object_closed()


PLACES = places_of(FULL)


@pytest.mark.parametrize("path", PLACES)
def test_reader_and_schema_agree_on_types(path: str) -> None:
    READER.hold_types(path)


@by_seeds(6)
def test_reader_and_schema_agree_on_odd_values(seed: int) -> None:
    READER.hold_odd_values(PLACES, seed)


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("tournament", "monday", "/tournament"),
        ("teams", [], "/teams"),
        ("teams/0/players", ["a"], "/teams/0/players"),
        ("teams/0/players/1", "n1", "/teams/0/players/1"),
        ("teams/0/entered/at", "24:00", "/teams/0/entered/at"),
        ("teams/3/entered/at", GONE, "/teams/3/entered"),
        ("teams/0/entered/paid", [1], "/teams/0/entered/paid"),
        ("moving/1", 2, "/moving/1"),
        ("rounds/0/0/teams", [1, 1], "/rounds/0/0/teams/1"),
        ("rounds/0/0/winner", 3, "/rounds/0/0/winner"),
        ("rounds/0/0/signed/0", 9, "/rounds/0/0/signed/0"),
        ("rounds/0/0/hands/1/bid", "8", "/rounds/0/0/hands/1/bid"),
        ("rounds/0/0/hands/1/made", 5, "/rounds/0/0/hands/1"),
        ("rounds/0/0/hands/1/set", False, "/rounds/0/0/hands/1/set"),
        ("rounds/0/0/hands/2/made", 8, "/rounds/0/0/hands/2/made"),
        ("rounds/0/0/hands/2/bidder", GONE, "/rounds/0/0/hands/2"),
        ("rounds/0/0/hands/0/renege/fault", "talking", "/rounds/0/0/hands/0/renege/fault"),
        ("rounds/0/0/hands/0/renege/by", 3, "/rounds/0/0/hands/0/renege/by"),
        (
            "rounds/0/0/hands/0",
            {"renege": {"fault": "trump-early", "by": 1, "called_by": 2}},
            "/rounds/0/0/hands/0/renege",
        ),
        ("standings/0/1", 2, "/standings"),
        ("standings/0", [1, 1, 3], "/standings/0"),
        ("deciders/0/order", [3, 1], "/deciders/0/order"),
        ("deciders/0/hand", GONE, "/deciders/0"),
        ("deciders/0/teams/0", 9, "/deciders/0/teams/0"),
        ("seeds/1", 1, "/seeds/1"),
        ("places", [], "/places"),
        ("violations/0/player", "eve", "/violations/0/player"),
        ("violations/0/step", "hanging", "/violations/0/step"),
    ],
)
def test_what_cannot_be_meant_is_pointed_at(path: str, value: Any, pointer: str) -> None:
    READER.hold_the_place(path, value, pointer)
