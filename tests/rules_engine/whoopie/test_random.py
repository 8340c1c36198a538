"""Random games: the same for the same seed, legal, and conserving what must be conserved."""

from collections import Counter
from typing import Any

import pytest

from rules_engine.cards import DECK, TEXT
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.scoring import KINDS
from tests.rules_engine.records import Json, check
from tests.rules_engine.whoopie import oracle
from tests.support.seeds import by_seeds, randomly, seeds

WHOLE_DECK = Counter(TEXT[card] for card in DECK)


def lively(seed: int, stanzas: int | None = 6) -> Json:
    return random_game(
        3 + seed % 8, seed, stanzas=stanzas, mishaps=1.0, changes=True, newcomers=["x", "y", "z"]
    )


def test_the_same_seed_gives_the_same_game() -> None:
    assert lively(7) == lively(7)
    assert random_game(5, 1) == random_game(5, 1)
    assert random_game(5, 1)["stanzas"] != random_game(5, 2)["stanzas"]


@pytest.mark.parametrize("players", range(3, 11))
def test_a_game_is_one_full_cycle_by_default(players: int) -> None:
    hands = [stanza["cards"] for stanza in random_game(players, 1)["stanzas"]]
    most = 53 // players
    assert hands == [*range(1, most + 1), *range(most - 1, 0, -1)]


@randomly
@pytest.mark.parametrize("block", range(10))
def test_the_check_finds_nothing(block: int) -> None:
    for seed in seeds(320)[block::10]:
        record = lively(seed) if seed % 2 else random_game(3 + seed % 8, seed, stanzas=6, mishaps=0.3)
        document = check(record)
        assert document["findings"] == [], f"seed {seed}"
        assert document["final"] == record["final"]


@by_seeds(40)
def test_cards_and_tricks_are_conserved(seed: int) -> None:
    for stanza in lively(seed)["stanzas"]:
        dealt = Counter(card for hand in stanza["hands"].values() for card in hand) + Counter(
            [stanza["defining"]]
        )
        assert dealt <= WHOLE_DECK
        for player, hand in stanza["hands"].items():
            played = Counter(card for plays in stanza["tricks"] for name, card in plays if name == player)
            assert played <= Counter(hand)
        assert sum(stanza["taken"].values()) == len(stanza["tricks"]) == stanza["cards"]
        assert sum(bid for _, bid in stanza["bids"]) != stanza["cards"]
        won, _ = oracle.winners(stanza)
        assert {player: won.count(player) for player in stanza["taken"]} == stanza["taken"]


@by_seeds(40)
def test_scores_are_those_of_the_oracle(seed: int) -> None:
    record = lively(seed, stanzas=9)
    for stanza, score in zip(record["stanzas"], oracle.totals(record), strict=True):
        assert {player: score[player] for player in stanza["scores"]} == stanza["scores"]
    assert record["final"] == oracle.final(record)


def test_somebody_fails_in_every_stanza() -> None:
    for seed in range(20):
        for stanza in lively(seed)["stanzas"]:
            assert any(stanza["taken"][player] != bid for player, bid in stanza["bids"])


def test_everything_that_can_happen_does() -> None:
    happened: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(120):
        record = lively(seed, stanzas=8)
        for stanza in record["stanzas"]:
            kinds.update(incident["kind"] for incident in stanza.get("incidents", []))
            happened.update(field for field in ("leaves", "joins") if field in stanza)
            happened["returns"] += any(join.get("returns") for join in stanza.get("joins", []))
            happened["joker turned up"] += stanza["defining"] == "*"
            happened["joker led"] += any(plays[0][1] == "*" for plays in stanza["tricks"])
        happened["redraw"] += len(record["draw"]) > 1
    assert set(kinds) == KINDS
    assert min(happened.values()) > 0


@pytest.mark.parametrize("arguments", [(2, 1), (11, 1)])
def test_tables_of_other_sizes_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="3 to 10"):
        random_game(*arguments)
