"""Adding, changing and removing webhooks; their secrets; switching them off and on.

Invariant: a secret is in the answer to its making and nowhere else; one that was replaced signs beside the
new one for a day, so that no message is refused meanwhile.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import visible
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.webhooks.addresses import require_address
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.occasions import NAMED_EVENTS, OCCASIONS
from sanctioning.webhooks.permissions import kept_by, may_keep_those_of_authority
from sanctioning.webhooks.signing import encrypted, new_secret

MOST: Final = 10
BOTH_SIGN: Final = dt.timedelta(days=1)


@transaction.atomic
def add_webhook(
    *,
    by: Person,
    name: str,
    url: str,
    kinds: Collection[str],
    event: str = "",
    for_authority: bool = False,
    at: dt.datetime | None = None,
) -> tuple[Webhook, str]:
    """Tell an address of these kinds of occasions from now on, of all events or of one. Gives the webhook and
    its secret, which nobody can read again.

    Raises:
        Refusal: `name-invisible`, `not-allowed`, `webhook-address-impossible`, `webhook-address-private`,
            `webhook-event-unknown`, `webhook-kinds`, `webhook-name-missing`, `webhooks-too-many`.
    """
    at = moment(at)
    if for_authority:
        require(
            may_keep_those_of_authority(by, day_of(at)),
            what=_("keep webhooks of the authority"),
            who=_("the Managing Executor"),
            rule="Section IV",
        )
    name, url, kinds, event = _name(name), require_address(url), _kinds(kinds), _event(by, event)
    Person.objects.select_for_update(no_key=True).get(pk=by.pk)
    if kept_by(by).filter(for_authority=for_authority).count() >= MOST:
        raise Refusal(
            code="webhooks-too-many",
            sentence=_("There are %(most)s webhooks already.") % {"most": MOST},
            rule=_("Keep only as many webhooks as you can keep an eye on."),
            remedy=_("Remove one that is no longer used."),
        )
    secret = new_secret()
    webhook = Webhook.objects.create(
        owner=by,
        for_authority=for_authority,
        name=name,
        url=url,
        kinds=kinds,
        event=event,
        secret=encrypted(secret),
        begins_after=_last_entry(),
        made_at=at,
    )
    note(by=by, at=at, action="add webhook", thing=webhook, after={"kinds": kinds, "event": event})
    return webhook, secret


@transaction.atomic
def change_webhook(
    *,
    by: Person,
    webhook: Webhook,
    name: str,
    url: str,
    kinds: Collection[str],
    event: str = "",
    at: dt.datetime | None = None,
) -> Webhook:
    """Give it another name or address, or tell it of other kinds of occasions, or of another event.

    Raises:
        Refusal: `name-invisible`, `webhook-address-impossible`, `webhook-address-private`,
            `webhook-event-unknown`, `webhook-kinds`, `webhook-name-missing`, `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    name, url, kinds = _name(name), require_address(url), _kinds(kinds)
    event = event if event == webhook.event else _event(by, event)
    before = {"name": webhook.name, "kinds": webhook.kinds, "event": webhook.event}
    after = {"name": name, "kinds": kinds, "event": event, "new address": webhook.url != url}
    webhook.name, webhook.url, webhook.kinds, webhook.event = name, url, kinds, event
    webhook.save(update_fields=["name", "url", "kinds", "event"])
    note(by=by, at=at, action="change webhook", thing=webhook, before=before, after=after)
    return webhook


@transaction.atomic
def renew_secret(*, by: Person, webhook: Webhook, at: dt.datetime | None = None) -> str:
    """Make a new secret and give it; the old one signs beside it for a day.

    Raises:
        Refusal: `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    secret = new_secret()
    webhook.old_secret, webhook.old_secret_until = webhook.secret, at + BOTH_SIGN
    webhook.secret = encrypted(secret)
    webhook.save(update_fields=["secret", "old_secret", "old_secret_until"])
    note(by=by, at=at, action="renew webhook secret", thing=webhook)
    return secret


@transaction.atomic
def switch_webhook_off(*, by: Person, webhook: Webhook, at: dt.datetime | None = None) -> Webhook:
    """Tell it nothing more; what is on its way is not sent. Switched off twice it is switched off once.

    Raises:
        Refusal: `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    if not webhook.off:
        turn_off(webhook, Webhook.Off.OWNER, at)
        note(by=by, at=at, action="switch webhook off", thing=webhook)
    return webhook


@transaction.atomic
def switch_webhook_on(*, by: Person, webhook: Webhook, at: dt.datetime | None = None) -> Webhook:
    """Tell it of what happens from now on; what it missed can be replayed.

    Raises:
        Refusal: `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    if webhook.off:
        before = {"off": webhook.off}
        webhook.off, webhook.off_at, webhook.failing_since = "", None, None
        webhook.begins_after = _last_entry()
        webhook.save(update_fields=["off", "off_at", "failing_since", "begins_after"])
        note(by=by, at=at, action="switch webhook on", thing=webhook, before=before)
    return webhook


@transaction.atomic
def remove_webhook(*, by: Person, webhook: Webhook, at: dt.datetime | None = None) -> None:
    """Remove it with all its messages.

    Raises:
        Refusal: `webhook-unknown`.
    """
    at, webhook = moment(at), locked_webhook(by, webhook)
    note(by=by, at=at, action="remove webhook", thing=webhook, before={"kinds": webhook.kinds})
    webhook.delete()


def remove_webhooks_of(person: Person) -> None:
    """Whoever is forgotten keeps none; told in the transaction of their anonymisation."""
    kept = Webhook.objects.filter(owner__in=rows_of(person), for_authority=False)
    # Locked first: a worker that has a message of theirs in hand may be about to write what came of it.
    list(kept.select_for_update(no_key=True).values_list("pk"))
    kept.delete()


def turn_off(webhook: Webhook, why: str, at: dt.datetime) -> None:
    """In the transaction of what is the cause, with the webhook locked."""
    webhook.off, webhook.off_at = why, at
    webhook.save(update_fields=["off", "off_at"])
    webhook.deliveries.filter(state=Delivery.State.WAITING).update(state=Delivery.State.FAILED, over_at=at)


def locked_webhook(by: Person, webhook: Webhook) -> Webhook:
    """The webhook as it is now, for who keeps it.

    Raises:
        Refusal: `webhook-unknown`.
    """
    kept = kept_by(by).select_for_update(no_key=True).filter(pk=webhook.pk).first()
    if kept is None:
        raise Refusal(
            code="webhook-unknown",
            sentence=_("You have no such webhook."),
            rule=_("A webhook is changed by whoever keeps it."),
            remedy=_("Look at the list of your webhooks."),
            status=404,
        )
    return kept


def _last_entry() -> int:
    last: int | None = AuditEntry.objects.aggregate(last=Max("pk"))["last"]
    return last or 0


def _name(name: str) -> str:
    name = visible(name, "name")[:60]
    if not name:
        raise Refusal(
            code="webhook-name-missing",
            sentence=_("The webhook has no name."),
            rule=_("A webhook has a name, so that you know when you no longer need it."),
            remedy=_("Name the program that receives the messages."),
            status=422,
        )
    return name


def _kinds(kinds: Collection[str]) -> list[str]:
    unknown = sorted(set(kinds) - set(OCCASIONS))
    if unknown or not kinds:
        raise Refusal(
            code="webhook-kinds",
            sentence=_("There are no messages about “%(kind)s”.") % {"kind": unknown[0]}
            if unknown
            else _("The webhook is told of nothing."),
            rule=_("A webhook is told of one or more kinds of occasions."),
            remedy=_("Choose among %(kinds)s.") % {"kinds": ", ".join(OCCASIONS)},
            status=422,
        )
    return [kind for kind in OCCASIONS if kind in kinds]


def _event(by: Person, event: str) -> str:
    """Its address, as it is or at the end of that of its page."""
    slug = event.strip().rstrip("/").rpartition("/")[2]
    if slug and not NAMED_EVENTS.only()(slug, by):
        raise Refusal(
            code="webhook-event-unknown",
            sentence=_("There is no event “%(event)s”.") % {"event": slug},
            rule=_("A webhook is told of all events that you may see, or of one."),
            remedy=_("Copy the address of the event's page, or leave the field empty."),
            status=422,
        )
    return slug
