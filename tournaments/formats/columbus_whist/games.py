"""The games of an event by their places, and what their sheets tell.

Rule section: 5 (who leaves), readings 10 and 11.
Terms: gone (a team of which a player left with nobody to stand in; its later games are forfeited and have
no sheet), sits out (a team alone at its table, since the number of teams is odd).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules_engine.columbus_whist.document import GameDocument, LeaverDocument
from tournaments.formats.columbus_whist.advancing import numbered
from tournaments.formats.columbus_whist.plan import games_of_plan
from tournaments.formats.columbus_whist.sheets.games import CONDUCT, GameSheet
from tournaments.formats.slips import EventHead, Standing

AT_A_TABLE: Final = 2
OF_A_GAME: Final = re.compile(r"g(\d+)-t(\d+)")
Played = tuple[int, int, tuple[int, int]]
"""The round and table of a game, and its two teams."""


def place(round_number: int, table: int) -> str:
    return f"g{round_number}-t{table}"


def start(round_number: int) -> str:
    """Where the director says that the game begins."""
    return f"g{round_number}-start"


def games(head: EventHead) -> Iterator[Played]:
    """Every game of the rounds that are seated."""
    for number, tables in enumerate(head.rounds, start=1):
        for table, teams in enumerate(tables, start=1):
            if len(teams) == AT_A_TABLE:
                yield number, table, (teams[0], teams[1])


def games_of(head: EventHead, teams: Collection[int]) -> list[Played]:
    """Every game in which one of these teams plays."""
    return [game for game in games(head) if not set(teams).isdisjoint(game[2])]


def with_a_sheet(
    head: EventHead, standing: Standing, of_them: Sequence[Played] | None = None
) -> Iterator[Played]:
    """The games that are played, of all or `of_them`: all so far of two teams."""
    played = list(games(head)) if of_them is None else of_them
    left = {leaver["team"]: leaver["round"] for leaver in left_in_a_game(head, standing, played)}
    at = numbered(head)
    for number, table, teams in played:
        if all(number <= left.get(at[team], number) and not is_gone(head, team, number) for team in teams):
            yield number, table, teams


def is_gone(head: EventHead, team: int, number: int) -> bool:
    """Whether a team had gone before a round."""
    left = head.teams[team].left
    return left is not None and number > left.after


def left_in_a_game(head: EventHead, standing: Standing, played: Iterable[Played]) -> list[LeaverDocument]:
    """Who left in a game by its sheet, the first of a team alone."""
    leavers: dict[int, LeaverDocument] = {}
    for number, _table, sheet in sheets_of(head, standing, played):
        left = sheet.leaver(number)
        if left is not None:
            leavers.setdefault(left["team"], left)
    return list(leavers.values())


def sheets_of(
    head: EventHead, standing: Standing, played: Iterable[Played]
) -> Iterator[tuple[int, int, GameSheet]]:
    """The sheet of each of these games, with its round and table."""
    at = numbered(head)
    for number, table, teams in played:
        sides = [head.teams[team] for team in teams]
        pointer = f"/rounds/{number - 1}/{table - 1}"
        yield number, table, GameSheet(sides, at, standing.get(place(number, table)), pointer)


def round_and_table(place: str) -> tuple[int, int]:
    """Of which game a slip is; 0 and 0 where it is of none."""
    named = OF_A_GAME.fullmatch(place)
    return (int(named[1]), int(named[2])) if named else (0, 0)


def place_in_record(head: EventHead, place: str) -> tuple[int, int] | None:
    """The round of a game by the place of its slip, and which game of the round it is, from 0; None for a
    slip of no game."""
    number, table = round_and_table(place)
    if not (0 < number <= len(head.rounds) and 0 < table <= len(head.rounds[number - 1])):
        return None
    tables = head.rounds[number - 1]
    if len(tables[table - 1]) != AT_A_TABLE:
        return None
    return number, sum(len(teams) == AT_A_TABLE for teams in tables[: table - 1])


def games_to_come(head: EventHead, standing: Standing) -> frozenset[str] | None:
    """The places of the sheets that the event still needs, once its last game is seated; None before."""
    if len(head.rounds) < games_of_plan(head.planned):
        return None
    places = (place(number, table) for number, table, _teams in with_a_sheet(head, standing))
    return frozenset(sheet for sheet in places if sheet not in standing)


def tells_beside_the_games(body: Mapping[str, Any]) -> bool:
    """Whether a sheet tells of somebody who left, or of disorderly conduct."""
    return "left" in body or any(row["kind"] == CONDUCT for row in body.get("wrong", ()))


def recorded(head: EventHead, number: int, table: int, sheet: GameSheet) -> GameDocument:
    """The game of a sheet as the record has it."""
    signed = head.signed.get(place(number, table), ())
    game = sheet.game(signed)
    game["players"] = sheet.players(number)
    if not sheet.told and any(is_gone(head, side.number, number) for side in sheet.sides):
        game["hands"] = []
    return game


def record_game(head: EventHead, standing: Standing, place: str) -> GameDocument:
    """A game as the record has it, by the place of its slip."""
    number, table = round_and_table(place)
    first, other = head.rounds[number - 1][table - 1]
    [(_number, _table, sheet)] = sheets_of(head, standing, [(number, table, (first, other))])
    return recorded(head, number, table, sheet)
