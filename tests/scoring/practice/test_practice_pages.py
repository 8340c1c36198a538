"""Practice by its pages: made at a click, played on the real pages in three roles, seen by its owner."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, TestCase
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import make_token
from sanctioning.help.guides import guide_in
from sanctioning.kit import practice_database as databases
from scoring.ledger.models.ledger import LedgerEntry
from scoring.practice.models import Practice
from tests.cast import Cast, account
from tests.support.keyed import keyed
from tournaments.events.models.event import Event


@pytest.fixture(autouse=True)
def _databases(settings: Settings, tmp_path: Path) -> None:
    settings.PRACTICE_DIR = tmp_path


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


def begun(client: Client) -> Practice:
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = client.post("/practice/")
    assert answer.status_code == 302, answer.content.decode()
    return Practice.objects.get()


def at(practice: Practice, role: str, rest: str = "/events/practice-evening/") -> str:
    return f"/practice/{practice.key}/{role}{rest}"


EVENT = "/events/practice-evening/"
GAME = f"{EVENT}games/1/"


def test_a_visitor_without_an_account_plays_it_to_its_end(visitor: Client) -> None:
    practice = begun(visitor)
    guide = f"/practice/{practice.key}/"
    assert "Stanza 1 of 5" in visitor.get(guide).content.decode()
    for _ in range(5):
        assert visitor.post(f"{guide}robots/", {"act": "all"}).status_code == 302
    assert "switch to the director" in visitor.get(guide).content.decode()
    shown = visitor.get(at(practice, "director", GAME)).content.decode()
    action = at(practice, "director", f"{GAME}confirm/")
    assert f'action="{action}"' in shown, "the real page, whose addresses are those of the practice event"
    assert visitor.post(action).status_code == 302
    assert visitor.post(at(practice, "executor", f"{GAME}certify/")).status_code == 302
    result = visitor.get(at(practice, "player", GAME)).content.decode()
    assert "Standings and awards" in result
    assert "certified" in visitor.get(guide).content.decode()
    assert not Event.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_every_page_of_it_says_that_it_is_practice(visitor: Client) -> None:
    practice = begun(visitor)
    table = f"{GAME}table/"
    pages = (EVENT, GAME, table, f"{table}stanzas/1/", "/pad/practice-evening/1/", "/clubs/")
    for rest in pages:
        shown = visitor.get(at(practice, "player", rest))
        assert shown.status_code == 200, rest
        assert "nothing here counts" in shown.content.decode(), rest


def test_a_pad_keeps_the_stanzas_of_each_practice_event_apart(visitor: Client) -> None:
    practice = begun(visitor)
    pad = visitor.get(at(practice, "player", "/pad/practice-evening/1/")).content.decode()
    assert f"saas-pad/practice/{practice.key}/practice-evening/1" in pad
    assert "Played at your table" in pad


def test_nobody_else_sees_it(visitor: Client, cast: Cast) -> None:
    practice = begun(visitor)
    stranger, executive = Client(), Client()
    executive.force_login(cast.managing.account)  # type: ignore[arg-type]
    for client in (stranger, executive):
        for path in (f"/practice/{practice.key}/", at(practice, "player"), at(practice, "director", GAME)):
            assert client.get(path).status_code == 404
        assert client.post(f"/practice/{practice.key}/throw-away/").status_code == 404
        assert client.post(f"/practice/{practice.key}/robots/", {"act": "all"}).status_code == 404
    assert practice.database.exists()


def test_an_account_finds_it_again_in_another_browser(db: None) -> None:
    owner = account("owner@example.org")
    first, second = Client(), Client()
    first.force_login(owner)
    second.force_login(owner)
    practice = begun(first)
    assert practice.key in second.get("/practice/").content.decode()
    assert second.get(at(practice, "player")).status_code == 200


def test_offices_books_and_accounts_are_no_part_of_it(visitor: Client) -> None:
    practice = begun(visitor)
    for rest in ("/login/", "/account/", "/admin/", "/me/data/", "/registrar/", "/authority/", "/jobs/"):
        closed = visitor.get(at(practice, "director", rest))
        assert closed.status_code == 404, rest
        assert "not part of practice" in closed.content.decode()
    for rest in ("/", "/calendar/", "/results/", "/me/"):
        assert visitor.get(at(practice, "player", rest)).headers["Location"] == f"/practice/{practice.key}/"


def test_the_language_is_the_visitor_s_and_not_that_of_practice(visitor: Client) -> None:
    practice = begun(visitor)
    here = at(practice, "player", GAME)
    assert f'action="{at(practice, "player", "/language/")}"' in visitor.get(here).content.decode()
    chosen = visitor.post(at(practice, "player", "/language/"), {"language": "de", "next": here})
    assert chosen.headers["Location"] == here
    assert 'lang="de"' in visitor.get(here).content.decode()


def test_a_refusal_is_the_real_one(visitor: Client) -> None:
    practice = begun(visitor)
    for _ in range(5):
        visitor.post(f"/practice/{practice.key}/robots/", {"act": "all"})
    refused = visitor.post(at(practice, "player", f"{GAME}certify/"))
    assert refused.status_code == 403
    assert "its Acting Executor" in refused.content.decode()


@pytest.mark.both_databases
def test_thrown_away_it_is_gone_with_its_database(visitor: Client) -> None:
    practice = begun(visitor)
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = visitor.post(f"/practice/{practice.key}/throw-away/")
    assert answer.headers["Location"] == "/practice/"
    assert not practice.database.exists()
    assert visitor.get(f"/practice/{practice.key}/").status_code == 404
    assert visitor.get(at(practice, "player")).status_code == 404


def test_a_practice_database_that_is_lost_says_so(visitor: Client) -> None:
    practice = begun(visitor)
    practice.database.unlink()
    for path in (f"/practice/{practice.key}/", at(practice, "player")):
        gone = visitor.get(path)
        assert gone.status_code == 410
        assert "Delete it" in gone.content.decode()


def test_robots_keep_the_pace_of_a_page_that_asks_again(visitor: Client) -> None:
    practice = begun(visitor)
    part = visitor.post(
        f"/practice/{practice.key}/robots/", {"act": "others"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert part.startswith('<section id="practice-tables"')
    assert "1 of 5 stanzas" in part
    assert "0 of 5 stanzas" in part


@pytest.mark.parametrize("inside_first", [True, False])
def test_help_leads_out_of_it_whoever_asked_for_the_guide_first(visitor: Client, inside_first: bool) -> None:
    inside, outside = at(begun(visitor), "player", GAME), "/help/players/"
    guide_in.cache_clear()
    for path in (inside, outside) if inside_first else (outside, inside):
        assert visitor.get(path).status_code == 200, path
    assert '<a href="/help/players/#a-game">' in visitor.get(inside).content.decode()


def test_a_program_makes_one_and_lets_robots_finish_it(db: None) -> None:
    client = Client()
    client.force_login(account("owner@example.org"))
    with TestCase.captureOnCommitCallbacks(execute=True):
        practice = client.post("/api/v1/practices/", **keyed()).json()
    assert client.get("/api/v1/practices/").json() == [practice]
    finished = client.post(f"/api/v1/practices/{practice['key']}/finish/").json()
    assert {finished["own"]["state"], *(table["state"] for table in finished["others"])} == {"certified"}
    inside = client.get(f"{practice['path']}player/api/v1/events/practice-evening/games/1/")
    assert inside.json()["state"] == "certified"
    within = client.post(f"{practice['path']}player/api/v1/practices/", **keyed())
    assert (within.status_code, within.json()["code"]) == (409, "practice-within-practice")
    assert client.post(f"/api/v1/practices/{practice['key']}/throw-away/").status_code == 204
    assert client.post(f"/api/v1/practices/{practice['key']}/finish/").status_code == 404


def program(email: str, scope: str) -> Client:
    owner = Account.objects.filter(email=email).first() or account(email)
    _row, secret = make_token(by=owner, name="Scripts", scope=scope)
    return Client(headers={"Authorization": f"Bearer {secret}"})


def test_a_program_practises_by_its_token(db: None) -> None:
    """Made, read, played in and thrown away; its scopes hold within as they do without."""
    owner = program("owner@example.org", "run")
    with TestCase.captureOnCommitCallbacks(execute=True):
        made = owner.post("/api/v1/practices/", **keyed())
    practice = made.json()
    one = f"/api/v1/practices/{practice['key']}/"
    assert (made.status_code, owner.get("/api/v1/practices/").json()) == (201, [practice])
    table = f"{practice['path']}player/api/v1/events/practice-evening/games/1/"
    shown = owner.get(f"{table}table/")
    assert (shown.status_code, shown["Content-Type"]) == (200, "application/json")
    assert [seat["name"] for seat in shown.json()["seated"]].count("You (practice player)") == 1
    called = owner.post(f"{table}calls/", {"kind": "other", "about": "Help."}, **keyed())
    assert called.status_code == 201, called.content
    for scope in ("read", "records"):
        refused = program("owner@example.org", scope).post(f"{table}calls/", {"kind": "other"}, **keyed())
        assert (refused.status_code, refused.json()["facts"]["needs"]) == (403, ["report", "run", "full"])
    assert owner.post(f"{one}finish/").status_code == 200
    assert owner.get(one).json()["own"]["state"] == "certified"
    assert owner.get(table).json()["state"] == "certified"
    assert owner.post(f"{one}throw-away/").status_code == 204
    for address in (one, table):
        assert (owner.get(address).status_code, owner.get(address).json()["code"]) == (404, "not-found")


def test_a_token_opens_the_practice_of_its_account_alone(db: None, settings: Settings) -> None:
    owner = program("owner@example.org", "full")
    with TestCase.captureOnCommitCallbacks(execute=True):
        path = owner.post("/api/v1/practices/", **keyed()).json()["path"]
    game = f"{path}player/api/v1/events/practice-evening/games/1/"
    another = program("another@example.org", "full").get(game)
    assert (another.status_code, another.json()["code"]) == (404, "not-found")
    wrong = Client(headers={"Authorization": "Bearer saas_made-up"}).get(game)
    assert (wrong.status_code, wrong.json()["code"]) == (401, "authentication-failed")
    nobody = Client().get(game)
    assert (nobody.status_code, nobody.json()["code"], nobody["WWW-Authenticate"]) == (
        401,
        "not-authenticated",
        "Bearer",
    )
    for asked, code in [("events/none/", "not-found"), ("events/none/?name=%00", "null-character")]:
        problem = owner.get(f"{path}player/api/v1/{asked}").json()
        assert (problem["code"], urlsplit(problem["type"]).path) == (code, f"/help/errors/{code}/")
    assert owner.get(f"{path}api/v1/events/").json()["code"] == "not-found"
    webhook = owner.post(f"{path}player/api/v1/webhooks/", {"name": "W"}, **keyed())
    assert (webhook.status_code, webhook.json()["code"]) == (409, "of-the-account")
    page = owner.get(f"{path}player/events/practice-evening/")
    assert (page.status_code, page.json()["code"]) == (401, "page-for-people")
    settings.API_RATE_OF_ACCOUNT = 1
    _first, often = owner.get(game), owner.get(game)
    assert (often.status_code, often.json()["code"]) == (429, "too-many-requests")
    settings.API_RATE_OF_ACCOUNT = 0
    Practice.objects.get().database.unlink()
    gone = owner.get(game)
    assert (gone.status_code, gone.json()["code"]) == (410, "practice-gone")
    assert owner.get(f"/api/v1/practices/{Practice.objects.get().key}/").status_code == 410


def test_the_tables_and_guards_of_practice_are_made_once(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up = []
    make_tables = databases._make_tables

    def counted(database: BaseDatabaseWrapper) -> None:
        set_up.append(database)
        make_tables(database)

    databases._empty_database.cache_clear()
    monkeypatch.setattr(databases, "_make_tables", counted)
    schemas = []
    for name in ("first", "second"):
        with databases.building(tmp_path / name), connection.cursor() as cursor:
            assert not Event.objects.exists()
            Account.objects.create(email=f"{name}@example.org")
            assert Account.objects.count() == 1
            cursor.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name")
            schemas.append(cursor.fetchall())
    assert len(set_up) == 1
    assert schemas[0] == schemas[1]
    assert {kind for kind, _, _ in schemas[0]} >= {"table", "index", "trigger"}
