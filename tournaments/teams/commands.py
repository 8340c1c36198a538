"""What is done with a team, each with the reason for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.formats.registry import format_named
from tournaments.teams.models.team import Team
from tournaments.teams.services.leaving import team_leaves, team_returns
from tournaments.teams.services.teams import check_in_team, team_has_paid, withdraw_team


@dataclass(frozen=True, slots=True)
class TeamStep:
    why: str = words(300)


def _said(sentence: str, where_games_are_forfeited: str = "") -> Callable[[Team], str]:
    def said(team: Team) -> str:
        forfeits = format_named(team.event.format).seating.forfeits
        return ((forfeits and where_games_are_forfeited) or sentence) % {"team": team.name}

    return said


TEAM_COMMANDS: Final = Commands[Team, TeamStep, Team](
    TeamStep,
    {
        "check-in": Command(lambda by, team, asked: check_in_team(by=by, team=team)),
        "paid": Command(lambda by, team, asked: team_has_paid(by=by, team=team)),
        "withdraw": Command(
            lambda by, team, asked: withdraw_team(by=by, team=team, why=asked.why),
            _said(_("%(team)s is withdrawn.")),
        ),
        "leave": Command(
            lambda by, team, asked: team_leaves(by=by, team=team, why=asked.why),
            _said(
                _(
                    "%(team)s is drawn no more. A game that it does not play any more is forfeited on its "
                    "sheet."
                ),
                _(
                    "%(team)s forfeits its games from the next round on. One that is drawn and not played "
                    "any more is forfeited on its sheet."
                ),
            ),
        ),
        "return": Command(
            lambda by, team, asked: team_returns(by=by, team=team),
            _said(
                _("%(team)s is drawn again."),
                _("%(team)s plays on; the sheets of its games since are due again."),
            ),
        ),
    },
)
