"""How the teams of an event stand, where one game is the whole event: while it is played, and as its result.

Invariants: board, event page, game page and API have the same lines; once a result is certified its places
stand, with who won what; a constant number of queries, however many teams.
Terms: figures (what the format shows of a team, one for each column), decided (a line has the place of the
certified result).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Protocol

from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.slips.event_folders import EventFolder, folder_of


class Placed(Protocol):
    """What is needed of one player's place in a certified game."""

    @property
    def place(self) -> int: ...
    @property
    def shared(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def number(self) -> str: ...
    @property
    def record_id(self) -> str: ...
    @property
    def points(self) -> Decimal: ...
    @property
    def blue(self) -> Decimal: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamColumn:
    """`meaning` is empty where the title says all."""

    title: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPlayer:
    """A player of a team in a certified result, with the points won."""

    name: str
    number: str
    points: Decimal
    blue: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """`place` is 0 while there is none; `players` stand only in a certified result."""

    place: int
    shared: bool
    number: int
    name: str
    figures: tuple[int | None, ...]
    players: tuple[PlacedPlayer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBoard:
    """`notes` are sentences: what decided between equals, who goes on."""

    columns: tuple[TeamColumn, ...]
    lines: tuple[TeamPlace, ...]
    notes: tuple[str, ...]

    @property
    def rows(self) -> Iterator[tuple[TeamPlace, tuple[tuple[TeamColumn, int | None], ...]]]:
        """Each line, and beside it its figures with their columns."""
        return ((line, tuple(zip(self.columns, line.figures, strict=True))) for line in self.lines)


def team_board(folder: EventFolder, check: KeptCheck | None = None) -> TeamBoard:
    """How the teams stand in the game of an event, by the check of its slips or by another one of it."""
    board = folder.slipping.board(folder.head, folder.standing, check or folder.check)
    places = Counter(line.place for line in board.lines)
    return TeamBoard(
        columns=tuple(
            TeamColumn(title=str(column.title), meaning=str(column.meaning)) for column in board.columns
        ),
        lines=tuple(
            TeamPlace(
                place=line.place,
                shared=bool(line.place) and places[line.place] > 1,
                number=line.team,
                name=folder.head.teams[line.team].name,
                figures=line.figures,
            )
            for line in board.lines
        ),
        notes=tuple(map(str, board.notes)),
    )


def result_board(game: Game, report: Report | None, placings: Iterable[Placed] = ()) -> TeamBoard | None:
    """The same by the report that stands, with the places and points of its certified result; None before
    anything is reported, and where a game is one table. Queries of a folder."""
    if report is None or not format_named(game.event.format).hands_in_slips:
        return None
    folder = folder_of(game)
    return _with_result(folder, team_board(folder, report.check_document), tuple(placings))


def _with_result(folder: EventFolder, board: TeamBoard, placings: tuple[Placed, ...]) -> TeamBoard:
    """The lines with who played and what was won, in the order of the places that are certified."""
    team_at = {player: team.number for team in folder.head.teams.values() for player in team.everybody}
    of_team: dict[int, list[Placed]] = {}
    for placing in placings:
        if placing.record_id in team_at:
            of_team.setdefault(team_at[placing.record_id], []).append(placing)
    lines = [_decided(line, of_team.get(line.number, ())) for line in board.lines]
    return replace(board, lines=tuple(sorted(lines, key=lambda line: line.place)))


def _decided(line: TeamPlace, placings: Iterable[Placed]) -> TeamPlace:
    placings = tuple(placings)
    if not placings:
        return line
    return replace(
        line,
        place=placings[0].place,
        shared=placings[0].shared,
        players=tuple(
            PlacedPlayer(name=placing.name, number=placing.number, points=placing.points, blue=placing.blue)
            for placing in placings
        ),
    )
