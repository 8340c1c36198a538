"""Practice leaves no trace with the authority: not a row, not a mail, not a job, not a file."""

from __future__ import annotations

import datetime as dt
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import caches
from django.db import connection
from django.test import Client, RequestFactory, TestCase
from django.utils import timezone
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.practice_database import PracticeGone, practising, working_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.ledger.models.ledger import LedgerEntry
from scoring.practice.access import origin_of
from scoring.practice.models import Practice
from scoring.practice.services.practices import (
    KEPT_FOR,
    MOST,
    begin_practice,
    database_of,
    let_robots_play,
    sweep_practice,
    throw_away,
)
from scoring.results.models import Award
from tests.cast import MARCH, Cast, account, certified, make_cast, sanctioned_event
from tests.support.racing import all_at_once
from tournaments.events.models.event import Event
from tournaments.games.models import Game

PUBLIC = (
    "/",
    "/calendar/",
    "/results/",
    "/players/",
    "/clubs/",
    "/rosters/",
    "/api/v1/calendar/",
    "/series/",
)


@pytest.fixture
def databases(settings: Settings, tmp_path: Path) -> Path:
    settings.PRACTICE_DIR = tmp_path / "practice"
    return tmp_path / "practice"


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What workers would hear of."""
    heard: list[object] = []
    monkeypatch.setattr(
        "celery.current_app.send_task", lambda *arguments, **more: heard.append((arguments, more))
    )
    return heard


def begun(by: Account | None = None, **more: Any) -> Practice:
    """A practice event whose database is made, as it is when the request is over."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return begin_practice(by=by, **more)


def thrown_away(practice: Practice) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        throw_away(practice=practice)


def every_row() -> dict[str, list[tuple[Any, ...]]]:
    """All that the database holds, but for sessions and the list of practice events."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models()
        if model is not Practice and model._meta.label != "sessions.Session"
    }


def public_pages() -> dict[str, bytes]:
    return {path: Client().get(path).content for path in PUBLIC}


def test_nothing_of_the_authority_changes(
    cast: Cast, databases: Path, rung: list[object], settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    certified(cast, sanctioned_event(cast), cast.players[:4])
    owner = account("owner@example.org")
    rows, pages = every_row(), public_pages()
    rung.clear()
    practice = begun(by=owner)
    assert (every_row(), public_pages()) == (rows, pages), "made"
    let_robots_play(practice=practice, act="finish", random=Random(1))
    assert (every_row(), public_pages()) == (rows, pages), "played and certified"
    with working_in(practice.database):
        assert set(Game.objects.values_list("state", flat=True)) == {"certified"}
        assert Award.objects.exists(), "by the Articles that the authority has in force"
        assert LedgerEntry.objects.exists()
        assert not Person.objects.filter(family_name=cast.players[0].family_name).exists()
        assert Job.objects.filter(state="queued").exists(), "papers and mails that nobody will carry out"
    thrown_away(practice)
    assert (every_row(), public_pages()) == (rows, pages), "thrown away"
    assert not Practice.objects.exists()
    assert list(databases.iterdir()) == []
    assert rung == []
    assert mail.outbox == []
    assert not (tmp_path / "media").exists()


@pytest.mark.both_databases
def test_a_practice_database_is_guarded_as_the_authority_s(db: None, databases: Path) -> None:
    practice = begun()
    with working_in(practice.database):
        assert practising()
        assert connection.vendor == "sqlite"
        assert guard_faults() == []
        for alias in caches:
            caches[alias].set("left", "behind")
            assert caches[alias].get("left") is None, "nothing is remembered from one database in another"
    assert not practising()
    assert not Event.objects.exists()


@pytest.mark.both_databases
def test_it_is_made_and_deleted_when_the_authority_s_database_is_free(db: None, databases: Path) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        practice = begin_practice(by=None)
        assert not databases.exists()
    assert practice.database.exists()
    with TestCase.captureOnCommitCallbacks(execute=True):
        throw_away(practice=practice)
        assert practice.database.exists()
    assert not practice.database.exists()


@pytest.mark.both_databases
def test_what_goes_wrong_on_the_way_leaves_nothing(
    db: None, databases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("the chairs have not come")

    monkeypatch.setattr("scoring.practice.services.practices.set_up_practice", broken)
    with pytest.raises(RuntimeError):
        begun()
    assert not practising()
    assert not Practice.objects.exists()
    assert list(databases.iterdir()) == []


@pytest.mark.both_databases
def test_nobody_has_more_than_he_can_use(db: None, databases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, now = account("owner@example.org"), timezone.now()
    for place in range(MOST):
        Practice.objects.create(key=f"of-an-account-{place}", account=owner, made_at=now)
        Practice.objects.create(key=f"of-a-browser-{place}", made_at=now)
    with pytest.raises(Refusal) as refused:
        begin_practice(by=owner)
    assert refused.value.code == "practices-too-many"
    with pytest.raises(Refusal):
        begin_practice(by=None, own=[f"of-a-browser-{place}" for place in range(MOST)])
    monkeypatch.setattr("scoring.practice.services.practices.MOST_OF_STRANGERS", MOST)
    with pytest.raises(Refusal) as full:
        begin_practice(by=None)
    assert (full.value.code, full.value.status) == ("practice-full", 429)


def test_one_address_leaves_places_for_the_others(
    db: None, databases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.practice.services.practices.MOST_OF_AN_ORIGIN", 2)
    for place in range(2):
        Practice.objects.create(key=f"of-a-browser-{place}", origin="here", made_at=timezone.now())
    with pytest.raises(Refusal) as full:
        begin_practice(by=None, origin="here")
    assert (full.value.code, full.value.status) == ("practice-full", 429)
    assert begin_practice(by=None, origin="there").origin == "there"


def test_a_visitor_is_known_by_a_hash_of_the_address_alone(db: None, rf: RequestFactory) -> None:
    here, elsewhere = (origin_of(rf.get("/", REMOTE_ADDR=address)) for address in ("192.0.2.7", "192.0.2.8"))
    assert here == origin_of(rf.get("/practice/", REMOTE_ADDR="192.0.2.7")) != elsewhere
    assert "192" not in here


def test_of_ipv6_a_visitor_has_a_whole_network(db: None, rf: RequestFactory) -> None:
    first, second, elsewhere = (
        origin_of(rf.get("/", REMOTE_ADDR=f"2001:db8:0:{network}::{own}"))
        for network, own in ("11", "12", "21")
    )
    assert first == second != elsewhere


@pytest.mark.both_databases
def test_what_was_left_standing_is_swept_after_a_week(db: None, databases: Path) -> None:
    assert dt.timedelta(days=7) == KEPT_FOR
    old, young = begun(), begun()
    Practice.objects.filter(pk=old.pk).update(made_at=timezone.now() - KEPT_FOR - dt.timedelta(minutes=1))
    lost = database_of("x" * 22)
    lost.write_bytes(b"")
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert sweep_practice() == 1
    assert [practice.key for practice in Practice.objects.all()] == [young.key]
    assert {database.name for database in databases.iterdir()} == {young.database.name, lost.name}
    with TestCase.captureOnCommitCallbacks(execute=True):
        sweep_practice(at=timezone.now() + KEPT_FOR + dt.timedelta(days=1))
    assert list(databases.iterdir()) == []
    with pytest.raises(PracticeGone), working_in(young.database):
        pass


@pytest.mark.both_databases
def test_a_practice_database_of_another_version_is_not_entered(db: None, databases: Path) -> None:
    practice = begun()
    with working_in(practice.database), connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version = 7")
    with pytest.raises(PracticeGone), working_in(practice.database):
        pass
    thrown_away(practice)
    assert not practice.database.exists()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_clicks_do_not_both_take_the_last_place(databases: Path) -> None:
    owner = make_cast().players[0].account
    assert owner is not None
    for place in range(MOST - 1):
        Practice.objects.create(key=f"of-an-account-{place}", account=owner, made_at=MARCH)
    answers = all_at_once([partial(begin_practice, by=owner)] * 4)
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refusals] == ["practices-too-many"] * 3
    assert Practice.objects.filter(account=owner).count() == MOST
    assert len(list(databases.glob("*.sqlite3"))) == 1
