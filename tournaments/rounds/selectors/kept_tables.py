"""The tables of a round that waits to be confirmed, kept although somebody came or left after the draw.

Invariants: nobody who is still there moves; every table keeps a size that the rules allow.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sanctioning.identity.names import full_name
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from tournaments.formats.registry import format_named
from tournaments.rounds.models.round import Round
from tournaments.teams.seated_players import sitters


@dataclass(frozen=True, slots=True)
class Joining:
    name: str
    table: int


@dataclass(frozen=True, slots=True)
class KeptTables:
    """Member numbers by table, and who of them joins which."""

    tables: tuple[tuple[str, ...], ...]
    joining: tuple[Joining, ...]


def kept_tables(round: Round, at: dt.datetime | None = None) -> KeptTables | None:
    """Without those who left, and with whoever came at the smallest table; None where the tables cannot stay:
    one gets too small, no chair is left, or teams are seated."""
    played = format_named(round.event.format)
    if played.unit.is_team:
        return None
    try:
        people = sitters(round.event, round.planned, moment(at)).people
    except Refusal:
        return None
    tables = [[player for player in table if player in people] for table in round.tables]
    placed = {player for table in tables for player in table}
    joining = []
    for player, person in people.items():
        if player not in placed:
            smallest = min(range(len(tables)), key=lambda number: len(tables[number]))
            tables[smallest].append(player)
            joining.append(Joining(full_name(person), smallest + 1))
    if not all(played.tables.fewest <= len(table) <= played.tables.most for table in tables):
        return None
    return KeptTables(tuple(map(tuple, tables)), tuple(joining))
