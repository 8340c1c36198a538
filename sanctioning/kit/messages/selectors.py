"""What somebody was told: the list, one message, how many are unread. Seen by the recipient alone."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.same_person import identity_id, own_keys, rows_of
from sanctioning.kit.lists.filters import kind_of, only, words
from sanctioning.kit.lists.lists import Filter, ListSource
from sanctioning.kit.messages.channels import CHANNELS, Channel
from sanctioning.kit.messages.kinds import GROUP_OF, GROUPS, of_group
from sanctioning.kit.messages.models import ChannelChoice, Message
from sanctioning.kit.waiting.kept import revision_of, waiting_since
from sanctioning.kit.waiting.registry import Waits
from sanctioning.people.models.person import Person

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

PAGE = 25
SORTS: Final = {"when": ("at",), "subject": ("subject",), "mail": ("state", "at")}
WITHOUT_ANSWER: Final = frozenset({"announcements", "seats", "hearings"})
"""Kinds of what waits for which one only has to come."""
UNREAD: Final = Q(read_at__isnull=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLine:
    """`group` is one of `GROUPS`; messages of one `thread` are about the same event or thing."""

    id: int
    kind: str
    group: str
    thread: str
    subject: str
    at: dt.datetime
    read: bool
    archived: bool
    mail: str
    mail_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadLine:
    """The latest message of a thread, and those before it, the latest first."""

    latest: MessageLine
    earlier: tuple[MessageLine, ...]

    @property
    def unread_earlier(self) -> int:
        return sum(not message.read for message in self.earlier)


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
    archived_at: dt.datetime | None
    mail: str
    mail_label: str
    sent_at: dt.datetime | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelLine:
    """A channel that is installed: `groups` of messages go to the `address`, of none where it is not chosen;
    `failed_at` is there while nothing gets through."""

    channel: str
    title: str
    address_label: str
    address_help: str
    address: str
    groups: tuple[str, ...]
    failed_at: dt.datetime | None


def messages_of(*, asker: Person, archived: bool = False) -> ListSource[Message, MessageLine]:
    """A person's messages, those in the archive or all others. Two queries a page."""
    return ListSource(
        rows=_box(asker, archived=archived),
        lines=lambda rows: tuple(map(_line, rows)),
        sorts=SORTS,
        order="-when",
        filters=(
            words("search", _("Words in the subject"), "subject"),
            kind_of("group", _("About"), _groups(), all_words=_("everything")),
            only("unread", _("unread only"), UNREAD),
        ),
        size=PAGE,
    )


def threads_of(
    *, asker: Person, archived: bool = False, apart: Iterable[int] = ()
) -> ListSource[Message, ThreadLine]:
    """The same as threads, each where its latest message is; messages `apart` are on the page already.

    A filter keeps the threads with a message like that. Three queries a page.
    """
    box = _box(asker, archived=archived).exclude(pk__in=apart)
    of_thread = box.filter(thread=OuterRef("thread"))
    later = Q(at__gt=OuterRef("at")) | Q(at=OuterRef("at"), pk__gt=OuterRef("pk"))
    flat = messages_of(asker=asker, archived=archived)

    def lines(latest: Sequence[Message]) -> tuple[ThreadLine, ...]:
        threads = defaultdict[str, list[Message]](list)
        for message in box.filter(thread__in={message.thread for message in latest}):
            threads[message.thread].append(message)
        return tuple(
            ThreadLine(latest=_line(message), earlier=tuple(map(_line, threads[message.thread][1:])))
            for message in latest
        )

    return ListSource(
        rows=box.filter(~Exists(of_thread.filter(later))),
        lines=lines,
        sorts=flat.sorts,
        order=flat.order,
        filters=tuple(_in_thread(narrowed, of_thread) for narrowed in flat.filters),
        size=PAGE,
    )


def waiting_for_answer(asker: Person) -> tuple[MessageLine, ...]:
    return needing_answer(asker, waiting_since(asker, revision_of(asker)))


def needing_answer(asker: Person, everything: Iterable[Waits]) -> tuple[MessageLine, ...]:
    """The latest message about each thing that waits for this person, but for those in the archive."""
    lines = [line for waits in everything if waits.kind not in WITHOUT_ANSWER for line in waits.lines]
    things = [line.about.rpartition("/") for line in lines if line.about]
    about = Q(path__in={line.path for line in lines})
    for thing_type in {thing_type for thing_type, _slash, _key in things}:
        keys = [key for of_type, _slash, key in things if of_type == thing_type]
        about |= Q(thing_type=thing_type, thing_id__in=keys)
    latest = dict[tuple[str, str], Message]()
    for message in _box(asker, archived=False).filter(about) if lines else ():
        latest.setdefault((message.thing_type, message.thing_id), message)
    return tuple(map(_line, latest.values()))


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
        archived_at=message.archived_at,
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
    return messages.filter(UNREAD)


def channels_of(*, asker: Person) -> tuple[ChannelLine, ...]:
    """Every channel that is installed, with what somebody chose of it. One query."""
    chosen = {choice.channel: choice for choice in ChannelChoice.objects.filter(person__in=rows_of(asker))}
    return tuple(_channel_line(channel, chosen.get(slug)) for slug, channel in CHANNELS.items())


def _channel_line(channel: Channel, choice: ChannelChoice | None) -> ChannelLine:
    return ChannelLine(
        channel=channel.slug,
        title=str(channel.title),
        address_label=str(channel.address),
        address_help=str(channel.help),
        address=choice.address if choice else "",
        groups=tuple(choice.groups) if choice else (),
        failed_at=choice.failed_at if choice else None,
    )


def _box(asker: Person, *, archived: bool) -> QuerySet[Message]:
    """The latest first."""
    own = Message.objects.filter(to__in=rows_of(asker), archived_at__isnull=not archived)
    return own.defer("text").order_by("-at", "-pk")


def _groups() -> dict[str, tuple[Text, Q]]:
    return {group: (name, of_group(group)) for group, name in GROUPS.items()}


def _in_thread(narrowed: Filter[Message], of_thread: QuerySet[Message]) -> Filter[Message]:
    return replace(
        narrowed, narrow=lambda rows, asked: rows.filter(Exists(narrowed.narrow(of_thread, asked)))
    )


def _line(message: Message) -> MessageLine:
    return MessageLine(
        id=message.pk,
        kind=message.kind,
        group=GROUP_OF.get(message.kind, ""),
        thread=message.thread,
        subject=message.subject,
        at=message.at,
        read=message.read_at is not None,
        archived=message.archived_at is not None,
        mail=message.state,
        mail_label=message.get_state_display(),
    )
