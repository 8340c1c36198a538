"""The calendar of the demo season: twelve events played from November 2024 to November 2026, two to come.

Terms: tables (players at each table, in each round), lively (how often things go wrong, 0 to 1).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Literal

FOUNDED = dt.date(2024, 8, 1)
ROSTERS_PUBLISHED = {dt.date(2025, 11, 15): dt.date(2025, 11, 20), dt.date(2026, 5, 15): dt.date(2026, 5, 19)}
ROSTER_COMPILED = (dt.date(2026, 11, 15), dt.date(2026, 11, 16))

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
    played: bool = field(default=True)
    granted: bool = field(default=True)


EVENTS = (
    DemoEvent(
        name="Wetherby Opening 2024",
        club=0,
        day=dt.date(2024, 11, 16),
        level="open",
        type="club-game",
        place="Town Hall, Wetherby",
        tables=(3, 4, 8, 10, 7),
        rounds=1,
        stanzas=0,
        story="samples",
        description="The first sanctioned evening: five tables from three to ten players.",
    ),
    DemoEvent(
        name="Ludlow Members' Evening 2025",
        club=1,
        day=dt.date(2025, 1, 18),
        level="restricted",
        type="club-game",
        place="Assembly Rooms, Ludlow",
        tables=(5, 6),
        rounds=2,
        stanzas=10,
        lively=0.3,
        description="For members of the Ludlow Card Circle.",
    ),
    DemoEvent(
        name="Whitstable Spring Open 2025",
        club=2,
        day=dt.date(2025, 3, 15),
        level="open",
        type="tournament",
        place="The Horsebridge, Whitstable",
        tables=(5, 5, 6, 7),
        rounds=2,
        stanzas=12,
        lively=0.4,
        comings=True,
        story="settled",
    ),
    DemoEvent(
        name="May Special 2025",
        club=0,
        day=dt.date(2025, 5, 3),
        level="special-event",
        type="tournament",
        place="Town Hall, Wetherby",
        tables=(6, 7, 8, 8),
        rounds=3,
        stanzas=11,
        lively=0.2,
        comings=True,
    ),
    DemoEvent(
        name="Ludlow Summer Tables 2025",
        club=1,
        day=dt.date(2025, 7, 12),
        level="restricted",
        type="tournament",
        place="Castle Green, Ludlow",
        tables=(4, 4, 5),
        rounds=2,
        stanzas=13,
        story="corrected",
    ),
    DemoEvent(
        name="Bruges Visit 2025",
        club=2,
        day=dt.date(2025, 9, 20),
        level="open",
        type="tournament",
        place="Halletoren, Bruges",
        tables=(6, 6, 7),
        rounds=2,
        stanzas=12,
        lively=0.3,
        time_zone="Europe/Brussels",
        description="The society's yearly visit across the water.",
    ),
    DemoEvent(
        name="Series Playoff and Consolation 2025",
        club=0,
        day=dt.date(2025, 11, 8),
        level="series-playoff-consolation",
        type="tournament",
        place="Town Hall, Wetherby",
        tables=(7, 7, 8),
        rounds=3,
        stanzas=12,
        lively=0.2,
    ),
    DemoEvent(
        name="Ludlow Winter Open 2026",
        club=1,
        day=dt.date(2026, 1, 24),
        level="open",
        type="club-game",
        place="Assembly Rooms, Ludlow",
        tables=(5, 6, 6),
        rounds=2,
        stanzas=12,
        lively=0.5,
        comings=True,
    ),
    DemoEvent(
        name="Equinox Special 2026",
        club=2,
        day=dt.date(2026, 3, 14),
        level="special-event",
        type="tournament",
        place="The Horsebridge, Whitstable",
        tables=(6, 7, 7, 9),
        rounds=3,
        stanzas=10,
        lively=0.2,
        comings=True,
    ),
    DemoEvent(
        name="Wetherby Spring Open 2026",
        club=0,
        day=dt.date(2026, 5, 2),
        level="open",
        type="tournament",
        place="Town Hall, Wetherby",
        tables=(5, 5, 6, 6),
        rounds=2,
        stanzas=12,
        lively=0.3,
    ),
    DemoEvent(
        name="Ludlow Summer Special 2026",
        club=1,
        day=dt.date(2026, 8, 22),
        level="special-event",
        type="club-game",
        place="Castle Green, Ludlow",
        tables=(6, 7, 8),
        rounds=2,
        stanzas=11,
        lively=0.3,
        comings=True,
    ),
    DemoEvent(
        name="Series Playoff and Consolation 2026",
        club=0,
        day=dt.date(2026, 11, 7),
        level="series-playoff-consolation",
        type="tournament",
        place="Town Hall, Wetherby",
        tables=(7, 8, 8),
        rounds=3,
        stanzas=12,
        lively=0.3,
        story="unfinished",
        description="The last four games are still on the desks of players, director and executor.",
    ),
    DemoEvent(
        name="Whitstable Christmas Tables 2026",
        club=2,
        day=dt.date(2026, 12, 12),
        level="open",
        type="club-game",
        place="The Horsebridge, Whitstable",
        tables=(6, 6, 6),
        rounds=1,
        stanzas=12,
        played=False,
    ),
    DemoEvent(
        name="Wetherby Winter Special 2027",
        club=0,
        day=dt.date(2027, 1, 23),
        level="special-event",
        type="tournament",
        place="Town Hall, Wetherby",
        tables=(7, 7, 7),
        rounds=2,
        stanzas=12,
        played=False,
        granted=False,
        description="Waiting for its sanction.",
    ),
)
