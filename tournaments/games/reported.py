"""What was reported of a game's stanzas, which the floor above keeps.

Purpose: a ruling looks at what the scorekeeper wrote down of the same matter.
Terms: reader (gives the stanzas of a game as they were reported, by number, in the words of its format).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.events.models.event import Event
from tournaments.games.models import Game

Stanzas = Mapping[int, Mapping[str, Any]]
_readers: list[Callable[[Game], Stanzas]] = []


@dataclass(frozen=True, slots=True)
class Place:
    """A slip of an event: the name of its place, its title, and the numbers of the teams that sit there."""

    place: str
    title: str
    teams: tuple[int, ...]


_places: list[Callable[[Game], tuple[Place, ...]]] = []


def register_places(reader: Callable[[Game], tuple[Place, ...]]) -> None:
    """What knows the slips that are due; said again it is said once."""
    _places[:] = [reader]


def places_of(game: Game) -> tuple[Place, ...]:
    """The slips that are due in an event that is one game, in the order of play."""
    return _places[0](game) if _places else ()


@dataclass(frozen=True, slots=True)
class SlipsOfRounds:
    """By the number of a round of an event that is one game how many slips of it are needed and not handed in
    yet, and how many stand, those of no round under 0."""

    missing: Mapping[int, int] = field(default_factory=dict)
    handed_in: Mapping[int, int] = field(default_factory=dict)


_slips: list[Callable[[Event], SlipsOfRounds]] = []


def register_slips(reader: Callable[[Event], SlipsOfRounds]) -> None:
    """What knows the slips of an event; said again it is said once."""
    _slips[:] = [reader]


def slips_of_rounds(event: Event) -> SlipsOfRounds:
    """How many slips of its rounds are handed in, and how many are missing."""
    return _slips[0](event) if _slips else SlipsOfRounds()


_open_errors: list[Callable[[Collection[int]], Mapping[int, int]]] = []


def register_open_errors(reader: Callable[[Collection[int]], Mapping[int, int]]) -> None:
    """What knows the errors of reports that nobody has settled; said again it is said once."""
    _open_errors[:] = [reader]


def open_errors_of(games: Collection[int]) -> Mapping[int, int]:
    """By game how many errors of its report stand open; a game with none may be left out."""
    return _open_errors[0](games) if _open_errors else {}


def register(reader: Callable[[Game], Stanzas]) -> None:
    """Have this reader asked from now on, in place of any before."""
    _readers[:] = [reader]


def reported_stanzas(game: Game) -> Stanzas:
    """The stanzas as reported last, without what was amended since. None where nothing is reported."""
    return _readers[0](game) if _readers else {}


def stanzas_begun(game: Game, reported: Stanzas) -> set[int]:
    """In which something can have happened: those reported, and the one that is played now or next."""
    runs = game.state in Game.RUNNING
    return {*reported, *([game.stanzas_played + 1] if runs else [])}
