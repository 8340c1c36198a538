"""What somebody entered whose provisional record the registrar refuses: all of it is taken back."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.teams import own_team
from tournaments.entries.services.entries import take_back
from tournaments.games.models import GamePlayer
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.services.invitation_ends import end_invitation
from tournaments.teams.services.teams import take_team_back


@transaction.atomic
def withdraw_refused(*, person: Person, by: Person, at: dt.datetime, why: str) -> None:
    """Withdraw every entry to come, with its team, and end the invitations in which they stand.

    Raises:
        Refusal: `played-already` and what `take_team_back` raises.
    """
    rows = rows_of(person)
    game = GamePlayer.objects.filter(person__in=rows).select_related("game__event").first()
    if game is not None:
        raise Refusal(
            code="played-already",
            sentence=_("%(person)s sat down in %(event)s.")
            % {"person": person.name, "event": game.game.event},
            rule=_("What was played stays as it is."),
            remedy=_("Register a new member, or say which member it is."),
        )
    for invitation in TeamInvitation.objects.standing().filter(players__person__in=rows):
        end_invitation(by=by, invitation=invitation, outcome=TeamInvitation.Outcome.WITHDRAWN, at=at)
    live = Entry.objects.filter(person__in=rows, event__ends_at__gte=at).exclude(state__in=Entry.GONE)
    for entry in live.select_related("event", "person").order_by("event"):
        team = own_team(entry.event, person)
        if team is not None:
            take_team_back(by=by, team=team, why=why, at=at)
        else:
            take_back(by=by, entry=entry, why=why, at=at)
