"""Single slips of a pen that look like several faults, each put in somewhere in an event of Columbus Whist:
one finding, whatever is told of its games. Each returns the codes that may name it, None where there was
nothing to do.
"""

from random import Random
from typing import Any

from rules_engine.columbus_whist.game import possible
from tests.rules_engine.columbus_whist.mutations import Spoiler, _games, _other
from tests.rules_engine.records import Json, copied


def round_lost_while_somebody_left(record: Json, random: Random) -> set[str] | None:
    if not record.get("leavers"):
        return None
    record["rounds"].pop(random.randrange(len(record["rounds"])))
    return {"game-count"}


def round_noted_twice_while_somebody_left(record: Json, random: Random) -> set[str] | None:
    if not record.get("leavers"):
        return None
    at = random.randrange(len(record["rounds"]))
    record["rounds"].insert(at, copied(record["rounds"][at]))
    return {"game-count"}


def totals_exchanged(record: Json, random: Random) -> set[str] | None:
    return {"total"} if _exchange(record["totals"], random) else None


def points_exchanged(record: Json, random: Random) -> set[str] | None:
    """The points of a game are noted the wrong way round; against how it ended, where neither its hands nor
    totals tell them."""
    game = random.choice(_games(record))
    if "points" not in game or game["points"][0] == game["points"][1]:
        return None
    game["points"].reverse()
    side = game["teams"].index(game["winner"])
    if not ("hands" in game or "totals" in record) and possible(
        game["ending"], game["points"][side], game["points"][1 - side]
    ):
        return None
    return {"points", "result-impossible"}


def points_exchanged_of_a_record_without_totals(record: Json, random: Random) -> set[str] | None:
    del record["totals"]
    return points_exchanged(record, random)


def signed_by_another_team(record: Json, random: Random) -> set[str] | None:
    game = random.choice([game for game in _games(record) if game.get("sheet")])
    others = set(range(1, len(record["teams"]) + 1)) - set(game["teams"])
    if not others:
        return None
    entry = random.choice([entry for entry in game["sheet"] if "signed" in entry])
    entry["signed"] = random.choice(sorted(others))
    return {"signature-missing"}


def signed_twice_by_one_team(record: Json, random: Random) -> set[str] | None:
    game = random.choice([game for game in _games(record) if game.get("sheet")])
    entry = random.choice([entry for entry in game["sheet"] if "signed" in entry])
    entry["signed"] = _other(random, game["teams"], entry["signed"])
    entry.pop("by", None)
    return {"signature-missing"}


def pairs_at_each_others_tables(record: Json, random: Random) -> set[str] | None:
    games = [game for game in random.choice(record["rounds"]) if "players" in game]
    if len(games) < 2:
        return None
    first, second = random.sample(games, 2)
    side = random.randrange(2)
    first["players"][side::2], second["players"][side::2] = (
        second["players"][side::2],
        first["players"][side::2],
    )
    return {"seat-stranger"}


def seats_exchanged(record: Json, random: Random) -> set[str] | None:
    """Two players of a table, or its two pairs."""
    players = random.choice([game for game in _games(record) if "players" in game])["players"]
    if random.random() < 0.5:
        players[0], players[1] = players[1], players[0]
    else:
        players.append(players.pop(0))
    return {"seat-stranger"}


def _exchange(values: list[Any], random: Random) -> bool:
    at, to = random.sample(range(len(values)), 2)
    values[at], values[to] = values[to], values[at]
    return bool(values[at] != values[to])


SLIPS: list[Spoiler] = [
    *(round_lost_while_somebody_left, round_noted_twice_while_somebody_left, totals_exchanged),
    *(points_exchanged, points_exchanged_of_a_record_without_totals),
    *(signed_by_another_team, signed_twice_by_one_team, pairs_at_each_others_tables, seats_exchanged),
]
