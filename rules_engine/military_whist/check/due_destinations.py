"""Where the pairs go in each hand by the plan of an event of Military Whist."""

from collections.abc import Sequence

from rules_engine.military_whist.movement import circle, destinations, spread
from rules_engine.military_whist.record import Record
from rules_engine.military_whist.rotation import turn

Due = Sequence[tuple[int, ...]] | None
"""The destinations due in each hand by the sheet; None where that is the leader's own."""


def due_in(record: Record) -> Due:
    """The destinations due in each hand that an event has by its plan."""
    order = record.moves
    if order is None:
        return None
    tables = len(record.teams)
    hands = sum([sum(day.sessions) for day in record.days])
    if order == "circle":
        return [destinations(tables, move) for move in circle(tables, hands)]
    if record.pattern == "own":
        return None
    restarted = record.pattern == "sample-restarted"
    trumps = [turn(number, restarted).trump for number in range(1, hands + 1)]
    return [destinations(tables, move) for move in spread(tables, trumps)]
