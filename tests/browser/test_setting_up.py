"""An empty installation in Chromium: from the one-time code to a law in force and a second factor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.setting_up import empty_site, found, open_with, person_on

AUTHORITY = {"name": "Whist Union of Arden", "short_name": "WUA"}
pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("language", "not_yet", "wrong_code", "law", "missing"),
    [
        ("en-GB", "This site is not set up yet", "9 tries are left", "The first law", "An Acting Executor"),
        (
            "de-DE",
            "Diese Seite ist noch nicht eingerichtet",
            "9 Versuche bleiben",
            "Das erste Recht",
            "Ein Amtierender Schiedsrichter",
        ),
    ],
)
def test_from_the_code_to_a_law_in_force(
    browser: Browser, tmp_path: Path, language: str, not_yet: str, wrong_code: str, law: str, missing: str
) -> None:
    with empty_site(tmp_path) as (site, code):
        page = person_on(browser, site, language)
        page.goto("/results/")
        expect(page.locator("h1")).to_have_text(not_yet)
        page.goto("/set-up/?code=AAAA-AAAA-AAAA-AAAA")
        page.locator("main button").click()
        expect(page.locator("main")).to_contain_text(wrong_code)
        rival = person_on(browser, site, language)
        for opened in (page, rival):
            open_with(opened, code)
        found(page, AUTHORITY)
        expect(page.locator("h1")).to_have_text(law)
        expect(page.locator("body > header")).to_contain_text("Whist Union of Arden")
        page.locator("button[value=adopt]").click()
        page.wait_for_url("**/set-up/people/")
        page.goto("/set-up/")
        expect(page.locator("ol.lines a.title").first).to_have_text(missing)
        rival.locator("main button").click()
        expect(rival).to_have_url(re.compile("/login/"))
        page.context.close()
        rival.context.close()
