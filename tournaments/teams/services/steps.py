"""What is done with a team from a page or by a program: each step by its name, with the reason for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sanctioning.people.models.person import Person
from tournaments.teams.models.team import Team
from tournaments.teams.services.leaving import team_leaves, team_returns
from tournaments.teams.services.teams import check_in_team, team_has_paid, withdraw_team

TEAM_ACTS: Final[dict[str, Callable[[Person, Team, str], Team]]] = {
    "check-in": lambda by, team, why: check_in_team(by=by, team=team),
    "paid": lambda by, team, why: team_has_paid(by=by, team=team),
    "withdraw": lambda by, team, why: withdraw_team(by=by, team=team, why=why),
    "leave": lambda by, team, why: team_leaves(by=by, team=team, why=why),
    "return": lambda by, team, why: team_returns(by=by, team=team),
}
