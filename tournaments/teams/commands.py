"""What is done with a team, with a reason, and with an invitation to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from rest_framework import serializers

from sanctioning.kit.commands import Command, Commands, sent_as, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.entries.models.entry import Entry
from tournaments.formats.registry import format_named
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.models.team import Team
from tournaments.teams.services.invitations import accept_invitation, decline_invitation, withdraw_invitation
from tournaments.teams.services.leaving import team_leaves, team_returns
from tournaments.teams.services.team_links import send_again
from tournaments.teams.services.teams import check_in_team, team_has_paid, withdraw_team
from tournaments.teams.services.undoing import restore_team, undo_team_check_in, undo_team_payment

Outcome = TeamInvitation.Outcome


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
        "restore": Command(
            lambda by, team, asked: restore_team(by=by, team=team), _said(_("%(team)s is restored."))
        ),
        "undo-check-in": Command(
            lambda by, team, asked: undo_team_check_in(by=by, team=team),
            _said(_("%(team)s is not checked in.")),
        ),
        "undo-paid": Command(
            lambda by, team, asked: undo_team_payment(by=by, team=team), _said(_("%(team)s has not paid."))
        ),
        "leave": Command(
            lambda by, team, asked: team_leaves(by=by, team=team, why=asked.why),
            _said(
                _("%(team)s is no longer drawn. A game that it does not play is forfeited on its sheet."),
                _(
                    "%(team)s forfeits its games from the next round. A game already drawn that is not "
                    "played is forfeited on its sheet."
                ),
            ),
        ),
        "return": Command(
            lambda by, team, asked: team_returns(by=by, team=team),
            _said(
                _("%(team)s is drawn again."),
                _("%(team)s continues. The sheets of its games since then are due again."),
            ),
        ),
    },
)


def _answered(invitation: TeamInvitation) -> str:
    return _ANSWERS[invitation.outcome] % {"team": invitation.name}


_ANSWERS: Final[Mapping[str, str]] = {
    "": _("You have said yes to %(team)s, which is entered once everyone has."),
    Outcome.ENTERED: _("Everyone in %(team)s has said yes: this is your team."),
    Outcome.DECLINED: _("You have said no to %(team)s, and the others are told."),
    Outcome.WITHDRAWN: _("The invitation to %(team)s is taken back, and the others are told."),
}


@dataclass(frozen=True, slots=True)
class InvitationStep:
    """Whose link is sent again, and to which address, if to another; with a yes, how the fee is paid."""

    letter: str = words(2)
    email: str = words(254)
    fee: str = sent_as(serializers.ChoiceField(Entry.OWING, required=False), "unpaid")


INVITATION_COMMANDS: Final = Commands[TeamInvitation, InvitationStep, TeamInvitation](
    InvitationStep,
    {
        "accept": Command(
            lambda by, invitation, asked: accept_invitation(
                by=by, invitation=invitation, promises=asked.fee == Entry.Fee.PROMISED
            ),
            _answered,
        ),
        "decline": Command(
            lambda by, invitation, _asked: decline_invitation(by=by, invitation=invitation), _answered
        ),
        "withdraw": Command(
            lambda by, invitation, _asked: withdraw_invitation(by=by, invitation=invitation), _answered
        ),
        "send-again": Command(
            lambda by, invitation, asked: send_again(
                by=by, invitation=invitation, letter=asked.letter, email=asked.email
            ),
            _("The link is new; the one before works no more."),
        ),
    },
)
