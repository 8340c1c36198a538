"""The tables of an event of Military Whist and its hands, as every slip and paper of it reckons with them.

Rule section: 3a and 10a (tables in a circle, a team at home at each), 10b to 10d (the pattern, and play
stopped by the leader), the sample rotation.
Terms: table (its number is that of the team at home there, as the record has it), sheet (the line of each
hand: who goes out to where, the trump, the dealer), played days (the days without the hands after the last).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules_engine.military_whist.movement import ORDERS, PlannedHand, movement
from tournaments.formats.military_whist.kept import SheetSlip, plan_of
from tournaments.formats.military_whist.leader_movement import planned_hands
from tournaments.formats.slips import EventHead, Standing, TeamHead

OWN: Final = "own"
SAMPLE: Final = "sample"
RESTARTED: Final = "sample-restarted"
SHEET: Final = "sheet"
STOPPED: Final = "stopped"


def home_teams(head: EventHead) -> list[TeamHead]:
    """The teams in the order of their tables."""
    return [head.teams[table[0]] for table in head.rounds[0]]


def has_own_sheet(head: EventHead) -> bool:
    """Whether the leader moves the pairs by a sheet of his own."""
    return plan_of(head.planned)["moves"] not in ORDERS


def hands_planned(head: EventHead) -> int:
    return sum(map(sum, plan_of(head.planned)["days"]))


def stopped_after(head: EventHead, standing: Standing) -> int | None:
    """The last hand played, where the leader stopped play before the plan did."""
    slip = standing.get(STOPPED)
    return None if slip is None or slip["hand"] >= hands_planned(head) else int(slip["hand"])


def first_hands(head: EventHead) -> list[int]:
    """The number of the first hand of each day."""
    starts, first = [], 1
    for day in plan_of(head.planned)["days"]:
        starts.append(first)
        first += sum(day)
    return starts


def hands_of_days(head: EventHead, standing: Standing) -> list[range]:
    """The numbers of the hands of each day that is played at all."""
    stopped = stopped_after(head, standing)
    last = hands_planned(head) if stopped is None else stopped
    days = [
        range(first, min(first + sum(day) - 1, last) + 1)
        for first, day in zip(first_hands(head), plan_of(head.planned)["days"], strict=True)
    ]
    return [day for day in days if day]


def sheet_of(head: EventHead, standing: Standing) -> Sequence[PlannedHand] | None:
    """The line of every hand; None while the leader's own sheet is still to come."""
    if not has_own_sheet(head):
        plan = plan_of(head.planned)
        restarted = plan["pattern"] == RESTARTED
        return _movement(len(head.rounds[0]), hands_planned(head), plan["moves"], restarted)
    slip: SheetSlip | None = standing.get(SHEET)
    return None if slip is None else planned_hands(slip["lines"], len(head.rounds[0]))


@lru_cache(maxsize=32)
def _movement(tables: int, hands: int, moves: str, restarted: bool) -> tuple[PlannedHand, ...]:
    return movement(tables, hands, "spread" if moves == "spread" else "circle", restarted)
