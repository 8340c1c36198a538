"""Whose webhooks somebody keeps, and for whom a webhook reads."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q, QuerySet

from sanctioning.identity.lookup import holders_of
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person
from sanctioning.webhooks.models import Webhook


def may_keep_those_of_authority(person: Person | None, day: dt.date) -> bool:
    return is_managing_executor(person, day)


def kept_by(person: Person) -> QuerySet[Webhook]:
    """One's own, and for the Managing Executor those of the authority."""
    own = Q(for_authority=False, owner__in=rows_of(person))
    if may_keep_those_of_authority(person, today()):
        own |= Q(for_authority=True)
    return Webhook.objects.filter(own)


def keepers_of(webhook: Webhook) -> list[Person]:
    """Who is told what becomes of it."""
    if webhook.for_authority:
        return list(holders_of(today(), Office.MANAGING_EXECUTOR))
    return [webhook.owner.identity]


def reader_of(webhook: Webhook) -> Person | None:
    """Whose rights decide what it is told; nobody where no open account is left behind it."""
    for keeper in keepers_of(webhook):
        if keeper.account is not None and keeper.account.is_active:
            return keeper
    return None
