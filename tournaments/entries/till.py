"""What the till of an event holds beside entry fees, and whose entry fee stays in it.

Purpose: a side pot of a game, and a rule by which nothing is refunded, follow from what the tables reported,
which the floor above keeps.
Terms: kept (an entry fee that was paid and is not given back: the rule and the sentence, by member number).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.events.models.event import Event

Bar = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Till:
    lines: tuple[str, ...] = ()
    kept: Mapping[str, Bar] = field(default_factory=dict)


_readers: list[Callable[[Event], Till]] = []


def register(reader: Callable[[Event], Till]) -> None:
    """Have this reader asked from now on, in place of any before."""
    _readers[:] = [reader]


def till_of(event: Event) -> Till:
    """Nothing where the game of the event has no such thing."""
    return _readers[0](event) if _readers else Till()
