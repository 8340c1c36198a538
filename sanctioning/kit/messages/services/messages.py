"""Post: a message to a person, written in the transaction of the change that it tells of.

Purpose: every layer says here what has happened and to whom; the reader finds it under “Messages”, and by
mail where an address is kept.
Invariants: each is in the language of whom it goes to; written again, a message stays one (`Message`); its
words are frozen; the mail goes by a job after the commit, under one Message-ID for good, so that a copy sent
twice by a dying worker is known as one. Messages of one thread whose mails wait together go in one mail.
Terms: message (what is to be said to one person); template (see `sanctioning.kit.messages.mail_text`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext_noop, override

from sanctioning.identity.lookup import address_for, language_for
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.services.jobs import enqueue_many, hold_queued
from sanctioning.kit.messages.mail_text import words
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.services.channels import ask_channels
from sanctioning.kit.waiting.registry import thing_named
from sanctioning.people.models.person import Person

MESSAGES = "/me/messages/"
NO_ADDRESS = gettext_noop("We have no e-mail address for you.")
State = Message.State


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageTo:
    """`path` is the page of the thing; `context` is what the template may say. The `thread` is that of the
    event that the context names, where no other thing is given."""

    to: Person
    about: Model
    path: str
    context: Mapping[str, Any] = field(default_factory=dict)
    thread: Model | None = None


def send(
    *,
    to: Person | Iterable[Person],
    kind: str,
    about: Model,
    path: str,
    occasion: object = "",
    template: str = "",
    context: Mapping[str, Any] | None = None,
    thread: Model | None = None,
    at: dt.datetime | None = None,
) -> list[Message]:
    """Say the same to one person or to several, once each. Gives the messages that are new.

    The template is that of the kind unless another is named. `occasion` tells apart two events of the same
    kind about the same thing.
    """
    people = [to] if isinstance(to, Person) else to
    messages = [
        MessageTo(to=person, about=about, path=path, context=context or {}, thread=thread)
        for person in people
    ]
    return send_each(messages, kind=kind, occasion=occasion, template=template, at=at)


def send_each(
    messages: Sequence[MessageTo],
    *,
    kind: str,
    occasion: object = "",
    template: str = "",
    at: dt.datetime | None = None,
) -> list[Message]:
    """Messages of one kind to many people in a constant number of queries, each with its own words."""
    if not messages:
        return []
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a message is written in the transaction of the change")
    at = moment(at)
    people = _with_addresses(messages)
    written = [
        _written(message, people[message.to.pk], kind, str(occasion), template or kind, at)
        for message in messages
    ]
    Message.objects.bulk_create(written, ignore_conflicts=True)
    new = list(Message.objects.filter(key__in=[message.key for message in written]).order_by("pk"))
    _ask_for_mails([message for message in new if message.state == State.WAITING])
    ask_channels(new)
    return new


def _ask_for_mails(messages: Sequence[Message]) -> None:
    """One for each thread and person; what waits already takes the new messages along."""
    first = {_whose(message): message for message in _not_begun(messages)}
    later = []
    for message in messages:
        message.goes_with = first.get(_whose(message))
        if message.goes_with is None:
            first[_whose(message)] = message
        else:
            later.append(message)
    Message.objects.bulk_update(later, ["goes_with"])
    own = [str(message.key) for message in messages if message.goes_with is None]
    enqueue_many(kind=MAIL_JOB, payloads={key: {"message": key} for key in own})


def _not_begun(messages: Sequence[Message]) -> Sequence[Message]:
    """What was written before to the same people in the same threads, and goes in a mail of its own."""
    if not messages:
        return ()
    before = Message.objects.filter(
        to__in={message.to_id for message in messages},
        thread__in={message.thread for message in messages},
        state=State.WAITING,
        goes_with=None,
    ).exclude(pk__in=[message.pk for message in messages])
    by_key = {str(message.key): message for message in before}
    held = hold_queued(kind=MAIL_JOB, keys=by_key) if by_key else set()
    return [by_key[key] for key in held]


def _whose(message: Message) -> tuple[int, str]:
    return message.to_id, message.thread


def _with_addresses(messages: Sequence[MessageTo]) -> dict[int, Person]:
    """The people again, with what is kept about how to reach them."""
    people = Person.objects.select_related("account", "private")
    by_key = people.in_bulk({message.to.pk for message in messages})
    merged = {person.merged_into_id for person in by_key.values()} - {None}
    merged_into = people.in_bulk(merged) if merged else {}
    return {pk: merged_into.get(identity_id(person), person) for pk, person in by_key.items()}


def _written(
    message: MessageTo, person: Person, kind: str, occasion: str, template: str, at: dt.datetime
) -> Message:
    with override(language_for(person)):
        subject, text = words(template, {**message.context, "person": person, "about": message.about})
    reachable = bool(address_for(person, day_of(at)))
    return Message(
        to=person,
        kind=kind,
        thing_type=message.about._meta.label,
        thing_id=str(message.about.pk),
        thread=thing_named(message.thread or message.context.get("event") or message.about),
        occasion=occasion,
        subject=subject,
        text=text,
        path=message.path,
        at=at,
        state=State.WAITING if reachable else State.NO_ADDRESS,
        reason="" if reachable else NO_ADDRESS,
    )
