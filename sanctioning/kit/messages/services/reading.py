"""Opening messages: the reader's own mark, which says nothing to anybody else and so leaves no trail."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import moment
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.person import Person


def mark_read(*, by: Person, number: int | None = None, at: dt.datetime | None = None) -> int:
    """Mark one of one's own messages as read, or all; gives how many were unread."""
    unread = Message.objects.filter(to__in=rows_of(by), read_at__isnull=True)
    if number is not None:
        unread = unread.filter(pk=number)
    return unread.update(read_at=moment(at))
