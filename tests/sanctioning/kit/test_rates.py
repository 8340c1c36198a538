"""Who asks too often is told when to go on."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.cast import Cast
from tests.sanctioning.kit.test_messages import client_of

CLUBS = "/api/v1/clubs/"


@pytest.fixture(autouse=True)
def within_one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr("sanctioning.kit.api.rates.time.time", lambda: 1_800_000_000.0)


def test_an_address_is_answered_so_often_a_minute(cast: Cast, settings: Settings) -> None:
    settings.API_RATE_OF_ADDRESS = 2
    client = Client()
    left = [client.get(CLUBS)["RateLimit"].split(";")[1] for _ in range(2)]
    assert left == ["r=1", "r=0"]
    refused = client.get(CLUBS)
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert refused["RateLimit-Policy"] == '"default";q=2;w=60'
    assert 1 <= int(refused["Retry-After"]) == refused.json()["facts"]["wait"] <= 60
    assert Client(REMOTE_ADDR="192.0.2.7").get(CLUBS).status_code == 200


def test_an_account_has_a_rate_of_its_own(cast: Cast, settings: Settings) -> None:
    settings.API_RATE_OF_ADDRESS, settings.API_RATE_OF_ACCOUNT = 1, 2
    director = client_of(cast.director)
    answers = [director.get(CLUBS).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert client_of(cast.registrar).get(CLUBS).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", "/api/v1/messages/", 401),
        ("get", "/api/v1/clubs/none/", 404),
        ("get", "/api/v1/none/", 404),
        ("get", "/api/v1/clubs/?a=%00", 400),
        ("get", "/api/v1/clubs/?unknown=1", 400),
        ("delete", "/api/v1/clubs/", 405),
        ("get", "/api/v1/schema/", 200),
    ],
)
def test_what_is_refused_counts_too(
    cast: Cast, settings: Settings, method: str, path: str, status: int
) -> None:
    settings.API_RATE_OF_ADDRESS = 2
    client = Client()
    answers = [getattr(client, method)(path) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [status, status, 429]
    assert [answer["RateLimit"].split(";")[1] for answer in answers] == ["r=1", "r=0", "r=0"]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"default";q=2;w=60'}
    assert (answers[-1]["Content-Type"], "Retry-After" in answers[-1]) == ("application/problem+json", True)


def test_what_is_not_new_counts_and_says_what_is_left(cast: Cast, settings: Settings) -> None:
    settings.API_RATE_OF_ADDRESS = 5
    etag = Client().get(CLUBS)["ETag"]
    same = Client().get(CLUBS, headers={"If-None-Match": etag})
    assert (same.status_code, same["RateLimit"].split(";")[1]) == (304, "r=3")


def test_who_may_not_is_counted_by_their_account(cast: Cast, settings: Settings) -> None:
    settings.API_RATE_OF_ACCOUNT = 2
    client = client_of(cast.outsider)
    assert [client.post("/api/v1/clubs/").status_code for _ in range(3)][-1] == 429


def test_wrong_tokens_have_a_stricter_bound(cast: Cast, settings: Settings) -> None:
    settings.API_RATE_OF_ADDRESS, settings.API_RATE_OF_WRONG_TOKENS = 100, 3
    tried = [Client().get(CLUBS, headers={"Authorization": f"Bearer saas_{guess}"}) for guess in range(5)]
    assert [answer.status_code for answer in tried] == [401, 401, 401, 429, 429]
    assert tried[0]["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert tried[0]["RateLimit-Policy"] == '"default";q=100;w=60, "wrong-tokens";q=3;w=60'
    assert [one.split(";")[1] for one in tried[3]["RateLimit"].split(", ")] == ["r=96", "r=0"]
    assert "Retry-After" in tried[3]
    assert Client().get(CLUBS)["RateLimit"].split(";")[1] == "r=94"
    table = {"Authorization": "Table none"}
    assert Client().get("/api/v1/events/none/games/1/table/", headers=table).status_code in (404, 429)


def test_without_a_rate_nothing_is_counted(cast: Cast) -> None:
    assert "RateLimit" not in Client().get(CLUBS)
