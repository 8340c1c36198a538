"""What holds for every page of the site, whoever looks at it: it opens, fits, asks nobody else, and is
accessible by WCAG 2.2 AA as far as axe can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Request

from scoring.demo.people import LOGINS, PASSWORD
from tests.browser.tour import Stop, sign_in, walk
from tests.support.site import Site

# They take as long as all other tests of the running site, so they walk another one beside these.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("every-page")]

WIDTHS = (360, 768, 1280)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
AXE = Axe().axe_script
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_OPTIONS = {"runOnly": RULES, "resultTypes": ["violations"], "preload": False}
COLOURS = ["color-contrast", "link-in-text-block"]
LOOKS: dict[Scheme, dict[str, Any]] = {
    "light": AXE_OPTIONS,
    "dark": {**AXE_OPTIONS, "runOnly": {"type": "rule", "values": COLOURS}},
}
"""What axe looks for: in the dark only what depends on colours. It fetches styles and sounds once more for
rules that are not among these, or of which the site has none."""
ONE_OF_EACH = [*{login.role: login.email for login in reversed(LOGINS)}.values()][::-1]
PUBLIC = {"front", "calendar", "results", "players", "clubs", "rosters", "check", "rules", "login"}
ERRORS = {"nothing-here": 404, "check-code": 404}
OPEN_AND_COUNT = """() => {
    document.querySelectorAll("details").forEach(fold => { fold.open = true });
    return [document.querySelectorAll("h1").length, document.querySelectorAll("main#content").length];
}"""


@dataclass
class Walked:
    """What others have seen: pages with what they hold, and kinds of pages."""

    pages: set[tuple[str, ...]] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)

    def firsts(self, stops: Sequence[Stop]) -> list[Stop]:
        """Those that are the first of their kind."""
        found = {stop.name: stop for stop in reversed(stops) if stop.name not in self.kinds}
        self.kinds |= set(found)
        return list(found.values())


@pytest.fixture(scope="module")
def walked() -> Walked:
    return Walked()


@contextmanager
def signed_in(browser: Browser, site: Site, email: str | None) -> Iterator[tuple[BrowserContext, Page]]:
    context = browser.new_context(base_url=site.url, reduced_motion="reduce")
    page = context.new_page()
    if email:
        sign_in(page, email, PASSWORD)
    yield context, page
    context.close()


@pytest.mark.parametrize("email", [None, *ONE_OF_EACH])
def test_every_page_opens_fits_and_is_accessible(
    browser: Browser, site: Site, walked: Walked, email: str | None
) -> None:
    """The public first, then each login; a page that shows nothing new to the next is not drawn again.

    One page of each kind is drawn in German too, on a narrow screen: German words are longer.
    """
    wrong: list[str] = []
    with signed_in(browser, site, email) as (context, page):
        stops = list(walk(context, walked.pages, of_a_kind=1))
        firsts = walked.firsts(stops)
        for stop in stops:
            looks: Sequence[Scheme] = SCHEMES if stop in firsts else ()
            wrong += [f"{stop.path}: {what}" for what in faults(page, stop, WIDTHS, looks)]
        context.add_cookies([{"name": "django_language", "value": "de", "url": site.url}])
        for stop in firsts:
            found = faults(page, stop, WIDTHS[:1], ())
            found += [] if page.locator("html").get_attribute("lang") == "de" else ["is not in German"]
            wrong += [f"{stop.path} in German: {what}" for what in found]
    assert email or walked.kinds >= PUBLIC
    assert not wrong, "\n".join(wrong)


def faults(page: Page, stop: Stop, widths: Sequence[int], looks: Sequence[Scheme]) -> list[str]:
    """What is wrong with a page, as sentences; every fold is opened first."""
    strangers: list[str] = []
    listen = partial(keep_strangers, strangers)
    page.on("request", listen)
    answer = page.goto(stop.path)
    found = [f"asks {url}" for url in strangers]
    page.remove_listener("request", listen)
    if answer is None or answer.status != stop.status or stop.status not in (200, ERRORS.get(stop.name)):
        found.append(f"answers {answer and answer.status}")
    if page.evaluate(OPEN_AND_COUNT) != [1, 1]:
        found.append("has not one heading and one main part")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"is {wide} px wide on a screen of {width}")
    if looks:
        page.evaluate(AXE)
    for look in looks:
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        run = "options => axe.run(options).then(found => found.violations)"
        violations = page.evaluate(run, LOOKS[look])
        found += [f"{look}: {sentence(violation)}" for violation in violations]
    return found


def keep_strangers(strangers: list[str], request: Request) -> None:
    asked, own = urlsplit(request.url), urlsplit(request.frame.url)
    if asked.scheme != "data" and own.netloc and asked.netloc != own.netloc:
        strangers.append(request.url)


def sentence(violation: dict[str, Any]) -> str:
    where = "; ".join(str(node["target"]) for node in violation["nodes"][:3])
    return f"{violation['id']}: {violation['help']} ({where})"
