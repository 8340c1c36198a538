"""Single faults put into true tournaments, each at a place chosen at random.

A mutation takes a record of its own and a random source, spoils one thing, and says which codes the contract
allows for it; or None where the record offers no place for it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from rules_engine.bid_whist.bids import BIDS
from rules_engine.bid_whist.canons import STEPS
from tests.rules_engine.records import Json, copied

Spoiler = Callable[[Json, Random], set[str] | None]


def _other(random: Random, things: Any, than: object) -> Any:
    return random.choice([thing for thing in things if thing != than])


def _games(record: Json) -> list[Json]:
    games = [game for games in record["rounds"] for game in games]
    games += [game for stage in record["playoff"] for game in stage["games"]]
    return games + ([record["third"]] if "third" in record else [])


def _played(record: Json, random: Random) -> Json:
    game: Json = random.choice([game for game in _games(record) if "forfeit" not in game])
    return game


def _hand(record: Json, random: Random, kind: str) -> Json | None:
    hands = [hand for game in _games(record) for hand in game.get("hands", []) if kind in hand]
    return random.choice(hands) if hands else None


def fee(record: Json, random: Random) -> set[str] | None:
    random.choice(record["teams"])["entered"]["paid"][random.randrange(2)] += random.choice([-1000, 1, 1000])
    return {"fee"}


def came_too_late(record: Json, random: Random) -> set[str] | None:
    """A late team that the Director did not allow."""
    able = [team["entered"] for team in record["teams"] if team["entered"]["paid"] == [6_000, 6_000]]
    if not able:
        return None
    entered = random.choice(able)
    entered.pop("allowed", None)
    entered["at"] = "23:59"
    return {"door"}


def player_in_two_teams(record: Json, random: Random) -> set[str] | None:
    team, other = random.sample(record["teams"], 2)
    away = random.choice(team["players"])
    if any(violation["player"] == away for violation in record["violations"]):
        return None
    team["players"][team["players"].index(away)] = random.choice(other["players"])
    return {"player-twice"}


def suspended_player(record: Json, random: Random) -> set[str] | None:
    record["suspended"] = [random.choice(random.choice(record["teams"])["players"])]
    return {"suspended"}


def wrong_step(record: Json, random: Random) -> set[str] | None:
    if not record["violations"]:
        return None
    violation = random.choice(record["violations"])
    violation["step"] = _other(random, STEPS, violation["step"])
    return {"canon-step"}


def total(record: Json, random: Random) -> set[str] | None:
    """A total that is wrong by so little that the same team wins."""
    game = _played(record, random)
    if game["points"][0] == game["points"][1]:
        return None
    game["points"][game["points"].index(max(game["points"]))] += random.choice([1, 5, 100])
    return {"sheet-total"}


def winner(record: Json, random: Random) -> set[str] | None:
    game = _played(record, random)
    if "ruling" in game:
        return None
    game["winner"] = _other(random, game["teams"], game["winner"])
    return {"sheet-winner"}


def winner_left_out(record: Json, random: Random) -> set[str] | None:
    game = _played(record, random)
    if "ruling" in game:
        return None
    del game["winner"]
    return {"sheet-winner"}


def not_signed(record: Json, random: Random) -> set[str] | None:
    _played(record, random)["signed"].pop(random.randrange(2))
    return {"signature"}


def brought_by_the_other(record: Json, random: Random) -> set[str] | None:
    game = _played(record, random)
    game["brought_by"] = game["teams"][0]
    return {"brought-by"}


def two_games_at_a_table(record: Json, random: Random) -> set[str] | None:
    games = random.choice(record["rounds"])
    if len(games) < 2:
        return None
    first, second = random.sample(games, 2)
    first["table"] = second["table"]
    return {"table-twice"}


def game_lost(record: Json, random: Random) -> set[str] | None:
    games = random.choice(record["rounds"])
    record["violations"].clear()
    games.pop(random.randrange(len(games)))
    return {"pairing"}


def moving_draw(record: Json, random: Random) -> set[str] | None:
    """A pair of the first round the other way round; where no later round tells, either may be wrong."""
    game = random.choice(record["rounds"][0])
    if "picked" in game:
        return None
    stays, moves = game["teams"]
    record["moving"][record["moving"].index(moves)] = stays
    return {"moving-draw", "moving-team"}


def score_in_the_standings(record: Json, random: Random) -> set[str] | None:
    """Points of a team in the standings, so few that its place stays."""
    row = record["standings"][-1]
    if row[0] != len(record["standings"]):
        return None
    row[3] -= random.choice([100, 1000])
    return {"standing-score"}


def place_in_the_standings(record: Json, random: Random) -> set[str] | None:
    row = random.choice(record["standings"])
    row[0] = _other(random, range(1, len(record["teams"]) + 1), row[0])
    return {"standing-place"}


def seeds_exchanged(record: Json, random: Random) -> set[str] | None:
    """Two seeds that meet in the first stage, so that the bracket stays."""
    seeds = record["seeds"]
    rows = {team: (won, points) for _, team, won, points in record["standings"]}
    at = random.randrange(len(seeds) // 2)
    if rows[seeds[at]] == rows[seeds[-1 - at]]:
        return None
    seeds[at], seeds[-1 - at] = seeds[-1 - at], seeds[at]
    return {"seed-order"}


def decider_missing(record: Json, random: Random) -> set[str] | None:
    if not record["deciders"]:
        return None
    record["deciders"].pop(random.randrange(len(record["deciders"])))
    return {"seed-open"}


def decider_turned(record: Json, random: Random) -> set[str] | None:
    """The single hand's loser put first, and no seeds."""
    able = [decider for decider in record["deciders"] if decider["by"] == "hand"]
    if not able:
        return None
    random.choice(able)["order"].reverse()
    return {"decider-order"}


def any_seeds_exchanged(record: Json, random: Random) -> set[str] | None:
    """Any two seeds, of a bracket that was played by the right ones."""
    seeds = record["seeds"]
    rows = {team: (won, points) for _, team, won, points in record["standings"]}
    at, to = random.sample(range(len(seeds)), 2)
    if rows[seeds[at]] == rows[seeds[to]]:
        return None
    seeds[at], seeds[to] = seeds[to], seeds[at]
    return {"seed-order"}


def round_lost(record: Json, random: Random) -> set[str] | None:
    record["rounds"].pop(random.randrange(len(record["rounds"])))
    return {"round-count"}


def round_noted_twice(record: Json, random: Random) -> set[str] | None:
    at = random.randrange(len(record["rounds"]))
    record["rounds"].insert(at, copied(record["rounds"][at]))
    return {"round-count"}


def game_noted_twice(record: Json, random: Random) -> set[str] | None:
    games = random.choice(record["rounds"])
    games.append(copied(random.choice(games)))
    return {"pairing"}


def picked_not_noted(record: Json, random: Random) -> set[str] | None:
    odd = [game for games in record["rounds"] for game in games if "picked" in game]
    if not odd:
        return None
    del random.choice(odd)["picked"]
    return {"pairing"}


def noted_as_gone(record: Json, random: Random) -> set[str] | None:
    """A team that played every round."""
    random.choice(record["teams"])["missed"] = [random.randint(1, len(record["rounds"]))]
    return {"pairing"}


def match_lost(record: Json, random: Random) -> set[str] | None:
    """A game of the playoff, told by who won it."""
    games = random.choice([stage["games"] for stage in record["playoff"] if stage["games"]])
    games.pop(random.randrange(len(games)))
    return {"bracket-pair"}


def any_stage_lost(record: Json, random: Random) -> set[str] | None:
    record["playoff"].pop(random.randrange(len(record["playoff"])))
    return {"stage-count"}


def pairs_exchanged(record: Json, random: Random) -> set[str] | None:
    """Two games of the first stage each with the other's second team, told by their winners alone."""
    stage = record["playoff"][0]
    if "corrected" in stage or len(stage["games"]) < 4 or len(record["playoff"]) < 3:
        return None
    if any("forfeit" in game for game in stage["games"]):
        return None
    at_first, at_second = random.sample(range(len(stage["games"])), 2)
    first, second = (stage["games"][at] for at in (at_first, at_second))
    if first["winner"] != first["teams"][0] or second["winner"] != second["teams"][0]:
        return None
    losers = first["teams"][1], second["teams"][1]
    for at, game, loser in ((at_first, first, losers[1]), (at_second, second, losers[0])):
        played = {"table": game["table"], "teams": [game["teams"][0], loser], "winner": game["winner"]}
        stage["games"][at] = played
    return {"bracket-pair"}


def stage_lost(record: Json, random: Random) -> set[str] | None:
    record["playoff"].pop()
    return {"stage-count"}


def third_lost(record: Json, random: Random) -> set[str] | None:
    if "third" not in record:
        return None
    del record["third"]
    return {"third-missing"}


def places_exchanged(record: Json, random: Random) -> set[str] | None:
    places = record["places"]
    at = random.randrange(0, len(places) - 1, 2)
    places[at : at + 2] = places[at + 1], places[at]
    return {"places"}


def hand_points(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random, "points")
    if hand is None:
        return None
    hand["points"][random.randrange(2)] += random.choice([1, 2, 100])
    return {"hand-points"}


def points_to_the_wrong_side(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random, "points")
    if hand is None:
        return None
    hand["points"].reverse()
    return {"hand-points"}


def hand_left_out(record: Json, random: Random) -> set[str] | None:
    """A hand that earned something, of a sheet whose total stays."""
    game = _played(record, random)
    if "hands" not in game:
        return None
    game["hands"].pop()
    return {"hand-count"}


def called_on_itself(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random, "renege")
    if hand is None:
        return None
    hand["renege"]["called_by"] = hand["renege"]["by"]
    return {"renege-own"}


def not_warned_before(record: Json, random: Random) -> set[str] | None:
    able = [
        hand["renege"]
        for game in _games(record)
        for hand in game.get("hands", [])
        if hand.get("renege", {}).get("fault") == "book-turned"
    ]
    if not able:
        return None
    random.choice(able)["warned"] = False
    return {"renege-groundless"}


def bid_noted_wrong(record: Json, random: Random) -> set[str] | None:
    """Another bid than the bidding gave, with the points of the one bid."""
    hand = _hand(record, random, "set")
    if hand is None:
        return None
    bids = [str(bid) for bid in BIDS]
    hand["bid"] = _other(random, bids, hand["bid"])
    return {"bid-winner"}


def call_too_many(record: Json, random: Random) -> set[str] | None:
    """After a 7 No any number of passes up to the last player's may be noted."""
    hand = _hand(record, random, "calls")
    if hand is None or "renege" in hand:
        return None
    hand["calls"] += ["pass"] * (5 - len(hand["calls"]))
    return {"call-count"}


def call_in_other_words(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random, "calls")
    if hand is None or not hand["calls"]:
        return None
    hand["calls"][random.randrange(len(hand["calls"]))] = random.choice(["5 high", "knock", "I pass"])
    return {"call-words"}


ANY_DETAIL: list[Spoiler] = [
    *(fee, came_too_late, player_in_two_teams, suspended_player, wrong_step, winner, winner_left_out),
    *(not_signed, brought_by_the_other, two_games_at_a_table, game_lost, moving_draw),
    *(score_in_the_standings, place_in_the_standings, seeds_exchanged, decider_missing, decider_turned),
    *(pairs_exchanged, stage_lost, third_lost, places_exchanged),
    *(any_seeds_exchanged, round_lost, round_noted_twice, game_noted_twice, picked_not_noted, noted_as_gone),
    *(match_lost, any_stage_lost),
]
"""Faults that show also where rounds are told by their points alone."""
HANDS: list[Spoiler] = [
    *(total, hand_points, points_to_the_wrong_side, hand_left_out, called_on_itself, not_warned_before),
]
CALLS: list[Spoiler] = [bid_noted_wrong, call_too_many, call_in_other_words]
