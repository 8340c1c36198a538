"""The main way of each person in Chromium, and what holds for every page on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.masthead import sign_out
from tests.browser.tour import come_in, links
from tests.support.site import Site

pytestmark = pytest.mark.browser

FIRST_LOAD = 80_000
COMES_LATE = re.compile(r"\.(woff2|svg)(\?|$)")
PAINTED = (
    "new Promise(said => new PerformanceObserver(list => said(list.getEntries()[0].startTime))"
    ".observe({ type: 'paint', buffered: true }))"
)
TYPEFACES_CAME = (
    "performance.getEntriesByType('resource').filter(e => /woff2/.test(e.name)).map(e => e.responseEnd)"
)


@pytest.fixture
def own_requests_only(page: Page, site: Site) -> Iterator[Page]:
    """The page, watched: it may ask nobody but the site."""
    strangers: list[str] = []

    def watch(request: Request) -> None:
        asked = urlsplit(request.url)
        own = urlsplit(site.url)
        ours = asked.netloc == own.netloc or (
            asked.hostname == own.hostname and asked.path.startswith("/stream/")
        )
        if not ours and asked.scheme != "data":
            strangers.append(request.url)

    page.on("request", watch)
    yield page
    assert strangers == []


@pytest.mark.parametrize("path", ["/", "/results/", "/rules/", "/rosters/2026-05-15/"])
def test_the_first_load_is_light_and_nothing_jumps(browser: Browser, site: Site, path: str) -> None:
    """Also when the typefaces and pictures come only after the page was painted."""
    context = browser.new_context(base_url=site.url)
    page = context.new_page()
    page.add_init_script(
        "window.jump = 0; new PerformanceObserver(list => { for (const e of list.getEntries())"
        " if (!e.hadRecentInput) window.jump += e.value })"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    held: list[Route] = []
    page.route(COMES_LATE, lambda route: held.append(route))
    page.goto(path, wait_until="commit")
    painted = page.evaluate(PAINTED)
    # What is asked for while these are let go is no longer held.
    page.route(COMES_LATE, lambda route: route.continue_())
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    assert min(page.evaluate(TYPEFACES_CAME)) > painted
    loaded = page.evaluate(
        "performance.getEntries().filter(e => ['navigation', 'resource'].includes(e.entryType))"
        ".filter(e => !/\\.svg/.test(e.name)).reduce((sum, e) => sum + e.transferSize, 0)"
    )
    assert loaded < FIRST_LOAD
    assert page.evaluate("window.jump") < 0.02
    context.close()


def test_the_page_is_walked_by_keyboard_alone(own_requests_only: Page) -> None:
    page = own_requests_only
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Is a certificate genuine?")).to_be_focused()
    page.keyboard.type("K7QM-2RTX-9WB3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not a code")
    expect(page.get_by_label("Code", exact=True)).to_have_value("K7QM-2RTX-9WB3")


def test_dark_is_chosen_and_kept(own_requests_only: Page) -> None:
    page = own_requests_only
    page.goto("/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Appearance").select_option("dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.goto("/calendar/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_a_player_finds_points_codes_and_papers(own_requests_only: Page, site: Site) -> None:
    page = own_requests_only
    come_in(page, site, "player@demo.example")
    expect(page.get_by_role("heading", name="Whoopie Rating Points")).to_be_visible()
    code = page.locator("a.code").first
    expect(code).to_be_visible()
    code.click()
    expect(page.locator("main").get_by_role("status")).to_contain_text("Genuine")
    sign_out(page)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_the_registrar_sees_the_total_while_typing(own_requests_only: Page, site: Site) -> None:
    page = own_requests_only
    come_in(page, site, "player@demo.example")
    number = page.locator(".eyebrow").inner_text().split(" ")[0]
    code = page.locator("a.code").first.inner_text()
    sign_out(page)
    come_in(page, site, "registrar@demo.example")
    page.get_by_role("link", name="Record certificates").click()
    page.get_by_label("Player: name or number").fill(number)
    page.get_by_label("Codes of the certificates").fill(f"{code.lower()}\nnonsense")
    forecast = page.locator("#forecast")
    expect(forecast).to_contain_text("points so far")
    expect(forecast).to_contain_text("is not a")
    page.get_by_role("button", name="See what they bring").click()
    expect(page.get_by_label("Codes of the certificates")).to_have_value(f"{code.lower()}\nnonsense")


def test_the_executor_and_the_director_come_to_their_desks(own_requests_only: Page, site: Site) -> None:
    page = own_requests_only
    for email in ("executor@demo.example", "director@demo.example"):
        come_in(page, site, email)
        expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
        for game in links(page, "/me/", r"/events/[^/]+/games/[^/]+/")[:1]:
            page.goto(game)
            expect(page.get_by_role("heading", name="About this game")).to_be_visible()
        sign_out(page)
