"""Answers by the link to a place in a team, with a record or without.

Invariants: a link is answered once, by whoever is first; who says yes by it is asked the same as whoever was
named, and a no ends the invitation for all, as any no does (docs/decisions/0012).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.identity.same_person import identity_id, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import OnlineEntry
from tournaments.entries.services.newcomers import person_of
from tournaments.events.services.locks import locked_event
from tournaments.teams.models.invitation import InvitationLink, InvitedPlayer, TeamInvitation
from tournaments.teams.services.invitation_ends import end_invitation
from tournaments.teams.services.invitations import locked_invitation, require_may_play, take_yes
from tournaments.teams.services.open_places import send_link


@noting_who_sits_out
@transaction.atomic
def accept_by_link(
    *, by: Person, link: InvitationLink, promises: bool = False, at: dt.datetime | None = None
) -> TeamInvitation:
    """Take the place, and say whether the fee will be paid before; the last yes enters the team, or puts it
    in the queue of a full event.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `doors-closed`, `entered-already`,
            `entries-closed`, `executor-rules-here`, `in-a-team`, `invitation-ended`, `kept-out`, `link-used`,
            `played-out`, `player-twice`, `reason-missing`, `yes-to-another` and what `take_yes` raises.
    """
    at = moment(at)
    invitation, link = _locked(link)
    named = {identity_id(player.person) for player in invitation.players.select_related("person")}
    if identity_id(by) in named:
        raise Refusal(
            code="player-twice",
            sentence=_("You stand at another letter of %(team)s.") % {"team": invitation.name},
            rule=_("A player is in one team, at one letter."),
            remedy=_("Pass the link on to whoever is to play with you."),
        )
    person = require_may_play(invitation.event, by, at)
    InvitedPlayer.objects.create(
        invitation=invitation,
        event=invitation.event,
        person=person,
        letter=link.letter,
        accepted_at=at,
        promises=promises,
    )
    link.taken_at, link.email = at, ""
    link.save(update_fields=["taken_at", "email"])
    take_yes(by=by, invitation=invitation, letter=link.letter, at=at)
    return invitation


@transaction.atomic
def decline_by_link(
    *, by: Person | None, link: InvitationLink, at: dt.datetime | None = None
) -> TeamInvitation:
    """Say no, also without a record; the invitation ends for all of them.

    Raises:
        Refusal: `invitation-ended`, `link-used`.
    """
    at = moment(at)
    invitation, link = _locked(link)
    end_invitation(by=by, invitation=invitation, outcome=TeamInvitation.Outcome.DECLINED, at=at)
    return invitation


@transaction.atomic
def send_again(
    *, by: Person, invitation: TeamInvitation, letter: str, email: str = "", at: dt.datetime | None = None
) -> TeamInvitation:
    """A new link in place of the one before, which is dead; to another address, if one is given.

    Raises:
        Refusal: `invitation-ended`, `link-used`, `not-allowed`.
    """
    at = moment(at)
    require(
        same_person(by, invitation.by),
        what=_("send the links of others"),
        who=_("who wrote the invitation"),
        rule="IV",
    )
    link = invitation.links.filter(letter=letter).first()
    if link is None:
        raise link_used()
    invitation, link = _locked(link)
    link.turn += 1
    link.email = email.strip().lower() or link.email
    link.save(update_fields=["turn", "email"])
    note(by=by, at=at, action="send a link to a team again", thing=invitation, after={"letter": letter})
    send_link(by=by, link=link)
    return invitation


@noting_who_sits_out
@transaction.atomic
def join_as_newcomer(
    *,
    link: InvitationLink,
    newcomer: OnlineEntry,
    account: Account | None = None,
    at: dt.datetime | None = None,
) -> TeamInvitation:
    """Take the place without a member number, by a confirmed address.

    Raises:
        Refusal: `account-linked`, `address-used`, `name-invisible`, `name-missing`, `person-anonymised`,
            `record-claimed` and what `accept_by_link` raises.
    """
    event, at = locked_event(link.invitation.event), moment(at)
    person = person_of(event=event, newcomer=newcomer, account=account, at=at)
    return accept_by_link(by=person, link=link, promises=newcomer.fee == Entry.Fee.PROMISED, at=at)


def joined_before(newcomer: OnlineEntry) -> InvitedPlayer | None:
    """Who took the place by this very link, opened a second time."""
    link = InvitationLink.objects.filter(
        pk=newcomer.place, turn=newcomer.turn, taken_at__isnull=False
    ).first()
    if link is None:
        return None
    players = InvitedPlayer.objects.filter(invitation=link.invitation_id, letter=link.letter)
    players = players.select_related("invitation__event")
    return players.filter(person__provisional__email=newcomer.email.strip().lower()).first()


def link_used() -> Refusal:
    return Refusal(
        code="link-used",
        sentence=_("This link does not work any more."),
        rule=_("A link to a team works once, while entry is open, until it is sent again or taken back."),
        remedy=_("Ask whoever sent it for another."),
    )


def _locked(link: InvitationLink) -> tuple[TeamInvitation, InvitationLink]:
    """The invitation and the link under the event's lock; refuses a link that was used or sent again."""
    invitation = locked_invitation(link.invitation)
    fresh = invitation.links.select_for_update(no_key=True).get(pk=link.pk)
    if fresh.taken_at is not None or fresh.turn != link.turn:
        raise link_used()
    return invitation, fresh
