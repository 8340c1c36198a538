"""Events of Military Whist without a database: a head, and what the engine made as slips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.military_whist.rotation import LETTERS
from tournaments.formats.slips import EventHead, TeamHead

Slips = dict[str, Mapping[str, Any]]


def head_of(tables: int, days: Sequence[Sequence[int]], **planned: Any) -> EventHead:
    """An event of so many teams, each at the table of its number."""
    plan = {
        "level": "open",
        "days": [list(day) for day in days],
        "moves": "circle",
        "pattern": "sample",
        **planned,
    }
    numbers = range(1, tables + 1)
    teams = {
        number: TeamHead(
            number=number,
            name=f"Team {number}",
            players={letter: f"t{number:02d}{letter.lower()}" for letter in LETTERS},
            facts={},
        )
        for number in numbers
    }
    rounds = (tuple((number,) for number in numbers),)
    return EventHead(id="evening", ruleset="alberta-55-plus", planned=plan, teams=teams, rounds=rounds)


def slips_of(record: Mapping[str, Any]) -> Slips:
    """The slips that tell what a record of the engine tells, but for its play-offs."""
    slips: Slips = {}
    hand, loan = 0, 0
    for number, day in enumerate(record["days"], start=1):
        for when in ("before", "after"):
            for table, flags in enumerate(day[when], start=1):
                slips[f"d{number}-{when}-{table}"] = {"flags": flags}
        for played in day.get("hands", ()):
            hand += 1
            slips |= _hand(hand, played)
        for kind, field in (("lent", "loans"), ("returned", "returns")):
            for slip in day.get(field, ()):
                loan += 1
                slips[f"loan-{loan}"] = {"kind": kind, **slip}
    return slips


def _hand(number: int, played: Mapping[str, Any]) -> Slips:
    slips: Slips = {}
    for table, (visitors, home) in enumerate(played["tricks"], start=1):
        there = [incident for incident in played.get("incidents", ()) if incident["table"] == table]
        slip = {"visitors": visitors, "home": home, "flags": played["won"][table - 1]}
        for side in ("visitors", "home"):
            revokes = sum(incident["kind"] == "revoke" and incident["by"] == side for incident in there)
            slip |= {f"revokes_{side}": revokes} if revokes else {}
        others = [incident["kind"] for incident in there if incident["kind"] != "revoke"]
        slips[f"h{number}-t{table}"] = {**slip, **({"incident": others[0]} if others else {})}
    return slips
