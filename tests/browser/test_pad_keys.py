"""The pad by digits and Enter, with tricks filled in, turned on its side, and with its chart."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.test_pad import (
    COUNTED,
    begun,
    link_to,
    made_only,
    open_pad,
    phone,
    send,
    state,
    wire,
    write,
)
from tests.cast import MARCH
from tests.support.play import body_for, random_body, report, table
from tests.support.votes import answered, charged, opened
from tournaments.calls.services.calls import answer_call, call_executor

__all__ = ["phone", "wire"]

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

ON_ITS_SIDE = ViewportSize(width=740, height=360)


def test_a_stanza_is_written_by_digits_plus_minus_and_enter(phone: BrowserContext) -> None:
    cast, game = begun(3, stanzas=9)
    page = open_pad(phone, link_to(cast, game))
    now = table(cast, game)
    assert now.due is not None
    assert now.due.cards == 10
    order = now.due.order
    body = body_for(now, {order[0]: 1, order[1]: 10, order[2]: 2})
    page.keyboard.press("1")
    expect(page.locator(".ask")).to_contain_text("1: another digit, or Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("10")
    page.keyboard.press("2")
    page.keyboard.press("Backspace")
    page.keyboard.press("2")
    for player, _bid in body["bids"]:
        page.keyboard.press("+" if body["made"][player] else "-")
    expect(page.get_by_role("button", name="Send stanza 10")).to_be_visible()
    page.keyboard.press("Enter")
    state(page, COUNTED)
    assert dict(table(cast, game).stanzas[9].stanza["bids"]) == {order[0]: 1, order[1]: 10, order[2]: 2}
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Write with a keyboard").click()
    page.keyboard.press("3")
    expect(page.locator(".pad-row .bid").first).to_have_text("")


def test_keys_do_nothing_where_two_stanzas_are_to_be_settled(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.keyboard.press("0")
    report(cast, game, random_body(table(cast, game), Random(1)))
    page.evaluate("Pad.running.sync.now()")
    expect(page.get_by_role("heading", name="Stanza 3 needs settling")).to_be_visible()
    page.keyboard.type("1+-")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Stanza 3 needs settling")).to_be_visible()
    assert errors == []


def test_the_last_players_tricks_are_what_is_left_and_stay_so_on_its_side(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Count the tricks").click()
    page.keyboard.type("1000")
    page.keyboard.type("110")
    expect(page.locator(".pad-panel")).to_contain_text("took the other 1, which is what was left.")
    page.set_viewport_size(ON_ITS_SIDE)
    expect(page.locator(".pad-panel")).to_contain_text("took the other 1")
    expect(page.locator(".pad-row .bid.ringed")).to_have_count(2)
    order = table(cast, game).due.order  # type: ignore[union-attr]
    page.locator(f'[data-focus="result-{order[0]}"]').click()
    page.locator('[data-focus="key-2"]').click()
    expect(page.locator(".pad-panel")).to_contain_text("took the other 0")
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("1")
    expect(page.locator(".pad-panel")).to_contain_text("took the other 1")
    page.locator('[data-focus="send"]').click()
    state(page, COUNTED)
    taken = table(cast, game).stanzas[2].stanza["taken"]
    assert [taken[player] for player in order] == [1, 1, 0, 1]


def test_the_chart_has_a_line_for_each_player_with_what_waits(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    chart = page.get_by_role("figure", name="Chart of the scores")
    expect(chart.locator("polyline")).to_have_count(4)
    names = table(cast, game).names
    leader = max(table(cast, game).totals.items(), key=lambda total: total[1] or 0)[0]
    expect(chart.locator("li").first).to_contain_text(names[leader])
    chart.get_by_role("button", name=names[leader]).click()
    expect(chart.locator(".stands-out")).to_have_count(1)
    points = chart.locator("polyline").first.get_attribute("points")
    assert points is not None
    assert len(points.split()) == 2
    body = made_only(random_body(table(cast, game), Random(3)))
    page.keyboard.type("".join(str(bid) for _player, bid in body["bids"]))
    page.keyboard.type("".join("+" if body["made"][player] else "-" for player, _bid in body["bids"]))
    page.locator('[data-focus="send"]').click()
    state(page, COUNTED)
    expect(chart.locator("polyline").first).to_have_attribute("points", re.compile(r"^(\S+ ){2}\S+$"))


def test_the_pad_shows_what_was_answered_and_voted_until_it_is_put_away(phone: BrowserContext) -> None:
    cast, game = begun(4)
    players = cast.players[:4]
    page = open_pad(phone, link_to(cast, game))
    call = call_executor(by=None, game=game, kind="score", about="Ten or twelve?", at=MARCH)
    answer_call(by=cast.executor, call=call, note="Twelve.", at=MARCH)
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    answered(cast, vote, players, ayes=2)
    page.evaluate("Pad.running.sync.now()")
    decided = page.locator(".notice.ruled")
    expect(decided).to_contain_text("The call “Ten or twelve?” was answered: Twelve.")
    voted = f"Vote on {players[1].name}, stanza 1, the act was chaotic: Not carried."
    expect(decided).to_contain_text(voted)
    page.get_by_role("button", name="Understood").click()
    expect(decided).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("dialog")).to_contain_text(voted)


def test_who_leaves_by_the_pad_sits_in_the_same_seat_after_undo(phone: BrowserContext) -> None:
    cast, game = begun(4)
    before = [seat.player for seat in table(cast, game).seated]
    page = open_pad(phone, link_to(cast, game))
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Somebody comes or leaves").click()
    dialog.get_by_role("button", name=table(cast, game).names[before[1]]).click()
    dialog.get_by_role("button", name="Yes").click()
    expect(page.locator(".pad-row")).to_have_count(3)
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog).to_contain_text("Everyone sits as before.")
    expect(page.locator(".pad-row")).to_have_count(4)
    assert [seat.player for seat in table(cast, game).seated] == before


def test_who_left_is_brought_back_from_the_menu_until_the_next_stanza(phone: BrowserContext) -> None:
    """After *Done*, after a reload, and on another phone, which nobody told who left."""
    cast, game = begun(4)
    now = table(cast, game)
    before = [seat.player for seat in now.seated]
    link = link_to(cast, game)
    page = open_pad(phone, link)
    leave(page, now.names[before[1]])
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator(".pad-row")).to_have_count(3)
    other = open_pad(phone, link)
    other.get_by_role("button", name="More").click()
    other.get_by_role("button", name="Somebody comes or leaves").click()
    dialog = other.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Since the last stanza")).to_be_visible()
    dialog.get_by_role("button", name=f"{now.names[before[1]]} leaves the table.").click()
    expect(dialog).to_contain_text("Everyone sits as before.")
    expect(other.locator(".pad-row")).to_have_count(4)
    assert [seat.player for seat in table(cast, game).seated] == before
    dialog.get_by_role("button", name="Done").click()
    leave(other, now.names[before[1]])
    other.get_by_role("dialog").get_by_role("button", name="Done").click()
    write(other, made_only(random_body(table(cast, game), Random(3))))
    send(other)
    state(other, COUNTED)
    other.get_by_role("button", name="More").click()
    other.get_by_role("button", name="Somebody comes or leaves").click()
    dialog = other.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Since the last stanza")).to_have_count(0)
    expect(dialog.get_by_role("button", name=f"{now.names[before[1]]} sits down")).to_be_visible()


def leave(page: Page, name: str) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Somebody comes or leaves").click()
    page.get_by_role("dialog").get_by_role("button", name=f"{name} leaves the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
