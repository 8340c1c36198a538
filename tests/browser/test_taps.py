"""Whoever taps while the page hears something new is understood all the same."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests.browser.test_pad import begun, link_to, open_pad, phone, wire
from tests.cast import MARCH
from tests.support.play import random_body, report, table
from tests.support.wire import Wire
from tournaments.calls.services.calls import call_executor

__all__ = ["phone", "wire"]

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

COUNT_CLICKS = """() => {
    window.clicks = 0;
    const count = event => {
        if (!event.target.closest("[data-follows] a, [data-follows] button")) return;
        window.clicks += 1;
        event.preventDefault();
    };
    document.addEventListener("click", count, true);
}"""
RENEWED = """() => new Promise(done => {
    document.addEventListener("htmx:afterRequest", () => setTimeout(done, 50), { once: true });
    htmx.trigger(document.querySelector("[data-follows]"), "renew");
})"""


def press(control: Locator) -> None:
    """The finger goes down, and stays there."""
    control.hover()
    control.page.mouse.down()


def test_a_tap_on_the_pad_counts_though_it_hears_something_meanwhile(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    page.evaluate("Pad.running.sync.now()")
    press(page.locator('[data-focus="key-1"]'))
    call_executor(by=None, game=game, kind="score", about="Ten or twelve?", at=MARCH)
    page.evaluate("Pad.running.sync.now()")
    page.mouse.up()
    expect(page.locator(".pad-row .bid").first).to_have_text("1")
    expect(page.locator("[data-pad]")).to_contain_text("Ten or twelve?")


def test_a_tap_on_a_part_that_renews_itself_counts(browser: Browser, wire: Wire) -> None:
    cast, game = begun(4)
    context = browser.new_context(base_url=wire.url, locale="en-GB")
    page = context.new_page()
    page.goto(f"/events/{game.event.slug}/live/")
    board = page.locator("#board")
    known = board.get_attribute("hx-headers")
    assert known is not None
    page.evaluate(COUNT_CLICKS)
    press(board.locator("a:visible").first)
    report(cast, game, random_body(table(cast, game), Random(1)))
    page.evaluate(RENEWED)
    page.mouse.up()
    assert page.evaluate("clicks") == 1
    expect(board).not_to_have_attribute("hx-headers", known)
    context.close()
