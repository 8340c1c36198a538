"""Single slips of a pen that look like several faults, each put in somewhere in an event of Military Whist:
one finding, whatever is told of its games. Each returns the codes that may name it, None where there was
nothing to do.
"""

from random import Random
from typing import Any

from tests.rules_engine.military_whist.mutations import Spoiler
from tests.rules_engine.records import Json


def totals_exchanged(record: Json, random: Random) -> set[str] | None:
    return {"total"} if "totals" in record and _exchange(record["totals"], random) else None


def scores_of_a_day_exchanged(record: Json, random: Random) -> set[str] | None:
    day = random.choice(record["days"])
    return {"day-score"} if "scores" in day and _exchange(day["scores"], random) else None


def loan_lost(record: Json, random: Random) -> set[str] | None:
    """It shows where the table pays more than it had, where it returns the flags, or in the last count."""
    return {"loan-missing", "return-unfounded", "count-after"} if _lose(record, "loans", random) else None


def return_lost(record: Json, random: Random) -> set[str] | None:
    return {"loan-unneeded", "flags-won", "count-after"} if _lose(record, "returns", random) else None


def loan_of_a_flag_too_many(record: Json, random: Random) -> set[str] | None:
    lendings = _lendings(record, "loans")
    if not lendings:
        return None
    random.choice(random.choice(lendings))["flags"] += 1
    return {"loan-unneeded", "flags-won", "count-after"}


def _lose(record: Json, which: str, random: Random) -> bool:
    """One of the loans or returns of a day; whether there was any."""
    lendings = _lendings(record, which)
    if lendings:
        of_a_day = random.choice(lendings)
        of_a_day.pop(random.randrange(len(of_a_day)))
    return bool(lendings)


def _lendings(record: Json, which: str) -> list[list[Json]]:
    return [day[which] for day in record["days"] if day.get(which)]


def _exchange(values: list[Any], random: Random) -> bool:
    at, to = random.sample(range(len(values)), 2)
    values[at], values[to] = values[to], values[at]
    return bool(values[at] != values[to])


SLIPS: list[Spoiler] = [
    *(totals_exchanged, scores_of_a_day_exchanged),
    *(loan_lost, return_lost, loan_of_a_flag_too_many),
]
