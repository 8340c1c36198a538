"""An empty installation in Chromium: from the one-time code to a law in force and a second factor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from deploy.processes import any_free_port
from tests.support.authenticator import code_of
from tests.support.site import start_site

PASSWORD = "a quiet long evening"
TYPED = {"given_names": "Ann", "family_name": "Vale", "email": "ann@example.org"}
pytestmark = pytest.mark.browser


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The address of a running site that nobody has set up, and its one-time code."""
    site = start_site(tmp_path, any_free_port(), SAAS_DEMO="0")
    try:
        code = re.search(r"one-time code is (\S+)\.", site.process.said())
        assert code
        yield site.url, code[1]
    finally:
        site.end()


@pytest.mark.parametrize(
    ("language", "not_yet", "law", "missing"),
    [
        ("en-GB", "This site is not set up yet", "The first law", "An Acting Executor"),
        ("de-DE", "Diese Seite ist noch nicht eingerichtet", "Das erste Recht", "Ein Acting Executor"),
    ],
)
def test_from_the_code_to_a_law_in_force(
    browser: Browser, empty_site: tuple[str, str], language: str, not_yet: str, law: str, missing: str
) -> None:
    address, code = empty_site
    visitor = browser.new_context(base_url=address, locale=language)
    page = visitor.new_page()
    page.goto("/results/")
    expect(page.locator("h1")).to_have_text(not_yet)
    page.goto(f"/set-up/?code={code}")
    page.locator("main button").click()
    for name, text in {**TYPED, "password": PASSWORD, "again": PASSWORD}.items():
        page.fill(f"#{name}", text)
    page.locator("main button").click()
    page.fill("[name=code]", code_of(page.locator("p.code.fingerprint").inner_text().strip()))
    page.locator("main form button").first.click()
    expect(page.locator("ul.codes li").first).to_be_visible()
    page.goto("/set-up/law/")
    expect(page.locator("h1")).to_have_text(law)
    page.locator("button[value=adopt]").click()
    page.wait_for_url("**/set-up/people/")
    page.goto("/set-up/")
    page.locator("ol.lines a.title").first.click()
    page.fill("[name=name]", "Whist Union of Arden")
    page.fill("[name=short_name]", "WUA")
    page.locator("main form p.actions button").click()
    expect(page.locator("body > header")).to_contain_text("Whist Union of Arden")
    page.goto("/set-up/")
    expect(page.locator("ol.lines a.title").first).to_have_text(missing)
    stranger = browser.new_context(base_url=address, locale=language).new_page()
    stranger.goto("/set-up/")
    expect(stranger).to_have_url(re.compile("/login/"))
    stranger.context.close()
    visitor.close()
