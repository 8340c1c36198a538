"""What was read already is not sent again, and a change is made only to what was read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import noon, today
from tests.cast import Cast, account, make_cast, sanctioned_event
from tests.sanctioning.kit.test_messages import client_of
from tests.support.racing import closing_connection

EVENT = "/api/v1/events/spring-whoopie/registration/"


def test_what_was_read_already_is_not_sent_again(cast: Cast) -> None:
    client = Client()
    first = client.get("/api/v1/players/")
    again = client.get("/api/v1/players/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    packed = client.get("/api/v1/players/", headers={"If-None-Match": f"W/{first['ETag']}"})
    assert packed.status_code == 304
    other = client.get("/api/v1/players/?size=1", headers={"If-None-Match": first["ETag"]})
    assert (other.status_code, len(other.json())) == (200, 1)


def coming_event(cast: Cast) -> None:
    event = sanctioned_event(cast)
    event.starts_at = noon(today() + dt.timedelta(days=30))
    event.ends_at = event.starts_at + dt.timedelta(hours=6)
    event.save()


def change(client: Client, capacity: int, headers: dict[str, str]) -> Any:
    sent = {"capacity": capacity, "notice": "There are more tables."}
    return client.patch(EVENT, sent, "application/json", headers=headers)


def test_a_change_is_made_only_to_what_was_read(cast: Cast) -> None:
    coming_event(cast)
    client = client_of(cast.director)
    read = client.get(EVENT)["ETag"]
    faster = change(client, 30, {"If-Match": f"W/{read}"})
    assert faster.status_code == 200, faster.json()
    refused = change(client, 40, {"If-Match": read})
    assert (refused.status_code, refused.json()["code"]) == (412, "changed-meanwhile")
    for given in ({"If-Match": client.get(EVENT)["ETag"]}, {"If-Match": "*"}, {}):
        assert change(client, 50, given).status_code == 200


@pytest.mark.both_databases
def test_who_has_no_member_number_reads_who_may_enter(cast: Cast) -> None:
    coming_event(cast)
    program = APIClient()
    for person in (account("new@example.org"), Account.objects.get(person=cast.players[0])):
        program.force_authenticate(person)
        read = program.get("/api/v1/events/spring-whoopie/entries/conditions/")
        assert (read.status_code, read.json()) == (200, {"conditions": []})


@pytest.mark.both_databases
def test_own_data_conditions_and_drafts_of_the_law_too(cast: Cast) -> None:
    coming_event(cast)
    client = client_of(cast.director)
    for address, body in (
        ("/api/v1/me/data/", {"email": "", "address": "", "home_club": None, "publicity": "listed"}),
        ("/api/v1/events/spring-whoopie/entries/conditions/", {"conditions": []}),
    ):
        refused = client.put(address, body, "application/json", headers={"If-Match": '"long-ago"'})
        assert (refused.status_code, refused.json()["code"]) == (412, "changed-meanwhile")
        read = client.get(address)["ETag"]
        assert client.head(address)["ETag"] == read
        assert client.put(address, body, "application/json", headers={"If-Match": read}).status_code == 200


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_who_read_the_same_one_is_refused() -> None:
    cast = make_cast()
    coming_event(cast)
    read = client_of(cast.director).get(EVENT)["ETag"]
    both = Barrier(2)

    def change_to(capacity: int) -> Callable[[], int]:
        def sent_at_once() -> int:
            client = client_of(cast.director)
            both.wait(timeout=20)
            given = {"If-Match": read}
            return int(change(client, capacity, given).status_code)

        return closing_connection(sent_at_once)

    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(change_to(capacity)) for capacity in (30, 40)]
        assert sorted(answer.result() for answer in answers) == [200, 412]
