"""Setting an empty site up in Chromium, as several tests do it: from the code to an office that signs in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from deploy.processes import any_free_port
from tests.support.authenticator import code_of
from tests.support.site import Site, start_empty_site

PASSWORD = "a quiet long evening"
CREST = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'


@contextmanager
def empty_site(var: Path) -> Iterator[tuple[Site, str]]:
    """A running site that nobody has set up, and its one-time code."""
    site = start_empty_site(var, any_free_port())
    try:
        printed = re.search(r"one-time code is (\S+)\.", site.process.said())
        assert printed
        yield site, printed[1]
    finally:
        site.end()


def person_on(
    browser: Browser, site: Site, language: str = "en-GB", time_zone: str = "Europe/London"
) -> Page:
    """Somebody at a browser of their own."""
    return browser.new_context(base_url=site.url, locale=language, timezone_id=time_zone).new_page()


def open_with(page: Page, code: str) -> None:
    page.goto(f"/set-up/?code={code}")
    page.locator("main button").click()
    page.wait_for_url("**/set-up/authority/")


def found_authority(page: Page, authority: dict[str, str]) -> None:
    """From the authority's name to the example law; it has a crest of its own."""
    for name, text in authority.items():
        page.fill(f"[name={name}]", text)
    page.set_input_files("[name=crest]", {"name": "crest.svg", "mimeType": "image/svg+xml", "buffer": CREST})
    page.locator("main button").click()
    for name, text in (("given_names", "Ann"), ("family_name", "Vale"), ("email", "ann@example.org")):
        page.fill(f"#{name}", text)
    for name in ("password", "again"):
        page.fill(f"#{name}", PASSWORD)
    page.locator("main button").click()
    set_second_factor_up(page)


def set_second_factor_up(page: Page) -> None:
    """By an app, whose key is typed; then on from the recovery codes to where one was going."""
    page.fill("[name=code]", code_of(page.locator("p.code.fingerprint").inner_text().strip()))
    page.locator("main form button").first.click()
    page.locator("ul.codes li").first.wait_for()
    page.locator("p.actions a.button:not(.second)").click()


def add_person(page: Page, given: str, family: str, prefix: str = "") -> None:
    """The three fields of somebody who is brought in."""
    page.fill(f"#{prefix}given_names", given)
    page.fill(f"#{prefix}family_name", family)
    page.fill(f"#{prefix}email", f"{given.lower()}@example.org")


def links_handed_over(page: Page) -> dict[str, str]:
    """By the name of each officer who cannot sign in yet, the link that lets them."""
    names = page.locator("[aria-labelledby=hand-over] summary .title").all_inner_texts()
    links = page.locator("[aria-labelledby=hand-over] p.code").all_text_contents()
    return dict(zip(names, (link.strip() for link in links), strict=True))


def come_in_by(page: Page, link: str) -> None:
    """Choose a password, which signs in, and set a second factor up where the office asks for one."""
    page.goto(link)
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile(r"/me/|/second-factor/"))
    if "second-factor" in page.url:
        set_second_factor_up(page)
    page.wait_for_url("**/me/")
