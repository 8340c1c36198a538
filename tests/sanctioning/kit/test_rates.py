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


def test_without_a_rate_nothing_is_counted(cast: Cast) -> None:
    assert "RateLimit" not in Client().get(CLUBS)
