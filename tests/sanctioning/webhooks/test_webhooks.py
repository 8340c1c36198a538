"""Webhooks: what is told to whom, signed, in order, again after a failure, and never where it must not go."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people.services.anonymisation import anonymise, ask_to_be_forgotten, confirm_wish
from sanctioning.webhooks.addresses import may_be_reached, require_address
from sanctioning.webhooks.models import Attempt, Delivery, Webhook
from sanctioning.webhooks.occasions import OCCASIONS
from sanctioning.webhooks.sending import post
from sanctioning.webhooks.services import sending_again, webhooks
from sanctioning.webhooks.services.delivering import PAUSES
from sanctioning.webhooks.services.housekeeping import remove_old_deliveries
from sanctioning.webhooks.services.sending_again import REPLAY_JOB, replay_since, send_again, send_test
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB
from sanctioning.webhooks.services.taking_up import take_up_what_happened
from sanctioning.webhooks.services.webhooks import (
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    switch_webhook_off,
    switch_webhook_on,
)
from sanctioning.webhooks.signing import new_secret
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import (
    MARCH,
    Cast,
    certified,
    open_table,
    record_of,
    registered_event,
    reported,
    sanctioned_event,
)
from tests.support.appeals import appealed, bench_of, decided, ruling_in
from tests.support.play import drawn_table
from tests.support.receiver import Receiver, receiving
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce
from tournaments.events.services.changes import cancel_event

ALL = "announcement.made"


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.1/32"),)
    with receiving() as receiver:
        yield receiver


def added(
    by: Person, url: str, *kinds: str, event: str = "", for_authority: bool = False
) -> tuple[Webhook, str]:
    return add_webhook(
        by=by,
        name="Club website",
        url=url,
        kinds=kinds or (ALL,),
        event=event,
        for_authority=for_authority,
    )


def worked() -> None:
    """A turn of the clock, and all that it asks of the workers."""
    take_up_what_happened()
    Job.objects.filter(state=Job.State.QUEUED).update(due_at=Now())
    run_waiting(DELIVERY_JOB, REPLAY_JOB)


def said(cast: Cast, event: Event, *texts: str) -> None:
    for text in texts:
        announce(by=cast.director, event=event, text=text)


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


@pytest.mark.both_databases
def test_a_message_is_signed_and_leads_to_what_happened(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, secret = added(cast.outsider, receiver.url)
    said(cast, event, "Supper is served.")
    worked()
    entry = AuditEntry.objects.get(action="announce")
    assert receiver.messages(secret) == [
        {
            "type": "announcement.made",
            "timestamp": entry.at.astimezone(dt.UTC).isoformat().replace("+00:00", "Z"),
            "data": {
                "url": "http://testserver/api/v1/events/spring-whoopie/announcements/",
                "event": "spring-whoopie",
                "announcement": (entry.after or {})["announcement"],
            },
        }
    ]
    [attempt] = Attempt.objects.all()
    assert (states(), attempt.status, attempt.delivery.webhook) == (["delivered"], 204, webhook)
    with pytest.raises(WebhookVerificationError):
        receiver.messages(new_secret())
    assert secret not in Webhook.objects.get().secret


def test_what_happened_before_or_was_not_asked_for_is_not_told(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    said(cast, event, "Before.")
    added(cast.outsider, receiver.url, "event.cancelled")
    said(cast, event, "Not asked for.")
    worked()
    assert receiver.requests == []
    cancel_event(by=cast.director, event=event, why="Snow.", at=MARCH)
    worked()
    worked()
    assert [json.loads(body)["type"] for _, body in receiver.requests] == ["event.cancelled"]


def test_nothing_is_sent_of_what_was_rolled_back(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    added(cast.outsider, receiver.url)
    with transaction.atomic():
        said(cast, event, "Never said.")
        transaction.set_rollback(True)
    worked()
    assert (receiver.requests, states()) == ([], [])


@pytest.mark.both_databases
def test_each_is_told_only_what_they_may_see(cast: Cast, receiver: Receiver) -> None:
    """An event that is not sanctioned yet is shown to its club and to the Managing Executor alone."""
    for person in (cast.outsider, cast.director, cast.managing):
        added(person, receiver.url, "event.registered")
    registered_event(cast, "Secret Evening")
    worked()
    assert Delivery.objects.count() == 2
    told = set(Delivery.objects.values_list("webhook__owner", flat=True))
    assert told == {cast.director.pk, cast.managing.pk}


@pytest.mark.both_databases
def test_who_may_no_longer_see_a_thing_is_not_told_of_it(cast: Cast, receiver: Receiver) -> None:
    added(cast.director, receiver.url, "event.registered")
    registered_event(cast, "Secret Evening")
    take_up_what_happened()
    cast.director.account.is_active = False  # type: ignore[union-attr]
    cast.director.account.save()  # type: ignore[union-attr]
    run_waiting(DELIVERY_JOB)
    assert (receiver.requests, states()) == ([], ["withheld"])


@pytest.mark.both_databases
def test_one_of_the_authority_is_told_what_its_managing_executor_may_see(
    cast: Cast, receiver: Receiver
) -> None:
    with pytest.raises(Refusal) as refused:
        added(cast.director, receiver.url, for_authority=True)
    assert refused.value.code == "not-allowed"
    _webhook, secret = added(cast.managing, receiver.url, "event.registered", for_authority=True)
    registered_event(cast, "Secret Evening")
    worked()
    assert [message["data"]["event"] for message in receiver.messages(secret)] == ["secret-evening"]


@pytest.mark.both_databases
def test_one_of_an_event_is_told_of_that_event_alone(cast: Cast, receiver: Receiver) -> None:
    events = [sanctioned_event(cast, name=name) for name in ("Spring Whoopie", "Autumn Whoopie")]
    url = "https://example.org/events/autumn-whoopie/"
    webhook, secret = added(cast.outsider, receiver.url, event=url)
    assert webhook.event == "autumn-whoopie"
    for event in events:
        said(cast, event, "Supper is served.")
    worked()
    assert [message["data"]["event"] for message in receiver.messages(secret)] == ["autumn-whoopie"]
    replay_since(by=cast.outsider, webhook=webhook, since=timezone.now() - dt.timedelta(hours=1))
    worked()
    worked()
    assert len(receiver.messages(secret)) == 2
    change_webhook(by=cast.outsider, webhook=webhook, name="Site", url=receiver.url, kinds=[ALL])
    said(cast, events[0], "Supper is over.")
    worked()
    assert receiver.messages(secret)[-1]["data"]["event"] == "spring-whoopie"


@pytest.mark.both_databases
def test_nobody_learns_of_an_event_by_naming_it(cast: Cast) -> None:
    registered_event(cast, "Secret Evening")
    for slug in ("secret-evening", "none"):
        with pytest.raises(Refusal) as refused:
            added(cast.outsider, "https://example.org/", event=slug)
        assert refused.value.code == "webhook-event-unknown"
    webhook, _secret = added(cast.director, "https://example.org/", event="secret-evening")
    assert webhook.event == "secret-evening"


@pytest.mark.both_databases
def test_a_game_from_its_table_to_its_certification(cast: Cast, receiver: Receiver) -> None:
    added(cast.outsider, receiver.url, *OCCASIONS)
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    worked()
    messages = [json.loads(body) for _, body in receiver.requests]
    assert [message["type"] for message in messages] == [
        "event.registered",
        "event.sanctioned",
        "record.reported",
        "result.certified",
    ]
    assert messages[-1]["data"] == {
        "url": "http://testserver/api/v1/events/spring-whoopie/games/1/",
        "event": "spring-whoopie",
        "game": "1",
    }
    for _, body in receiver.requests:
        assert all(player.family_name not in body.decode() for player in cast.players)


@pytest.mark.both_databases
def test_a_ruling_and_its_appeal_are_told_to_who_may_see_them(cast: Cast, receiver: Receiver) -> None:
    kinds = ("ruling.given", "appeal.decided")
    bench_of(cast)
    table = drawn_table(cast, cast.players[:4])
    other = sanctioned_event(cast, name="Another Evening")
    added(cast.players[0], receiver.url, *kinds, event=other.slug)
    _webhook, secret = added(cast.players[0], receiver.url, *kinds, event=table.event.slug)
    added(cast.outsider, receiver.url, *kinds)
    ruling = ruling_in(cast, table)
    appeal = appealed(cast, ruling)
    decided(appeal, "upheld")
    worked()
    event = table.event.slug
    assert [message["data"] for message in receiver.messages(secret)] == [
        {
            "url": f"http://testserver/api/v1/events/{event}/games/1/rulings/",
            "event": event,
            "game": "1",
            "ruling": ruling.pk,
        },
        {"url": f"http://testserver/api/v1/appeals/{appeal.pk}/", "appeal": appeal.pk},
    ]


@pytest.mark.both_databases
def test_a_roster_is_told_of_when_it_is_published(cast: Cast, receiver: Receiver) -> None:
    _webhook, secret = added(cast.outsider, receiver.url, "roster.published")
    roster = compile_roster(by=cast.registrar, as_of=dt.date(2025, 5, 15), at=MARCH)
    worked()
    assert receiver.requests == []
    publish_roster(by=cast.registrar, roster=roster)
    worked()
    [message] = receiver.messages(secret)
    assert message["data"]["url"] == "http://testserver/api/v1/rosters/2025-05-15/"


@pytest.mark.both_databases
def test_what_fails_three_times_keeps_the_order(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, secret = added(cast.outsider, receiver.url)
    receiver.answers = [500, 503, 500]
    said(cast, event, "One.", "Two.", "Three.")
    take_up_what_happened()
    run_waiting(DELIVERY_JOB)
    assert (len(receiver.requests), states()) == (1, ["waiting"] * 3)
    job = Job.objects.get(kind=DELIVERY_JOB)
    assert job.state == Job.State.QUEUED
    assert dt.timedelta(seconds=3) < job.due_at - timezone.now() <= PAUSES[0]
    webhook.refresh_from_db()
    assert webhook.failing_since is not None
    worked()
    worked()
    worked()
    ids = list(dict.fromkeys(receiver.ids()))
    told = [message["data"]["announcement"] for message in receiver.messages(secret)]
    assert receiver.by_id() == dict(zip(ids, (4, 1, 1), strict=True))
    assert told == sorted(told)
    assert states() == ["delivered"] * 3
    webhook.refresh_from_db()
    assert webhook.failing_since is None
    assert [attempt.status for attempt in Attempt.objects.all()] == [500, 503, 500, 204, 204, 204]
    assert Attempt.objects.all()[0].answer == "busy"


def test_events_do_not_wait_for_each_other(cast: Cast, receiver: Receiver) -> None:
    first, second = sanctioned_event(cast), sanctioned_event(cast, name="Autumn Whoopie")
    _webhook, secret = added(cast.outsider, receiver.url)
    receiver.answers = [500]
    said(cast, first, "One.", "Two.")
    said(cast, second, "Three.")
    take_up_what_happened()
    run_waiting(DELIVERY_JOB)
    events = [message["data"]["event"] for message in receiver.messages(secret)]
    assert (events, states()) == (
        ["spring-whoopie", "autumn-whoopie"],
        ["waiting", "waiting", "delivered"],
    )


@pytest.mark.both_databases
def test_after_days_it_is_switched_off_and_its_owner_told(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, secret = added(cast.outsider, receiver.url)
    receiver.answers = [500] * 20
    said(cast, event, "One.", "Two.")
    for _ in range(len(PAUSES) + 2):
        worked()
    webhook.refresh_from_db()
    assert (webhook.off, states()) == (Webhook.Off.FAILING, ["failed", "failed"])
    assert len(receiver.requests) == len(PAUSES) + 1
    assert sum(PAUSES, dt.timedelta()) > dt.timedelta(days=3)
    message = Message.objects.get(kind="webhook-off")
    assert (message.to, message.path) == (cast.outsider, f"/webhooks/{webhook.pk}/")
    assert "Club website" in message.subject
    said(cast, event, "While it is off.")
    worked()
    assert len(receiver.requests) == len(PAUSES) + 1
    receiver.answers = []
    receiver.requests.clear()
    switch_webhook_on(by=cast.outsider, webhook=webhook)
    replay_since(by=cast.outsider, webhook=webhook, since=timezone.now() - dt.timedelta(hours=1))
    worked()
    worked()
    assert len(receiver.messages(secret)) == 3


@pytest.mark.both_databases
def test_who_wants_nothing_more_says_so(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, _secret = added(cast.outsider, receiver.url)
    receiver.answers = [410]
    said(cast, event, "One.", "Two.")
    worked()
    webhook.refresh_from_db()
    assert (webhook.off, states(), len(receiver.requests)) == (Webhook.Off.GONE, ["failed"] * 2, 1)


@pytest.mark.both_databases
def test_a_job_that_workers_die_over_is_given_up(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, _secret = added(cast.outsider, receiver.url)
    said(cast, event, "One.")
    take_up_what_happened()
    Job.objects.filter(kind=DELIVERY_JOB).update(state=Job.State.FAILED, finished_at=timezone.now())
    take_up_what_happened()
    webhook.refresh_from_db()
    assert (webhook.off, states()) == (Webhook.Off.FAILING, ["failed"])


def test_a_redirect_is_not_followed(cast: Cast, receiver: Receiver) -> None:
    with receiving() as inside:
        webhook, _secret = added(cast.outsider, receiver.url)
        receiver.answers, receiver.location = [302], inside.url
        send_test(by=cast.outsider, webhook=webhook)
        worked()
        assert (len(receiver.requests), inside.requests) == (1, [])
    assert (states(), Attempt.objects.get().status) == (["failed"], 302)


def test_one_that_is_too_slow_is_not_waited_for(
    cast: Cast, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanctioning.webhooks.sending.SECONDS", 0.3)
    from threading import Event as Signal

    over = Signal()
    receiver.before = lambda: over.wait(20)
    webhook, _secret = added(cast.outsider, receiver.url)
    send_test(by=cast.outsider, webhook=webhook)
    worked()
    over.set()
    attempt = Attempt.objects.get()
    assert (attempt.status, attempt.fault) == (0, Attempt.Fault.TIMEOUT)
    assert 300 <= attempt.milliseconds < 5000


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/hook",
        "http://localhost:{port}/hook",
        "http://[::ffff:127.0.0.1]:{port}/hook",
        "http://2130706433:{port}/hook",
        "http://0x7f.1:{port}/hook",
    ],
)
def test_no_request_goes_to_an_address_that_is_not_public(url: str) -> None:
    """However it is written, and whatever name leads there: the connection is not even opened."""
    with receiving() as inside:
        outcome = post(url.format(port=inside.url.split(":")[2].split("/")[0]), headers={}, body="{}")
    assert (outcome.status, inside.requests) == (0, [])
    assert outcome.fault in ("forbidden", "unreachable")


def test_a_name_that_leads_elsewhere_a_moment_later_is_no_way_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: what is checked is the address to which the connection is opened."""
    import socket

    answers = iter(["93.184.216.34", *["127.0.0.1"] * 20])

    def lookup(host: str, port: int, *_: object, **__: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    assert may_be_reached(next(answers))
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with receiving() as inside:
        url = inside.url.replace("127.0.0.1", "rebound.example.org")
        outcome = post(url, headers={}, body="{}")
    assert (outcome.fault, inside.requests) == (Attempt.Fault.FORBIDDEN, [])


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1"),
        *("192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001::1"),
        *("2001:db8::1", "2002:7f00:1::", "fc00::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not may_be_reached(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_that_are_public(address: str) -> None:
    assert may_be_reached(address)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/hook", "webhook-address-impossible"),
        ("ftp://example.org/hook", "webhook-address-impossible"),
        ("https://me:secret@example.org/", "webhook-address-impossible"),
        ("https:///hook", "webhook-address-impossible"),
        ("https://example.org:99999/", "webhook-address-impossible"),
        ("https://example.org/#part", "webhook-address-impossible"),
        ("https://exa mple.org/", "webhook-address-impossible"),
        ("https://example.org/" + "x" * 500, "webhook-address-impossible"),
        ("https://2130706433/hook", "webhook-address-private"),
        ("https://127.1/hook", "webhook-address-private"),
        ("https://0x7f000001/hook", "webhook-address-private"),
        ("https://127.0.0.1/hook", "webhook-address-private"),
        ("https://[::1]/hook", "webhook-address-private"),
        ("https://localhost/hook", "webhook-address-private"),
        ("https://169.254.169.254/latest/meta-data/", "webhook-address-private"),
    ],
)
def test_addresses_that_no_webhook_has(url: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        require_address(url)
    assert refused.value.code == code


def test_the_operator_may_open_a_network(settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = (ip_network("10.0.0.0/8"),)
    assert require_address("http://10.1.2.3/hook") == "http://10.1.2.3/hook"
    assert (may_be_reached("10.1.2.3"), may_be_reached("192.168.1.1")) == (True, False)
    assert (may_be_reached("10.1.2.3", plain=True), may_be_reached("1.1.1.1", plain=True)) == (True, False)


def test_two_secrets_sign_for_a_day(cast: Cast, receiver: Receiver) -> None:
    webhook, old = added(cast.outsider, receiver.url)
    new = renew_secret(by=cast.outsider, webhook=webhook)
    send_test(by=cast.outsider, webhook=webhook)
    worked()
    assert receiver.messages(old) == receiver.messages(new)
    Webhook.objects.update(old_secret_until=timezone.now() - dt.timedelta(seconds=1))
    receiver.requests.clear()
    send_test(by=cast.outsider, webhook=webhook)
    worked()
    [(headers, body)] = receiver.requests
    assert Verifier(new).verify(body, headers)["type"] == "webhook.test"
    with pytest.raises(WebhookVerificationError):
        Verifier(old).verify(body, headers)
    remove_old_deliveries()
    assert Webhook.objects.get().old_secret == ""


def test_a_secret_that_cannot_be_read_is_told_of(cast: Cast, receiver: Receiver) -> None:
    webhook, _secret = added(cast.outsider, receiver.url)
    Webhook.objects.update(secret="gAAAAAB")
    send_test(by=cast.outsider, webhook=webhook)
    worked()
    assert (Attempt.objects.get().fault, receiver.requests) == (Attempt.Fault.SECRET, [])


@pytest.mark.both_databases
def test_what_is_sent_again_has_the_id_that_it_had(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, secret = added(cast.outsider, receiver.url)
    said(cast, event, "One.", "Two.")
    worked()
    first = Delivery.objects.order_by("pk")[0]
    send_again(by=cast.outsider, webhook=webhook, number=first.pk)
    worked()
    assert receiver.ids() == [receiver.ids()[0], receiver.ids()[1], receiver.ids()[0]]
    replay_since(by=cast.outsider, webhook=webhook, since=timezone.now() - dt.timedelta(hours=1))
    worked()
    worked()
    assert receiver.ids()[3:] == receiver.ids()[:2]
    assert len(receiver.messages(secret)) == 5
    with pytest.raises(Refusal) as refused:
        replay_since(by=cast.outsider, webhook=webhook, since=timezone.now() - dt.timedelta(days=40))
    assert refused.value.code == "replay-too-far"


@pytest.mark.both_databases
def test_too_much_at_once_is_not_sent_again(
    cast: Cast, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending_again, "AT_ONCE", 1)
    event = sanctioned_event(cast)
    webhook, _secret = added(cast.outsider, receiver.url)
    said(cast, event, "One.", "Two.")
    with pytest.raises(Refusal) as refused:
        replay_since(by=cast.outsider, webhook=webhook, since=timezone.now() - dt.timedelta(hours=1))
    assert refused.value.code == "replay-too-much"


def test_a_turn_that_takes_only_so_many_goes_on_in_the_next(
    cast: Cast, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanctioning.webhooks.services.taking_up.AT_ONCE", 2)
    event = sanctioned_event(cast)
    added(cast.outsider, receiver.url)
    said(cast, event, "One.", "Two.", "Three.", "Four.", "Five.")
    for expected in (2, 4, 5, 5):
        take_up_what_happened()
        assert Delivery.objects.count() == expected


@pytest.mark.both_databases
def test_off_it_is_told_nothing_and_on_only_what_comes(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    webhook, _secret = added(cast.outsider, receiver.url)
    said(cast, event, "One.")
    take_up_what_happened()
    switch_webhook_off(by=cast.outsider, webhook=webhook)
    run_waiting(DELIVERY_JOB)
    said(cast, event, "Two.")
    with pytest.raises(Refusal) as refused:
        send_test(by=cast.outsider, webhook=webhook)
    assert refused.value.code == "webhook-off"
    switch_webhook_on(by=cast.outsider, webhook=webhook)
    worked()
    assert (receiver.requests, states()) == ([], ["failed"])
    said(cast, event, "Three.")
    worked()
    assert len(receiver.requests) == 1


def test_only_its_keeper_touches_it(cast: Cast, receiver: Receiver) -> None:
    webhook, _secret = added(cast.director, receiver.url)
    for act in (remove_webhook, renew_secret, switch_webhook_off, send_test):
        with pytest.raises(Refusal) as refused:
            act(by=cast.outsider, webhook=webhook)
        assert refused.value.code == "webhook-unknown"


def test_there_are_so_many_at_most(cast: Cast, receiver: Receiver) -> None:
    for _ in range(webhooks.MOST):
        added(cast.outsider, receiver.url)
    with pytest.raises(Refusal) as refused:
        added(cast.outsider, receiver.url)
    assert refused.value.code == "webhooks-too-many"


@pytest.mark.parametrize(
    ("name", "kinds", "code"),
    [
        (" ", [ALL], "webhook-name-missing"),
        ("Site", [], "webhook-kinds"),
        ("Site", ["weather.changed"], "webhook-kinds"),
    ],
)
def test_what_a_webhook_needs(cast: Cast, name: str, kinds: list[str], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        add_webhook(by=cast.outsider, name=name, url="https://example.org/hook", kinds=kinds)
    assert refused.value.code == code


@pytest.mark.both_databases
def test_old_messages_go(cast: Cast, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    added(cast.outsider, receiver.url)
    said(cast, event, "One.", "Two.")
    worked()
    old = timezone.now() - dt.timedelta(days=31)
    Delivery.objects.filter(pk=Delivery.objects.order_by("pk")[0].pk).update(over_at=old)
    Job.objects.filter(kind=DELIVERY_JOB).update(finished_at=old)
    remove_old_deliveries()
    assert (Delivery.objects.count(), Attempt.objects.count()) == (1, 1)
    assert not Job.objects.filter(kind=DELIVERY_JOB).exists()
    worked()
    assert len(receiver.requests) == 2


@pytest.mark.both_databases
def test_whoever_is_forgotten_keeps_none(cast: Cast, receiver: Receiver) -> None:
    added(cast.outsider, receiver.url)
    ask_to_be_forgotten(by=cast.outsider)
    wish = confirm_wish(by=cast.outsider, number=cast.outsider.number)
    assert wish.due_at is not None
    anonymise(wish_id=wish.pk, at=wish.due_at)
    assert not Webhook.objects.exists()


def test_a_report_pays_nothing_and_without_any_the_clock_one_query(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    with CaptureQueriesContext(connection) as asked:
        take_up_what_happened()
    assert len(asked) == 1
    added(cast.outsider, "https://example.org/hook", *OCCASIONS)
    with CaptureQueriesContext(connection) as asked:
        reported(cast, game, record_of(cast.players[:4]))
    statements = " ".join(query["sql"] for query in asked.captured_queries)
    assert "sanctioning_auditentry" in statements
    assert not re.search("sanctioning_(webhook|delivery|trailposition)", statements)
