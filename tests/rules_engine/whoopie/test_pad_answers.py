"""The tables of answers that a pad looks up, against the engine's own check of whole stanzas."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from rules_engine.whoopie.check.bidding import can_all_miss
from rules_engine.whoopie.check.ending import is_over, last_stanza
from rules_engine.whoopie.check.game import check_record
from rules_engine.whoopie.pad_answers import MOST_CARDS, answer_tables
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record_writing import coming, due

TABLES = answer_tables()


def looked_up(cards: int, results: list[tuple[int, bool]]) -> bool:
    """Whether a pad calls these bids, made or not, impossible."""
    total = sum(bid for bid, made in results if made)
    if total > cards:
        return True
    left = TABLES["left"][cards][total]
    missed = sorted(TABLES["counts_as"][left][bid] for bid, made in results if not made)
    return f"{left}:{''.join(map(str, missed))}" in TABLES["impossible"]


def checked(cards: int, results: list[tuple[int, bool]]) -> bool:
    players = [f"p{at}" for at in range(len(results))]
    stanza = {
        "cards": cards,
        "dealer": players[-1],
        "bids": [[player, bid] for player, (bid, _) in zip(players, results, strict=True)],
        "made": {player: made for player, (_, made) in zip(players, results, strict=True)},
    }
    record = {
        "format": "whoopie-game/1",
        "ruleset": "whoopie-1966",
        "id": "x",
        "seats": players,
        "first_dealer": players[-1],
        "stanzas": [stanza],
    }
    codes = {finding.code for finding in check_record(record_of(record)).findings}
    assert "bid-dealer-sum" not in codes
    return "made-impossible" in codes


def test_impossible_results_are_those_of_the_check() -> None:
    dice = Random(1966)
    seen = set()
    for _ in range(3000):
        players = dice.randint(3, 10)
        cards = dice.randint(1, 53 // players)
        bids = [dice.randint(0, min(cards, dice.randint(0, cards))) for _ in range(players)]
        if sum(bids) == cards:
            continue
        results = [(bid, dice.random() < 0.6) for bid in bids]
        impossible = looked_up(cards, results)
        assert impossible == checked(cards, results), (cards, results)
        seen.add(impossible)
    assert seen == {True, False}


def test_whoever_failed_could_have_missed_where_the_table_does_not_say_otherwise() -> None:
    for left in range(6):
        for bidders in range(6):
            for bids in combinations_with_replacement(range(left + 3), bidders):
                sorts = sorted(TABLES["counts_as"][left][bid] for bid in bids)
                key = f"{left}:{''.join(map(str, sorts))}"
                assert can_all_miss(bids, left) == (key not in TABLES["impossible"]), (left, bids)


def can_miss_by_trying(bids: tuple[int | None, ...], left: int) -> bool:
    """Whether any way in which the tricks can fall has nobody take as many as he bid."""
    return any(
        sum(taken) == left and all(tricks != bid for tricks, bid in zip(taken, bids, strict=True))
        for taken in product(range(left + 1), repeat=len(bids))
    )


def test_that_all_can_miss_is_what_trying_every_way_finds() -> None:
    for left, bidders in product(range(5), range(5)):
        for bids in combinations_with_replacement([*range(5), None], bidders):
            assert can_all_miss(bids, left) == can_miss_by_trying(bids, left), (bids, left)


def test_bids_points_and_effects() -> None:
    for bid, taken in product(range(MOST_CARDS + 1), repeat=2):
        assert TABLES["by_tricks"][bid][taken] == (2 + bid if bid == taken else -1)
    assert TABLES["made"] == [2 + bid for bid in range(MOST_CARDS + 1)]
    assert TABLES["failed"] == -1
    assert TABLES["forbidden"][5][3] == 2
    assert len(TABLES["forbidden"][5]) == 6
    incidents: dict[str, Any] = TABLES["incidents"]
    assert incidents["revoke-other"]["effect"] == {"points": -4, "fails_bid": True}
    assert incidents["bid-out-of-turn"]["dealer"]["points"] == -1
    assert [effect["points"] for effect in incidents["bid-out-of-turn"]["by_bid"][:2]] == [0, -1]
    assert [effect["points"] for effect in incidents["type-1"]["by_count"]] == [-4, -4, 0]
    assert not {"type-2-penalty", "adjusted-score"} & set(incidents)


def test_deals_to_come_are_those_that_fall_due_one_by_one() -> None:
    for players, seed in ((3, 1), (7, 2), (10, 3)):
        seats = [f"p{at}" for at in range(players)]
        record = random_game(seats, seed, stanzas=24)
        cut: Any = {**record, "stanzas": record["stanzas"][:5]}
        ahead = coming(cut, seats, 19)
        now = due(cut, seats)
        assert ahead[0] == (now.cards, now.direction, now.dealer)
        assert [(deal.dealer, deal.cards) for deal in ahead] == [
            (stanza["dealer"], stanza["cards"]) for stanza in record["stanzas"][5:]
        ]
        dealt = [(stanza["cards"], players) for stanza in record["stanzas"]]
        for planned in ({"cycles": 1}, {"stanzas": 12}):
            last = last_stanza(planned, None, dealt[:5], dealt[5:])
            if last is None:
                assert not is_over(planned, record)
                continue
            whole = {**record, "stanzas": record["stanzas"][:last]}
            assert is_over(planned, whole)
            assert not is_over(planned, {**whole, "stanzas": whole["stanzas"][:-1]})
    assert last_stanza({"until": "22:00"}, None, dealt, ()) is None
