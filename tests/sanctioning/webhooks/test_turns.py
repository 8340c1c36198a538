"""Messages take turns: a few of one owner at a time; and what is removed under way ends quietly."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from django.core.cache import caches
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone
from pytest_django import Settings

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services import jobs
from sanctioning.kit.messages.models import Message
from sanctioning.webhooks.models import Attempt, Delivery
from sanctioning.webhooks.services.delivering import send_and_note
from sanctioning.webhooks.services.taking_turns import AT_ONCE, DELIVERY_JOB, note_speed
from sanctioning.webhooks.services.taking_up import take_up_what_happened
from sanctioning.webhooks.services.webhooks import remove_webhook
from tests.cast import Cast, sanctioned_event
from tests.sanctioning.webhooks.test_webhooks import added, said
from tests.support.receiver import Receiver, receiving


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    caches["process"].clear()
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.1/32"),)
    with receiving() as receiver:
        yield receiver


@pytest.mark.both_databases
def test_a_message_waits_while_others_of_its_owner_are_under_way(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    for _ in range(AT_ONCE + 1):
        added(cast.outsider, receiver.url)
    added(cast.director, receiver.url)
    said(cast, event, "One.")
    take_up_what_happened()
    *under_way, last, of_another = Job.objects.filter(kind=DELIVERY_JOB).order_by("pk")
    running = [jobs.claim(job.pk) for job in under_way]
    assert all(running)
    assert jobs.run_job(last.pk)
    assert jobs.run_job(of_another.pk)
    last.refresh_from_db()
    assert (last.state, last.attempts, len(receiver.requests)) == (Job.State.QUEUED, 0, 1)
    Job.objects.filter(pk=under_way[0].pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))
    assert jobs.run_job(last.pk)
    assert len(receiver.requests) == 2


@pytest.mark.both_databases
def test_a_slow_receiver_waits_until_nothing_else_of_its_owner_is_under_way(
    cast: Cast, receiver: Receiver
) -> None:
    event = sanctioned_event(cast)
    slow, _secret = added(cast.outsider, receiver.url)
    added(cast.outsider, receiver.url)
    note_speed(slow, 2000)
    said(cast, event, "One.")
    take_up_what_happened()
    to_slow, to_other = Job.objects.filter(kind=DELIVERY_JOB).order_by("pk")
    running = jobs.claim(to_other.pk)
    assert running is not None
    assert jobs.run_job(to_slow.pk)
    assert receiver.requests == []
    running.kind.handler(running)
    assert jobs.run_job(to_slow.pk)
    assert len(receiver.requests) == 2
    note_speed(slow, 5)


@pytest.mark.both_databases
@pytest.mark.parametrize("status", [204, 500, 410])
def test_a_webhook_that_is_removed_while_a_message_is_under_way_leaves_nothing(
    cast: Cast, receiver: Receiver, status: int
) -> None:
    event = sanctioned_event(cast)
    webhook, _secret = added(cast.outsider, receiver.url)
    said(cast, event, "One.")
    take_up_what_happened()
    job = Job.objects.get(kind=DELIVERY_JOB)
    running = jobs.claim(job.pk)
    assert running is not None
    delivery = Delivery.objects.select_related("webhook__owner__account", "entry").get()
    receiver.answers = [status]
    remove_webhook(by=cast.outsider, webhook=webhook)
    send_and_note(running, delivery)
    connection.check_constraints()
    assert len(receiver.requests) == 1
    assert (Attempt.objects.count(), Message.objects.filter(kind="webhook-off").count()) == (0, 0)
    job.refresh_from_db()
    assert job.state == (Job.State.QUEUED if status == 500 else Job.State.DONE)
    Job.objects.filter(pk=job.pk).update(due_at=Now())
    jobs.run_waiting(DELIVERY_JOB)
    job.refresh_from_db()
    assert (job.state, job.error, len(receiver.requests)) == (Job.State.DONE, "", 1)
