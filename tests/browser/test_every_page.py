"""What holds for every page of the site, whoever looks at it: it opens, fits, asks nobody else, and is
accessible by WCAG 2.2 AA as far as axe can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request

from scoring.demo.people import LOGINS, PASSWORD
from tests.browser.tour import Stop, sign_in, walk
from tests.support.site import Site

pytestmark = pytest.mark.browser

WIDTHS = (360, 768, 1280)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
PUBLIC = {"front", "calendar", "results", "players", "clubs", "rosters", "check", "rules", "login"}
ERRORS = {"nothing-here": 404, "check-code": 404}


def test_every_page_opens_fits_and_is_accessible(browser: Browser, site: Site) -> None:
    """The public first, then each login; a page that shows nothing new to the next is not drawn again.

    The dark colours are tried on the first page of each kind.
    """
    seen: set[tuple[str, ...]] = set()
    wrong: list[str] = []
    visited: set[str] = set()
    for email in (None, *(login.email for login in LOGINS)):
        context = browser.new_context(base_url=site.url)
        page = context.new_page()
        if email:
            sign_in(page, email, PASSWORD)
        for stop in list(walk(context, seen)):
            schemes = SCHEMES[:1] if stop.name in visited else SCHEMES
            visited.add(stop.name)
            wrong += [f"{email or 'public'} {stop.path}: {what}" for what in faults(page, stop, schemes)]
        context.close()
    assert visited >= PUBLIC
    assert not wrong, "\n".join(wrong)


def faults(page: Page, stop: Stop, schemes: Sequence[Scheme]) -> list[str]:
    """What is wrong with a page, as sentences; every fold is opened first."""
    strangers: list[str] = []
    listen = partial(keep_strangers, strangers)
    page.on("request", listen)
    answer = page.goto(stop.path)
    found = [f"asks {url}" for url in strangers]
    page.remove_listener("request", listen)
    if answer is None or answer.status != stop.status or stop.status not in (200, ERRORS.get(stop.name)):
        found.append(f"answers {answer and answer.status}")
    if page.locator("h1").count() != 1 or page.locator("main#content").count() != 1:
        found.append("has not one heading and one main part")
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"is {wide} px wide on a screen of {width}")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page, options=AXE_OPTIONS)
        found += [f"{scheme}: {sentence(violation)}" for violation in results.response["violations"]]
    return found


def keep_strangers(strangers: list[str], request: Request) -> None:
    asked, own = urlsplit(request.url), urlsplit(request.frame.url)
    if asked.scheme != "data" and own.netloc and asked.netloc != own.netloc:
        strangers.append(request.url)


def sentence(violation: dict[str, Any]) -> str:
    where = "; ".join(str(node["target"]) for node in violation["nodes"][:3])
    return f"{violation['id']}: {violation['help']} ({where})"


def test_every_page_fits_a_narrow_screen_in_german(browser: Browser, site: Site) -> None:
    """The public and whoever has most pages: German words are longer. Axe looks once at each kind of page."""
    seen: set[tuple[str, ...]] = set()
    visited: set[str] = set()
    wrong: list[str] = []
    for email in (None, LOGINS[0].email):
        context = browser.new_context(base_url=site.url, viewport={"width": WIDTHS[0], "height": 800})
        page = context.new_page()
        if email:
            sign_in(page, email, PASSWORD)
        context.add_cookies([{"name": "django_language", "value": "de", "url": site.url}])
        for stop in list(walk(context, seen)):
            found = faults(page, stop, () if stop.name in visited else SCHEMES[:1])
            visited.add(stop.name)
            found += [] if page.locator("html").get_attribute("lang") == "de" else ["is not in German"]
            wrong += [f"{email or 'public'} {stop.path}: {what}" for what in found]
        context.close()
    assert not wrong, "\n".join(wrong)
