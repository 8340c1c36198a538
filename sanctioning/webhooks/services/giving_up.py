"""What a receiver never takes: after days it is tried no more, and its webhook is switched off."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.audit.services import note
from sanctioning.kit.messages.services.messages import send
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.permissions import keepers_of
from sanctioning.webhooks.services.webhooks import turn_off


def give_up(delivery: int, *, at: dt.datetime, cancelled: bool = False) -> None:
    """In the caller's transaction: this message is over. One that somebody cancelled is no fault of the
    receiver.
    """
    webhook = Webhook.objects.select_for_update(no_key=True).get(deliveries=delivery)
    row = webhook.deliveries.get(pk=delivery)
    if row.state != Delivery.State.WAITING:
        return
    row.state, row.over_at = Delivery.State.FAILED, at
    row.save(update_fields=["state", "over_at"])
    if not cancelled and row.entry_id is not None:
        switch_off_failing(webhook.pk, Webhook.Off.FAILING, at)


def switch_off_failing(webhook: int, why: str, at: dt.datetime) -> None:
    """Tell it nothing more, and say so to whoever keeps it."""
    row = Webhook.objects.select_for_update(no_key=True).get(pk=webhook)
    if row.off:
        return
    turn_off(row, why, at)
    note(by=None, at=at, action="switch webhook off", thing=row, after={"off": why})
    send(
        to=keepers_of(row),
        kind="webhook-off",
        about=row,
        occasion=at.isoformat(),
        path=reverse("webhook", args=[row.pk]),
        context={"name": row.name, "gone": why == Webhook.Off.GONE, "since": row.failing_since or at},
        at=at,
    )
