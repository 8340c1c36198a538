"""What was ruled of the stanza that is being written, on the pad: counted before it is sent, and named."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.test_pad import (
    COUNTED,
    begun,
    call_from,
    link_to,
    open_pad,
    phone,
    send,
    state,
    totals,
    wire,
    write,
)
from tests.cast import MARCH
from tests.support.play import body_for, table
from tests.tournaments.justice.rulings.test_rule_on import ruled
from tournaments.calls.models import Call
from tournaments.calls.services.calls import answer_call
from tournaments.games.models import Game
from tournaments.tables.services.seating import get_up

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


def test_whoever_walked_out_is_not_asked_for_and_their_bid_is_marked_as_failed(
    phone: BrowserContext,
) -> None:
    cast, game = begun(4)
    now = table(cast, game)
    assert now.due is not None
    page = open_pad(phone, link_to(cast, game))
    first, out, *others = now.due.order
    page.locator('[data-focus="key-1"]').click()
    walker = next(player for player in cast.players if player.number == out)
    get_up(by=cast.executor, game=game, person=walker, walked_out=True, reason="Left the room.", at=MARCH)
    page.evaluate("Pad.running.sync.now()")
    expect(page.get_by_role("status").filter(has_text="the bid fails")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    for _player in (out, *others):
        page.locator('[data-focus="key-1"]').click()
    for player in (first, *others):
        expect(page.locator(".ask")).to_contain_text(now.names[player])
        page.locator('[data-focus="failed"]' if player != first else '[data-focus="made"]').click()
    expect(page.locator(".ask")).to_contain_text("Read it out, then send it")
    send(page)
    state(page, COUNTED)
    stanza = table(cast, game).stanzas[-1].stanza
    assert stanza["made"][out] is False
    assert Game.objects.get(pk=game.pk).stanzas_played == 3


def test_a_stanza_that_breaks_a_rule_is_changed_and_not_sent_again_as_it_is(phone: BrowserContext) -> None:
    cast, game = begun(4)
    now = table(cast, game)
    assert now.due is not None
    page = open_pad(phone, link_to(cast, game))
    write(page, body_for(now, {now.due.order[1]: 1}))
    out = next(player for player in cast.players if player.number == now.due.order[1])
    page.route("**/pad/", lambda route: route.abort())
    get_up(by=cast.executor, game=game, person=out, walked_out=True, reason="Left the room.", at=MARCH)
    send(page)
    page.unroute("**/pad/")
    page.evaluate("Pad.running.sync.now()")
    refused = page.locator(".pad-settle")
    expect(refused).to_contain_text("walked out of this stanza, and their bid fails")
    expect(refused.get_by_role("button").first).to_have_text("Change it")
    expect(refused.get_by_role("button", name="Try again")).to_have_count(0)


def test_somebody_who_got_up_meanwhile_is_named_while_the_stanza_is_written(phone: BrowserContext) -> None:
    cast, game = begun(5)
    now = table(cast, game)
    assert now.due is not None
    page = open_pad(phone, link_to(cast, game))
    page.locator('[data-focus="key-1"]').click()
    gone = next(player for player in cast.players if player.number == now.due.order[2])
    get_up(by=cast.director, game=game, person=gone, at=MARCH)
    for _player in range(4):
        page.locator('[data-focus="key-1"]').click()
    for _player in range(3):
        page.locator('[data-focus="failed"]').click()
    page.evaluate("Pad.running.sync.now()")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text(
        f"{now.names[gone.number]} left the table, and no longer plays in stanza 3."
    )
    notice.get_by_role("button", name="Go on with those who sit here now").click()
    expect(notice).to_have_count(0)
    expect(page.locator(".pad-row")).to_have_count(4)
    after = table(cast, game)
    assert after.due is not None
    for _player in range(4 - page.locator(".pad-row .bid:not(:empty)").count()):
        page.locator('[data-focus="key-1"]').click()
    # Two have been told of before, and so has whoever got up.
    for _player in range(2):
        page.locator('[data-focus="failed"]').click()
    send(page)
    state(page, COUNTED)
    assert set(table(cast, game).stanzas[-1].stanza["made"]) == set(after.due.order)


def test_what_says_that_a_call_is_made_does_not_stand_over_its_answer(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    call_from(page, "Nobody heard Whoopie.")
    box = page.locator("dialog[open]")
    expect(box).to_contain_text("The Acting Executor is called.")
    answer_call(by=cast.executor, call=Call.objects.get(), note="Play on.")
    page.evaluate("Pad.running.sync.now()")
    expect(page.get_by_role("status").filter(has_text="Play on.")).to_be_visible()
    expect(box).to_have_count(0)
