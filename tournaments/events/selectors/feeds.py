"""Whose secret link is which."""

from __future__ import annotations

from sanctioning.accounts.services.tokens import hash_of
from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person
from tournaments.events.models.feed import OwnFeed


def feed_of(person: Person) -> OwnFeed | None:
    return OwnFeed.objects.filter(person__in=rows_of(person)).first()


def person_of_feed(secret: str) -> Person | None:
    """The person whose link holds this secret, as long as the account stands."""
    feed = (
        OwnFeed.objects.select_related("person__account", "person__merged_into")
        .filter(sha256=hash_of(secret))
        .first()
    )
    if feed is None or feed.person.account is None or not feed.person.account.is_active:
        return None
    return feed.person.identity
