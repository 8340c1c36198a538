"""Clubs: registered by an officer to be, approved by the Managing Executor."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.text import slugify

from sanctioning.clock import day_of, moment
from sanctioning.models import Club, Person
from sanctioning.permissions import may_approve_club, require
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from sanctioning.services.sequences import next_number


@transaction.atomic
def register_club(*, by: Person, name: str, place: str = "", at: dt.datetime | None = None) -> Club:
    """Anybody may register a club; it holds events once it is approved."""
    at = moment(at)
    slug = slugify(name)[:60]
    if not slug or Club.objects.filter(slug=slug).exists():
        raise Refusal(
            code="club-name-taken",
            sentence=f"The name “{name}” is taken or empty.",
            rule="A club has a name of its own.",
            remedy="Choose another name, perhaps with the town in it.",
        )
    club = Club.objects.create(
        number=next_number("club"), name=name, slug=slug, place=place, registered_at=at
    )
    note(by=by, at=at, action="register club", thing=club, after={"name": name, "place": place})
    return club


@transaction.atomic
def approve_club(*, by: Person, club: Club, at: dt.datetime | None = None) -> Club:
    at = moment(at)
    require(may_approve_club(by, day_of(at)), what="approve clubs", who="the Managing Executor", rule="IV")
    approved = Club.objects.filter(pk=club.pk, state=Club.State.APPLIED).update(
        state=Club.State.APPROVED, approved_at=at
    )
    if not approved:
        raise Refusal(
            code="club-decided",
            sentence=f"{club.name} is not waiting for approval.",
            rule="A club is approved once.",
            remedy="Look at its page.",
        )
    club.refresh_from_db()
    note(
        by=by,
        at=at,
        action="approve club",
        thing=club,
        before={"state": Club.State.APPLIED},
        after={"state": Club.State.APPROVED},
    )
    return club
