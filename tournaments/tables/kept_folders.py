"""The folders of the tables in play, kept in this process from one stanza to the next.

Purpose: of all that is recorded of a game, a stanza changes three rows; the other hundred are read once.
Invariants: a kept folder is given out only where the database says that nothing in it has changed. The rows
of the games are read each time; `_MARKS` tell of everything else but stanzas and sheets, which nobody writes
without counting up the revision of a game of the family. What is given out is the caller's alone until it is
kept again, which is after its transaction. No more than `MOST` folders are kept.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from sanctioning.clubs.models import Club
from sanctioning.kit.row_marks import Marks, MarksOf
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, RuleSet
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.sanctions.models import Sanction
from tournaments.events.addresses import GameLabel
from tournaments.events.models.event import Event
from tournaments.games.game_families import family_of, rows_of_family, with_games_now
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.revisions import told_of
from tournaments.justice.rulings.models import Amendment
from tournaments.tables.game_folders import GameFolder, folder_of, sheets_in, with_later_versions
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.stay import Stay

MOST: Final = 256
STAYS: Final = "stays"
Address = tuple[str, GameLabel]


def current_folder(game: Game, *, event: Event | None = None, lock: bool = False) -> GameFolder:
    """All that is recorded of a game, under the locks of its family or not, of which only as much is read as
    has changed since it was kept. The `event` may be at hand as in `family_of`."""
    kept = _KEPT.take(game.pk)
    rows = rows_of_family(game, lock=lock) if kept or lock else []
    marks = _marks_of(game)
    if kept is None or kept.marks != marks:
        family = family_of(game, event=event, with_sheets=True)
        return folder_of(family, game, sheets_in(family), marks)
    if kept.family.rows == rows:
        return kept
    return with_later_versions(kept, with_games_now(kept.family, game))


def keep(folder: GameFolder) -> None:
    """For the next who asks, once what was written in it is committed."""
    if folder.marks is None or transaction.get_connection().in_atomic_block:
        return
    players = [player.person for player in folder.family.players]
    marked = {person.pk for person in players} | {person.identity.pk for person in players}
    if all(version.reporter_id in marked for version in folder.sent.values()):
        # Copied, since both keep what follows from how far the games were.
        _KEPT.put(replace(folder, family=replace(folder.family)))


def with_stays(folder: GameFolder, stays: list[Stay]) -> GameFolder:
    """The folder with stays that the caller has just begun in it. One query where it is marked."""
    family = replace(folder.family, stays=(*folder.family.stays, *stays))
    of_stays = _MARKS_OF_STAYS(folder.game.event_id, folder.game.number) if folder.marks is not None else None
    marks = _but_stays(folder.marks) | of_stays if folder.marks is not None and of_stays is not None else None
    return replace(folder, family=family, marks=marks, ahead=())


def told_of_table(game: Game, marks: Marks | None) -> str:
    """Another word after every change that somebody at the table would see, a name or the event as well."""
    if marks is None:
        return told_of(game)
    digest = hashlib.sha256("".join(sorted(mark for _of, mark in marks)).encode()).hexdigest()
    return f"{told_of(game)}-{digest[:16]}"


def told_now(game: Game) -> str:
    """What a pad that has heard everything was told last; of a game that was just read. One query."""
    return told_of_table(game, _marks_of(game))


def game_kept_at(address: Address) -> int | None:
    """The key of the game at an address, which never changes, if this process keeps its table."""
    return _KEPT.games.get(address)


class _KeptFolders:
    """What is kept, the longest unused first."""

    def __init__(self) -> None:
        self._folders: OrderedDict[int, GameFolder] = OrderedDict()
        self._lock = Lock()
        self.games: dict[Address, int] = {}

    def take(self, game: int) -> GameFolder | None:
        with self._lock:
            return self._folders.pop(game, None)

    def put(self, folder: GameFolder) -> None:
        with self._lock:
            self._folders.pop(folder.game.pk, None)
            self._folders[folder.game.pk] = folder
            self.games[_address_of(folder)] = folder.game.pk
            if len(self._folders) > MOST:
                _, unused = self._folders.popitem(last=False)
                self.games.pop(_address_of(unused), None)


def _address_of(folder: GameFolder) -> Address:
    game = folder.game
    return game.event.slug, GameLabel(game.number, game.group)


def _marks_of(game: Game) -> Marks | None:
    return _MARKS(game.event_id, game.number)


def _but_stays(marks: Marks) -> Marks:
    return frozenset(mark for mark in marks if mark[0] != STAYS)


def _rows_of_stays(event: int, number: int) -> dict[str, QuerySet[Any]]:
    return {STAYS: Stay.objects.filter(player__game__event=event, player__game__number=number)}


def _rows(event: int, number: int) -> dict[str, QuerySet[Any]]:
    """All rows that a folder holds but games, stanzas, sheets, and reporters who do not play."""
    of_game = {"game__event": event, "game__number": number}
    played = {f"played__{path}": key for path, key in of_game.items()}
    ruled = {"games__event": event, "games__number": number}
    return {
        "players": GamePlayer.objects.filter(**of_game),
        **_rows_of_stays(event, number),
        "authorisations": Authorisation.objects.filter(**of_game),
        "amendments": Amendment.objects.standing().filter(**of_game),
        "people": Person.objects.filter(**played),
        "private": PrivateData.objects.filter(**{f"person__{path}": key for path, key in played.items()}),
        "kept": Person.objects.filter(**{f"merged__{path}": key for path, key in played.items()}),
        "kept private": PrivateData.objects.filter(
            **{f"person__merged__{path}": key for path, key in played.items()}
        ),
        "terms": Appointment.objects.filter(**ruled),
        "executors": Person.objects.filter(**{f"appointments__{path}": key for path, key in ruled.items()}),
        "event": Event.objects.filter(pk=event),
        "club": Club.objects.filter(events=event),
        "sanction": Sanction.objects.filter(event=event),
        "level": Level.objects.filter(sanctions__event=event),
        "type": EventType.objects.filter(sanctions__event=event),
        "articles": Articles.objects.filter(sanctions__event=event),
        "rules": RuleSet.objects.filter(sanctions__event=event),
    }


_KEPT: Final = _KeptFolders()
_MARKS: Final = MarksOf(_rows)
_MARKS_OF_STAYS: Final = MarksOf(_rows_of_stays)
