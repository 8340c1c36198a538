"""What goes wrong at a door, in Chromium on phones: taps that are refused, a session that ends, two helpers
whose list moves under the finger, and an event that is full."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.doors import DIRECTOR, PHONE, an_evening, door, two_phones
from tests.browser.tour import come_in
from tests.support.site import Site

pytestmark = pytest.mark.browser

LONG = 15_000
TAP_AT_ONCE = """([x, y, pause]) => new Promise((done) => {
  const tap = () => {
    const under = document.elementFromPoint(x, y)?.closest("button");
    under?.dispatchEvent(new MouseEvent("click",
      { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }));
    done(under?.id ?? "");
  };
  document.addEventListener("htmx:afterSwap", () => setTimeout(tap, pause), { once: true });
})"""


@pytest.fixture
def phones(browser: Browser, site: Site) -> Iterator[list[BrowserContext]]:
    with two_phones(browser, site) as contexts:
        yield contexts


def row_of(page: Page, name: str) -> Locator:
    return page.locator("[data-entry]", has_text=name)


def top_of(row: Locator) -> float:
    return float(row.evaluate("row => row.getBoundingClientRect().top"))


def test_a_tap_that_is_refused_later_stays_named_until_it_is_dismissed(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening of Refusals")
    first, second = (door(context, site, slug) for context in phones)
    phones[0].set_offline(True)
    for name in ("Ada Ashdown", "Ben Ashdown", "Cora Ashdown"):
        row_of(first, name).locator("[data-first]").click()
    for name in ("Ada Ashdown", "Cora Ashdown"):
        row_of(second, name).locator("summary").click()
        row_of(second, name).get_by_role("button", name="Absent").click()
        expect(second.locator("section[aria-labelledby=gone]")).to_contain_text(name, timeout=LONG)
    phones[0].set_offline(False)
    expect(first.locator(".door-here")).to_contain_text("Ben Ashdown", timeout=LONG)
    refusals = first.locator("[data-door-refused] li")
    expect(refusals).to_have_count(2)
    for refusal, name in zip(refusals.all(), ("Ada Ashdown", "Cora Ashdown"), strict=True):
        expect(refusal).to_contain_text(f"{name}: present and paid")
        expect(refusal).to_contain_text("has not come yet")
        expect(refusal).to_be_in_viewport()
    first.reload()
    expect(refusals).to_have_count(2)
    refusals.first.get_by_role("button", name="Dismiss").click()
    expect(refusals).to_have_count(1)
    expect(refusals).to_contain_text("Cora Ashdown")
    refusals.first.get_by_role("button", name="Dismiss").click()
    expect(refusals).to_have_count(0)
    first.reload()
    expect(first.locator("[data-entry]")).to_have_count(20)
    expect(refusals).to_have_count(0)


def test_what_waits_is_said_at_the_foot_of_the_screen_and_covers_nobody(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening of Warnings")
    page = door(phones[0], site, slug)
    phones[0].set_offline(True)
    row_of(page, "Dan Dunmore").locator("[data-first]").click()
    trouble = page.locator("[data-door-trouble]")
    expect(trouble).to_contain_text("1 tap is waiting on this device", timeout=LONG)
    expect(trouble).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-door-last]")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = page.locator("[data-entry]:visible").last.bounding_box()
    bar = page.locator("[data-door-bar]").bounding_box()
    assert last
    assert bar
    assert last["y"] + last["height"] <= bar["y"]


def test_a_session_that_ends_leaves_the_list_and_the_taps_go_after_signing_in_elsewhere(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening Signed Out")
    first, second = (door(context, site, slug) for context in phones)
    floor = phones[0].new_page()
    floor.goto(f"/events/{slug}/floor/")
    first.bring_to_front()
    first.evaluate("window.same = true")
    phones[0].clear_cookies(name=settings.SESSION_COOKIE_NAME)
    row_of(second, "Gwen Crabtree").locator("[data-first]").click()
    signed_out = first.locator("[data-door-bar] .signed-out")
    expect(signed_out).to_be_in_viewport(ratio=1, timeout=LONG)
    expect(signed_out).to_contain_text("You were signed out.")
    path = f"/events/{slug}/manage/check-in/"
    link = signed_out.get_by_role("link", name="Sign in")
    expect(link).to_have_attribute("href", f"/login/?next={quote(path, safe='')}")
    expect(first.locator("[data-entry]")).to_have_count(20)
    row_of(first, "Ada Ashdown").locator("[data-first]").click()
    expect(row_of(first, "Ada Ashdown")).to_contain_text("being sent")
    expect(first.locator("[data-door-trouble]")).not_to_contain_text("network")
    floor.bring_to_front()
    floor.evaluate("htmx.trigger(document.querySelector('[data-follows]'), 'renew')")
    expect(floor.locator(".signed-out")).to_be_in_viewport(ratio=1)
    expect(floor.locator("#floor")).to_be_attached()
    expect(floor.get_by_label("Password")).to_have_count(0)

    elsewhere = phones[0].new_page()
    come_in(elsewhere, site, DIRECTOR)
    first.bring_to_front()
    first.evaluate("dispatchEvent(new Event('focus'))")
    expect(first.locator(".door-here")).to_contain_text("Ada Ashdown", timeout=LONG)
    expect(first.locator(".door-here")).to_contain_text("Gwen Crabtree")
    expect(signed_out).to_have_count(0)
    expect(first.locator("[data-door-trouble]")).to_be_hidden()
    assert first.evaluate("window.same"), "no page was loaded for it"


def test_rows_hold_still_while_another_helper_taps(phones: list[BrowserContext], site: Site) -> None:
    slug = an_evening(site, "Evening of Two")
    first, second = (door(context, site, slug) for context in phones)
    row = row_of(first, "Dan Bellweather")
    row.evaluate("row => scrollTo(0, row.getBoundingClientRect().top + scrollY - innerHeight / 2)")
    before = top_of(row)
    for name in ("Ada Ashdown", "Ben Ashdown"):
        row_of(second, name).locator("[data-first]").click()
        expect(first.locator(".door-here")).to_contain_text(name, timeout=LONG)
        assert abs(top_of(row) - before) < 2

    # A tap in a list that was narrowed shows the others again, and nobody else under the finger.
    first.get_by_role("searchbox", name="Name or number").fill("dan bell")
    expect(first.locator("[data-entry]:visible")).to_have_count(1)
    before = top_of(row)
    row.locator("[data-first]").click()
    assert abs(top_of(row) - before) < 2
    expect(first.locator("[data-door-last]")).to_contain_text("Dan Bellweather: present and paid")


@pytest.mark.parametrize(("pause", "is_taken"), [(100, False), (900, True)])
def test_a_tap_right_after_somebody_else_came_under_the_finger_is_not_taken(
    phones: list[BrowserContext], site: Site, pause: int, is_taken: bool
) -> None:
    slug = an_evening(site, f"Evening After {pause}")
    first, second = (door(context, site, slug) for context in phones)
    first.evaluate("scrollTo(0, 0)")
    button = row_of(first, "Ben Ashdown").locator("[data-first]")
    box = button.bounding_box()
    assert box
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    first.evaluate(f"([x, y]) => {{ window.tapped = ({TAP_AT_ONCE})([x, y, {pause}]) }}", at)
    row_of(second, "Ada Ashdown").locator("[data-first]").click()
    assert first.evaluate("window.tapped") != button.get_attribute("id"), "another row is there now"
    last = first.locator("[data-door-last]")
    if is_taken:
        expect(last).to_contain_text("Cora Ashdown: present and paid")
    else:
        first.wait_for_timeout(300)
        expect(last).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("width", [360, 390])
def test_whoever_owes_and_sits_at_a_table_takes_a_few_lines(
    browser: Browser, site: Site, width: int, locale: str
) -> None:
    slug = an_evening(site, f"Evening Seated {width} {locale}", people=12, seated=4)
    context = browser.new_context(
        base_url=site.url, locale=locale, viewport={"width": width, "height": 800}, has_touch=True
    )
    page = door(context, site, slug, people=12)
    page.evaluate("document.getElementById('here').open = true")
    heights = page.evaluate(
        "[...document.querySelectorAll('.door-here [data-entry]')].map(row => row.offsetHeight)"
    )
    assert len(heights) == 4
    assert max(heights) <= 150, heights
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    names = page.evaluate(
        "[...document.querySelectorAll('.door-here .who strong')].map(name => name.offsetHeight)"
    )
    assert max(names) <= 24, "a name takes one line"
    context.close()


def test_entries_and_games_are_narrowed_while_somebody_types(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening to Be Found", people=12)
    page = door(phones[0], site, slug, people=12)
    page.goto(f"/events/{slug}/manage/")
    search = page.get_by_role("searchbox", name="Find by name or number")
    search.press_sequentially("gwen bell")
    lines = page.locator("[data-words]:visible")
    expect(lines).to_have_count(1)
    expect(lines.get_by_role("button", name="Withdraw")).to_be_visible()
    search.fill("zzz")
    expect(lines).to_have_count(0)
    nobody = page.get_by_text("Nobody entered has that name or number.")
    expect(nobody).to_be_visible()
    search.fill("")
    expect(lines).to_have_count(12)
    expect(nobody).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_everyone_is_here_stays_open_and_keeps_away_from_the_buttons_of_the_rows(
    browser: Browser, site: Site, locale: str
) -> None:
    slug = an_evening(site, f"Evening of All {locale}")
    phones = [
        browser.new_context(base_url=site.url, locale=locale, viewport=PHONE, has_touch=True)
        for _helper in range(2)
    ]
    first, second = (door(context, site, slug) for context in phones)
    first.locator(".door-all summary").click()
    row_of(second, "Ada Ashdown").locator("[data-first]").click()
    expect(first.locator(".door-here")).to_contain_text("Ada Ashdown", timeout=LONG)
    expect(first.locator(".door-all")).to_have_attribute("open", "")
    buttons = [button.bounding_box() for button in first.locator(".door-all button").all()]
    present = first.locator("[data-first]").first.bounding_box()
    assert present
    for button in buttons:
        assert button
        assert button["x"] + button["width"] <= present["x"]
    for context in phones:
        context.close()


def test_without_a_network_a_newcomer_is_not_offered(phones: list[BrowserContext], site: Site) -> None:
    slug = an_evening(site, "Evening of Newcomers")
    page = door(phones[0], site, slug)
    search = page.get_by_role("searchbox", name="Name or number")
    search.fill("Ina van Dimsdale")
    link = page.get_by_role("link", name="Enter “Ina van Dimsdale”")
    expect(link).to_be_visible()
    phones[0].set_offline(True)
    expect(link).to_be_hidden()
    later = page.get_by_text("Whoever is not on the list can be entered once the network is back.")
    expect(later).to_be_visible()
    phones[0].set_offline(False)
    expect(link).to_be_visible()
    expect(later).to_be_hidden()
    # A network that leads nowhere is noticed at the tap.
    page.route("**/events/door-worker.js*", lambda route: route.abort())
    link.click()
    expect(later).to_be_visible()
    assert page.url.endswith("/manage/check-in/")


def test_at_a_full_event_the_door_says_so_and_leads_to_more_places(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening That Is Full", people=9, capacity=8)
    page = door(phones[0], site, slug, people=9)
    waiting = page.locator("section[aria-labelledby=waiting]")
    expect(waiting).to_contain_text("The event is full (8 of 8).")
    waiting.get_by_role("link", name="Raise the number of players").click()
    places = page.get_by_label("Most players")
    expect(places).to_be_focused()
    places.fill("9")
    page.get_by_label("Notice to the players").fill("One more table.")
    page.get_by_role("button", name="Change the event").click()
    expect(page.get_by_role("heading", name="Check-in")).to_be_visible()
    expect(waiting).to_have_count(0)
    expect(page.locator("[data-first]")).to_have_count(9)


def test_absent_asks_before_the_place_goes_to_somebody_who_waits(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening of the Absent", people=9, capacity=7)
    page = door(phones[0], site, slug, people=9)
    gone = page.locator("section[aria-labelledby=gone]")
    asked = page.locator("[data-door-refused] li")
    row_of(page, "Ada Ashdown").locator("summary").click()
    for answer in ("Keep the place", "Give the place away"):
        row_of(page, "Ada Ashdown").get_by_role("button", name="Absent").click()
        expect(asked).to_contain_text("Give the place of Ada Ashdown away?", timeout=LONG)
        expect(asked).to_contain_text("is next on the waiting list and gets the place of Ada Ashdown.")
        expect(page.locator("[data-door-last]")).to_be_hidden()
        expect(gone).to_have_count(0)
        asked.get_by_role("button", name=answer).click()
        expect(asked).to_have_count(0)
    expect(gone).to_contain_text("Ada Ashdown", timeout=LONG)
    expect(page.locator("[data-door-last]").get_by_role("button", name="Undo")).to_be_hidden()


def test_taps_that_wait_are_counted_and_a_promise_is_undone_like_any_tap(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening of Promises")
    page = door(phones[0], site, slug)
    here, missing = (page.locator(f"[data-door-sum={name}]") for name in ("here", "missing"))
    row_of(page, "Ada Ashdown").locator("summary").click()
    row_of(page, "Ada Ashdown").get_by_role("button", name="Promised").click()
    expect(row_of(page, "Ada Ashdown")).to_contain_text("4.50 promised", timeout=LONG)
    page.locator("[data-door-last]").get_by_role("button", name="Undo").click()
    expect(row_of(page, "Ada Ashdown")).not_to_contain_text("promised", timeout=LONG)

    phones[0].set_offline(True)
    row_of(page, "Ben Ashdown").locator("[data-first]").click()
    row_of(page, "Cora Ashdown").locator("summary").click()
    row_of(page, "Cora Ashdown").get_by_role("button", name="Absent").click()
    expect(here).to_have_text("1")
    expect(missing).to_have_text("18")
    page.locator("[data-door-last]").get_by_role("button", name="Undo").click()
    expect(missing).to_have_text("19")
    phones[0].set_offline(False)
    expect(page.locator("[data-door-trouble]")).to_be_hidden(timeout=LONG)
    expect(page.locator(".door-here")).to_contain_text("Ben Ashdown", timeout=LONG)
    expect(here).to_have_text("1")
    expect(missing).to_have_text("19")


def test_a_tap_goes_with_a_new_token_once_the_same_account_signed_in_elsewhere_and_for_no_other(
    phones: list[BrowserContext], site: Site
) -> None:
    slug = an_evening(site, "Evening of Two Tabs")
    first = door(phones[0], site, slug)
    elsewhere = phones[0].new_page()

    def taps_while_cut(name: str) -> None:
        first.route("**/api/v1/events/**", lambda route: route.abort())
        first.bring_to_front()
        row_of(first, name).locator("[data-first]").click()
        expect(first.locator("[data-door-trouble]")).to_contain_text("1 tap is waiting", timeout=LONG)

    def signs_in(email: str) -> None:
        elsewhere.bring_to_front()
        phones[0].clear_cookies()
        come_in(elsewhere, site, email)
        first.unroute("**/api/v1/events/**")
        first.bring_to_front()

    taps_while_cut("Ada Ashdown")
    signs_in(DIRECTOR)
    expect(first.locator(".door-here")).to_contain_text("Ada Ashdown", timeout=LONG)
    expect(first.locator("[data-door-refused] li")).to_have_count(0)

    taps_while_cut("Ben Ashdown")
    signs_in("executor@demo.example")
    expect(first.locator("[data-door-trouble]")).to_contain_text("1 tap is kept", timeout=LONG)
    expect(first.locator("[data-door-refused] li")).to_have_count(0)
    signs_in(DIRECTOR)
    first.evaluate("dispatchEvent(new Event('focus'))")
    expect(first.locator(".door-here")).to_contain_text("Ben Ashdown", timeout=30_000)
    expect(first.locator("[data-door-refused] li")).to_have_count(0)
