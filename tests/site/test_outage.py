"""What the site stands on does not answer: pages and programs are told, and what can go on goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.db import OperationalError
from django.test import Client, RequestFactory
from pytest_django import Settings

from config.cache import SharedOrOwnCache
from deploy.processes import any_free_port
from sanctioning.accounts.models.account import Account
from sanctioning.kit.database_outage import outage_of
from sanctioning.site.errors import server_error

PASSWORD = "a long password"


@pytest.fixture
def nowhere() -> str:
    """The address of a Redis that is not here."""
    return f"redis://127.0.0.1:{any_free_port()}/1"


@pytest.fixture
def redis_is_down(settings: Settings, nowhere: str) -> Iterator[None]:
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "config.cache.SharedOrOwnCache", "LOCATION": nowhere},
    }
    settings.CELERY_BROKER_URL = nowhere
    yield
    caches["default"].clear()


def test_without_redis_people_sign_in_and_guessing_is_still_slowed(db: None, redis_is_down: None) -> None:
    Account.objects.create_user("ann@example.org", PASSWORD)
    client = Client()
    answer = client.post("/login/", {"login": "ann@example.org", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/me/")
    for _ in range(6):
        page = Client().post("/login/", {"login": "ann@example.org", "password": "wrong"})
    assert "Too many attempts" in page.content.decode()


@pytest.mark.parametrize("broker", ["", "redis+socket:///nowhere/redis.sock?virtual_host=1"])
def test_health_says_what_is_missing(db: None, redis_is_down: None, settings: Settings, broker: str) -> None:
    settings.CELERY_BROKER_URL = broker or settings.CELERY_BROKER_URL
    answer = Client().get("/health/")
    assert answer.status_code == 200
    body = answer.content.decode()
    assert body.startswith("well, but the broker does not answer: jobs wait; the shared count does not")


@pytest.mark.both_databases
def test_where_nothing_is_missing_health_says_well(db: None) -> None:
    answer = Client().get("/health/")
    assert (answer.status_code, answer.content, answer["Cache-Control"][:9]) == (200, b"well\n", "max-age=0")


def test_a_silent_cache_keeps_what_it_is_given_in_the_process(nowhere: str) -> None:
    cache = SharedOrOwnCache(nowhere, {})
    cache.clear()
    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    assert (cache.incr("a"), cache.get("a"), cache.has_key("a"), cache.touch("a")) == (2, 2, True, True)
    cache.set("b", [1])
    assert (cache.get("b"), cache.delete("b"), cache.get("b", "none")) == ([1], True, "none")
    with pytest.raises(ValueError, match="not found"):
        cache.incr("b")


def database_is_locked() -> OperationalError:
    """As SQLite says it when another process writes for too long."""
    import sqlite3

    error = OperationalError("database is locked")
    error.__cause__ = sqlite3.OperationalError("database is locked")
    return error


def answer_to(error: Exception, path: str, **fields: str) -> tuple[int, str, str]:
    """What a page or a program is answered when it meets the error."""
    factory = RequestFactory()
    request = factory.post(path, fields) if fields else factory.get(path)
    try:
        raise error
    except Exception:
        answer = server_error(request)
    return answer.status_code, answer.get("Retry-After", ""), answer.content.decode()


def test_a_form_that_met_a_lock_can_be_sent_again_from_the_page() -> None:
    status, after, page = answer_to(
        database_is_locked(), "/events/a/?x=1", why="Because <of> it", form_key="k", csrfmiddlewaretoken="t"
    )
    assert (status, after) == (503, "5")
    assert '<form method="post" action="/events/a/?x=1">' in page
    assert '<input type="hidden" name="why" value="Because &lt;of&gt; it">' in page
    assert '<input type="hidden" name="form_key" value="k">' in page
    assert page.count('name="csrfmiddlewaretoken"') == 1
    assert 'value="t"' not in page


def test_no_password_is_written_into_a_page() -> None:
    _, _, page = answer_to(database_is_locked(), "/login/", login="ann@example.org", password="secret word")
    assert "secret word" not in page
    assert "<form" not in page
    assert "What you typed is still there" in page


def test_a_program_is_answered_in_json_whatever_breaks() -> None:
    status, _, body = answer_to(database_is_locked(), "/api/v1/clubs/")
    refusal = json.loads(body)
    assert (status, refusal["code"], refusal["facts"]) == (
        503,
        "database-busy",
        {"wait": 5},
    )
    status, after, body = answer_to(ZeroDivisionError(), "/api/v1/clubs/")
    assert (status, after, json.loads(body)["code"]) == (500, "", "broken")


def test_a_slip_in_a_statement_is_no_outage(db: None) -> None:
    from django.db import connection

    with pytest.raises(Exception, match="no_such_table") as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM no_such_table")
    assert outage_of(wrong.value) is None
    assert answer_to(wrong.value, "/")[0] == 500
