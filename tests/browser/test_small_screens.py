"""Pages on small screens and in large text, and tables of scores: nothing is cut, all can be tapped."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_pad import begun
from tests.browser.tour import come_in
from tests.support.phones import fits, with_text_at
from tests.support.site import Site
from tests.support.team_events import signed_in

pytestmark = pytest.mark.browser

TABLE = "/events/wetherby-long-table-2026/games/1BA/table/"
PUBLIC = (
    "/",
    "/live/",
    "/calendar/",
    "/results/",
    "/rosters/",
    "/players/",
    "/clubs/",
    "/check/",
    "/login/",
    "/rules/",
    "/degrees/",
    "/events/wetherby-military-whist-2026/",
    "/events/wetherby-military-whist-2026/rounds/",
    "/events/jubilee-of-the-rules/games/2/",
    "/events/wetherby-long-table-2026/games/1BA/stanzas/1/",
    TABLE,
)
IN_GERMAN = (
    "/",
    "/about/",
    "/account/",
    "/appeals/",
    "/executor/",
    "/ledger/1/",
    "/letters/",
    "/practice/",
    "/rules/games/bid-whist/",
    "/rules/versions/",
    "/events/ludlow-playoff-2026/",
)
LINKS = "main .lines a, main .plain a, main .table:not(.scores) th a"
LOW_TARGETS = """(links) => [...document.querySelectorAll(links)]
  .filter((link) => link.getClientRects().length && link.getBoundingClientRect().height < 40)
  .map((link) => link.outerHTML)"""

COVERED = """() => [...document.querySelectorAll(':is(.lines > li, .stacked tr) :is(a, button, summary)')]
  .filter((thing) => thing.checkVisibility() && thing.getClientRects().length)
  .filter((thing) => {
    thing.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = thing.getClientRects()[0];
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return there !== thing && !thing.contains(there);
  })
  .map((thing) => thing.outerHTML)"""


def test_at_twice_the_size_of_text_no_page_is_wider_than_a_phone(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    with_text_at(page, 200)
    wider = []
    for address in PUBLIC:
        page.goto(address)
        if not fits(page):
            wider.append(address)
    context.close()
    assert wider == []


def test_long_words_in_large_text_stay_on_a_small_phone(browser: Browser, site: Site) -> None:
    """German at twice the size on 360 pixels; what is said of an event has room for more than a letter."""
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 740}, locale="de-DE")
    key = site.session_of("executor@demo.example")
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": site.url}])
    page = context.new_page()
    with_text_at(page, 200)
    wider = []
    for address in IN_GERMAN:
        page.goto(address)
        if not fits(page):
            wider.append(address)
    page.goto("/events/ludlow-playoff-2026/")
    widths = "[...document.querySelectorAll('.facts dd')].map((said) => said.offsetWidth)"
    narrowest = page.evaluate(f"Math.min(...{widths})")
    context.close()
    assert wider == []
    assert narrowest > 180


def test_what_a_list_leads_to_can_be_tapped(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    low = {}
    for address in ("/", "/calendar/", "/results/", "/clubs/", "/players/", TABLE):
        page.goto(address)
        if targets := page.evaluate(LOW_TARGETS, LINKS):
            low[address] = targets[:3]
    context.close()
    assert low == {}


@pytest.mark.parametrize(
    ("address", "row", "leads_to"),
    [
        ("/", "section:has(#latest) .lines > li", ".title"),
        ("/", "section:has(#newest-degrees) .lines > li", ".head a"),
        ("/results/", ".list-table tr:not(.band):has(td)", "th a"),
        ("/calendar/", ".list-table tr:not(.band):has(td)", "th a"),
        ("/ledger/", ".list-table tr:not(.band):has(td)", "th a"),
        ("/players/", ".list-table tr:has(td)", "th a"),
        ("/rosters/2026-05-15/", ".table tr:not(.band):has(td a)", "th a"),
        ("/players/W-00013-N/", "section:has(#games) tr:has(td)", "th a"),
    ],
)
def test_the_whole_row_of_a_list_leads_where_its_name_leads(
    browser: Browser, site: Site, address: str, row: str, leads_to: str
) -> None:
    """The corner of the row, where nothing stands; on a desk it leads nowhere."""
    for width, leads in ((390, True), (1280, False)):
        context = browser.new_context(
            base_url=site.url, viewport={"width": width, "height": 844}, locale="en-GB"
        )
        page = context.new_page()
        page.goto(address)
        first = page.locator(f"main {row}").first
        expected = first.locator(leads_to).first.get_attribute("href")
        box = first.bounding_box()
        assert box is not None
        first.click(position={"x": box["width"] - 3, "y": box["height"] - 3})
        assert page.url == site.url + (expected if leads and expected else address)
        context.close()


def test_nothing_that_can_be_tapped_in_a_row_is_covered(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    come_in(page, site, "director@demo.example")
    covered = {}
    for address in (
        "/",
        "/me/",
        "/results/",
        "/calendar/",
        "/rosters/2026-05-15/",
        "/clubs/ludlow-card-circle/",
    ):
        page.goto(address)
        if under := page.evaluate(COVERED):
            covered[address] = under[:3]
    context.close()
    assert covered == {}


def test_places_and_rosters_keep_the_name_beside_its_figures(browser: Browser, site: Site) -> None:
    for width in (360, 390):
        context = browser.new_context(
            base_url=site.url, viewport={"width": width, "height": 844}, locale="en-GB"
        )
        page = context.new_page()
        for address, rows in (
            ("/events/jubilee-of-the-rules/games/2/", ".placings tbody tr"),
            ("/rosters/2026-05-15/", ".figures-beside tr:not(.band):has(td a)"),
        ):
            page.goto(address)
            assert fits(page)
            row = page.locator(rows).first
            name, figure = row.locator("th a").bounding_box(), row.locator("td.n").first.bounding_box()
            assert name is not None
            assert figure is not None
            assert name["height"] < 45  # one line with the room for a thumb
            assert abs(name["y"] + name["height"] / 2 - figure["y"] - figure["height"] / 2) < 8
        context.close()


def test_the_form_of_a_stanza_fits_a_phone_in_german(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 800})
    page = context.new_page()
    come_in(page, site, "player@demo.example")
    context.add_cookies([{"name": "django_language", "value": "de", "url": site.url}])
    page.goto("/events/wetherby-martinmas-table-2026/games/1/table/stanzas/1/")
    page.get_by_text("Etwas anderes ist geschehen").click()
    fitted = fits(page)
    context.close()
    assert fitted


@pytest.mark.django_db(transaction=True)
def test_the_scores_of_ten_players_are_whole_on_a_desk_and_hinted_at_on_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    _, game = begun(10)
    address = f"{live_server.url}/events/{game.event.slug}/games/{game.number}/table/"
    for width, whole in [(1920, True), (1280, True), (390, False)]:
        context = browser.new_context(viewport={"width": width, "height": 900}, locale="en-GB")
        page = context.new_page()
        page.goto(address)
        scores = page.locator(".scroll:has(> .scores)")
        assert scores.locator("thead th.n").count() == 10
        assert scores.evaluate("(box) => box.scrollWidth <= box.clientWidth") is whole, width
        assert scores.evaluate("(box) => getComputedStyle(box).backgroundImage").count("linear-gradient") == 4
        assert fits(page)
        context.close()


@pytest.mark.django_db(transaction=True)
def test_the_answer_to_a_long_pasted_list_is_come_to_on_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    cast, game = begun(4)
    key = signed_in(cast.director).cookies[settings.SESSION_COOKIE_NAME].value
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/events/{game.event.slug}/manage/list/")
    names = (f"New Comer{'abcdefghijklmnopqrstuvwxyz'[number]}" for number in range(20))
    page.get_by_label("The list").fill("\n".join(names))
    page.get_by_role("button", name="Check the list").click()
    answer = page.get_by_role("heading", name="Who is meant")
    expect(answer).to_be_focused()
    expect(answer).to_be_in_viewport()
    context.close()
