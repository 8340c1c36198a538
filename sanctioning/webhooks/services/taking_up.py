"""Taking up what happened: from the trail to messages for those who asked for them.

Purpose: every change writes its entry in its own transaction, so the trail is the outbox; nothing is lost,
nothing that was rolled back is told, and the change itself pays nothing.
Invariants: one turn at a time; a transaction that is not over may still bring entries with smaller numbers,
so these are looked for until it is; an occasion is told to a webhook once.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Max, Min

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.unfinished import transactions_writing
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue_many
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.webhooks.models import Delivery, TrailPosition, Webhook
from sanctioning.webhooks.occasions import OCCASIONS, Occasion, actions_of, kind_of
from sanctioning.webhooks.permissions import reader_of
from sanctioning.webhooks.services.giving_up import give_up
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB, turn_of

AT_ONCE: Final = 2000
"""Entries of one turn."""


def take_up_what_happened(*, at: dt.datetime | None = None) -> None:
    """By the clock: write a message for each webhook that asked for what happened, and see to those that are
    next. One query where there is no webhook.
    """
    webhooks = list(Webhook.objects.filter(off="").select_related("owner__account"))
    if webhooks:
        with transaction.atomic():
            _take_up(webhooks, moment(at))
        with transaction.atomic():
            ask_for_next(at=moment(at))


def _take_up(webhooks: Sequence[Webhook], at: dt.datetime) -> None:
    TrailPosition.objects.get_or_create(pk=1)
    position = TrailPosition.objects.select_for_update(no_key=True).get(pk=1)
    position.done = max(position.done, min(webhook.begins_after for webhook in webhooks))
    last = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    writing = transactions_writing(AuditEntry)
    wanted = actions_of({kind for webhook in webhooks for kind in webhook.kinds})
    happened = AuditEntry.objects.filter(pk__gt=position.done, action__in=wanted).order_by("pk")
    entries = list(happened[:AT_ONCE])
    write_deliveries(webhooks, entries, at=at)
    if len(entries) == AT_ONCE:
        last = entries[-1].pk
    if not writing:
        position.done = last
    elif not set(position.writing) & set(writing):
        position.done = min(max(position.done, position.seen), last)
    else:
        return
    position.seen, position.writing = last, writing
    position.save()


def write_deliveries(
    webhooks: Iterable[Webhook], entries: Sequence[AuditEntry], *, at: dt.datetime, repeated: bool = False
) -> list[Delivery]:
    """A message about each entry for each webhook that is told of it and has none, in the order of the trail.

    Those `repeated` are written whether or not there was one before.
    """
    before = set() if repeated else _written(entries)
    deliveries = []
    for webhook in webhooks:
        reader = reader_of(webhook)
        for entry in entries if reader is not None else ():
            kind = kind_of(entry)
            late = not repeated and entry.pk <= webhook.begins_after
            if late or kind not in webhook.kinds or (webhook.pk, entry.pk) in before:
                continue
            occasion = OCCASIONS[kind].occasion(entry, reader)
            if occasion is not None and webhook.event in ("", occasion.event):
                deliveries.append(_delivery(webhook, entry, kind, occasion, at, repeated))
    deliveries.sort(key=lambda delivery: delivery.entry_id or 0)
    return Delivery.objects.bulk_create(deliveries)


def _written(entries: Sequence[AuditEntry]) -> set[tuple[int, int | None]]:
    rows = Delivery.objects.filter(entry__in=[entry.pk for entry in entries], repeated=False)
    return set(rows.values_list("webhook_id", "entry_id")) if entries else set()


def _delivery(
    webhook: Webhook, entry: AuditEntry, kind: str, occasion: Occasion, at: dt.datetime, repeated: bool
) -> Delivery:
    return Delivery(
        webhook=webhook,
        entry=entry,
        message_id=_message_id(webhook, entry),
        kind=kind,
        about=occasion.about,
        happened_at=entry.at,
        data={"url": link_to(occasion.path), **occasion.facts},
        repeated=repeated,
        made_at=at,
    )


def _message_id(webhook: Webhook, entry: AuditEntry) -> str:
    """The same for the same occasion, however often it is told."""
    named = f"{webhook.pk} {entry.pk}".encode()
    return f"msg_{hashlib.blake2b(named, digest_size=16, person=b'webhook message').hexdigest()}"


def ask_for_next(*, at: dt.datetime, webhook: int | None = None, about: str | None = None) -> None:
    """Have the first waiting message about each thing sent; the others wait for it. Where a worker died over
    one again and again, it is given up.
    """
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, webhook__off="")
    if webhook is not None:
        waiting = waiting.filter(webhook=webhook, about=about)
    things = waiting.order_by().values("webhook", "about", "webhook__owner", "webhook__for_authority")
    payloads = {
        str(row["first"]): {
            "delivery": row["first"],
            "turn": turn_of(owner=row["webhook__owner"], for_authority=row["webhook__for_authority"]),
        }
        for row in things.annotate(first=Min("pk")).order_by("first")
    }
    keys = list(payloads)
    jobs = dict(Job.objects.filter(kind=DELIVERY_JOB, key__in=keys).values_list("key", "state"))
    new = {key: payload for key, payload in payloads.items() if key not in jobs}
    enqueue_many(kind=DELIVERY_JOB, payloads=new)
    for key, state in jobs.items():
        if state in (Job.State.FAILED, Job.State.CANCELLED):
            give_up(int(key), at=at, cancelled=state == Job.State.CANCELLED)
