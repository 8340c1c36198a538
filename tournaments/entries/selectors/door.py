"""The lists at the door, narrowed by what somebody types or scans.

Terms: words (those by which somebody is found: of name, number and club, as `kept_words` has them), nearest
(whose words are spelt like what was typed, where nobody has them all).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.db.models.functions import Coalesce

from sanctioning.identity.found_by import kept_words, words_sought
from sanctioning.people_search.spelling import NEAR, likeness
from tournaments.entries.selectors.entries import CameTogether, EntryLine, EntryList
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.selectors.seats import seats_at

SHORTEST: Final = 3
"""Letters from which on a word may be misspelt."""


class DoorLine(NamedTuple):
    """An entry with the words by which it is found, and the game at whose table they sit."""

    line: EntryLine
    words: str
    sits_at: Game | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorLists:
    """Whoever was found, by what has become of their entry."""

    missing: tuple[DoorLine, ...]
    here: tuple[DoorLine, ...]
    waiting: tuple[DoorLine, ...]
    gone: tuple[DoorLine, ...]
    nearest: bool
    came_together: CameTogether | None

    @property
    def nobody(self) -> bool:
        return not (self.missing or self.here or self.waiting or self.gone)

    @property
    def all_seated(self) -> bool:
        """Whether everybody who is here sits at a table, so that the evening goes on on the floor."""
        return bool(self.here) and all(line.sits_at for line in self.here)

    @property
    def undoable(self) -> CameTogether | None:
        """The latest step by which several were checked in, until one of them sits at a table."""
        step = self.came_together
        if step is None or any(line.sits_at for line in self.here if line.line.came_at == step.at):
            return None
        return step


def door_lists(event: Event, entries: EntryList, text: str) -> DoorLists:
    """Everybody who has all the words of the text, whatever has become of their entry. One query, two where
    each table is a game."""
    identities = event.entries.annotate(identity=Coalesce("person__merged_into", "person"))
    of_person = {
        entry: (club or "", identity)
        for entry, club, identity in identities.values_list("pk", "person__home_club__name", "identity")
    }
    seats = seats_at(event) if format_named(event.format).players_come_and_go else {}
    everybody = (*entries.entered, *entries.waiting, *entries.gone)
    words_of = {line.id: f"{line.words}{kept_words(of_person[line.id][0])}" for line in everybody}
    words = words_sought(text)
    found = {entry for entry, own in words_of.items() if all(_has(own, word) for word in words)}
    near = set() if found else {entry for entry, own in words_of.items() if _is_near(words, own)}

    def those(lines: Iterable[EntryLine]) -> tuple[DoorLine, ...]:
        return tuple(
            DoorLine(line, words_of[line.id], seats.get(of_person[line.id][1]))
            for line in lines
            if line.id in found | near
        )

    return DoorLists(
        missing=those(line for line in entries.entered if not line.present),
        here=those(line for line in entries.entered if line.present),
        waiting=those(entries.waiting),
        gone=those(entries.gone),
        nearest=bool(near),
        came_together=entries.came_together,
    )


def narrowed(entries: EntryList, text: str) -> EntryList:
    """Only those who have all the words of the text in their name or number; all sums stay."""
    sought = words_sought(text)

    def those(lines: Iterable[EntryLine]) -> tuple[EntryLine, ...]:
        return tuple(line for line in lines if all(_has(line.words, word) for word in sought))

    return replace(
        entries, entered=those(entries.entered), waiting=those(entries.waiting), gone=those(entries.gone)
    )


def _has(own: str, word: str) -> bool:
    """Digits are sought from the beginning of a number."""
    return (f" {word}" if word.isdecimal() else word) in own


def _is_near(words: Sequence[str], own: str) -> bool:
    may_be_misspelt = bool(words) and all(len(word) >= SHORTEST and not word.isdecimal() for word in words)
    return may_be_misspelt and likeness(words, own.split()) >= NEAR
