"""What stays on a device: nothing of an account but what the account itself asked it to keep."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from tests.cast import Cast
from tests.fixtures import SignIn
from tests.sanctioning.accounts.test_account_pages import PASSWORD
from tests.sanctioning.site.test_errors import NEW
from tests.tournaments.directing.test_from_application_to_table import event_form

OWN_PAGE = "/me/"


def sign_in_by_form(client: Client, email: str, **more: str) -> None:
    client.post("/login/", {"login": email, "password": PASSWORD, **more})


@pytest.mark.parametrize("page", [OWN_PAGE, "/", "/calendar/", "/account/", NEW])
def test_no_browser_stores_a_page_that_an_account_was_shown(cast: Cast, sign_in: SignIn, page: str) -> None:
    shown = sign_in(cast.director).get(page)
    assert shown.status_code == 200
    assert shown.headers["Cache-Control"] == "private, no-store"


def test_a_public_page_may_be_stored(db: None) -> None:
    assert "no-store" not in Client().get("/calendar/").headers.get("Cache-Control", "")


def test_signing_out_empties_the_browsers_cache_and_leaves_what_a_tables_pad_keeps(cast: Cast) -> None:
    emptied = []
    for more in ({}, {"shared": "on"}):
        client = Client()
        sign_in_by_form(client, cast.director.account.email, **more)  # type: ignore[union-attr]
        answer = client.post("/logout/")
        assert "no-store" in answer.headers["Cache-Control"]
        named = bool(client.cookies["saas_account"].value)
        emptied.append((answer.headers["Clear-Site-Data"], named))
    assert emptied == [('"cache"', True), ('"cache"', False)]


@pytest.mark.both_databases
def test_on_a_shared_device_the_session_ends_with_the_browser(cast: Cast) -> None:
    own, shared = Client(), Client()
    email = cast.director.account.email  # type: ignore[union-attr]
    sign_in_by_form(own, email)
    sign_in_by_form(shared, email, shared="on")
    lasting = [bool(client.cookies[settings.SESSION_COOKIE_NAME]["expires"]) for client in (own, shared)]
    assert lasting == [True, False]
    assert "data-shared" in shared.get(OWN_PAGE).content.decode()
    assert "data-shared" not in own.get(OWN_PAGE).content.decode()


def test_what_one_person_typed_is_never_offered_to_the_next(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.director)
    client.get(NEW)
    del client.cookies[settings.SESSION_COOKIE_NAME]
    client.post(NEW, event_form(name="A private plan"))
    client.force_login(cast.managing.account)  # type: ignore[arg-type]
    assert "A private plan" not in client.get(NEW).content.decode()
    assert "kept_form" not in client.session


def test_what_was_kept_before_it_was_known_for_whom_closes_no_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.director)
    session = client.session
    session["kept_form"] = {"action": NEW, "page": NEW, "fields": [], "files": False, "at": 0}
    session.save()
    assert client.get(NEW).status_code == 200


def test_what_somebody_typed_is_offered_to_them_when_they_sign_in_again(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.director)
    client.get(NEW)
    del client.cookies[settings.SESSION_COOKIE_NAME]
    client.post(NEW, event_form(name="A private plan"))
    assert "A private plan" not in client.get(NEW, follow=True).content.decode(), "not before they signed in"
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    assert "A private plan" in client.get(NEW).content.decode()


def test_a_new_script_of_the_pad_under_its_old_name_makes_a_new_version(
    db: None, settings: Settings, tmp_path: Path
) -> None:
    """Under `make run` the names of files carry no hash, and a phone took the old pad for the new one."""

    def version() -> str:
        [number] = re.findall(r'VERSION = "(\w+)"', Client().get("/pad/worker.js").content.decode())
        return str(number)

    before = version()
    upgraded = tmp_path / "js" / "pad" / "law.js"
    upgraded.parent.mkdir(parents=True)
    upgraded.write_text("// The pad of the next release.\n")
    assert version() == before
    settings.STATICFILES_DIRS = [tmp_path, *settings.STATICFILES_DIRS]
    assert version() != before


def test_the_cookie_that_names_the_last_account_cannot_be_forged(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.director)
    client.get(NEW)
    cookie = client.cookies["saas_account"]
    assert cookie["httponly"]
    assert dt.timedelta(seconds=cookie["max-age"]) == dt.timedelta(days=90)
    client.cookies["saas_account"] = str(cookie.value).replace(cookie.value[0], "9", 1)
    del client.cookies[settings.SESSION_COOKIE_NAME]
    client.post(NEW, event_form(name="A private plan"))
    assert client.session["kept_form"]["account"] == ""
