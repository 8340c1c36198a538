"""Webhooks on pages and for programs, from adding one to removing it."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from pytest_django import Settings

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.services.sending_again import REPLAY_JOB
from sanctioning.webhooks.services.taking_turns import DELIVERY_JOB
from sanctioning.webhooks.services.taking_up import take_up_what_happened
from tests.cast import Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.support.receiver import Receiver, receiving
from tournaments.events.services.announcements import announce

JSON = "application/json"
EXAMPLE = "https://example.org/hook"
ADDRESS = "https://example.org/hook?key=known"


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.1/32"),)
    with receiving() as receiver:
        yield receiver


def worked() -> None:
    take_up_what_happened()
    Job.objects.filter(state=Job.State.QUEUED).update(due_at=Now())
    run_waiting(DELIVERY_JOB, REPLAY_JOB)


def sent(client: Client, path: str, body: object = None, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/v1/webhooks/{path}", body or {}, content_type=JSON, headers=headers)


@pytest.mark.both_databases
def test_a_program_keeps_its_webhooks(cast: Cast, sign_in: SignIn, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    client = sign_in(cast.outsider)
    types = [line["type"] for line in client.get("/api/v1/webhooks/types/").json()]
    asked = {"name": "Club website", "url": EXAMPLE, "kinds": [types[4]]}
    assert sent(client, "", asked).json()["code"] == "idempotency-key-missing"
    added = sent(client, "", asked, "one")
    assert sent(client, "", asked, "one").json() == added.json()
    assert Webhook.objects.count() == 1
    secret, number = added.json()["secret"], added.json()["webhook"]["id"]
    assert client.get("/api/v1/webhooks/").json() == [added.json()["webhook"]]
    assert secret not in client.get(f"/api/v1/webhooks/{number}/").content.decode()
    assert sent(client, f"{number}/switch-off/").json()["off"] == "owner"
    assert sent(client, f"{number}/test/", key="late").json()["code"] == "webhook-off"
    assert sent(client, f"{number}/switch-on/").json()["off"] == ""
    path = f"/api/v1/webhooks/{number}/"
    changed = client.put(path, {**asked, "name": "Other"}, content_type=JSON).json()
    assert (changed["name"], changed["kinds"]) == ("Other", ["announcement.made"])
    of_one = client.put(path, {**asked, "event": event.slug}, content_type=JSON).json()
    assert of_one["event"] == event.slug
    assert client.put(path, asked, content_type=JSON).json()["event"] == event.slug
    assert client.put(path, {**asked, "event": "none"}, content_type=JSON).status_code == 422
    client.put(path, {**asked, "url": receiver.url, "event": ""}, content_type=JSON)
    announce(by=cast.director, event=event, text="Supper is served.")
    worked()
    client.put(path, asked, content_type=JSON)
    [message] = client.get(f"{path}messages/?state=delivered&sort=-happened").json()
    assert (message["type"], message["attempts"][0]["status"]) == ("announcement.made", 204)
    assert sent(client, f"{number}/messages/{message['id']}/again/", key="again").status_code == 200
    client.put(path, {**asked, "url": receiver.url}, content_type=JSON)
    since = message["happened_at"]
    assert sent(client, f"{number}/replay/", {"since": since}, "replay").status_code == 200
    assert sent(client, f"{number}/test/", key="test").status_code == 200
    [test] = client.get(f"{path}messages/?type=webhook.test").json()
    assert (test["type"], test["attempts"], test["next_at"] is not None) == ("webhook.test", [], True)
    assert sent(client, f"{number}/messages/{test['id']}/again/", key="tested").status_code == 409
    unknown = sent(client, f"{number}/messages/{test['id'] + 1}/again/", key="unknown")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "delivery-unknown")
    worked()
    worked()
    assert [told["type"] for told in receiver.messages(secret)].count("announcement.made") == 2
    new = sent(client, f"{number}/secret/", key="secret").json()["secret"]
    assert new.startswith("whsec_")
    assert new != secret
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404
    assert not Delivery.objects.exists()


def test_a_person_keeps_their_webhooks(cast: Cast, sign_in: SignIn, receiver: Receiver) -> None:
    event = sanctioned_event(cast)
    client = sign_in(cast.outsider)
    assert "No webhooks yet" in client.get("/webhooks/").content.decode()
    asked = {"name": "Club website", "url": receiver.url, "kinds": ["announcement.made"]}
    page = client.post("/webhooks/", asked).content.decode()
    secret = page.split("whsec_")[1].split("<")[0].strip()
    assert "Club website" in page
    assert secret not in client.get("/webhooks/").content.decode()
    path = f"/webhooks/{Webhook.objects.get().pk}/"
    receiver.answers = [500]
    announce(by=cast.director, event=event, text="Supper is served.")
    take_up_what_happened()
    run_waiting(DELIVERY_JOB)
    page = client.get(path).content.decode()
    assert all(words in page for words in ("500", "busy", "next attempt", ">failing<"))
    worked()
    assert "delivered" in client.get(path).content.decode()
    again = f"{path}messages/{Delivery.objects.get().pk}/again/"
    for step, fields in (
        ("test/", {}),
        ("replay/", {"hours": "24"}),
        ("switch-off/", {}),
        ("switch-on/", {}),
    ):
        assert client.post(f"{path}{step}", fields).status_code == 302
    assert client.post(again).status_code == 302
    assert "whsec_" in client.post(f"{path}secret/").content.decode()
    assert "Until" in client.get(path).content.decode()
    assert client.post(path, {**asked, "name": "Other"}).status_code == 302
    assert client.post(path, {**asked, "kinds": []}).status_code == 422
    assert client.post(path, {**asked, "event": f"http://testserver/events/{event.slug}/"}).status_code == 302
    page = client.get(path).content.decode()
    assert ("Only for the event" in page, f'href="/events/{event.slug}/"' in page) == (True, True)
    assert "There is no event “none”." in client.post(path, {**asked, "event": "none"}).content.decode()
    refused = client.post(path, {**asked, "url": "https://10.1.2.3/"})
    assert (refused.status_code, "10.1.2.3 is not a public address" in refused.content.decode()) == (
        422,
        True,
    )
    assert client.post(f"{path}remove/").status_code == 302
    assert client.get(path).status_code == 404


def test_what_is_refused_keeps_what_was_typed(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.outsider)
    asked = {"name": "Club website", "url": "http://example.org/", "kinds": ["announcement.made"]}
    answer = client.post("/webhooks/", asked)
    assert answer.status_code == 422
    assert 'value="http://example.org/"' in answer.content.decode()
    assert "Messages cannot be sent to" in answer.content.decode()


@pytest.mark.both_databases
def test_one_of_the_authority_goes_with_the_office(cast: Cast, sign_in: SignIn) -> None:
    asked = {"name": "Site", "url": ADDRESS, "kinds": ["announcement.made"], "for_authority": True}
    assert sent(sign_in(cast.director), "", asked, "one").status_code == 403
    number = sent(sign_in(cast.managing), "", asked, "one").json()["webhook"]["id"]
    assert sign_in(cast.director).get(f"/api/v1/webhooks/{number}/").status_code == 404
    assert "for the authority" in sign_in(cast.managing).get("/webhooks/").content.decode()


def test_one_is_changed_and_removed_only_as_it_was_read(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.outsider)
    asked = {"name": "Site", "url": EXAMPLE, "kinds": ["roster.published"]}
    address = f"/api/v1/webhooks/{sent(client, '', asked, 'one').json()['webhook']['id']}/"
    stale = {"If-Match": '"of yesterday"'}
    assert client.put(address, asked, content_type=JSON, headers=stale).status_code == 412
    assert client.delete(address, headers=stale).json()["code"] == "changed-meanwhile"
    read = {"If-Match": client.get(address).headers["ETag"]}
    assert client.put(address, {**asked, "name": "Other"}, content_type=JSON, headers=read).status_code == 200
    assert client.delete(address, headers=read).status_code == 412
    assert (
        client.delete(address, headers={"If-Match": client.get(address).headers["ETag"]}).status_code == 204
    )


def test_the_trail_shows_the_host_of_an_address_alone(cast: Cast, sign_in: SignIn) -> None:
    sent(sign_in(cast.outsider), "", {"name": "Site", "url": ADDRESS, "kinds": ["roster.published"]}, "one")
    page = sign_in(cast.managing).get("/authority/trail/").content.decode()
    assert ("example.org" in page, "key=known" in page) == (True, False)
