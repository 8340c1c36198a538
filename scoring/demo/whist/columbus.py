"""Games of Columbus Whist in the demo season, by the sheets of columbus_sheets.toml."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.facts import read_facts
from scoring.demo.whist.slips import hand_in
from scoring.demo.whist.teams import leads_of
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round

CLUB: Final = 0
PLAYOFF: Final = "q-1"
PLAIN: Final = "points"
SHEETS: Final[Mapping[str, Mapping[str, Any]]] = read_facts("columbus_sheets")


def sheet_at(place: str, teams: Sequence[int]) -> dict[str, object]:
    """What the sheet of a table says; `teams` are its two, by number."""
    script = SHEETS.get(place, SHEETS[PLAIN])
    typed = {name: value for name, value in script.items() if name not in ("hands", "wrong", "points")}
    for name in ("late", "winner"):
        if name in typed:
            typed[name] = str(teams[typed[name]])
    for name in ("hands", "wrong"):
        if name in script:
            typed[name] = [
                {**row, "by": str(teams[row["by"]])} if "by" in row else dict(row) for row in script[name]
            ]
    for team, points in zip(teams, script.get("points", ()), strict=False):
        typed[f"points-{team}"] = points
    return typed


def signed_sheet(event: Event, sheet: str, teams: Sequence[int]) -> dict[str, object]:
    """A sheet that both teams have signed on paper."""
    leads = leads_of(event)
    return sheet_at(sheet, teams) | {f"signed-{team}": leads[team].number for team in teams}


def play_columbus(
    authority: DemoAuthority,
    event: Event,
    planned: Mapping[str, Any],
    number: int,
    pairing: Sequence[Sequence[int]],
    at: dt.datetime,
    *,
    minutes: int = 30,
    forfeited_by: int = 0,
    plain: bool = False,
) -> Game:
    """One game of everybody: seated, played, read in by the director and signed by an officer of the club."""
    director, leads = authority.directors[CLUB], leads_of(event)
    tables = [[leads[team].number for team in table] for table in pairing]
    plan = {"qualifiers": None, **planned}
    next_round = plan_round(by=director, event=event, planned=plan, mode="hand", tables=tables, at=at)
    [game] = confirm_round(by=director, round=next_round, at=at)
    if game.acting_executor is None:
        appointed = authority.executors[2]
        game = appoint_acting_executor(by=authority.managing, game=game, appointment=appointed, at=at)
    sheets = {
        place: signed_sheet(event, PLAIN if plain else place, teams)
        for place, teams in ((f"g{number}-t{table}", teams) for table, teams in enumerate(pairing, start=1))
        if forfeited_by not in teams
    }
    hand_in(game, director, authority.officers[CLUB], sheets, at + dt.timedelta(minutes=minutes))
    return game


def play_off_columbus(game: Game, teams: Sequence[int], at: dt.datetime) -> None:
    """One game for the last place, or the final, reported and signed by the two teams."""
    leads = leads_of(game.event)
    lead, other = (leads[team] for team in teams)
    hand_in(game, lead, other, {PLAYOFF: sheet_at(PLAYOFF, teams)}, at)
