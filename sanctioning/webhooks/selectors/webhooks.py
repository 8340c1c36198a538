"""One's webhooks, and the messages of one, with every attempt."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from django.utils.translation import gettext_lazy as _

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.lists.filters import one_of
from sanctioning.kit.lists.lists import ListSource
from sanctioning.people.models.person import Person
from sanctioning.webhooks.models import Attempt, Delivery, Webhook
from sanctioning.webhooks.occasions import OCCASIONS, TEST
from sanctioning.webhooks.permissions import kept_by
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """A kind of occasion that webhooks can tell of; `type` is in the message."""

    type: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookLine:
    """`event` is the address of the one event of which it is told, empty: of all. `off` says why it is told
    nothing, empty while it is told; `old_secret_until` until when two secrets sign."""

    id: int
    name: str
    url: str
    kinds: tuple[str, ...]
    event: str
    for_authority: bool
    made_at: dt.datetime
    off: str
    off_at: dt.datetime | None
    failing_since: dt.datetime | None
    old_secret_until: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptLine:
    """`status` is 0 where no answer came; `fault` then says why. `answer` is how the answer begins."""

    at: dt.datetime
    status: int
    fault: str
    milliseconds: int
    answer: str

    @property
    def words(self) -> str:
        return str(self.status) if self.status else str(Attempt.Fault(self.fault).label)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryLine:
    """`id` is its number here, `message_id` what the receiver sees; `next_at` when it is tried next."""

    id: int
    message_id: str
    type: str
    about: str
    happened_at: dt.datetime
    url: str
    state: Annotated[str, Delivery.State]
    repeated: bool
    over_at: dt.datetime | None
    next_at: dt.datetime | None
    attempts: tuple[AttemptLine, ...]

    @property
    def state_label(self) -> str:
        return str(Delivery.State(self.state).label)

    @property
    def title(self) -> Text:
        return title_of(self.type)

    @property
    def may_repeat(self) -> bool:
        return self.type != TEST and self.state != Delivery.State.WAITING


def title_of(kind: str) -> Text:
    """What people call a kind of message."""
    if kind == TEST:
        return _("A test")
    return OCCASIONS[kind].title if kind in OCCASIONS else kind


def kinds_of_occasions() -> tuple[KindLine, ...]:
    return tuple(KindLine(type=name, title=str(kind.title)) for name, kind in OCCASIONS.items())


def webhooks_of(*, asker: Person) -> tuple[WebhookLine, ...]:
    """Those that somebody keeps. One query."""
    return tuple(map(_line, kept_by(asker)))


def webhook_of(*, asker: Person, number: int) -> Webhook | None:
    """None for those who do not keep it."""
    return kept_by(asker).filter(pk=number).first()


def webhook_line(*, asker: Person, number: int) -> WebhookLine | None:
    webhook = webhook_of(asker=asker, number=number)
    return _line(webhook) if webhook else None


def deliveries_of(*, webhook: Webhook) -> ListSource[Delivery, DeliveryLine]:
    """The messages of a webhook. Four queries a page."""
    kinds = [(name, title_of(name)) for name in (*OCCASIONS, TEST)]
    return ListSource(
        rows=Delivery.objects.filter(webhook=webhook),
        lines=_delivery_lines,
        sorts={"number": ("pk",), "happened": ("happened_at",)},
        order="-number",
        filters=(
            one_of("state", _("State"), "state", Delivery.State.choices, all_words=_("all states")),
            one_of("type", _("Kind"), "kind", kinds, all_words=_("all kinds")),
        ),
        size=20,
    )


def _line(webhook: Webhook) -> WebhookLine:
    return WebhookLine(
        id=webhook.pk,
        name=webhook.name,
        url=webhook.url,
        kinds=tuple(webhook.kinds),
        event=webhook.event,
        for_authority=webhook.for_authority,
        made_at=webhook.made_at,
        off=webhook.off,
        off_at=webhook.off_at,
        failing_since=webhook.failing_since,
        old_secret_until=webhook.old_secret_until,
    )


def _delivery_lines(deliveries: Sequence[Delivery]) -> list[DeliveryLine]:
    keys = [delivery.pk for delivery in deliveries]
    attempts: dict[int, list[Attempt]] = {key: [] for key in keys}
    for attempt in Attempt.objects.filter(delivery__in=keys).order_by("pk"):
        attempts[attempt.delivery_id].append(attempt)
    waiting = [str(row.pk) for row in deliveries if row.state == Delivery.State.WAITING]
    queued = Job.objects.filter(kind=DELIVERY_JOB, key__in=waiting, state=Job.State.QUEUED)
    due = dict(queued.values_list("key", "due_at")) if waiting else {}
    return [
        DeliveryLine(
            id=row.pk,
            message_id=row.message_id,
            type=row.kind,
            about=row.about,
            happened_at=row.happened_at,
            url=row.data.get("url", ""),
            state=row.state,
            repeated=row.repeated,
            over_at=row.over_at,
            next_at=due.get(str(row.pk)),
            attempts=tuple(map(_attempt_line, attempts[row.pk])),
        )
        for row in deliveries
    ]


def _attempt_line(attempt: Attempt) -> AttemptLine:
    return AttemptLine(
        at=attempt.at,
        status=attempt.status,
        fault=attempt.fault,
        milliseconds=attempt.milliseconds,
        answer=attempt.answer,
    )
