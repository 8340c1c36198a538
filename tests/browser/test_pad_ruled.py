"""What was ruled of the stanza that is being written, on the pad: counted before it is sent, and named."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.test_pad import COUNTED, begun, link_to, open_pad, phone, send, state, totals, wire, write
from tests.support.play import body_for, table
from tests.tournaments.justice.rulings.test_rule_on import ruled
from tournaments.games.models import Game

__all__ = ["phone", "wire"]

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]


def test_what_was_ruled_is_counted_before_the_stanza_is_sent(phone: BrowserContext) -> None:
    cast, game = begun(4)
    now = table(cast, game)
    assert now.due is not None
    who = now.due.order[0]
    before = now.totals[who]
    facts = {"player": who, "card": "5S", "defining": "5D", "called": False}
    ruled(cast, game, "no-whoopie-call", facts, stanza=3, trick=1)
    page = open_pad(phone, link_to(cast, game))
    sheet = page.locator(".pad-sheet")
    expect(sheet).to_contain_text("Ruling 1: ")
    expect(sheet).to_contain_text("−1 point")
    body = body_for(now, {who: 1})
    write(page, body)
    expect(page.locator(".ask")).to_contain_text("Read it out, then send it")
    assert totals(page)[0] == before + 3 - 1
    expect(page.locator(".pad-row .change").first).to_have_text("+2")
    send(page)
    state(page, COUNTED)
    assert table(cast, game).totals[who] == before + 2
    row = page.locator(".pad-table tbody tr").first
    expect(row).to_contain_text("Ruling 1: −1")
    assert Game.objects.get(pk=game.pk).stanzas_played == 3


def test_who_came_by_the_link_reads_who_may_charge_before_a_sign_in(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    pad = page.url
    page.locator('[data-focus="more"]').click()
    page.get_by_role("button", name="Charge a violation, demand a vote").click()
    box = page.locator("dialog[open]")
    expect(box).to_contain_text("with an account of their own")
    assert page.url == pad
    box.get_by_role("button", name="Call the executor").click()
    expect(box.get_by_label("In a few words")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('[data-focus="more"]').click()
    page.get_by_role("button", name="Charge a violation, demand a vote").click()
    box.get_by_role("button", name="Sign in and go on").click()
    expect(page.get_by_label("Password")).to_be_visible()
