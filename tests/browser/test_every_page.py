"""What holds for every page of the site, whoever looks at it: it opens, fits, asks nobody else, and is
accessible by WCAG 2.2 AA as far as axe can tell.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from scoring.demo.people import LOGINS
from tests.browser.axe import SCRIPT, GoodColours
from tests.browser.tour import Stop, come_in, walk
from tests.support.site import Site

# They take as long as all other tests of the running site, so they walk another one beside these.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("every-page")]

WIDTHS = (360, 768, 1280)
ONE_OF_EACH = [*{login.role: login.email for login in reversed(LOGINS)}.values()][::-1]
PUBLIC = {"front", "calendar", "results", "players", "clubs", "rosters", "check", "rules", "login"}
ERRORS = {"nothing-here": 404, "check-code": 404}
OPEN_AND_LOOK = """() => {
    document.querySelectorAll("details").forEach(fold => { fold.open = true });
    const count = what => document.querySelectorAll(what).length;
    return [count("h1"), count("main#content"), document.documentElement.lang];
}"""


@dataclass
class Walked:
    """What others have seen: pages with what they hold, kinds of pages, and colours that go well together."""

    pages: set[tuple[str, ...]] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    colours: GoodColours = field(default_factory=GoodColours)

    def firsts(self, stops: Sequence[Stop]) -> list[Stop]:
        """Those that are the first of their kind."""
        stops_by_name = {stop.name: stop for stop in reversed(stops) if stop.name not in self.kinds}
        self.kinds |= set(stops_by_name)
        return list(stops_by_name.values())


@pytest.fixture(scope="module")
def walked() -> Walked:
    return Walked()


@contextmanager
def signed_in(browser: Browser, site: Site, email: str | None) -> Iterator[tuple[BrowserContext, Page]]:
    context = browser.new_context(
        base_url=site.url, reduced_motion="reduce", viewport={"width": WIDTHS[0], "height": 800}
    )
    page = context.new_page()
    if email:
        come_in(page, site, email)
    # Sent to the browser once: it has half a million characters.
    page.add_init_script(SCRIPT)
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
        stops = list(walk(context, site.url, walked.pages, of_a_kind=1))
        firsts = walked.firsts(stops)
        with given_as_fetched(page, site, stops):
            for stop in stops:
                colours = walked.colours if stop in firsts else None
                wrong += [f"{stop.path}: {what}" for what in faults(page, stop, WIDTHS, colours)]
        context.add_cookies([{"name": "django_language", "value": "de", "url": site.url}])
        plain = context.new_page()
        for stop in firsts:
            faults_in_german = faults(plain, stop, WIDTHS[:1], language="de")
            wrong += [f"{stop.path} in German: {what}" for what in faults_in_german]
    assert email or walked.kinds >= PUBLIC
    assert not wrong, "\n".join(wrong)


@contextmanager
def given_as_fetched(page: Page, site: Site, stops: Sequence[Stop]) -> Iterator[None]:
    """The page draws what the walk fetched, to the byte and with its headers: the site makes each page once.
    Styles, scripts and all else come from the site, and so do the pages in German.
    """
    answers = {site.url + stop.path: stop for stop in stops}
    session = page.context.new_cdp_session(page)

    def give(paused: dict[str, Any]) -> None:
        stop = answers.pop(paused["request"]["url"], None)
        if stop is None:
            session.send("Fetch.continueRequest", {"requestId": paused["requestId"]})
            return
        answer = {
            "requestId": paused["requestId"],
            "responseCode": stop.status,
            "responseHeaders": [{"name": name, "value": value} for name, value in stop.headers],
            "body": b64encode(stop.body).decode(),
        }
        session.send("Fetch.fulfillRequest", answer)

    session.on("Fetch.requestPaused", give)
    # By Playwright's own way the browser would keep no style and no script from one page to the next.
    session.send("Fetch.enable", {"patterns": [{"resourceType": "Document"}]})
    yield
    session.detach()
    assert not answers, "nobody asked for these"


def faults(
    page: Page,
    stop: Stop,
    widths: Sequence[int],
    colours: GoodColours | None = None,
    *,
    language: str = "en-gb",
) -> list[str]:
    """What is wrong with a page, as sentences; every fold is opened first, and axe looks at it if it is to
    find colours."""
    strangers: list[str] = []
    listen = partial(keep_strangers, strangers)
    page.on("request", listen)
    answer = page.goto(stop.path)
    sentences = [f"asks {url}" for url in strangers]
    page.remove_listener("request", listen)
    if answer is None or answer.status != stop.status or stop.status not in (200, ERRORS.get(stop.name)):
        sentences.append(f"answers {answer and answer.status}")
    *parts, spoken = page.evaluate(OPEN_AND_LOOK)
    if parts != [1, 1]:
        sentences.append("has not one heading and one main part")
    if spoken != language:
        sentences.append(f"speaks {spoken}")
    # From the width that it has: laying out a page takes a while.
    for width in sorted(widths, key=lambda width: abs(width - width_of(page))):
        if width != width_of(page):
            page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            sentences.append(f"is {wide} px wide on a screen of {width}")
        if colours and width == WIDTHS[-1]:
            sentences += what_axe_finds(page, colours)
    return sentences


def width_of(page: Page) -> int:
    return page.viewport_size["width"] if page.viewport_size else 0


def what_axe_finds(page: Page, colours: GoodColours) -> list[str]:
    """Everything in the light; in the dark only what depends on colours. Axe is in the page already."""
    sentences = [f"light: {sentence(violation)}" for violation in colours.violations(page)]
    page.emulate_media(color_scheme="dark")
    violations = colours.violations(page, colours_alone=True)
    page.emulate_media(color_scheme="light")
    return [*sentences, *(f"dark: {sentence(violation)}" for violation in violations)]


def keep_strangers(strangers: list[str], request: Request) -> None:
    asked, own = urlsplit(request.url), urlsplit(request.frame.url)
    # Streams of the same machine have a port of their own where no proxy leads to them.
    is_stream = asked.hostname == own.hostname and asked.path.startswith("/stream/")
    if asked.scheme != "data" and own.netloc and asked.netloc != own.netloc and not is_stream:
        strangers.append(request.url)


def sentence(violation: dict[str, Any]) -> str:
    where = "; ".join(str(node["target"]) for node in violation["nodes"][:3])
    return f"{violation['id']}: {violation['help']} ({where})"


@pytest.mark.parametrize("ground", ["white", "linear-gradient(white, #eee)"])
def test_colours_once_found_good_hide_no_others(browser: Browser, ground: str) -> None:
    """One text of each look is asked about; on another ground, in another colour or elsewhere it is again."""
    colours = GoodColours()
    page = browser.new_page()
    try:
        page.set_content(TWO_TEXTS.format(ground=ground, second=""))
        page.evaluate(SCRIPT)
        assert colours.violations(page, colours_alone=True) == []
        assert colours.looks[0]
        for second in OTHER_LOOKS[ground]:
            page.set_content(TWO_TEXTS.format(ground=ground, second=second))
            page.evaluate(SCRIPT)
            violations = colours.violations(page, colours_alone=True)
            assert [violation["id"] for violation in violations] == ["color-contrast"], second
    finally:
        page.close()


OTHER_LOOKS = {
    "white": ("color: #ddd", "background: #111", "position: absolute; top: 200px", "opacity: 0.2"),
    "linear-gradient(white, #eee)": ("background: #111", "position: absolute; top: 200px"),
}
TWO_TEXTS = """
    <style>body {{ background: white; color: #222 }} div {{ height: 300px; background: black }}</style>
    <div></div><section style="background: {ground}"><p>Good</p><p style="{second}">Another</p></section>
"""
