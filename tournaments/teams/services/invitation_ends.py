"""How invitations to a team end, and which of them end by themselves.

Invariant: whoever comes into a team by any way is in no standing invitation of that event after it.
Terms: overtaken (one of the players came into another team).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.notifications import tell_of_ended_invitation

Outcome = TeamInvitation.Outcome
ACTIONS = {
    Outcome.ENTERED: "complete invitation to a team",
    Outcome.DECLINED: "decline invitation to a team",
    Outcome.WITHDRAWN: "withdraw invitation to a team",
    Outcome.OVERTAKEN: "overtake invitation to a team",
}


def end_overtaken(*, by: Person, event: Event, people: Iterable[Person], at: dt.datetime) -> None:
    """End what invites anybody who comes into a team now; the event is locked."""
    touched = event.team_invitations.standing().filter(players__person__in=rows_of(*people)).distinct()
    for invitation in touched:
        end_invitation(by=by, invitation=invitation, outcome=Outcome.OVERTAKEN, at=at)


def end_invitation(
    *, by: Person | None, invitation: TeamInvitation, outcome: TeamInvitation.Outcome, at: dt.datetime
) -> AuditEntry:
    """End a standing invitation of a locked event; of any end but an entry its players are told. Its links
    are dead, and the addresses that they were sent to go. `by` is nobody known where a link was answered."""
    invitation.ended_at, invitation.outcome = at, outcome
    invitation.save(update_fields=["ended_at", "outcome"])
    invitation.players.update(until=at)
    invitation.links.update(email="")
    occasion = note(by=by, at=at, action=ACTIONS[outcome], thing=invitation, after={"outcome": outcome})
    if outcome != Outcome.ENTERED:
        tell_of_ended_invitation(by=by, invitation=invitation, at=at)
    return occasion
