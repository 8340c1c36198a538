"""What a format is: the functions by which the house asks the law about one game.

Purpose: the floors above know no game by name; a format brings its engine.
Terms: check (what the engine answers about a record), final (everyone's final score, extrapolation
included), own player-hands (those of this game, without what a parent carried over).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    code: str
    severity: str
    stanza: int | None
    trick: int | None
    player: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stanza:
    """One stanza: as reported, and what the rules make of it."""

    number: int
    body: dict[str, Any]
    outcome: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    place: int
    player: str
    score: int
    extrapolated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCheck:
    document: dict[str, Any]
    players: tuple[str, ...]
    planned: Mapping[str, Any] | None
    findings: tuple[Finding, ...]
    stanzas: tuple[Stanza, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What certification needs of a check that was kept as a document; `players` are all who took part."""

    ranking: tuple[Ranked, ...]
    player_hands: int
    own_player_hands: int
    stanzas: int
    players: int


Endings = tuple[Finding, ...]
"""What is wrong with how a game ended: its plan, its record, until when and when each stanza ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    slug: str
    title: str
    check: Callable[[bytes], GameCheck]
    result: Callable[[Mapping[str, Any], Mapping[str, Any]], Result]
    read_plan: Callable[[Mapping[str, Any]], None]
    ending: Callable[
        [Mapping[str, Any], Mapping[str, Any], dt.datetime | None, Sequence[dt.datetime]], Endings
    ]
