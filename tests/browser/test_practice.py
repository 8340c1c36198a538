"""From the front page to a certified practice game, by what the pages offer and nothing else."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.axe import AXE_OPTIONS, SCHEMES
from tests.browser.next_page import follow
from tests.browser.test_every_page import WIDTHS, sentence

pytestmark = pytest.mark.browser


def test_a_newcomer_practises_to_a_certified_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Try a practice event").click()
    page.get_by_role("button", name="Make a practice event").click()
    page.wait_for_url("**/practice/**")
    show_it_is_sound(page)
    page.get_by_role("link", name="Report stanza 1 yourself").click()
    page.wait_for_url("**/stanzas/1/")
    show_it_is_sound(page)
    write_down_what_was_played(page)
    page.get_by_role("button", name="Send stanza 1").click()
    expect(page.get_by_text("Stanza 1 is saved")).to_be_visible()
    follow(page.get_by_role("link", name="Next steps"))
    for _ in range(4):
        played = page.get_by_text("of 5 stanzas").first.inner_text()
        page.get_by_role("button", name="Let the robots play a stanza at every table").click()
        expect(page.get_by_text("of 5 stanzas").first).not_to_have_text(played)
    follow(page.get_by_role("link", name="Confirm the final sheet as the director"))
    follow(page.get_by_role("button", name="Confirm the final sheet"))
    follow(page.get_by_role("link", name="Next steps"))
    page.get_by_role("link", name="Certify it as the Acting Executor").click()
    page.get_by_role("button", name="Certify this game").click()
    expect(page.get_by_role("heading", name="Standings and awards")).to_be_visible()
    expect(page.get_by_text("nothing here counts")).to_be_visible()
    follow(page.get_by_role("link", name="Next steps"))
    page.get_by_role("button", name="Let the robots finish the other table").click()
    expect(page.get_by_text("That was everything")).to_be_visible()
    page.get_by_role("button", name="Delete this practice event").click()
    expect(page.get_by_text("The practice event is deleted")).to_be_visible()


def write_down_what_was_played(page: Page) -> None:
    """Copy the slip above the form into the form, player by player."""
    for line in page.locator(".practice-slip tbody tr").all():
        name, bid, taken = line.locator("th, td").all_inner_texts()
        row = page.locator("main tr", has_text=name)
        row.locator("input").nth(0).fill(bid)
        row.locator("input").nth(1).fill(taken)


def show_it_is_sound(page: Page) -> None:
    """It fits every width, and axe finds nothing in light and dark."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        violations = Axe().run(page, options=AXE_OPTIONS).response["violations"]
        assert not violations, [sentence(violation) for violation in violations]
