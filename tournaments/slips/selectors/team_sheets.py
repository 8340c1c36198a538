"""The tables of a round of teams as their scoresheets name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tournaments.events.models.event import Event
from tournaments.formats.display.team_sheet_facts import SideFacts, TeamSheetFacts
from tournaments.formats.slips import Due, EventHead
from tournaments.games.models import Game
from tournaments.teams.selectors.teams import event_head, team_list

AT_A_TABLE: Final = 2


def head_as_drawn(game: Game) -> EventHead:
    """What is known before any slip. Queries of `event_head`."""
    return event_head(game, "")


def team_sheets(event: Event, tables: Sequence[Sequence[int]]) -> tuple[TeamSheetFacts, ...]:
    """A sheet for each table at which two teams meet, under the names that the public sees; `tables` are the
    numbers of the teams at each."""
    meetings = [(table, teams, "") for table, teams in enumerate(tables, start=1)]
    return _sheets(event, [meeting for meeting in meetings if len(meeting[1]) == AT_A_TABLE])


def play_off_sheets(event: Event, due: Iterable[Due]) -> tuple[TeamSheetFacts, ...]:
    """A sheet for each game of a play-off that is to be handed in."""
    return _sheets(event, [(slip.table, slip.teams, str(slip.phase)) for slip in due])


def _sheets(event: Event, meetings: Sequence[tuple[int, Sequence[int], str]]) -> tuple[TeamSheetFacts, ...]:
    listed = team_list(event)
    sides = {
        line.number: SideFacts(
            number=line.number, name=line.name, players=tuple(member.name for member in line.members)
        )
        for line in (*listed.teams, *listed.gone)
    }
    return tuple(
        TeamSheetFacts(table=table, sides=(sides[teams[0]], sides[teams[1]]), stage=stage)
        for table, teams, stage in meetings
    )
