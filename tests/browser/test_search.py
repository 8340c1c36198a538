"""The search of the site and the masthead, in Chromium: by keyboard, on a phone, in one row, scriptless."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import SCRIPT, GoodColours
from tests.browser.next_page import follow, follow_by_enter
from tests.browser.tour import come_in
from tests.support.site import Site

pytestmark = pytest.mark.browser


def test_by_keyboard_alone_from_any_page(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/calendar/")
    page.keyboard.press("/")
    field = page.locator("#search")
    expect(field).to_be_focused()
    page.keyboard.type("whitsta")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(field).to_have_attribute("role", "combobox")
    clubs = page.get_by_role("group", name="Clubs")
    expect(clubs.get_by_role("option")).to_contain_text("Whitstable Whoopie Society")
    page.evaluate(SCRIPT)
    assert GoodColours().violations(page) == []
    page.keyboard.press("ArrowDown")
    chosen = page.locator("[role=option][aria-selected=true]")
    expect(chosen).to_be_visible()
    assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    page.keyboard.press("/")
    page.keyboard.type("whitstabel")
    expect(page.get_by_text("The nearest are:").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Whitstable")
    page.locator("#search").fill("whitstable")
    follow_by_enter(page.locator("#search"))
    expect(page.get_by_role("heading", name="Clubs")).to_be_visible()
    page.locator("#search").fill("a/b")
    expect(page.locator("#search")).to_have_value("a/b")


def test_on_a_phone_without_a_script(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto("/clubs/")
    follow(page.get_by_role("button", name="Search"))
    page.locator("#search").fill("penhaligen")
    follow_by_enter(page.locator("#search"))
    expect(page.get_by_text("The nearest are:")).to_be_visible()
    follow(page.get_by_role("link", name="Arthur Penhaligon"))
    page.locator(".menu > summary").click()
    follow(page.get_by_role("link", name="Players and rosters"))
    page.locator(".menu > summary").click()
    here = page.locator(".nav [aria-current]")
    expect(here).to_have_attribute("aria-current", "page")
    expect(here).to_have_text("Players and rosters")
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_masthead_is_one_row_and_nothing_is_cut_off(browser: Browser, site: Site, locale: str) -> None:
    context = browser.new_context(base_url=site.url, locale=locale)
    page = context.new_page()
    for email in ("", "player@demo.example", "managing@demo.example"):
        if email:
            come_in(page, site, email)
        for width in (360, 390, 820, 1280):
            page.set_viewport_size({"width": width, "height": 700})
            page.goto("/rosters/")
            tops = page.eval_on_selector_all(
                ".masthead-in > *", "all => all.filter(e => e.offsetParent).map(e => e.offsetTop)"
            )
            row = page.locator(".masthead-in").bounding_box()
            assert row is not None
            assert max(tops) < row["y"] + row["height"] / 2, (email, width)
            assert row["height"] <= 80, (email, width, row)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        if email:
            page.locator(".account > summary").press("Enter")
            expect(page.locator(".account li").last).to_be_in_viewport()
            page.keyboard.press("Escape")
            expect(page.locator(".account li").last).to_be_hidden()
    context.close()
