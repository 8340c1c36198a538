"""Single faults put into true events, each at a place chosen at random.

A mutation takes a record of its own and a random source, spoils one thing, and says which codes the contract
allows for it; or None where the record offers no place for it.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from rules_engine.columbus_whist.bids import BIDS, KINDS, beats
from tests.rules_engine.columbus_whist import scoring_oracle
from tests.rules_engine.columbus_whist.mutations_of_money import pot_to_another, pot_unequal, refunded
from tests.rules_engine.records import Json, copied

Spoiler = Callable[[Json, Random], set[str] | None]


def _games(record: Json) -> list[Json]:
    return [game for games in record["rounds"] for game in games]


def _played(record: Json) -> list[Json]:
    return [game for game in _games(record) if game.get("hands")]


def _hand(record: Json, random: Random) -> tuple[Json, int]:
    game = random.choice(_played(record))
    return game, random.randrange(len(game["hands"]))


def _other(random: Random, things: Any, than: object) -> Any:
    return random.choice([thing for thing in things if thing != than])


def winner(record: Json, random: Random) -> set[str] | None:
    game = random.choice(_games(record))
    game["winner"] = _other(random, [*game["teams"], None], game["winner"])
    return {"winner"}


def points(record: Json, random: Random) -> set[str] | None:
    game = random.choice(_games(record))
    game["points"][random.randrange(2)] += random.choice([-30, -20, 30, 77])
    return {"points"}


def ending(record: Json, random: Random) -> set[str] | None:
    game = random.choice(_games(record))
    game["ending"] = _other(random, ("points", "minus", "sets", "odd", "renege"), game["ending"])
    return {"ending"}


def running_score(record: Json, random: Random) -> set[str] | None:
    game, at = _hand(record, random)
    game["hands"][at]["score"][random.randrange(2)] += random.choice([-30, -17, 17, 30])
    return {"hand-score"}


def score_carried_on(record: Json, random: Random) -> set[str] | None:
    """A slip in the running score that the rest of the sheet follows."""
    game, at = _hand(record, random)
    side = random.randrange(2)
    for hand in game["hands"][at:]:
        hand["score"][side] += 20
    game["points"][side] += 20
    return {"hand-score"}


def books_too_many(record: Json, random: Random) -> set[str] | None:
    game, at = _hand(record, random)
    hand = game["hands"][at]
    if "books" not in hand or hand.get("stopped"):
        return None
    hand["books"][random.randrange(2)] += random.choice([-3, -1, 1, 2])
    return {"book-sum"}


def books_of_the_others(record: Json, random: Random) -> set[str] | None:
    """Books noted the wrong way round."""
    game, at = _hand(record, random)
    hand = game["hands"][at]
    if "books" not in hand or hand.get("stopped"):
        return None
    hand["books"].reverse()
    if scoring_oracle.story({"teams": game["teams"], "hands": [hand]})[0][1] == _gained(game, at):
        return None
    return {"hand-score"}


def _gained(game: Json, at: int) -> int:
    hand = game["hands"][at]
    side = game["teams"].index(hand["by"])
    before = game["hands"][at - 1]["score"][side] if at else 0
    gained: int = hand["score"][side] - before
    return gained


def bid_by_the_others(record: Json, random: Random) -> set[str] | None:
    """The sheet gives the bid to the wrong team."""
    game, at = _hand(record, random)
    hand = game["hands"][at]
    if hand.get("incidents") or "books" not in hand or hand.get("stopped"):
        return None
    hand["by"] = _other(random, game["teams"], hand["by"])
    return {"contract"} if "bids" in hand else {"hand-score"}


def dealer(record: Json, random: Random) -> set[str] | None:
    game, at = _hand(record, random)
    hand = game["hands"][at]
    hand["dealer"] = _other(random, range(1, 5), hand["dealer"])
    return {"dealer-rotation"}


def first_club(record: Json, random: Random) -> set[str] | None:
    game = random.choice(_played(record))
    game["first_club"] = _other(random, range(1, 5), game["first_club"])
    return {"dealer-rotation"}


def _plain(record: Json, random: Random) -> Json | None:
    """A hand whose bidding had nothing irregular."""
    game, at = _hand(record, random)
    hand: Json = game["hands"][at]
    return (
        hand
        if all(call in BIDS for call in hand["bids"] if isinstance(call, str))
        and all(isinstance(call, str) for call in hand["bids"])
        else None
    )


def bid_too_low(record: Json, random: Random) -> set[str] | None:
    hand = _plain(record, random)
    if hand is None:
        return None
    bidding = [at for at, call in enumerate(hand["bids"]) if call != "pass"]
    if len(bidding) < 2:
        return None
    at = bidding[-1]
    before = BIDS[hand["bids"][bidding[-2]]]
    low = random.choice([text for text, bid in BIDS.items() if bid.number and not beats(bid, before)])
    hand["bids"][at] = low
    return {"bid-order"}


def bid_forgotten(record: Json, random: Random) -> set[str] | None:
    hand = _plain(record, random)
    if hand is None or hand["bids"][-1] != "pass":
        return None
    hand["bids"].pop()
    return {"bid-missing"}


def bid_once_more(record: Json, random: Random) -> set[str] | None:
    hand = _plain(record, random)
    if hand is None:
        return None
    hand["bids"].append("pass")
    return {"bid-again"}


def dealer_passes(record: Json, random: Random) -> set[str] | None:
    hand = _plain(record, random)
    if hand is None or hand["bids"][:3] != ["pass"] * 3:
        return None
    hand["bids"][3] = random.choice(["pass", "1", "1 no"])
    return {"dealer-bid"}


def contract(record: Json, random: Random) -> set[str] | None:
    """The same number in another kind was awarded than was bid."""
    game, at = _hand(record, random)
    hand = game["hands"][at]
    bid = BIDS[hand["bid"]]
    if bid.kind == "no" or "trump" not in hand:
        return None
    kind = _other(random, KINDS[:2], bid.kind)
    hand["bid"] = replace(bid, kind=kind).text
    return {"contract"}


def speaks_though_silenced(record: Json, random: Random) -> set[str] | None:
    able = [
        (hand["bids"], at)
        for game in _played(record)
        for hand in game["hands"]
        for at, call in enumerate(hand["bids"])
        if call == "silenced"
    ]
    if not able:
        return None
    calls, at = random.choice(able)
    calls[at] = "pass"
    return {"bid-silenced"}


def trump(record: Json, random: Random) -> set[str] | None:
    game, at = _hand(record, random)
    hand = game["hands"][at]
    if "trump" not in hand or "first_card" in hand:
        return None
    hand["trump"] = "downtown" if hand["trump"] in "SHDC" else "S"
    return {"trump-kind"}


def first_card(record: Json, random: Random) -> set[str] | None:
    game, at = _hand(record, random)
    hand = game["hands"][at]
    if hand.get("trump", "uptown") not in "SHDC":
        return None
    hand["first_card"] = "9" + _other(random, "SHDC", hand["trump"])
    return {"trump-first-card"}


def choice_forgotten(record: Json, random: Random) -> set[str] | None:
    able = [
        incident
        for game in _played(record)
        for hand in game["hands"]
        for incident in hand.get("redeals", []) + hand.get("incidents", [])
        if "choice" in incident and incident["kind"] not in ("exposed", "out-of-turn", "stopped")
    ]
    if not able:
        return None
    del random.choice(able)["choice"]
    return {"choice-missing"}


def books_turned(record: Json, random: Random) -> set[str] | None:
    able = [
        incident
        for game in _played(record)
        for hand in game["hands"]
        for incident in hand.get("incidents", [])
        if incident.get("found")
    ]
    if not able:
        return None
    random.choice(able)["turned_by"] = "player"
    return {"books-turned"}


def hand_too_many(record: Json, random: Random) -> set[str] | None:
    able = [game for game in _played(record) if game["ending"] != "left"]
    game = random.choice(able)
    last = game["hands"][-1]
    more = {"bid": "2", "by": game["teams"][0], "books": [8, 5]}
    more["score"] = [last["score"][0] + 2, last["score"][1]]
    game["hands"].append(more)
    return {"hand-after-end"}


def hand_lost(record: Json, random: Random) -> set[str] | None:
    """The last hand of a game is missing, which nobody left."""
    gone = {leaver["team"] for leaver in record.get("leavers", [])}
    able = [game for game in _played(record) if not gone & set(game["teams"])]
    if not able:
        return None
    random.choice(able)["hands"].pop()
    return {"game-unfinished"}


def number_that_go_on(record: Json, random: Random) -> set[str] | None:
    """Another number than of those who are noted as going on; teams that were level for the last place played
    it off by the right one."""
    record["qualifiers"] = _other(random, range(1, len(record["teams"]) + 1), record["qualifiers"])
    return {"qualified", "tie-open"}


def game_lost(record: Json, random: Random) -> set[str] | None:
    games = random.choice(record["rounds"])
    games.pop(random.randrange(len(games)))
    return {"game-count"}


def round_lost(record: Json, random: Random) -> set[str] | None:
    if record.get("leavers"):
        return None
    record["rounds"].pop(random.randrange(len(record["rounds"])))
    return {"game-count"}


def round_noted_twice(record: Json, random: Random) -> set[str] | None:
    if record.get("leavers"):
        return None
    at = random.randrange(len(record["rounds"]))
    record["rounds"].insert(at, copied(record["rounds"][at]))
    return {"game-count"}


def game_noted_twice(record: Json, random: Random) -> set[str] | None:
    games = random.choice(record["rounds"])
    games.append(copied(random.choice(games)))
    return {"team-twice"}


def game_lost_of_a_record_without_totals(record: Json, random: Random) -> set[str] | None:
    del record["totals"]
    return game_lost(record, random)


def unsigned(record: Json, random: Random) -> set[str] | None:
    game = random.choice([game for game in _games(record) if game.get("sheet")])
    game["sheet"].remove(random.choice([line for line in game["sheet"] if "signed" in line]))
    return {"signature-missing"}


def changed_too_late(record: Json, random: Random) -> set[str] | None:
    game = random.choice([game for game in _games(record) if game.get("sheet")])
    game["sheet"].append({"changed": "the winner's points"})
    return {"changed-after-signing"}


def at_the_wrong_table(record: Json, random: Random) -> set[str] | None:
    random.choice(_games(record))["players"][random.randrange(4)] = "a stranger"
    return {"seat-stranger"}


def total(record: Json, random: Random) -> set[str] | None:
    """Of a team that nothing depends on: the ranking is left out."""
    for field in ("ranking", "qualified", "playoffs"):
        record.pop(field, None)
    random.choice(record["totals"])[random.randrange(2)] += random.choice([-50, 50])
    return {"total"}


def ranking(record: Json, random: Random) -> set[str] | None:
    places = record["ranking"]
    at, to = random.sample(range(len(places)), 2)
    if places[at][0] == places[to][0]:
        return None
    del record["qualified"]
    places[at][1], places[to][1] = places[to][1], places[at][1]
    return {"ranking"}


def goes_on(record: Json, random: Random) -> set[str] | None:
    outside = [team for team in range(1, len(record["teams"]) + 1) if team not in record["qualified"]]
    if not outside or not record["qualified"]:
        return None
    record["qualified"][random.randrange(len(record["qualified"]))] = random.choice(outside)
    return {"qualified"}


def playoff_forgotten(record: Json, random: Random) -> set[str] | None:
    return {"tie-open"} if record.pop("playoffs", None) else None


def playoff_ends_the_other_way(record: Json, random: Random) -> set[str] | None:
    for playoff in record.get("playoffs", []):
        if "games" in playoff:
            playoff["order"].reverse()
            return {"tie-order"}
    return None


def ruling_forgotten(record: Json, random: Random) -> set[str] | None:
    for playoff in record.get("playoffs", []):
        if "ruling" in playoff:
            del playoff["ruling"]
            return {"tie-ruling"}
    return None


BIDDING: list[Spoiler] = [
    *(dealer, first_club, bid_too_low, bid_forgotten, bid_once_more, dealer_passes, contract),
    *(speaks_though_silenced, trump, first_card),
]
"""Faults that show only where every bid is told."""
BOOKS: list[Spoiler] = [books_too_many, books_of_the_others, bid_by_the_others, pot_to_another, pot_unequal]
HANDS: list[Spoiler] = [
    *(winner, points, ending, running_score, score_carried_on, books_turned, hand_too_many, hand_lost),
    *(choice_forgotten,),
]
ANY_DETAIL: list[Spoiler] = [
    *(unsigned, changed_too_late, at_the_wrong_table, total, ranking, goes_on, playoff_forgotten),
    *(playoff_ends_the_other_way, ruling_forgotten, refunded),
    *(number_that_go_on,),
    *(game_lost, round_lost, round_noted_twice, game_noted_twice, game_lost_of_a_record_without_totals),
]
