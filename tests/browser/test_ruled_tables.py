"""From a call to its ruling on the Acting Executor's floor in Chromium, by taps that are counted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_pad import signed_in, wire
from tests.cast import MARCH, make_cast
from tests.support.phones import fits
from tests.support.play import drawn_table, play, table
from tests.support.wire import Wire
from tests.tournaments.directing.test_floor import evening
from tournaments.calls.services.calls import call_executor
from tournaments.justice.rulings.models import Ruling

__all__ = ["wire"]

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 8
DEFINING = "The card that gave the Whoopie denomination: turned up, or led to a joker turned up"


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
    who = cast.players[5].name
    taps = [
        page.get_by_role("link", name="Rule on this: Looked, or showed a hand"),
        page.get_by_role("radio", name=who, exact=True),
        page.get_by_role("radio", name="looked at another's closed hand"),
    ]
    for control in taps:
        control.click()
    expect(page.get_by_role("heading", name="Consequences", exact=True)).to_be_visible()
    expect(page.get_by_label("What happened", exact=True)).to_have_value("He peeked.")
    assert fits(page)
    for control in (
        page.get_by_label("Why it is ruled so"),
        page.get_by_role("button", name="Save this ruling"),
    ):
        control.click()
        taps.append(control)
        if len(taps) == 4:
            page.keyboard.type("Two others saw it.")
    expect(page.get_by_role("heading", name="Ruling 1", exact=True)).to_be_visible()
    assert len(taps) <= MOST_TAPS
    ruling = Ruling.objects.get()
    assert (ruling.game, ruling.stanza) == (second, 2)
    page.get_by_role("link", name="All tables that you rule").click()
    expect(page.get_by_role("heading", name="Tables that you rule")).to_be_visible()
    expect(page.get_by_text("He peeked.")).to_have_count(0)
    page.context.close()


def of(page: Page, legend: str, words: str) -> Locator:
    """One tap on one of few, in the part of the form that asks so."""
    return page.get_by_role("group", name=legend, exact=True).get_by_role("radio", name=words, exact=True)


def card(page: Page, asked: str, name: str) -> Locator:
    return page.get_by_role("group", name=asked, exact=True).get_by_role("button", name=name, exact=True)


def number(page: Page, asked: str, value: int) -> Locator:
    return page.get_by_role("group", name=asked, exact=True).get_by_role(
        "button", name=str(value), exact=True
    )


def revoke(page: Page, names: list[str]) -> list[Locator]:
    return [
        number(page, "Trick", 1),
        of(page, "Who did not follow suit", names[1]),
        card(page, "The wrong card", "nine of clubs"),
        of(page, "What was led", "hearts"),
        of(page, "Who called attention to it first", "another player"),
    ]


def out_of_turn(page: Page, names: list[str]) -> list[Locator]:
    return [
        number(page, "Trick", 1),
        of(page, "Card 1: who played it", names[2]),
        card(page, "Card 1", "king of hearts"),
        of(page, "Whose turn it was", names[1]),
    ]


def older_penalty_card(page: Page, names: list[str]) -> list[Locator]:
    return [
        number(page, "Trick", 1),
        of(page, "Who played", names[1]),
        card(page, "The card that was played", "five of spades"),
        card(page, "Penalty cards that lay there before, the oldest first", "nine of diamonds"),
        of(page, "What was led", "nothing: it was a lead"),
    ]


def no_call(page: Page, names: list[str]) -> list[Locator]:
    return [
        number(page, "Trick", 1),
        of(page, "Who played the Whoopie card", names[1]),
        card(page, "The card that was played", "five of spades"),
        card(page, DEFINING, "five of diamonds"),
    ]


def changed_bid(page: Page, names: list[str]) -> list[Locator]:
    return [
        of(page, "Who changed their bid", names[0]),
        number(page, "The first bid", 0),
        number(page, "What it was changed to", 1),
        page.get_by_label("In the same breath"),
    ]


RULED = (
    ("Revoke", revoke, "loses 1 point."),
    ("Played out of turn", out_of_turn, "The cards are taken back."),
    ("Older penalty card", older_penalty_card, "The cards are taken back."),
    ("No Whoopie call", no_call, "loses 1 point."),
    ("Bid changed", changed_bid, "The bid of 1 stands."),
)


@pytest.mark.parametrize(("way", "facts", "follows"), RULED)
def test_cards_tricks_and_turns_take_a_tap_each(
    browser: Browser, wire: Wire, way: str, facts: Callable[[Page, list[str]], list[Locator]], follows: str
) -> None:
    cast = make_cast()
    event = evening(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 2, Random(1))
    call_executor(by=None, game=game, kind="irregularity", about="Not so.", stanza=3, at=MARCH)
    names = [seat.name for seat in table(cast, game).seated]
    page = signed_in(browser, wire, cast.executor)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/events/{event.slug}/ruled/")
    page.get_by_role("link", name=f"Rule on this: {way}", exact=True).click()
    taps = 1
    told = facts(page, names)
    for control in told:
        control.click()
        taps += 1
    expect(page.locator("#so-far")).to_contain_text(follows)
    assert fits(page)
    page.get_by_label("Why it is ruled so").click()
    page.keyboard.type("The cards lie there.")
    page.get_by_role("button", name="Save this ruling").click()
    taps += 2
    expect(page.get_by_role("heading", name="Ruling 1", exact=True)).to_be_visible()
    ruling = Ruling.objects.get()
    assert (ruling.stanza, ruling.what, taps <= MOST_TAPS) == (3, "Not so.", True)
    page.context.close()


@pytest.mark.parametrize("page_of", ["floor", "ruled"])
def test_who_is_signed_out_keeps_the_last_state_and_is_led_to_sign_in_and_back(
    browser: Browser, wire: Wire, page_of: str
) -> None:
    cast = make_cast()
    event = evening(cast)
    drawn_table(cast, cast.players[:4], event=event)
    page = signed_in(browser, wire, cast.director if page_of == "floor" else cast.executor)
    address = f"/events/{event.slug}/{page_of}/"
    page.goto(address)
    expect(page.locator(".floor-table")).to_have_count(1)
    page.context.clear_cookies()
    with page.expect_response(lambda answer: "login" in answer.url or "sign-in" in answer.url):
        page.evaluate("htmx.trigger(document.querySelector('[data-follows]'), 'renew')")
    notice = page.locator(".signed-out")
    expect(notice).to_contain_text("You were signed out.")
    expect(page.locator(".floor-table")).to_have_count(1)
    expect(page.locator('[data-show="all"] [data-count]')).to_have_text("1")
    expect(page.get_by_label("Password")).to_have_count(0)
    notice.get_by_role("link", name="Sign in").click()
    expect(page.get_by_label("Password")).to_be_visible()
    assert address in unquote(page.url)
