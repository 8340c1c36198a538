"""The director's floor of Columbus Whist: the game in play, its five minutes, and what is still to come.

Rule section: 2 (six games), 10 (seated in five minutes), 41 (both teams sign).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.columbus_whist.game import SECONDS_ALLOWED
from sanctioning.kit.clock import moment
from tournaments.formats.columbus_whist.games import place, start
from tournaments.formats.columbus_whist.plan import games_of_plan
from tournaments.formats.columbus_whist.record import pot_so_far
from tournaments.formats.display.countdowns import Countdown
from tournaments.formats.display.registry import FLOORS, FormatFloor
from tournaments.formats.lateness import BEGINS
from tournaments.slips.event_folders import EventFolder

ALLOWED = dt.timedelta(seconds=SECONDS_ALLOWED)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSheet:
    place: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorsFloor:
    """`games` are those of the plan, or as many as are seated beyond them; `playing` is true until every
    sheet of the game in play is in; `begins` is the field by which he begins it, "" once he has; `five` are
    the minutes since then, `coming` are sheets not handed in, `unsigned` those that the other team has not
    signed, both of all games."""

    game: int
    games: int
    playing: bool
    begins: str
    five: Countdown | None
    coming: Sequence[OpenSheet]
    unsigned: Sequence[OpenSheet]
    pot: str
    runs: bool


def floor_facts(folder: EventFolder, runs: bool, now: dt.datetime | None = None) -> DirectorsFloor:
    """The floor as it stands. One query, for the check of the event so far."""
    now = moment(now)
    game = len(folder.head.rounds)
    started = folder.slips.get(start(game))
    in_play = sheets_of(game, folder) if folder.is_running else ()
    return DirectorsFloor(
        game=game,
        games=max(game, games_of_plan(folder.head.planned)),
        playing=any(sheet.place in in_play for sheet in folder.missing),
        begins="" if started else f"{start(game)}:{BEGINS}",
        five=Countdown(ends=started.received_at + ALLOWED, now=now) if started else None,
        coming=[OpenSheet(place=sheet.place, title=str(sheet.title)) for sheet in folder.missing],
        unsigned=[
            OpenSheet(place=sheet.place, title=f"{sheet.phase}, {sheet.title}") for sheet in folder.unsigned
        ],
        pot=pot_so_far(folder.head, folder.standing, folder.check),
        runs=runs,
    )


def sheets_of(game: int, folder: EventFolder) -> frozenset[str]:
    """The places of the sheets of a game."""
    return frozenset(place(game, table) for table in range(1, len(folder.head.rounds[game - 1]) + 1))


FLOORS.register(
    "columbus-whist", FormatFloor(template="tournaments/formats/columbus_whist/floor.html", read=floor_facts)
)
