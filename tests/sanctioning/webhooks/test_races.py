"""Several workers at once, and entries of the trail that come late, on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from ipaddress import ip_network

import pytest
from django.db import transaction
from pytest_django import Settings

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_job, run_waiting
from sanctioning.webhooks.models import Delivery, TrailPosition
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB
from sanctioning.webhooks.services.taking_up import take_up_what_happened
from sanctioning.webhooks.services.webhooks import add_webhook
from tests.cast import Cast, make_cast, sanctioned_event
from tests.support.racing import all_at_once, closing_connection
from tests.support.receiver import Receiver, receiving
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
KINDS = ("announcement.made",)


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.1/32"),)
    with receiving() as receiver:
        yield receiver


def told(receiver: Receiver) -> tuple[Cast, Event]:
    cast = make_cast()
    event = sanctioned_event(cast)
    add_webhook(by=cast.outsider, name="Site", url=receiver.url, kinds=KINDS)
    return cast, event


def test_of_many_workers_one_sends(receiver: Receiver) -> None:
    cast, event = told(receiver)
    announce(by=cast.director, event=event, text="Once.")
    take_up_what_happened()
    job = Job.objects.get(kind=DELIVERY_JOB)
    assert sorted(map(str, all_at_once([closing_connection(partial(run_job, job.pk))] * 6))) == [
        *["False"] * 5,
        "True",
    ]
    assert (len(receiver.requests), Delivery.objects.get().state) == (1, "delivered")


def test_while_one_sends_nobody_sends_what_comes_after(receiver: Receiver) -> None:
    cast, event = told(receiver)
    for text in ("One.", "Two."):
        announce(by=cast.director, event=event, text=text)
    take_up_what_happened()
    seen: list[int] = []

    def look() -> None:
        """While the first is being sent, another worker and another turn of the clock look for work."""
        if not seen:
            seen.append(0)
            [outcome] = all_at_once([closing_connection(another_turn)])
            seen.append(int(not isinstance(outcome, Exception)) + len(receiver.requests))

    def another_turn() -> None:
        take_up_what_happened()
        run_waiting(DELIVERY_JOB)

    receiver.before = look
    run_waiting(DELIVERY_JOB)
    assert seen == [0, 2]
    assert len(receiver.requests) == 2


def test_turns_at_once_write_each_message_once(receiver: Receiver) -> None:
    cast, event = told(receiver)
    for number in range(5):
        announce(by=cast.director, event=event, text=f"Number {number}.")
    answers = all_at_once([closing_connection(take_up_what_happened)] * 4)
    assert (answers, Delivery.objects.count()) == ([None] * 4, 5)


def test_what_is_committed_after_what_came_later_is_not_missed(receiver: Receiver) -> None:
    """Its entry has the smaller number, and is not there yet when the later one is taken up."""
    cast, event = told(receiver)
    noted, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            announce(by=cast.director, event=event, text="Noted first, committed last.")
            noted.set()
            assert may_end.wait(30)

    thread = threading.Thread(target=closing_connection(slow))
    thread.start()
    assert noted.wait(30)
    announce(by=cast.director, event=event, text="Noted last, committed first.")
    take_up_what_happened()
    assert (Delivery.objects.count(), TrailPosition.objects.get().writing != []) == (1, True)
    may_end.set()
    thread.join()
    take_up_what_happened()
    take_up_what_happened()
    entries = list(Delivery.objects.order_by("pk").values_list("entry", flat=True))
    assert len(entries) == 2
    assert entries == sorted(entries, reverse=True)
    position = TrailPosition.objects.get()
    assert (position.done, position.writing) == (position.seen, [])
    run_waiting(DELIVERY_JOB)
    assert len(receiver.requests) == 2
