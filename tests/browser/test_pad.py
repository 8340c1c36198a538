"""The scorekeeper's pad in Chromium: beside the engine, without network, beside a second pad, by keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from rules_engine.whoopie.check.game import check_record
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.reader.game import record_of
from sanctioning.people.models.person import Person
from tests.browser.axe import AXE_OPTIONS
from tests.cast import MARCH, Cast, make_cast
from tests.support.kept import Kept
from tests.support.play import body_for, drawn_table, play, random_body, report, table
from tests.support.wire import Wire
from tournaments.calls.models import Call
from tournaments.events.services.announcements import announce, take_down
from tournaments.games.models import Game
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.services.table_links import make_link, secret_of, withdraw_link

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

PHONE = ViewportSize(width=360, height=740)
COUNTED, WAITING = "All sent and counted", "waiting on this phone"


@pytest.fixture
def wire(live_server: LiveServer) -> Iterator[Wire]:
    address = urlsplit(live_server.url)
    assert address.hostname
    assert address.port
    wire = Wire((address.hostname, address.port))
    yield wire
    wire.cut()


@pytest.fixture
def phone(browser: Browser, wire: Wire) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=wire.url, viewport=PHONE, has_touch=True, locale="en-GB")
    yield context
    context.close()


def begun(players: int, stanzas: int = 2) -> tuple[Cast, Game]:
    return kept_table(players, stanzas)()


@cache
def kept_table(players: int, stanzas: int) -> Kept[tuple[Cast, Game]]:
    def build() -> tuple[Cast, Game]:
        cast = make_cast()
        game = drawn_table(cast, cast.players[:players], stanzas=20)
        play(cast, game, stanzas, Random(players))
        return cast, game

    return Kept(build, finished=True)


def link_to(cast: Cast, game: Game) -> str:
    return f"/pad/{secret_of(make_link(by=cast.director, game=game, at=MARCH))}/"


def open_pad(phone: BrowserContext, link: str) -> Page:
    page = phone.new_page()
    page.goto(link)
    expect(page.locator("[data-pad]")).to_have_class("pad alive")
    return page


def state(page: Page, words: str) -> None:
    expect(page.locator("[data-pad-state]")).to_contain_text(words, timeout=30_000)


def write(page: Page, body: Mapping[str, Any]) -> None:
    """The whole stanza by taps, in the order in which the pad asks."""
    for _, bid in body["bids"]:
        page.locator(f'[data-focus="key-{bid}"]').click()
    for player, _ in body["bids"]:
        page.locator(f'[data-focus="{"made" if body["made"][player] else "failed"}"]').click()


def made_only(body: dict[str, Any]) -> dict[str, Any]:
    """The same stanza as made and failed alone, without incidents."""
    bids = dict(body["bids"])
    plain = {field: body[field] for field in ("cards", "dealer", "bids")}
    return {**plain, "made": {player: taken == bids[player] for player, taken in body["taken"].items()}}


def send(page: Page) -> None:
    page.locator('[data-focus="send"]').click()


def totals(page: Page) -> list[int]:
    return [
        int(text.replace("Total", "").replace("−", "-")) for text in page.locator(".total").all_inner_texts()
    ]


@pytest.mark.parametrize("players", [3, 10])
def test_the_pad_shows_what_the_engine_says(phone: BrowserContext, players: int) -> None:
    cast, game = begun(players, stanzas=0)
    page, dice = open_pad(phone, link_to(cast, game)), Random(players)
    for number in range(1, 4):
        body = made_only(random_body(table(cast, game), dice))
        expect(page.get_by_role("heading", name=f"Stanza {number} of 20")).to_be_visible()
        write(page, body)
        shown = totals(page)
        send(page)
        expect(page.get_by_role("heading", name=f"Stanza {number + 1} of 20")).to_be_visible()
        state(page, COUNTED)
        after = table(cast, game)
        assert after.stanzas[-1].stanza == body
        assert shown == [after.totals[player] for player, _ in body["bids"]]
    expect(page.locator(".pad-table tbody tr").first).to_contain_text("sent and counted")


@pytest.mark.parametrize("players", [3, 6, 10])
def test_the_pads_tables_add_up_to_the_check_of_random_games(phone: BrowserContext, players: int) -> None:
    page = open_pad(phone, link_to(*begun(players, stanzas=0)))
    for seed in range(6):
        record = random_game([f"p{at}" for at in range(players)], seed, stanzas=20, mishaps=0.5)
        check = check_record(record_of(record))
        pad_totals = page.evaluate(
            """stanzas => { const law = Pad.running.store.law, acts = {}; return stanzas.map(body => {
                const change = law.delta(body, acts);
                law.count(body, acts);
                return change; }) }""",
            [
                {field: value for field, value in stanza.items() if field != "made"}
                for stanza in record["stanzas"]
            ],
        )
        for body, change, answer in zip(record["stanzas"], pad_totals, check.stanzas, strict=True):
            voted = {incident["kind"] for incident in body.get("incidents", ())} & {
                "type-2-penalty",
                "adjusted-score",
            }
            if not voted and "taken" in body:
                assert {player: answer.delta[player] for player in change} == change


def test_the_network_is_cut_and_the_page_reloaded_in_the_middle_of_a_game(
    phone: BrowserContext, wire: Wire
) -> None:
    cast, game = begun(4)
    page, dice = open_pad(phone, link_to(cast, game)), Random(7)
    expect(page.locator("[data-pad]")).to_have_attribute("data-offline", "ready")
    wire.cut()
    first = body_for(table(cast, game), {cast.players[0].number: 1, cast.players[1].number: 1})
    write(page, first)
    send(page)
    state(page, f"1 {WAITING}")
    page.reload()
    state(page, f"no network · 1 {WAITING}")
    expect(page.get_by_role("heading", name="Stanza 4 of 20")).to_be_visible()
    expect(page.locator(".pad-table")).to_contain_text(WAITING)
    for _ in range(3):
        page.locator('[data-focus="key-1"]').click()
    page.reload()
    expect(page.locator(".pad-row .bid").nth(2)).to_have_text("1")
    expect(page.locator('[data-focus="key-1"]')).to_have_attribute("aria-disabled", "true")
    page.locator('[data-focus="key-2"]').click()
    for answer in ("made", "failed", "failed", "failed"):
        page.locator(f'[data-focus="{answer}"]').click()
    send(page)
    state(page, f"2 {WAITING}")
    assert StanzaVersion.objects.filter(game=game).count() == 2
    wire.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    state(page, COUNTED)
    after = table(cast, game)
    assert [stanza.version for stanza in after.stanzas] == [1, 1, 1, 1]
    assert after.stanzas[2].stanza == first
    assert [bid for _, bid in after.stanzas[3].stanza["bids"]] == [1, 1, 1, 2]
    assert dice


def test_two_pads_on_one_table_settle_what_differs(
    phone: BrowserContext, browser: Browser, wire: Wire
) -> None:
    cast, game = begun(4)
    link = link_to(cast, game)
    other = browser.new_context(base_url=wire.url, viewport=PHONE)
    first, two = open_pad(phone, link), open_pad(other, link)
    order = table(cast, game).due.order  # type: ignore[union-attr]
    here = body_for(table(cast, game), {order[0]: 1, order[1]: 1})
    there = body_for(table(cast, game), {order[0]: 1, order[2]: 2})
    write(two, there)
    write(first, here)
    send(first)
    state(first, COUNTED)
    send(two)
    expect(two.get_by_role("heading", name="Stanza 3 needs settling")).to_be_visible()
    expect(two.locator(".pad-compare .differs").first).to_be_visible()
    two.get_by_role("button", name="Mine is right").click()
    state(two, COUNTED)
    assert table(cast, game).stanzas[2].version == 2
    assert table(cast, game).stanzas[2].stanza == there
    first.evaluate("Pad.running.sync.now()")
    expect(first.locator(".pad-table tbody tr").first).to_contain_text("corrected")
    first.locator('[data-focus="key-0"]').click()
    report(cast, game, random_body(table(cast, game), Random(1)))
    first.evaluate("Pad.running.sync.now()")
    expect(first.get_by_role("heading", name="Stanza 4 needs settling")).to_be_visible()
    first.get_by_role("button", name="The other one is right").click()
    expect(first.get_by_role("heading", name="Stanza 5 of 20")).to_be_visible()
    other.close()


def call_from(page: Page, about: str) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Call the executor").click()
    page.get_by_label("in a few words").fill(about)
    page.get_by_role("button", name="an irregularity in bidding or play").click()


def answer_lost(route: Route) -> None:
    """The site gets what is sent, and its answer never comes."""
    route.fetch()
    route.abort()


def test_a_call_from_the_pad_is_answered_by_a_ruling_that_shows_there(
    phone: BrowserContext, browser: Browser, wire: Wire
) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    page.get_by_role("button", name="Something happened").click()
    page.get_by_role("button", name="Call the executor").click()
    page.get_by_role("button", name="something else").click()
    expect(page.get_by_role("alert")).to_contain_text("“Something else” needs a few words.")
    page.get_by_label("in a few words").fill("Somebody fell ill.")
    page.get_by_role("button", name="something else").click()
    expect(page.get_by_role("dialog")).to_contain_text("The Acting Executor is called.")
    page.get_by_role("dialog").get_by_role("button", name="Withdraw this call").click()
    expect(page.get_by_role("dialog")).to_contain_text("The call is withdrawn.")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    assert [call.ended for call in Call.objects.all()] == ["withdrawn"]
    page.route("**/call/", answer_lost, times=1)
    call_from(page, "Nobody heard Whoopie.")
    page.get_by_role("dialog", name="no network").get_by_role("button", name="Cancel").click()
    call_from(page, "Nobody heard Whoopie.")
    expect(page.get_by_role("dialog")).to_contain_text("The Acting Executor is called.")
    assert Call.objects.count() == 2, "pressed again because the answer was lost, it is the same call"
    expect(page.get_by_role("dialog")).to_contain_text("Nobody heard Whoopie.")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    called = page.get_by_role("status").filter(has_text="Nobody heard Whoopie.")
    expect(called).to_contain_text("Called at")
    before = table(cast, game).totals[cast.players[0].number] or 0
    desk = signed_in(browser, wire, cast.executor)
    desk.goto("/executor/")
    call = desk.locator("li").filter(has_text="Nobody heard Whoopie.")
    call.get_by_role("link", name="Rule on this").click()
    desk.get_by_role("link", name="A Whoopie card that was not called").click()
    desk.get_by_label("Stanza", exact=True).fill("2")
    desk.get_by_role("textbox", name="Trick").fill("1")
    desk.get_by_role("radio", name=cast.players[0].name, exact=True).check()
    desk.get_by_role("textbox", name="The card that was played").fill("5S")
    desk.get_by_role("textbox", name="The card that gave the Whoopie denomination").fill("5D")
    desk.keyboard.press("Tab")
    expect(desk.locator(".rule-effect")).to_contain_text("loses 1 point.")
    desk.get_by_label("Why it is ruled so").fill("Nobody heard it.")
    desk.get_by_role("button", name="Save this ruling").click()
    expect(desk.get_by_role("heading", name="Ruling 1", exact=True)).to_be_visible()
    page.evaluate("Pad.running.sync.now()")
    notice = page.get_by_role("status").filter(has_text="Ruling 1: A Whoopie card that was not called.")
    expect(notice).to_contain_text("loses 1 point.")
    expect(called).to_have_count(0)
    assert table(cast, game).totals[cast.players[0].number] == before - 1
    cell = page.locator(".pad-table tbody tr").first.locator("td").first
    expect(cell).to_contain_text(str(before - 1).replace("-", "−"))
    page.reload()
    page.get_by_role("button", name="Understood").click()
    expect(notice).to_have_count(0)
    page.reload()
    expect(page.locator("[data-pad]")).to_have_class("pad alive")
    expect(notice).to_have_count(0)
    announcement = announce(by=cast.director, event=game.event, text="Supper at eight.")
    page.evaluate("Pad.running.sync.now()")
    hung = page.get_by_role("status").filter(has_text="Supper at eight.")
    expect(hung).to_be_visible()
    take_down(by=cast.director, announcement=announcement)
    page.evaluate("Pad.running.sync.now()")
    expect(hung).to_have_count(0)
    desk.context.close()


def signed_in(browser: Browser, wire: Wire, person: Person) -> Page:
    """A page of somebody who has signed in, without asking for a second factor."""
    client = Client()
    assert person.account is not None
    client.force_login(person.account)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = browser.new_context(base_url=wire.url)
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": wire.url}])
    return context.new_page()


def test_a_withdrawn_link_loses_nothing_and_the_new_one_sends_it(phone: BrowserContext, wire: Wire) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    expect(page.locator("[data-pad]")).to_have_attribute("data-offline", "ready")
    withdraw_link(by=cast.director, game=game, at=MARCH)
    body = body_for(table(cast, game), {cast.players[0].number: 1})
    write(page, body)
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("This link was withdrawn")
    expect(page.get_by_role("alert")).to_contain_text("This page has stopped asking.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(12_000)
    assert asked == []
    state(page, f"1 {WAITING}")
    page.reload()
    state(page, f"1 {WAITING}")
    renewed = open_pad(phone, link_to(cast, game))
    state(renewed, COUNTED)
    assert table(cast, game).stanzas[2].stanza == body


def test_undo_incidents_and_the_last_stanza_changed(phone: BrowserContext) -> None:
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    now = table(cast, game)
    assert now.due is not None
    order = now.due.order
    page.locator('[data-focus="key-3"]').click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".pad-row .bid").first).to_have_text("")
    body = body_for(now, {order[0]: 1, order[1]: 1})
    write(page, body)
    page.get_by_role("button", name="Something happened").click()
    page.get_by_role("button", name="a revoke, called by themselves").click()
    page.get_by_role("dialog").get_by_role("button", name=now.names[order[0]]).click()
    page.get_by_role("dialog").get_by_role("button", name="2", exact=True).click()
    expect(page.locator(".pad-incidents")).to_contain_text("−1 point, and the bid fails")
    shown = totals(page)
    send(page)
    state(page, COUNTED)
    after = table(cast, game)
    assert shown == [after.totals[player] for player in order]
    assert after.stanzas[2].stanza["incidents"] == [{"kind": "revoke-self", "player": order[0], "trick": 2}]
    page.get_by_role("button", name="Change stanza 3").click()
    page.locator(f'[data-focus="result-{order[1]}"]').click()
    page.locator('[data-focus="failed"]').click()
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Choose a reason")
    page.get_by_role("button", name="Made and failed were mixed up").click()
    send(page)
    expect(page.locator(".pad-table tbody tr").first).to_contain_text("corrected")
    kept = StanzaVersion.objects.get(game=game, number=3, version=2)
    assert kept.reason == "Made and failed were mixed up"
    assert kept.link is not None
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Count the tricks").click()
    for key in (*([0] * len(order)), 2):
        page.locator(f'[data-focus="key-{key}"]').click()
    expect(page.locator(".pad-panel")).to_contain_text("2 of 4 tricks counted")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_by_keys_alone_and_accessible(browser: Browser, wire: Wire, scheme: Any) -> None:
    cast, game = begun(10)
    context = browser.new_context(base_url=wire.url, viewport=PHONE, color_scheme=scheme)
    page = open_pad(context, link_to(cast, game))
    body = body_for(table(cast, game), {cast.players[2].number: 1})
    page.locator('[data-focus="key-0"]').focus()
    for at, (_, bid) in enumerate(body["bids"]):
        reach(page, f"key-{bid}")
        page.keyboard.press("Enter")
        if at == 8:
            assert Axe().run(page, options=AXE_OPTIONS).response["violations"] == []
    for player, _ in body["bids"]:
        reach(page, "made" if body["made"][player] else "failed")
        page.keyboard.press("Enter")
    reach(page, "send")
    assert Axe().run(page, options=AXE_OPTIONS).response["violations"] == []
    page.keyboard.press("Enter")
    state(page, COUNTED)
    assert table(cast, game).stanzas[2].stanza == body
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()


def reach(page: Page, name: str) -> None:
    """By Tab and Shift+Tab, as somebody does who has no mouse."""
    keys = page.evaluate(
        "[...document.querySelectorAll('.pad-panel button:not([disabled])')].map(b => b.dataset.focus)"
    )
    at = page.evaluate("document.activeElement.dataset.focus")
    assert at in keys, f"the focus is lost at {at}"
    steps = keys.index(name) - keys.index(at)
    for _ in range(abs(steps)):
        page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
