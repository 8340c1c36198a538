"""Making, renewing and ending the secret link of one's own calendar feed."""

from __future__ import annotations

import datetime as dt
import secrets

from django.db import transaction

from sanctioning.accounts.services.tokens import hash_of
from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.simultaneous import looks_again
from sanctioning.people.models.person import Person
from tournaments.events.models.feed import OwnFeed


@looks_again
def renew_feed(*, by: Person, at: dt.datetime | None = None) -> str:
    """Make the link, or another in its place: gives the secret, which nobody can read again."""
    at = moment(at)
    [person] = hold([by])
    secret = secrets.token_urlsafe(24)
    feed, created = OwnFeed.objects.update_or_create(
        person=person, defaults={"sha256": hash_of(secret), "made_at": at}
    )
    note(by=by, at=at, action="make calendar feed" if created else "renew calendar feed", thing=feed)
    return secret


@transaction.atomic
def end_feed(*, by: Person, at: dt.datetime | None = None) -> None:
    """End the link; ended twice it is ended once."""
    # Whole, since it is deleted.
    feed = OwnFeed.objects.select_for_update().filter(person__in=rows_of(by)).first()
    if feed is not None:
        note(by=by, at=moment(at), action="end calendar feed", thing=feed)
        feed.delete()


def forget_feed(person: Person) -> None:
    """End the link of somebody who is forgotten; part of that act, and noted with it."""
    OwnFeed.objects.filter(person__in=rows_of(person)).delete()
