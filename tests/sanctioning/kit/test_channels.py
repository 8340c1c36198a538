"""Channels of plug-ins: chosen by what messages are about, passed on by jobs, ended with the person."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from ipaddress import ip_network

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from saas_high_card.chat import CHAT
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.channels import CHANNELS
from sanctioning.kit.messages.models import ChannelChoice, Message
from sanctioning.kit.messages.services.channels import CHANNEL_JOB, choose_channel, leave_channels_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tests.cast import JANUARY, MARCH, Cast
from tests.support.receiver import Receiver, receiving
from tests.support.refusals import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PAGE, API = "/me/messages/channels/", "/api/v1/messages/channels/"


@pytest.fixture(autouse=True)
def chat(settings: Settings) -> Iterator[None]:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.1/32"),)
    with CHANNELS.with_one_more(CHAT.slug, CHAT):
        yield


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def tell(cast: Cast, person: Person, kind: str = "office-given") -> Message:
    with transaction.atomic():
        [message] = send(
            to=person,
            kind=kind,
            about=cast.club,
            path="/clubs/arden/",
            template="club-approved",
            context={"club": cast.club},
            at=MARCH,
        )
    return message


def test_a_message_goes_where_its_reader_chose(cast: Cast, receiver: Receiver) -> None:
    player, other = cast.players[:2]
    choose_channel(by=player, channel="chat", address=receiver.url, groups=["people"], at=JANUARY)
    message = tell(cast, player)
    tell(cast, player, kind="club-approved")  # of another group
    tell(cast, other)
    assert Job.objects.filter(kind=CHANNEL_JOB).count() == 1
    run_waiting(CHANNEL_JOB)
    [(_headers, body)] = receiver.requests
    text = json.loads(body)["text"]
    assert text.startswith(message.subject)
    assert text.endswith("/clubs/arden/")
    assert "choose channel" in AuditEntry.objects.values_list("action", flat=True)


def test_what_does_not_get_through_is_tried_again_and_shown(
    cast: Cast, receiver: Receiver, client: Client
) -> None:
    player = cast.players[0]
    choose_channel(by=player, channel="chat", address=receiver.url, groups=["people"], at=JANUARY)
    receiver.answers = [500]
    tell(cast, player)
    run_waiting(CHANNEL_JOB)
    [row] = Job.objects.filter(kind=CHANNEL_JOB)
    assert (row.state, row.attempts) == ("queued", 1)
    assert player.account is not None
    client.force_login(player.account)
    assert "The last message did not get through" in client.get(PAGE).content.decode()
    Job.objects.update(due_at=timezone.now())
    run_waiting(CHANNEL_JOB)
    assert ChannelChoice.objects.get().failed_at is None


def test_whoever_leaves_a_channel_is_told_nothing_more_there(cast: Cast, receiver: Receiver) -> None:
    player = cast.players[0]
    choose_channel(by=player, channel="chat", address=receiver.url, groups=["people"], at=JANUARY)
    tell(cast, player)
    choose_channel(by=player, channel="chat", address="", groups=[])
    run_waiting(CHANNEL_JOB)
    assert (receiver.requests, ChannelChoice.objects.count()) == ([], 0)


def test_who_is_merged_or_forgotten(cast: Cast, receiver: Receiver) -> None:
    kept, double = cast.players[:2]
    choose_channel(by=double, channel="chat", address=receiver.url, groups=["people"], at=JANUARY)
    Person.objects.filter(pk=double.pk).update(account=None, merged_into=kept)
    tell(cast, kept)
    assert Job.objects.filter(kind=CHANNEL_JOB).count() == 1
    leave_channels_of(kept)
    assert not ChannelChoice.objects.exists()


def test_what_cannot_be_chosen_is_refused(cast: Cast) -> None:
    choose = partial(choose_channel, by=cast.players[0], address="https://chat.example/x", groups=["people"])
    assert code_of(partial(choose, channel="pigeon")) == "channel-unknown"
    assert code_of(partial(choose, channel="chat", groups=["weather"])) == "channel-groups"
    assert (
        code_of(partial(choose, channel="chat", address="ftp://chat.example")) == "webhook-address-impossible"
    )


def test_the_page_and_the_api_choose(cast: Cast, client: Client) -> None:
    player = cast.players[0]
    assert player.account is not None
    client.force_login(player.account)
    assert 'href="/me/messages/channels/"' in client.get("/me/messages/").content.decode()
    typed = {"channel": "chat", "address": "https://chat.example/hook", "groups": ["events", "results"]}
    assert client.post(PAGE, {**typed, "groups": []}).status_code == 422
    assert client.post(PAGE, {**typed, "address": "nowhere"}).status_code == 422
    assert client.post(PAGE, {**typed, "channel": "pigeon"}).status_code == 422
    assert client.post(PAGE, typed).status_code == 302
    [line] = client.get(API).json()
    assert (line["channel"], line["groups"]) == ("chat", ["events", "results"])
    changed = client.put(API, {**typed, "groups": ["people"]}, content_type="application/json")
    assert changed.json()[0]["groups"] == ["people"]
    assert client.post(PAGE, {"channel": "chat", "act": "stop"}).status_code == 302
    assert client.get(API).json()[0]["address"] == ""


def test_without_a_channel_the_page_says_so(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cast.players[0].account is not None
    client.force_login(cast.players[0].account)
    with monkeypatch.context() as without:
        without.delitem(CHANNELS._entries, CHAT.slug)
        assert "No other channel" in client.get(PAGE).content.decode()
        assert PAGE not in client.get("/me/messages/").content.decode()
