"""Teams that players enter online: one names them, each says yes, and the last yes enters the team.

Invariants: while entry is open to players; who names a team plays in it and has said yes by naming it; bars,
suspensions, rulings and conditions of each are asked when he says yes himself, so that nobody learns of them
by naming somebody, and again when the team is entered; the event's lock is held throughout, so that nobody
says yes to two teams.
Rule section: B-2 (online until the closing date), and each format whose unit is a team.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.names import public_name
from sanctioning.identity.same_person import hold, identity_id, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.permissions import deny, require
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_admitted
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import require_open
from tournaments.entries.services.promised_fees import promise_fee
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_takes_teams
from tournaments.events.services.locks import locked_event
from tournaments.teams.models.invitation import InvitedPlayer, TeamInvitation
from tournaments.teams.models.team import TeamMember
from tournaments.teams.notifications import tell_of_invitation
from tournaments.teams.permissions import may_withdraw_invitation
from tournaments.teams.services.invitation_ends import end_invitation
from tournaments.teams.services.open_places import open_places
from tournaments.teams.services.teams import (
    admitted_facts,
    enter_team_held,
    free_name,
    require_room,
    require_whole,
    unit_of,
)

Outcome = TeamInvitation.Outcome


@noting_who_sits_out
@looks_again
def invite_team(
    *,
    by: Person,
    event: Event,
    name: str,
    players: Mapping[str, Person],
    facts: Mapping[str, Any] | None = None,
    by_link: Mapping[str, str] | None = None,
    promises: bool = False,
    at: dt.datetime | None = None,
) -> TeamInvitation:
    """Name a team in which `by` plays; the others are asked, and nobody is entered before all have said
    yes. `by_link` are the letters open to whoever has the link, with the address to send it to, or "";
    `promises` says that `by` will pay the fee before.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `doors-closed`, `entered-already`,
            `entries-closed`, `executor-rules-here`, `field-unreadable`, `in-a-team`, `kept-out`,
            `name-invisible`, `no-room-for-a-team`, `no-teams`, `not-in-the-team`, `played-out`,
            `player-twice`, `reason-missing`, `team-incomplete`, `team-name`, `yes-to-another`.
    """
    at = moment(at)
    event = locked_event(event)
    unit = unit_of(event)
    people = dict(zip(players, hold(players.values()), strict=True))
    open_letters = {letter: email for letter, email in (by_link or {}).items() if letter not in people}
    require_whole(unit, people, open_letters)
    own = next((person for person in people.values() if identity_id(person) == identity_id(by)), None)
    if own is None:
        raise _refused("not-in-the-team", _("You are not at any letter of this team."))
    require_open(event, at, False, "")
    require_takes_teams(event, at)
    require_admitted(event, [own], at)
    _require_no_team(event, people.values())
    _require_no_other_yes(event, own)
    require_room(event, people.values())
    invitation = TeamInvitation.objects.create(
        event=event, name=free_name(event, name), facts=admitted_facts(event, facts or {}), by=own, at=at
    )
    answers = {identity_id(own): {"accepted_at": at, "promises": promises}}
    InvitedPlayer.objects.bulk_create(
        InvitedPlayer(
            invitation=invitation,
            event=event,
            person=people[letter],
            letter=letter,
            **answers.get(identity_id(people[letter]), {}),
        )
        for letter in unit.letters
        if letter in people
    )
    numbers = {letter: people[letter].number if letter in people else "by link" for letter in unit.letters}
    after = {"name": invitation.name, "players": numbers}
    with_facts = {**after, "facts": invitation.facts} if invitation.facts else after
    note(by=by, at=at, action="invite to a team", thing=invitation, after=with_facts)
    tell_of_invitation(by=by, invitation=invitation, at=at)
    open_places(by=by, invitation=invitation, open_letters=open_letters)
    return invitation


@noting_who_sits_out
@transaction.atomic
def accept_invitation(
    *, by: Person, invitation: TeamInvitation, promises: bool = False, at: dt.datetime | None = None
) -> TeamInvitation:
    """Say yes, and whether the fee will be paid before; the last who does enters the team, or puts it in the
    queue of a full event.

    Raises:
        Refusal: `answered-already`, `barred`, `condition-missing`, `condition-unmet`, `doors-closed`,
            `entered-already`, `entries-closed`, `executor-rules-here`, `in-a-team`, `invitation-ended`,
            `kept-out`, `not-allowed`, `played-out`, `reason-missing`, `yes-to-another` and what `take_yes`
            raises.
    """
    at = moment(at)
    invitation, own = _own_line(by, invitation)
    event = invitation.event
    if own.accepted_at is not None:
        raise _refused("answered-already", _("You have said yes to %(team)s."), invitation)
    require_may_play(event, own.person, at)
    own.accepted_at, own.promises = at, promises
    own.save(update_fields=["accepted_at", "promises"])
    take_yes(by=by, invitation=invitation, letter=own.letter, at=at)
    return invitation


@transaction.atomic
def decline_invitation(
    *, by: Person, invitation: TeamInvitation, at: dt.datetime | None = None
) -> TeamInvitation:
    """Say no, also after a yes, as long as the team is not entered; the invitation ends for all of them.

    Raises:
        Refusal: `invitation-ended`, `not-allowed`.
    """
    at = moment(at)
    invitation, _own = _own_line(by, invitation)
    end_invitation(by=by, invitation=invitation, outcome=Outcome.DECLINED, at=at)
    return invitation


@transaction.atomic
def withdraw_invitation(
    *, by: Person, invitation: TeamInvitation, at: dt.datetime | None = None
) -> TeamInvitation:
    """Take an invitation back: who wrote it, or whoever runs the event.

    Raises:
        Refusal: `invitation-ended`, `not-allowed`.
    """
    at = moment(at)
    require(
        may_withdraw_invitation(by, day_of(at), invitation),
        what=_("take back the invitations of others"),
        who=_("the person who wrote it, or somebody who runs the club"),
        rule="IV",
    )
    invitation = locked_invitation(invitation)
    end_invitation(by=by, invitation=invitation, outcome=Outcome.WITHDRAWN, at=at)
    return invitation


def require_may_play(event: Event, person: Person, at: dt.datetime) -> Person:
    """Who says yes for himself, held; refuses whoever may not enter the event, or plays in another team.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `doors-closed`, `entered-already`,
            `entries-closed`, `executor-rules-here`, `in-a-team`, `kept-out`, `played-out`, `reason-missing`,
            `yes-to-another`.
    """
    require_open(event, at, False, "")
    require_takes_teams(event, at)
    [held] = hold([person])
    require_admitted(event, [held], at)
    _require_no_team(event, [held])
    _require_no_other_yes(event, held)
    return held


def take_yes(*, by: Person, invitation: TeamInvitation, letter: str, at: dt.datetime) -> None:
    """Note a yes; the last one enters the team.

    Raises:
        Refusal: `entered-already`, `fee-settled`, `in-a-team`, `not-allowed`, `partner-kept-out` and what
            `enter_team_held` raises.
    """
    note(by=by, at=at, action="accept invitation to a team", thing=invitation, after={"letter": letter})
    asked = invitation.players.filter(accepted_at__isnull=True)
    if not asked.exists() and not invitation.links.filter(taken_at__isnull=True).exists():
        _enter(by, invitation, at)


def _enter(by: Person, invitation: TeamInvitation, at: dt.datetime) -> None:
    event = invitation.event
    lines = list(invitation.players.select_related("person"))
    players = dict(zip((line.letter for line in lines), hold([line.person for line in lines]), strict=True))
    others = [player for player in players.values() if identity_id(player) != identity_id(by)]
    _require_no_team(event, others)
    for other in others:
        _require_still_admitted(event, other, at)
    end_invitation(by=by, invitation=invitation, outcome=Outcome.ENTERED, at=at)
    team = enter_team_held(
        by=by, event=event, name=invitation.name, players=players, facts=invitation.facts, runs=False, at=at
    )
    letters = [line.letter for line in lines if line.promises]
    for member in team.members.filter(letter__in=letters).select_related("entry__event", "entry__person"):
        if member.entry.owed:
            promise_fee(by=member.entry.person, entry=member.entry, at=at)


def _own_line(by: Person, invitation: TeamInvitation) -> tuple[TeamInvitation, InvitedPlayer]:
    """The invitation under its event's lock, and the line of whoever answers it."""
    own = invitation.players.select_related("person").filter(person__in=rows_of(by)).first()
    if own is None:
        deny(what=_("answer for others"), who=_("the invited players"), rule="IV")
    invitation = locked_invitation(invitation)
    return invitation, invitation.players.select_related("person").get(pk=own.pk)


def locked_invitation(invitation: TeamInvitation) -> TeamInvitation:
    """The invitation under its event's lock; refuses one that has ended.

    Raises:
        Refusal: `invitation-ended`.
    """
    event = locked_event(invitation.event)
    fresh: TeamInvitation = TeamInvitation.objects.select_related("by").get(pk=invitation.pk)
    fresh.event = event
    if fresh.ended_at is None:
        return fresh
    raise _refused("invitation-ended", _("The invitation to %(team)s has ended."), fresh)


def _require_still_admitted(event: Event, person: Person, at: dt.datetime) -> None:
    """Refuse where another of the team is kept out since his yes; only he is told by what."""
    try:
        require_admitted(event, [person], at)
    except Refusal:
        refusal = _refused("partner-kept-out", _("%(person)s can no longer be entered."))
        refusal.sentence %= {"person": public_name(person)}
        raise refusal from None


def _require_no_team(event: Event, people: Iterable[Person]) -> None:
    """Refuse who is entered in a team, or waits in the queue; who stands alone is taken into the team."""
    held = TeamMember.objects.filter(
        team__event=event, until__isnull=True, entry__person__in=rows_of(*people)
    ).select_related("team", "entry__person__private", "entry__person__merged_into__private")
    member = held.first()
    if member is not None:
        facts = {"person": public_name(member.entry.person), "team": member.team.name}
        raise Refusal(
            code="in-a-team",
            sentence=_("%(person)s plays for %(team)s.") % facts,
            rule=_("A player is in one team, at one letter."),
            remedy=_("Withdraw that team first, or name another player."),
        )
    waiting = event.entries.filter(state=Entry.State.WAITING, person__in=rows_of(*people))
    entry = waiting.select_related("person__private", "person__merged_into__private").first()
    if entry is not None:
        raise Refusal(
            code="entered-already",
            sentence=_("%(person)s is already %(state)s.")
            % {"person": public_name(entry.person), "state": entry.get_state_display()},
            rule=_("One entry for each person and event."),
            remedy=_("Withdraw that entry first, on the page “Your entry”."),
        )


def _require_no_other_yes(event: Event, person: Person) -> None:
    """Refuse who has said yes to another team of the event that is not entered yet."""
    accepted = InvitedPlayer.objects.filter(
        event=event, person__in=rows_of(person), accepted_at__isnull=False, until__isnull=True
    )
    other = accepted.select_related("invitation").first()
    if other is None:
        return
    raise Refusal(
        code="yes-to-another",
        sentence=_("You have said yes to %(team)s.") % {"team": other.invitation.name},
        rule=_("A player says yes to one team in an event."),
        remedy=_("Take that back first, on the page “Enter a team”."),
        facts={"path": reverse("team-entry", args=[event.slug])},
    )


def _refused(code: str, sentence: str, invitation: TeamInvitation | None = None) -> Refusal:
    return Refusal(
        code=code,
        sentence=sentence % {"team": invitation.name} if invitation else sentence,
        rule=_("Players enter a team in which they play, and it is entered once each of them has said yes."),
        remedy=_("Look at the teams as they are now. The director can help."),
    )
