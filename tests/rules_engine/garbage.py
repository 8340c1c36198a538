"""How many objects in reference cycles a check of each game leaves behind, counted in a process of its own.

Run as a module it prints one JSON object, the count by game: in the process of a test run, what any other
thread or library leaves behind would be counted too.
"""

from __future__ import annotations

import contextlib
import gc
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from rules_engine.bid_whist.check.tournament import check_bytes as check_tournament
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.columbus_whist.check.event import check_bytes as check_evening
from rules_engine.columbus_whist.random.event import random_event as random_evening
from rules_engine.military_whist.check.event import check_bytes as check_event
from rules_engine.military_whist.random.event import random_event
from rules_engine.reading import Malformed
from rules_engine.whoopie.check.game import check_bytes as check_game
from rules_engine.whoopie.random.game import random_game

CHECKED: Final[Mapping[str, tuple[Callable[[bytes], object], Callable[[int], dict[str, Any]]]]] = {
    "whoopie": (check_game, lambda seed: random_game(5, seed, mishaps=0.3)),
    "military_whist": (check_event, lambda seed: random_event(16, seed, mishaps=0.3)),
    "bid_whist": (check_tournament, lambda seed: random_tournament(16, seed, mishaps=0.3)),
    "columbus_whist": (check_evening, lambda seed: random_evening(16, seed, mishaps=0.3)),
}


def garbage_of(game: str) -> int:
    check, record_of = CHECKED[game]
    records = [json.dumps(record_of(seed)).encode() for seed in range(3)]
    faulty = [record.replace(b"1", b"2", 40) for record in records]
    gc.collect()
    gc.disable()
    for record in records + faulty:
        with contextlib.suppress(Malformed):
            check(record)
    return gc.collect()


if __name__ == "__main__":
    print(json.dumps({game: garbage_of(game) for game in CHECKED}))
