"""The collector of reference cycles rests while records are checked, for a check makes no cycles."""

import contextlib
import gc
import json
from collections.abc import Iterator

import pytest

from rules_engine.bid_whist.check import check_bytes as check_tournament
from rules_engine.bid_whist.random_tournament import random_tournament
from rules_engine.collector import CollectorRests
from rules_engine.columbus_whist.check import check_bytes as check_evening
from rules_engine.columbus_whist.random_event import random_event as random_evening
from rules_engine.military_whist.check import check_bytes as check_event
from rules_engine.military_whist.random_event import random_event
from rules_engine.reading import Malformed
from rules_engine.whoopie.check import check_bytes as check_game
from rules_engine.whoopie.random_game import random_game

RECORDS = {
    "whoopie": (check_game, lambda seed: random_game(5, seed, mishaps=0.3)),
    "military_whist": (check_event, lambda seed: random_event(16, seed, mishaps=0.3)),
    "bid_whist": (check_tournament, lambda seed: random_tournament(16, seed, mishaps=0.3)),
    "columbus_whist": (check_evening, lambda seed: random_evening(16, seed, mishaps=0.3)),
}


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.enable()


@pytest.mark.parametrize("game", RECORDS)
def test_a_check_makes_no_cycles_that_the_collector_would_have_to_find(game: str) -> None:
    check, record_of = RECORDS[game]
    records = [json.dumps(record_of(seed)).encode() for seed in range(3)]
    faulty = [record.replace(b"1", b"2", 40) for record in records]
    gc.collect()
    gc.disable()
    for record in records + faulty:
        with contextlib.suppress(Malformed):
            check(record)
    assert gc.collect() == 0


@pytest.mark.parametrize("collecting", [True, False])
def test_afterwards_the_collector_is_as_it_was(collecting: bool) -> None:
    gc.enable() if collecting else gc.disable()
    with contextlib.suppress(KeyError), CollectorRests():
        resting = not gc.isenabled()
        raise KeyError
    assert resting
    assert gc.isenabled() is collecting
