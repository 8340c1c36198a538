"""A record of Bid Whist with every field, and what its reader points at."""

from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.reader.tournament import record_of
from tests.rules_engine.bid_whist.tournaments import four_teams, hand, tied
from tests.rules_engine.reader_and_schema import ReaderAndSchema
from tests.rules_engine.records import GONE, Json


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


READER = ReaderAndSchema(
    "bid-whist/1",
    full_record(),
    record_of,
    random_record=lambda seed: random_tournament(2 + seed % 8 * 3, seed, mishaps=1.0),
    readers_alone=(
        *(
            "an entry for each",
            "whole number from 1 to",
            "named twice",
            "a team of this game",
            "that were equal",
        ),
        *("a player of a team", "a bid that could be awarded", "a hand is one of two teams"),
    ),
    pointed_at=(
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
    ),
)
