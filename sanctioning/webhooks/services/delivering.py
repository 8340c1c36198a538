"""Sending messages: one request by a job, tried again after growing pauses.

Invariants: the request is made outside any transaction, and what came of it is written with the job's end; of
all workers only the one that holds the job sends. One that dies after the receiver has answered sends once
more, under the same id.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Final

from cryptography.fernet import InvalidToken
from django.db import transaction

from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.webhooks.models import Attempt, Delivery, Webhook
from sanctioning.webhooks.occasions import OCCASIONS
from sanctioning.webhooks.permissions import reader_of
from sanctioning.webhooks.services.giving_up import give_up, switch_off_failing
from sanctioning.webhooks.services.taking_turns import is_its_turn, note_speed, ring_for_next
from sanctioning.webhooks.services.taking_up import ask_for_next
from sanctioning.webhooks.signing import secrets_of, signed_headers

PAUSES: Final = tuple(
    dt.timedelta(seconds=seconds) for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""Between one attempt and the next, as Standard Webhooks has them: three days and a half in all."""
GONE: Final = 410
"""With this a receiver says that it wants nothing more."""
MOST_CLAIMS: Final = 3 * (len(PAUSES) + 1)
"""Workers that may take a message, most of whom die over it."""


def deliver_message(running: RunningJob) -> None:
    """Send one message, if it still waits and its reader may still see what it tells of."""
    delivery = (
        Delivery.objects.select_related("webhook__owner__account", "entry")
        .filter(pk=running.payload["delivery"], state=Delivery.State.WAITING, webhook__off="")
        .first()
    )
    if delivery is None:
        return
    if not is_its_turn(running, delivery.webhook):
        running.wait_its_turn()
        return
    try:
        send_and_note(running, delivery)
    finally:
        ring_for_next(delivery.webhook)


def send_and_note(running: RunningJob, delivery: Delivery) -> None:
    """One request, and what came of it, unless the webhook was removed meanwhile."""
    if not _may_still_be_told(delivery):
        with running.completing():
            _end(delivery, Delivery.State.WITHHELD, moment(None))
        return
    attempt = _attempt(delivery)
    note_speed(delivery.webhook, attempt.milliseconds)
    tried = delivery.attempts.count()
    accepted = 200 <= attempt.status < 300
    is_test = delivery.entry_id is None
    if not accepted and attempt.status != GONE and not is_test and tried < len(PAUSES):
        with transaction.atomic():
            running.put_off(PAUSES[tried], because=str(attempt.status or attempt.fault))
            if _is_still_there(delivery):
                attempt.save()
                _note_failing(delivery, attempt.at)
        return
    with running.completing():
        if not _is_still_there(delivery):
            return
        attempt.save()
        if accepted:
            failing = Webhook.objects.filter(pk=delivery.webhook_id, failing_since__isnull=False)
            failing.update(failing_since=None)
            _end(delivery, Delivery.State.DELIVERED, attempt.at)
            return
        _note_failing(delivery, attempt.at)
        if attempt.status == GONE and not is_test:
            switch_off_failing(delivery.webhook_id, Webhook.Off.GONE, attempt.at)
        give_up(delivery.pk, at=attempt.at)


def _is_still_there(delivery: Delivery) -> bool:
    """Not removed while it was under way; the webhook stays until the caller's transaction ends."""
    kept = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id)
    return kept.exists() and Delivery.objects.filter(pk=delivery.pk).exists()


def _may_still_be_told(delivery: Delivery) -> bool:
    if delivery.entry is None:
        return True
    reader, kind = reader_of(delivery.webhook), OCCASIONS.get(delivery.kind)
    return reader is not None and kind is not None and kind.occasion(delivery.entry, reader) is not None


def _attempt(delivery: Delivery) -> Attempt:
    """Make the request; not written yet."""
    # Only workers send, so that no web server loads it.
    from sanctioning.webhooks.sending import post

    at, body = moment(None), body_of(delivery)
    try:
        signing = secrets_of(delivery.webhook, at)
    except InvalidToken:
        return Attempt(delivery=delivery, at=at, milliseconds=0, fault=Attempt.Fault.SECRET)
    headers = signed_headers(signing=signing, message_id=delivery.message_id, at=at, body=body)
    outcome = post(delivery.webhook.url, headers=headers, body=body)
    return Attempt(
        delivery=delivery,
        at=at,
        status=outcome.status,
        fault=outcome.fault,
        milliseconds=outcome.milliseconds,
        answer=outcome.answer,
    )


def body_of(delivery: Delivery) -> str:
    """The same bytes at each attempt."""
    happened_at = delivery.happened_at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
    message = {"type": delivery.kind, "timestamp": happened_at, "data": delivery.data}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _end(delivery: Delivery, state: Delivery.State, at: dt.datetime) -> None:
    """With the job's end: this message is over, and the next about the same thing goes out."""
    waiting = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING)
    waiting.update(state=state, over_at=at)
    ask_for_next(at=at, webhook=delivery.webhook_id, about=delivery.about)


def _note_failing(delivery: Delivery, at: dt.datetime) -> None:
    if delivery.entry_id is not None:
        Webhook.objects.filter(pk=delivery.webhook_id, failing_since=None).update(failing_since=at)
