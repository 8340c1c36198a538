"""Messages that somebody asks for: a test, one once more, all since a moment.

Invariant: what is sent again has the id that it had, so that a receiver knows what it has taken already.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.occasions import TEST, actions_of
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB, turn_of
from sanctioning.webhooks.services.taking_up import AT_ONCE, write_deliveries
from sanctioning.webhooks.services.webhooks import locked_webhook

REPLAY_JOB: Final = "sanctioning.webhook_replay"
KEPT: Final = dt.timedelta(days=30)
"""How long messages are kept, and how far back they can be sent again."""


@transaction.atomic
def send_test(*, by: Person, webhook: Webhook, at: dt.datetime | None = None) -> Delivery:
    """Send a message that tells of nothing, once and at once.

    Raises:
        Refusal: `webhook-off`, `webhook-test-waiting`, `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    _require_on(webhook)
    waiting = webhook.deliveries.filter(entry=None, state=Delivery.State.WAITING)
    if waiting.exists():
        raise Refusal(
            code="webhook-test-waiting",
            sentence=_("A test message is already on its way."),
            rule=_("One test message is sent at a time."),
            remedy=_("Wait a few seconds and load the page again."),
        )
    delivery = Delivery.objects.create(
        webhook=webhook,
        message_id=f"msg_{secrets.token_hex(16)}",
        kind=TEST,
        about=TEST,
        happened_at=at,
        data={"url": link_to(reverse("api-webhook", args=[webhook.pk]))},
        made_at=at,
    )
    turn = turn_of(owner=webhook.owner_id, for_authority=webhook.for_authority)
    payload = {"delivery": delivery.pk, "turn": turn}
    enqueue(kind=DELIVERY_JOB, key=str(delivery.pk), payload=payload)
    return delivery


@transaction.atomic
def send_again(*, by: Person, webhook: Webhook, number: int, at: dt.datetime | None = None) -> None:
    """Send one message once more, after those about the same thing that are on their way.

    Raises:
        Refusal: `delivery-not-over`, `delivery-unknown`, `webhook-off`, `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    _require_on(webhook)
    delivery = webhook.deliveries.select_related("entry").filter(pk=number).first()
    if delivery is None:
        raise Refusal(
            code="delivery-unknown",
            sentence=_("This webhook has no such message."),
            rule=_("Messages of the last %(days)s days can be sent again.") % {"days": KEPT.days},
            remedy=_("Look at the messages of the webhook."),
            status=404,
        )
    if delivery.entry is None or delivery.state == Delivery.State.WAITING:
        raise Refusal(
            code="delivery-not-over",
            sentence=_("This message cannot be sent again."),
            rule=_("A message can be sent again when it is over, unless it was a test."),
            remedy=_("Wait until it is over, or send a new test."),
        )
    note(by=by, at=at, action="send webhook message again", thing=webhook, after={"message": number})
    write_deliveries([webhook], [delivery.entry], at=at, repeated=True)


@transaction.atomic
def replay_since(
    *, by: Person, webhook: Webhook, since: dt.datetime | None, at: dt.datetime | None = None
) -> None:
    """Tell again all that happened since a moment, also what was not told while it was off.

    Raises:
        Refusal: `replay-too-far`, `replay-too-much`, `webhook-off`, `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    _require_on(webhook)
    if since is None or not at - KEPT <= since < at:
        raise Refusal(
            code="replay-too-far",
            sentence=_("Messages cannot be sent again from this moment on."),
            rule=_("Messages of the last %(days)s days can be sent again.") % {"days": KEPT.days},
            remedy=_("Choose a moment in these days."),
            status=422,
        )
    if _happened(webhook, since, at).count() > AT_ONCE:
        raise Refusal(
            code="replay-too-much",
            sentence=_("More than %(most)s things happened since then.") % {"most": AT_ONCE},
            rule=_("At most %(most)s messages are sent again at a time.") % {"most": AT_ONCE},
            remedy=_("Choose a later moment, or fewer kinds of messages."),
            status=422,
        )
    note(by=by, at=at, action="replay webhook", thing=webhook, after={"since": since.isoformat()})
    enqueue(
        kind=REPLAY_JOB,
        key=f"{webhook.pk} {at.isoformat()}",
        payload={"webhook": webhook.pk, "since": since.isoformat(), "until": at.isoformat()},
        by=by.account,
    )


def replay(running: RunningJob) -> None:
    """Write the messages of a replay; what is on its way already is left out."""
    webhook = Webhook.objects.select_related("owner__account").filter(pk=running.payload["webhook"]).first()
    if webhook is None or webhook.off:
        return
    since, until = (dt.datetime.fromisoformat(running.payload[name]) for name in ("since", "until"))
    entries = list(_happened(webhook, since, until).order_by("pk"))
    with running.completing():
        write_deliveries([webhook], entries, at=moment(None), repeated=True)


def _happened(webhook: Webhook, since: dt.datetime, until: dt.datetime) -> QuerySet[AuditEntry]:
    waiting = webhook.deliveries.filter(state=Delivery.State.WAITING, entry__isnull=False)
    return AuditEntry.objects.filter(
        at__gte=since, at__lt=until, action__in=actions_of(set(webhook.kinds))
    ).exclude(pk__in=waiting.values("entry"))


def _require_on(webhook: Webhook) -> None:
    if webhook.off:
        raise Refusal(
            code="webhook-off",
            sentence=_("This webhook is switched off."),
            rule=_("Nothing is sent to a webhook that is switched off."),
            remedy=_("Switch it on first."),
        )
