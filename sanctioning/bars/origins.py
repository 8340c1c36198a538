"""What imposed a bar: a registry to which the layer that keeps votes and cases adds what it knows.

Invariants: each source asks a constant number of queries, however many bars; a bar of which no source knows
was imposed at the Managing Executor's desk. It is for whoever sees every vote and case; nobody else is told.
Terms: origin (the vote or the case, with its page), source (gives the origins of bars, by their keys).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sanctioning.kit.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class BarOrigin:
    name: str
    path: str


Source = Callable[[Sequence[int]], Mapping[int, BarOrigin]]
BAR_ORIGINS: Registry[Source] = Registry("what imposed a bar")


def origins_of(bars: Sequence[int]) -> dict[int, BarOrigin]:
    """By the key of the bar, where a source knows it."""
    return {bar: origin for source in BAR_ORIGINS.values() for bar, origin in source(bars).items()}
