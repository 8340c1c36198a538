"""The made-up people and clubs of the demo season (data/people.toml).

Terms: strength (how often somebody comes out ahead; the cards are random all the same).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scoring.demo.facts import read_facts


@dataclass(frozen=True, slots=True)
class DemoClub:
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class DemoLogin:
    role: str
    email: str
    may: str


def _named(name: str) -> tuple[str, str]:
    given, family = name.split(" ", 1)
    return given, family


_facts = read_facts("people")
PASSWORD: str = _facts["password"]
CLUBS = tuple(DemoClub(**club) for club in _facts["clubs"])
MANAGING_EXECUTOR = _named(_facts["managing_executor"])
REGISTRAR = _named(_facts["registrar"])
EXECUTORS, DIRECTORS, OFFICERS, PLAYERS = (
    tuple(_named(name) for name in _facts[role]) for role in ("executors", "directors", "officers", "players")
)
LOGINS = tuple(DemoLogin(**login) for login in _facts["logins"])


def strength(index: int) -> float:
    """The first in the list are the ones to beat."""
    return 2.5 - 3.0 * math.sqrt(index / len(PLAYERS))
