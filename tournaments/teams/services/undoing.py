"""What is taken back of a team as a whole: that it was withdrawn, is there, or has paid.

Invariants: a team comes back under its number with the players that it had when it was withdrawn, none of
whom plays for another. Of check-ins and payments the last is undone, and none before it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import settle_entry_fees, undo_check_in
from tournaments.entries.services.entries import locked_entry
from tournaments.entries.services.restoring import restore_together
from tournaments.events.played_out import require_not_closed, require_takes_teams
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.teams.models.team import Team
from tournaments.teams.seated_players import require_a_round_left
from tournaments.teams.services.invitation_ends import end_overtaken
from tournaments.teams.services.teams import (
    admitted_facts,
    entries_now,
    free_name,
    locked_team,
    require_in_no_team,
    require_room,
)


@noting_who_sits_out
@transaction.atomic
def restore_team(*, by: Person, team: Team, at: dt.datetime | None = None) -> Team:
    """Take back that a team was withdrawn: all of it are entered again, there since they came and with what
    they paid, or all wait.

    Raises:
        Refusal: `entries-closed`, `field-unreadable`, `in-a-team`, `name-invisible`, `no-room-for-a-team`,
            `no-round-left`, `no-teams`, `not-allowed`, `nothing-to-undo`, `played-out`, `team-name` and what
            `restore_together` raises. What the functions it calls raise.
    """
    at = moment(at)
    require_runs(by, at, team.event, _("restore teams"))
    event = locked_event(team.event)
    team = event.teams.get(pk=team.pk)
    team.event = event
    if team.withdrawn_at is None:
        raise _nothing_to_undo(_("%(team)s is entered."), team)
    require_not_closed(event)
    require_takes_teams(event, at)
    require_a_round_left(event)
    free_name(event, team.name)
    admitted_facts(event, team.facts)
    members = team.members.filter(until=team.withdrawn_at).select_related("entry__event", "entry__person")
    held = list(members.order_by("letter"))
    people = hold([member.entry.person for member in held])
    entries = [locked_entry(member.entry)[1] for member in held]
    require_in_no_team(entries)
    require_room(event, people)
    end_overtaken(by=by, event=event, people=people, at=at)
    restore_together(by=by, event=event, entries=entries, team_name=team.name, at=at)
    members.update(until=None)
    team.withdrawn_at = None
    team.save(update_fields=["withdrawn_at"])
    note(by=by, at=at, action="restore team", thing=team)
    return team


@transaction.atomic
def undo_team_check_in(*, by: Person, team: Team, at: dt.datetime | None = None) -> Team:
    """Whoever of the team came with its last check-in is not there after all.

    Raises:
        Refusal: `nothing-to-undo`, `team-withdrawn` and what `undo_check_in` raises. What the functions it
            calls raise.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    for entry in _of_the_last_step(team, lambda entry: entry.checked_in_at, _("Nobody of %(team)s is here.")):
        undo_check_in(by=by, entry=entry, at=at)
    return team


@transaction.atomic
def undo_team_payment(*, by: Person, team: Team, at: dt.datetime | None = None) -> Team:
    """Whoever of the team paid with its last payment has not paid after all.

    Raises:
        Refusal: `nothing-to-undo`, `team-withdrawn` and what `settle_entry_fees` raises. What the functions
            it calls raise.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    paid = _of_the_last_step(team, _paid_at, _("Nobody of %(team)s has paid."))
    settle_entry_fees(by=by, event=team.event, entries=paid, to=Entry.Fee.UNPAID, at=at)
    return team


def _paid_at(entry: Entry) -> dt.datetime | None:
    return entry.paid_at if entry.fee_state == Entry.Fee.PAID else None


def _of_the_last_step(team: Team, done_at: Callable[[Entry], dt.datetime | None], nobody: str) -> list[Entry]:
    moments = [(entry, done_at(entry)) for entry in entries_now(team)]
    last = max((done for _entry, done in moments if done is not None), default=None)
    if last is None:
        raise _nothing_to_undo(nobody, team)
    return [entry for entry, done in moments if done == last]


def _nothing_to_undo(sentence: str, team: Team) -> Refusal:
    return Refusal(
        code="nothing-to-undo",
        sentence=sentence % {"team": team.name},
        rule=_("A step of a team is undone once."),
        remedy=_("Look at the teams as they are now."),
    )
