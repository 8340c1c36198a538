"""How long the movement of 60 tables and 50 hands takes with its proof, as a multiple of counting it once.

Counting once is the least that any proof does: each visit of each hand into one table of visits and one of
trumps, from a sheet that is there already. Both are timed in turn in this one run. The bound is 6.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules_engine.military_whist.movement import MOST_TABLES, ORDERS, destinations, movement
from rules_engine.military_whist.movement_proof import prove

HANDS = 50
BOUND = 6.0
ROUNDS = 20


def counted() -> None:
    """Visits and trumps of the sheet by the circle, counted once each."""
    tables = MOST_TABLES
    visits = [[0] * tables for _team in range(tables)]
    trumps: dict[tuple[int, int, int], int] = {}
    for hand in range(HANDS):
        for team, table in enumerate(destinations(tables, 1 + hand % (tables - 1))):
            visits[team][table - 1] += 1
            trumps[team, table - 1, hand % 6] = trumps.get((team, table - 1, hand % 6), 0) + 1


def best(work: Callable[[], object]) -> float:
    taken = []
    for _round in range(ROUNDS):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def main() -> int:
    once, kept = best(counted), True
    for order in ORDERS:
        proved = best(lambda order=order: prove(movement(MOST_TABLES, HANDS, order)))  # type: ignore[misc]
        ratio = proved / once
        kept = kept and ratio <= BOUND
        print(
            f"movement and proof of {MOST_TABLES} tables and {HANDS} hands, {order}: "
            f"{1000 * proved:.1f} ms, {ratio:.2f} times counting it once (bound {BOUND})"
        )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
