"""What was reported of a game's stanzas, which the floor above keeps.

Purpose: a ruling looks at what the scorekeeper wrote down of the same matter.
Terms: reader (gives the stanzas of a game as they were reported, by number, in the words of its format).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event, Game

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


_missing: list[Callable[[Event], Mapping[int, int]]] = []


def register_missing(reader: Callable[[Event], Mapping[int, int]]) -> None:
    """What knows the slips that are not handed in yet; said again it is said once."""
    _missing[:] = [reader]


def missing_of_rounds(event: Event) -> Mapping[int, int]:
    """How many slips of each round of an event, by its number, are needed and not handed in yet."""
    return _missing[0](event) if _missing else {}


_handed_in: list[Callable[[Event], Mapping[int, int]]] = []


def register_handed_in(reader: Callable[[Event], Mapping[int, int]]) -> None:
    """What knows the slips that were handed in; said again it is said once."""
    _handed_in[:] = [reader]


def handed_in_of_rounds(event: Event) -> Mapping[int, int]:
    """How many slips of each round of an event, by its number, were handed in; 0 counts those of no round."""
    return _handed_in[0](event) if _handed_in else {}


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
