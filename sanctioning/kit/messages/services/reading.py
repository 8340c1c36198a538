"""Reading messages and putting them away: the reader's own marks, which say nothing to anybody else and so
leave no trail."""

from __future__ import annotations

import datetime as dt

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import moment
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.selectors import unread, waiting_for_answer
from sanctioning.people.models.person import Person


def mark_read(*, by: Person, number: int | None = None, at: dt.datetime | None = None) -> int:
    """Mark one of one's own messages as read, or all; gives how many were unread."""
    messages = unread(_own(by))
    if number is not None:
        messages = messages.filter(pk=number)
    return messages.update(read_at=moment(at))


def archive(*, by: Person, number: int, at: dt.datetime | None = None) -> int:
    """Archive one of one's own messages with the rest of its thread, as read; other messages that need an
    answer stay. Gives how many were archived."""
    needed = {line.id for line in waiting_for_answer(by)} - {number}
    return _archive(_thread(by, number).exclude(pk__in=needed), at)


def archive_read(*, by: Person, at: dt.datetime | None = None) -> int:
    """Archive all threads that are read to the end, but for what needs an answer; gives how many messages."""
    needed = [line.id for line in waiting_for_answer(by)]
    unread_in_thread = unread(_own(by)).filter(thread=OuterRef("thread"))
    return _archive(_own(by).exclude(pk__in=needed).filter(~Exists(unread_in_thread)), at)


def unarchive(*, by: Person, number: int) -> int:
    """Bring a message back from the archive with the rest of its thread; gives how many came back."""
    return _thread(by, number).filter(archived_at__isnull=False).update(archived_at=None)


def _own(by: Person) -> QuerySet[Message]:
    return Message.objects.filter(to__in=rows_of(by))


def _thread(by: Person, number: int) -> QuerySet[Message]:
    return _own(by).filter(thread__in=_own(by).filter(pk=number).values("thread"))


def _archive(messages: QuerySet[Message], at: dt.datetime | None) -> int:
    at = moment(at)
    return messages.filter(archived_at__isnull=True).update(archived_at=at, read_at=Coalesce("read_at", at))
