"""Two browsers that send the first Managing Executor of an empty site at the same moment, in German."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.setting_up import PASSWORD, empty_site, open_with, person_on

FOUNDERS = ("Ann", "Ben")
STEP = "**/set-up/managing-executor/"
FOUNDED_ALREADY = "Der Verband hat schon einen Leitenden Schiedsrichter."
COUNTED = ("founding", "account", "person", "appointment")
pytestmark = pytest.mark.browser


def test_one_founds_and_the_other_is_told(browser: Browser, tmp_path: Path) -> None:
    with empty_site(tmp_path) as (site, code):
        pages = {name: person_on(browser, site, "de-DE", "Europe/Vienna") for name in FOUNDERS}
        for name, page in pages.items():
            fill_in(page, code, name)
        send_at_once(*pages.values())
        for page in pages.values():
            expect(second_factor(page).or_(refusal(page)).first).to_be_visible()
        won = [name for name, page in pages.items() if second_factor(page).count()]
        refused = [name for name, page in pages.items() if refusal(page).count()]
        assert sorted([*won, *refused]) == [*FOUNDERS]
        with closing(sqlite3.connect(site.database)) as database:
            counts = [
                database.execute(f"SELECT count(*) FROM sanctioning_{table}").fetchone()[0]
                for table in COUNTED
            ]
            founders = database.execute("SELECT given_names FROM sanctioning_person").fetchall()
        assert dict(zip(COUNTED, counts, strict=True)) == dict.fromkeys(COUNTED, 1)
        assert founders == [(name,) for name in won]


def second_factor(page: Page) -> Locator:
    """What the next step shows whoever has founded the authority."""
    return page.locator("p.code.fingerprint")


def refusal(page: Page) -> Locator:
    return page.get_by_text(FOUNDED_ALREADY)


def fill_in(page: Page, code: str, name: str) -> None:
    """Up to the button that founds the authority."""
    open_with(page, code)
    page.goto("/set-up/managing-executor/")
    page.fill("#given_names", name)
    page.fill("#family_name", "Vale")
    page.fill("#email", f"{name.lower()}@example.org")
    page.fill("#password", PASSWORD)
    page.fill("#again", PASSWORD)


def send_at_once(*pages: Page) -> None:
    """Hold what each page sends until all have sent it."""
    held: list[Route] = []
    for page in pages:
        page.route(STEP, lambda route: held.append(route))
        # A click would wait for the answer.
        page.evaluate("setTimeout(() => document.querySelector('main form').requestSubmit())")
    while len(held) < len(pages):
        pages[0].wait_for_timeout(10)
    for route in held:
        route.continue_()
