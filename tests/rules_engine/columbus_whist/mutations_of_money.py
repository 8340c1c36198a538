"""Faults of the Boston pot and of refunds, put into records of Columbus Whist."""

from random import Random

from tests.rules_engine.records import Json


def pot_to_another(record: Json, random: Random) -> set[str] | None:
    pot = record["boston"]
    outside = [team for team in pot["teams"] if team not in [share[0] for share in pot["shares"]]]
    if not outside:
        return None
    random.choice(pot["shares"])[0] = random.choice(outside)
    return {"pot-winners"}


def pot_unequal(record: Json, random: Random) -> set[str] | None:
    share = random.choice(record["boston"]["shares"])
    share[1] += random.choice([-2, 5000])
    return {"pot-share"}


def refunded(record: Json, random: Random) -> set[str] | None:
    gone = [leaver["team"] for leaver in record.get("leavers", []) if "substitute" not in leaver]
    if not gone:
        return None
    record["refunds"] = [{"team": gone[0], "cents": 500, "note": "asked for"}]
    return {"refund"}
