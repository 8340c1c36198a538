"""From a call to its ruling on the Acting Executor's floor in Chromium, by taps that are counted."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.test_pad import signed_in, wire
from tests.cast import MARCH, make_cast
from tests.support.phones import fits
from tests.support.play import drawn_table, play
from tests.support.wire import Wire
from tests.tournaments.directing.test_floor import evening
from tournaments.calls.services.calls import call_executor
from tournaments.justice.rulings.models import Ruling

__all__ = ["wire"]

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 8


def test_a_call_is_ruled_on_in_a_handful_of_taps(browser: Browser, wire: Wire) -> None:
    cast = make_cast()
    event = evening(cast)
    first = drawn_table(cast, cast.players[:4], event=event)
    second = drawn_table(cast, cast.players[4:8], event=event)
    for game in (first, second):
        play(cast, game, 2, Random(1))
    call_executor(by=cast.players[4], game=second, kind="conduct", about="He peeked.", stanza=2, at=MARCH)
    page = signed_in(browser, wire, cast.executor)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/events/{event.slug}/ruled/")
    assert fits(page)
    page.keyboard.press("1")
    expect(page.locator("#go-1")).to_be_focused()
    page.get_by_label("Go to table or player").fill(cast.players[5].name)
    expect(page.locator("#floor-went")).to_contain_text(f"{cast.players[5].name} sits at")
    page.keyboard.press("Enter")
    expect(page.locator(".chip:focus")).to_contain_text(cast.players[5].name)
    expect(page.locator(".floor-table").first).to_contain_text("He peeked.")
    taps = [
        page.get_by_role("link", name="Rule on this"),
        page.get_by_role("link", name="Looking at another player's hand, or showing one's own"),
    ]
    for control in taps:
        control.click()
    who = page.get_by_label("Who looked or showed on purpose", exact=True)
    who.select_option(cast.players[5].number)
    what = page.get_by_label("What was done", exact=True)
    what.select_option(index=1)
    taps += [who, what]
    for control in (
        page.get_by_role("button", name="Show the consequences"),
        page.get_by_label("Why it is ruled so"),
        page.get_by_role("button", name="Save this ruling"),
    ):
        control.click()
        taps.append(control)
        if len(taps) == 5:
            consequences = page.get_by_role("heading", name="Consequences", exact=True)
            expect(consequences).to_be_in_viewport()
            expect(consequences).to_be_focused()
        if len(taps) == 6:
            page.keyboard.type("Two others saw it.")
    expect(page.get_by_role("heading", name="Ruling 1", exact=True)).to_be_visible()
    assert len(taps) <= MOST_TAPS
    ruling = Ruling.objects.get()
    assert (ruling.game, ruling.stanza) == (second, 2)
    page.goto(f"/events/{event.slug}/ruled/")
    expect(page.get_by_text("He peeked.")).to_have_count(0)
    page.context.close()
