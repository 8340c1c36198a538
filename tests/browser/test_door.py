"""The door of an evening in Chromium, on phones: one tap each, two helpers, one with no network.

Sixty people come in `benchmarks/evening.py`; a third of them shows the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Route, expect

from tests.browser.axe import SCRIPT, GoodColours
from tests.browser.doors import PHONE, an_evening, door, two_phones
from tests.browser.masthead import sign_out
from tests.support.phones import fits
from tests.support.site import Site
from tests.support.wire import Wire

pytestmark = pytest.mark.browser

WAITS = "1 tap is waiting on this device"
PLAYERS = 20


@dataclass
class Counted:
    """What a helper did: taps, and pages that were loaded for them."""

    page: Page
    taps: int = 0
    loads: int = 0

    def __post_init__(self) -> None:
        self.page.on("load", self._loaded)

    def _loaded(self, _page: Page) -> None:
        self.loads += 1

    def come(self, name: str) -> None:
        self.taps += 1
        row = self.page.locator("[data-entry]", has_text=name)
        row.locator("[data-first]").click()


@pytest.fixture(scope="module")
def slug(site: Site) -> str:
    return an_evening(site, "Evening of Twenty")


@pytest.fixture
def phones(browser: Browser, site: Site) -> Iterator[list[BrowserContext]]:
    with two_phones(browser, site) as contexts:
        yield contexts


def say_whose(number: str, route: Route) -> None:
    route.fulfill(json={"number": number})


def figure(page: Page, title: str) -> str:
    return page.locator(".door-sums > div", has_text=title).locator("dd").inner_text()


def test_twenty_come_by_one_tap_each_two_helpers_at_once_and_one_without_a_network(
    phones: list[BrowserContext], site: Site, slug: str
) -> None:
    first, second = (door(context, site, slug) for context in phones)
    first.evaluate(SCRIPT)
    assert GoodColours().violations(first) == []
    assert first.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert first.evaluate("document.documentElement.scrollHeight") < 2200
    helper, other = Counted(first), Counted(second)

    # Narrowed by what is typed, undone on the row, and seen by the other helper.
    search = first.get_by_role("searchbox", name="Name or number")
    search.press_sequentially("gwen crab")
    expect(first.locator("[data-entry]:visible")).to_have_count(1)
    search.press("Enter")
    expect(first.locator("[data-door-last]")).to_contain_text("Gwen Crabtree: present and paid")
    expect(search).to_have_value("")
    expect(second.locator(".door-here [data-entry]", has_text="Gwen Crabtree")).to_be_attached(timeout=15_000)
    first.locator("[data-door-last]").get_by_role("button", name="Undo").click()
    expect(second.locator("section [data-entry]", has_text="Gwen Crabtree")).to_be_visible(timeout=15_000)

    # Both tap the same person; it counts once.
    helper.come("Ada Ashdown")
    other.come("Ada Ashdown")
    for page in (first, second):
        expect(page.locator(".door-here [data-entry]", has_text="Ada Ashdown")).to_be_attached(timeout=15_000)
    assert figure(first, "In the till").endswith("4.50")

    # The first goes on without a network: nothing is lost, and all is sent when it is back.
    phones[0].set_offline(True)
    for name in ("Ben Ashdown", "Cora Ashdown", "Dan Ashdown"):
        helper.come(name)
    expect(first.locator("[data-door-trouble]")).to_contain_text("3 taps are waiting on this device")
    expect(first.locator("[data-entry]", has_text="Dan Ashdown")).to_contain_text("being sent")
    phones[0].set_offline(False)
    expect(first.locator("[data-door-trouble]")).to_be_hidden(timeout=15_000)
    expect(second.locator(".door-here [data-entry]", has_text="Dan Ashdown")).to_be_attached(timeout=15_000)

    # The rest, by hand.
    expect(first.locator("section [data-entry]")).to_have_count(PLAYERS - 4, timeout=15_000)
    names = [row.get_attribute("data-name") or "" for row in first.locator("section [data-entry]").all()]
    assert len(names) == PLAYERS - 4
    for name in names[:-6]:
        helper.come(name)
    expect(first.locator("section [data-entry]")).to_have_count(6, timeout=60_000)
    first.get_by_text("Everyone is here").click()
    first.get_by_role("button", name="Everyone is present and has paid").click()
    expect(first.get_by_text("6 more people are present.")).to_be_visible()
    expect(first.get_by_text(f"All {PLAYERS} are here.")).to_be_visible()
    assert figure(first, "In the till").endswith("90.00")
    assert figure(first, "Still to pay").endswith("0.00")
    assert helper.taps == PLAYERS - 6
    assert helper.loads <= 1, "one for all who were left"


def test_what_waits_on_a_phone_is_sent_when_the_page_is_opened_again(
    phones: list[BrowserContext], site: Site, slug: str
) -> None:
    page = door(phones[0], site, slug)
    button = page.locator("[data-first]:visible, [data-act=take-back]:visible").first
    come, button_id = button.get_attribute("data-act") == "come", button.get_attribute("id")
    page.route("**/api/v1/events/**", lambda route: route.abort())
    button.click()
    expect(page.locator("[data-door-trouble]")).to_contain_text(WAITS, timeout=15_000)
    page.unroute("**/api/v1/events/**")
    page.reload()
    entry = str(button_id).rpartition("-")[2]
    where = ".door-here" if come else "section"
    expect(page.locator(f"{where} #entry-{entry}")).to_be_attached(timeout=15_000)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('saas-door/'))") == []


def test_somebody_absent_waits_for_the_network_too_and_a_name_nobody_has_leads_to_a_newcomer(
    phones: list[BrowserContext], site: Site, slug: str
) -> None:
    page = door(phones[0], site, slug)
    page.evaluate("document.querySelectorAll('#here').forEach((here) => (here.open = true))")
    row = page.locator("[data-entry]", has_text="Gwen Dunmore")
    if row.locator("[data-act=take-back]").count():
        row.locator("[data-act=take-back]").click()
        expect(row.locator("[data-first]")).to_be_attached(timeout=15_000)
    phones[0].set_offline(True)
    row.locator("summary").click()
    row.get_by_role("button", name="Absent").click()
    expect(page.locator("[data-door-trouble]")).to_contain_text(WAITS, timeout=15_000)
    expect(row).to_contain_text("has not come")
    phones[0].set_offline(False)
    gone = page.locator("section[aria-labelledby=gone] [data-entry]", has_text="Gwen Dunmore")
    expect(gone).to_be_attached(timeout=15_000)

    search = page.get_by_role("searchbox", name="Name or number")
    search.fill("gwen dunmroe")
    expect(page.locator("[data-entry]:visible")).to_have_count(1)
    expect(page.get_by_text("Nobody entered has that name. The closest are below.")).to_be_visible()
    search.press("Enter")
    expect(page.locator("[data-door-last]")).to_contain_text("has not come")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("[data-door-last]").get_by_role("button", name="Undo").click()
    expect(
        page.locator("section[aria-labelledby=missing] [data-entry]", has_text="Gwen Dunmore")
    ).to_be_attached(timeout=15_000)
    search.fill("Ina van Dimsdale")
    page.get_by_role("link", name="Enter “Ina van Dimsdale”").click()
    expect(page.get_by_role("heading", name="Entries and games")).to_be_visible()
    expect(page.get_by_label("Given names")).to_have_value("Ina van")
    expect(page.get_by_label("Family name")).to_have_value("Dimsdale")
    expect(page.get_by_label("They are here: check them in too")).to_be_checked()


def test_the_door_is_opened_again_without_a_network_as_it_was_last_seen(
    browser: Browser, site: Site, slug: str
) -> None:
    at = urlsplit(site.url)
    wire = Wire((at.hostname or "", at.port or 0))
    phone = browser.new_context(base_url=wire.url, locale="en-GB", viewport=PHONE, has_touch=True)
    page = door(phone, site, slug)
    desk = page.locator("[data-door]")
    expect(desk).to_have_attribute("data-offline", "ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.evaluate("document.querySelectorAll('#here').forEach((here) => (here.open = true))")
    come, later = (str(row.get_attribute("id")) for row in page.locator("[data-entry]").all()[:2])
    for entry in (come, later):
        if page.locator(f"#{entry} [data-act=take-back]").count():
            page.locator(f"#{entry} [data-act=take-back]").click()
            expect(page.locator(f"section #{entry}")).to_be_attached(timeout=15_000)
    page.locator(f"#{come} [data-first]").click()
    expect(page.locator(f".door-here #{come}")).to_be_attached(timeout=15_000)
    seen = page.locator(".door-sums").inner_text()
    wire.cut()
    page.reload()
    expect(desk).to_have_class("door-desk alive")
    # What changed since the page was opened is not forgotten: nobody goes back to where they were.
    expect(page.locator(f"section #{later}")).to_be_attached(timeout=3_000)
    assert page.locator(".door-sums").inner_text() == seen
    assert fits(page)
    expect(page.locator(f".door-here #{come}")).to_be_attached()
    page.locator(f"#{later} [data-first]").click()
    expect(page.locator("[data-door-trouble]")).to_contain_text(WAITS, timeout=15_000)
    page.reload()
    expect(page.locator(f"#{later}")).to_contain_text("being sent")
    wire.mend()
    expect(page.locator(f".door-here #{later}")).to_be_attached(timeout=15_000)
    page.wait_for_function("() => !Object.keys(localStorage).some((kept) => kept.startsWith('saas-door/'))")
    # A tap that waits is named at signing out. Who signs out leaves no names behind.
    phone.route("**/events/*/entries/**", lambda route: route.abort())
    page.evaluate("document.querySelectorAll('#here').forEach((here) => (here.open = true))")
    page.locator(f"#{come} [data-act=take-back]").click()
    expect(page.locator("[data-door-trouble]")).to_contain_text(WAITS, timeout=15_000)
    page.goto("/me/")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.on("dialog", answer)
    sign_out(page)
    [warning] = asked
    assert warning.startswith("Taps at check-in on this device have not been sent yet. If you sign out now")
    page.wait_for_function("caches.has('door-pages').then((kept) => !kept)")
    phone.close()
    wire.cut()


def test_a_scanner_types_a_number_or_the_code_of_a_certificate_and_enter(
    phones: list[BrowserContext], site: Site, slug: str
) -> None:
    page = door(phones[0], site, slug)
    search = page.get_by_role("searchbox", name="Name or number")
    for scanned in ("", "K7QM-2RTX-9WB4"):
        row = page.locator("[data-entry]").first
        number, name = row.get_attribute("data-number") or "", row.get_attribute("data-name") or ""
        page.evaluate("document.querySelectorAll('#here').forEach((here) => (here.open = true))")
        if row.locator("[data-act=take-back]").count():
            row.locator("[data-act=take-back]").click()
        expect(page.locator("section [data-entry]", has_text=number)).to_be_attached(timeout=15_000)
        page.route("**/entries/scanned/**", partial(say_whose, number))
        search.press_sequentially(scanned or number)
        search.press("Enter")
        expect(page.locator("[data-door-last]")).to_contain_text(f"{name}: present and paid")
        expect(page.locator(".door-here [data-entry]", has_text=number)).to_be_attached(timeout=15_000)
