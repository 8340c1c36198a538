"""The calendar of the demo season: twelve events played from November 2024 to November 2026, two to come.

Terms: tables (players at each table, in each round), lively (how often things go wrong, 0 to 1).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from scoring.demo.facts import read_facts

FOUNDED = dt.date(2024, 8, 1)

Story = Literal["samples", "settled", "corrected", "unfinished", ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoEvent:
    name: str
    club: int
    day: dt.date
    level: str
    type: str
    place: str
    tables: tuple[int, ...]
    rounds: int
    stanzas: int
    lively: float = 0.0
    comings: bool = False
    story: Story = ""
    time_zone: str = "Europe/London"
    description: str = ""
    played: bool = True
    granted: bool = True


EVENTS = tuple(
    DemoEvent(**{**event, "tables": tuple(event["tables"])}) for event in read_facts("season")["events"]
)
