"""Importing the past in Chromium: a file is chosen, looked at, written, read as a report, taken back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person
from scoring.imports.services.preparing import CHECK_JOB
from scoring.imports.services.taking_back import UNDO_JOB
from scoring.imports.services.writing import WRITE_JOB
from tests.browser.axe import SCRIPT, GoodColours
from tests.browser.next_page import follow
from tests.cast import make_cast
from tests.support.team_events import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
MEMBERS = "\r\n".join(
    (
        "Vorname;Familienname;Mitglied seit;Geburtsdatum;Verein",
        "A;Ash;1999;;Arden Whoopie Club",
        "Nova;Quist;2001;31.12.1970;Arden Whoopie Club",
        "Paul;Rust;2004;30.1.1970;Holm Club",
        "Änne;Böhm;2010;1961;",
    )
)
SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 1280, "height": 900})


def test_members_come_from_a_spreadsheet(browser: Browser, live_server: LiveServer, tmp_path: Path) -> None:
    cast = make_cast()
    file = tmp_path / "members.csv"
    file.write_bytes(MEMBERS.encode("cp1252"))
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    session = signed_in(cast.registrar).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto("/people/")
    follow(page.get_by_role("link", name="Import the past"))
    _look(page, "upload")
    page.get_by_label("What the file contains").select_option("people")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Upload it").click()
    expect(page.get_by_label("Encoding")).to_have_value("cp1252")
    expect(page.get_by_label("Separator")).to_have_value(";")
    expect(page.get_by_label("Family name")).to_have_value("1")
    _look(page, "columns")
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("heading", name="Checking")).to_be_visible()
    run_waiting(CHECK_JOB)
    page.reload()
    expect(page.get_by_text("No club is called “Holm Club”")).to_be_visible()
    _look(page, "rows")
    page.get_by_label("Who it is").select_option(label="a new person")
    follow(page.get_by_role("button", name="Keep the choice"))
    page.get_by_role("button", name="Write it").click()
    expect(page.get_by_role("alert")).to_contain_text("One row is wrong")
    page.get_by_label("Leave the wrong rows out").check()
    follow(page.get_by_role("button", name="Write it"))
    run_waiting(WRITE_JOB)
    page.reload()
    anne = Person.objects.get(family_name="Böhm")
    expect(page.get_by_role("link", name=f"Änne Böhm, {anne.number}")).to_be_visible()
    _look(page, "written")
    page.get_by_label("Reason").fill("The wrong file.")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("heading", name="It is being undone")).to_be_visible()
    run_waiting(UNDO_JOB)
    page.reload()
    expect(page.get_by_text("The wrong file.")).to_be_visible()
    assert not Person.objects.filter(family_name__in=["Böhm", "Quist"]).exists()
    context.close()


def _look(page: Page, name: str) -> None:
    """Without a fault of axe, and no wider than the screen; `PICTURES` names a folder for pictures."""
    for size in SIZES:
        page.set_viewport_size(size)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{name} is {wide} wide"
        if folder := os.environ.get("PICTURES"):
            page.screenshot(path=f"{folder}/{name}-{size['width']}.png", full_page=True)
    page.evaluate(SCRIPT)
    assert GoodColours().violations(page) == []
