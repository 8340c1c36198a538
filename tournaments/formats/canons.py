"""Canons: what a game's own book lays down for conduct, violation by violation, as data.

Purpose: a format that has canons names them here, with functions of its engine; the site keeps each
violation of a player with the step that it brought, and holds him to a suspension at his next entry.
Terms: canon (one kind of violation), step (what a violation brings), ladder (the steps in order), choice
(what the Director decides where a step leaves it to him), suspended (sits out the next event of the same game
that he enters), across (counted from event to event).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.formats.fields import Said
from tournaments.formats.slips import EventHead

NOTHING: Final = "nothing"
FORFEIT: Final = "forfeit"
EXCLUDE: Final = "exclude"


class Violated(NamedTuple):
    """A violation: of whom, of which kind, in which event."""

    player: str
    kind: str
    tournament: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Canon:
    """`words` are what the book asks for, in a sentence."""

    kind: str
    title: Said
    words: Said
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CanonStepKind:
    """What a step does by itself, and between which choices the Director decides."""

    title: Said
    forfeits: bool = False
    suspends: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Canons:
    """`earlier` counts the violations before one that count with it, `step` is what comes after so many;
    `suspended_from` gives, of the events that a player entered or wished to in the order of their days, those
    that he sits out, and how many he still has to. `games` are the rounds of an event and the stages that
    count on after them, by name; none before a round is confirmed."""

    canons: tuple[Canon, ...]
    steps: Mapping[str, CanonStepKind]
    earlier: Callable[[Violated, Sequence[Violated]], int]
    step: Callable[[str, int], str]
    suspended_from: Callable[[str, Sequence[Violated], Sequence[str]], tuple[tuple[str, ...], int]]
    games: Callable[[EventHead], Sequence[Said]]

    def canon(self, kind: str) -> Canon | None:
        return next((canon for canon in self.canons if canon.kind == kind), None)

    @property
    def suspending(self) -> tuple[str, ...]:
        """The steps that suspend."""
        return tuple(name for name, kind in self.steps.items() if kind.suspends)
