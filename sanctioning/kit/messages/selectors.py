"""What somebody was told: the list, one message, how many are unread. Seen by the recipient alone."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Subquery, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.same_person import identity_id, own_keys, rows_of
from sanctioning.kit.lists.filters import only, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.person import Person

PAGE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLine:
    id: int
    kind: str
    subject: str
    at: dt.datetime
    read: bool
    mail: str
    mail_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDetail:
    """`paragraphs` are its words, `path` the page that it is about; `mail` says what became of the copy."""

    id: int
    kind: str
    subject: str
    paragraphs: tuple[str, ...]
    path: str
    at: dt.datetime
    read_at: dt.datetime | None
    mail: str
    mail_label: str
    sent_at: dt.datetime | None
    reason: str


def messages_of(*, asker: Person) -> ListSource[Message, MessageLine]:
    """A person's messages. Two queries a page."""
    return ListSource(
        rows=Message.objects.filter(to__in=rows_of(asker)).defer("text"),
        lines=lambda rows: tuple(map(_line, rows)),
        sorts={"when": ("at",), "subject": ("subject",), "mail": ("state", "at")},
        order="-when",
        filters=(
            words("search", _("Words in the subject"), "subject"),
            only("unread", _("unread only"), Q(read_at__isnull=True)),
        ),
        size=PAGE,
    )


def unread_by(asker: Person) -> int:
    """How many of a person's messages are not read yet."""
    return unread(Message.objects.filter(to__in=rows_of(asker))).count()


def message_of(*, asker: Person, number: int) -> MessageDetail | None:
    """One message, for the person it was written to."""
    message = Message.objects.filter(to__in=rows_of(asker), pk=number).first()
    if message is None:
        return None
    return MessageDetail(
        id=message.pk,
        kind=message.kind,
        subject=message.subject,
        paragraphs=tuple(message.text.split("\n\n")),
        path=message.path,
        at=message.at,
        read_at=message.read_at,
        mail=message.state,
        mail_label=message.get_state_display(),
        sent_at=message.sent_at,
        reason=gettext(message.reason) if message.reason else "",
    )


def unread_of(person: Person) -> int:
    """How many messages somebody has not opened."""
    return unread(Message.objects.filter(to__in=own_keys(person))).count()


def count_of_unread(person: Person) -> CombinedExpression:
    """The same inside another question, which a page asks anyway: of the record that is kept, and of those
    merged into it, each found by its index."""
    kept = identity_id(person)
    return _counted(Q(to=kept)) + _counted(Q(to__merged_into=kept))


def _counted(whose: Q) -> Coalesce:
    messages = unread(Message.objects.filter(whose)).order_by().annotate(all=Value(1)).values("all")
    return Coalesce(Subquery(messages.annotate(count=Count("pk")).values("count")), 0)


def unread(messages: QuerySet[Message]) -> QuerySet[Message]:
    return messages.filter(read_at__isnull=True)


def _line(message: Message) -> MessageLine:
    return MessageLine(
        id=message.pk,
        kind=message.kind,
        subject=message.subject,
        at=message.at,
        read=message.read_at is not None,
        mail=message.state,
        mail_label=message.get_state_display(),
    )
