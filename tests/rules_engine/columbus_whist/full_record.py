"""A record of Columbus Whist with every field, and what its reader points at."""

from rules_engine.columbus_whist.infractions import KINDS, REDEALS
from rules_engine.columbus_whist.random.event import random_event
from rules_engine.columbus_whist.reader.event import record_of
from tests.rules_engine.columbus_whist.events import evening, with_playoff
from tests.rules_engine.reader_and_schema import VALUES, ReaderAndSchema
from tests.rules_engine.records import GONE, Json


def full_record() -> Json:
    """Every field that a record can have."""
    record = evening()
    sheet = record["rounds"][0][0]
    ruling = {"points": [0, 2], "reason": "both had bid"}
    sheet["ruling"] = ruling | {"winner": 1}
    sheet["hands"][2]["ruling"] = ruling | {"set": 1}
    sheet["hands"][2]["stopped"] = False
    sheet["hands"][0]["bids"][1] = {"bid": "2 no", "seat": 1, "fault": "information", "said": "1"}
    sheet["hands"][0]["bids"][3] = "silenced"
    seen = {"by": 1, "choice": "continue", "note": "seen"}
    sheet["hands"][0]["redeals"] = [{"kind": kind} | seen for kind in REDEALS]
    sheet["hands"][0]["incidents"] = [{"kind": kind} | seen for kind in KINDS]
    renege = next(incident for incident in sheet["hands"][0]["incidents"] if incident["kind"] == "renege")
    renege |= {"found": True, "turned_by": "player"}
    record["playoffs"] = with_playoff()["playoffs"]
    record["playoffs"][0]["ruling"] = "as played"
    record["teams"][0]["substitutes"] = ["zed"]
    record["leavers"] = [{"team": 3, "player": "c1", "round": 4, "substitute": "yen"}]
    record["boston"] = {"cents": 2000, "teams": [1, 2, 4], "shares": [[2, 2000]]}
    record["refunds"] = [{"team": 1, "cents": 500, "note": "ill"}]
    record["disorderly"] = [{"team": 4, "note": "shouting"}]
    record |= {"director": "Dee", "rulings": ["The hand stands."]}
    record["rounds"][1][0]["bostons"] = [0, 1]
    return record


READER = ReaderAndSchema(
    "columbus-whist/1",
    full_record(),
    record_of,
    random_record=lambda seed: random_event(2 + 2 * (seed % 12), seed, mishaps=1.0),
    readers_alone=(
        *("an entry for each", "whole number from 1 to", "whole number from 0 to 4 is", "named twice"),
        *("a team of the game", "of the play-off"),
    ),
    pointed_at=(
        ("teams/1/name", "Team 1", "/teams/1/name"),
        ("teams/0/players", ["a1"], "/teams/0/players"),
        ("teams", [], "/teams"),
        ("rounds", [], "/rounds"),
        ("rounds/0/0/teams", [1, 1], "/rounds/0/0/teams/1"),
        ("rounds/0/0/teams/1", 9, "/rounds/0/0/teams/1"),
        ("rounds/0/0/winner", 3, "/rounds/0/0/winner"),
        ("rounds/0/0/players/1", "a1", "/rounds/0/0/players/1"),
        ("rounds/0/0/hands/0/bid", "8", "/rounds/0/0/hands/0/bid"),
        ("rounds/0/0/hands/0/bid", "pass", "/rounds/0/0/hands/0/bid"),
        ("rounds/0/0/hands/0/by", 3, "/rounds/0/0/hands/0/by"),
        ("rounds/0/0/hands/0/bids/0", "2 trump", "/rounds/0/0/hands/0/bids/0"),
        ("rounds/0/0/hands/0/bids/1/said", "0", "/rounds/0/0/hands/0/bids/1/said"),
        ("rounds/0/0/hands/1/first_card", "*", "/rounds/0/0/hands/1/first_card"),
        ("rounds/0/0/hands/0/books", [13], "/rounds/0/0/hands/0/books"),
        ("rounds/0/0/hands/0/incidents/0/found", True, "/rounds/0/0/hands/0/incidents/0/found"),
        ("rounds/0/0/hands/0/redeals/0/kind", "exposed", "/rounds/0/0/hands/0/redeals/0/kind"),
        ("rounds/0/0/sheet/0/changed", "x", "/rounds/0/0/sheet/0/signed"),
        ("ranking/0/1", 4, "/ranking/1/1"),
        ("qualified/1", 2, "/qualified/1"),
        ("qualifiers", 5, "/qualifiers"),
        ("totals/3", GONE, "/totals"),
        ("playoffs/0/order", [2, 3], "/playoffs/0/order"),
        ("leavers/0/round", 7, "/leavers/0/round"),
        ("boston/cents", -1, "/boston/cents"),
        ("boston/shares/0/0", 5, "/boston/shares/0/0"),
    ),
    values=(*VALUES, "pass", "silenced", "2 no"),
    every_place=False,
)
