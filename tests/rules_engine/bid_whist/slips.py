"""Single slips of a pen that look like several faults, each put in somewhere in a tournament of Bid Whist:
one finding, whatever is told of its games. Each returns the codes that may name it, None where there was
nothing to do.
"""

from random import Random

from tests.rules_engine.bid_whist.mutations import Spoiler
from tests.rules_engine.records import Json


def seed_lost(record: Json, random: Random) -> set[str] | None:
    if not record.get("seeds"):
        return None
    record["seeds"].pop(random.randrange(len(record["seeds"])))
    return {"field"}


def points_of_the_extra_hand_exchanged(record: Json, random: Random) -> set[str] | None:
    extra = [game["extra"]["points"] for game in _games(record) if "points" in game.get("extra", {})]
    if not extra:
        return None
    points = random.choice(extra)
    points.reverse()
    return {"hand-points"} if points[0] != points[1] else None


def points_of_a_sheet_exchanged(record: Json, random: Random) -> set[str] | None:
    """Without its hands, the winner that is noted shows it."""
    game = random.choice(_games(record))
    if "points" not in game or game["points"][0] == game["points"][1]:
        return None
    game["points"].reverse()
    return {"sheet-total"} if "hands" in game else {"sheet-winner"}


def signed_by_another_team(record: Json, random: Random) -> set[str] | None:
    game = random.choice([game for game in _games(record) if game.get("signed")])
    others = set(range(1, len(record["teams"]) + 1)) - set(game["teams"])
    if not others:
        return None
    game["signed"][random.randrange(len(game["signed"]))] = random.choice(sorted(others))
    return {"signature"}


def fee_off_by_a_cent(record: Json, random: Random) -> set[str] | None:
    record["entry_fee"] += random.choice([-1, 1])
    return {"fee"}


def renege_of_the_team_that_called_it(record: Json, random: Random) -> set[str] | None:
    """Either the team that reneged or the one that called it is noted wrong."""
    reneges = [
        (game, hand["renege"])
        for game in _games(record)
        for hand in [*game.get("hands", []), *([game["extra"]] if "extra" in game else [])]
        if "renege" in hand
    ]
    if not reneges:
        return None
    game, renege = random.choice(reneges)
    field = random.choice(["by", "called_by"])
    renege[field] = next(team for team in game["teams"] if team != renege[field])
    return {"renege-own"}


def _games(record: Json) -> list[Json]:
    games = [game for games in record["rounds"] for game in games]
    games += [game for stage in record["playoff"] for game in stage["games"]]
    return games + ([record["third"]] if record.get("third") else [])


SLIPS: list[Spoiler] = [
    *(seed_lost, points_of_the_extra_hand_exchanged, points_of_a_sheet_exchanged, signed_by_another_team),
    *(fee_off_by_a_cent, renege_of_the_team_that_called_it),
]
