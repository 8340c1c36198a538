"""The playoff round of the evening of Columbus Whist: the four who went on, one game each, then the final.

Invariants: everything goes through the services; the evening is that of `columbus`.
Rule section: 4 and 6 (C-4, C-7).
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from sanctioning.kit.clock import noon
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist.columbus import CLUB, NAME
from scoring.demo.whist.columbus_sheets import PLAYOFF, sheet_at
from scoring.demo.whist.slip_stacks import certify, hand_in
from scoring.results.services.advancing import take_over
from tournaments.entries.services.check_in import check_in_all
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.rounds.services.rounds import confirm_round, plan_round

PLAYED: Final = dt.date(2026, 11, 19)
ROUND: Final = "Columbus Whist, playoff round"
PLAN: Final[dict[str, Any]] = {"games": 1, "qualifiers": 1, "pot_cents": 0}
TABLES: Final = ((1, 4), (2, 3))
FINAL: Final = (1, 2)
HOUR: Final = dt.timedelta(hours=1)


def play_the_playoff(authority: DemoAuthority) -> None:
    """From the teams that are taken over to the certified result."""
    opens = noon(PLAYED, 18)
    director, second = authority.directors[CLUB], authority.officers[CLUB]
    event = _event(authority, opens)
    source = Event.objects.get(name=NAME)
    teams = take_over(by=director, event=event, source=source, at=opens - 48 * HOUR)
    leads = {team.number: team.members.get(letter="A").entry.person for team in teams}
    came = list(event.entries.all())
    check_in_all(by=director, event=event, entries=came, requirements_met=True, at=opens - HOUR)
    tables = [[leads[team].number for team in table] for table in TABLES]
    next_round = plan_round(by=director, event=event, planned=PLAN, mode="hand", tables=tables, at=opens)
    [game] = confirm_round(by=director, round=next_round, at=opens)
    game = appoint_acting_executor(
        by=authority.managing, game=game, appointment=authority.executors[2], at=opens
    )
    sheets = {
        f"g1-t{table}": sheet_at("", teams_there)
        | {f"signed-{team}": leads[team].number for team in teams_there}
        for table, teams_there in enumerate(TABLES, start=1)
    }
    hand_in(game, director, second, sheets, opens + HOUR)
    hand_in(game, director, second, {"line": {"qualifiers": PLAN["qualifiers"]}}, opens + HOUR)
    lead, other = (leads[team] for team in FINAL)
    hand_in(game, lead, other, {PLAYOFF: sheet_at("", FINAL)}, opens + 2 * HOUR)
    certify(game, director, second, opens + 3 * HOUR, dt.timedelta())


def _event(authority: DemoAuthority, opens: dt.datetime) -> Event:
    return sanctioned_event(
        authority,
        CLUB,
        name=ROUND,
        place="Assembly Rooms",
        starts_at=opens,
        ends_at=opens + 4 * HOUR,
        format_slug="columbus-whist",
        at=opens - 120 * HOUR,
        paid=opens - 96 * HOUR,
    )
