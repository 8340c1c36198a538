"""Pages that are told of a change made elsewhere, in Chromium on the running site: at once by their stream,
and by asking where none comes through."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Request, Route, expect

from tests.support.own_event import own_event
from tests.support.processes import command_line, descendants, wait_until
from tests.support.site import Site

pytestmark = pytest.mark.browser

REPORTS = 3
PATIENCE = 30
"""Reports after which a machine is not merely busy."""
ASKED_AGAIN = 21_000
LET_GO = 25_000
"""Milliseconds of a page's clock in which it would have asked without a stream."""
TWO_SECONDS = 2000
A_MOMENT = 50
LATEST = 15_000
"""Milliseconds in which a busy machine has shown it, and in which no page asks without being told."""
ANNOUNCE = """
from sanctioning.accounts.models.account import Account
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce
director = Account.objects.get(email="director@demo.example").person
event = Event.objects.get(slug={slug!r})
announce(by=director, event=event, text={text!r})
"""

TABLE_OF_AN_EVENT = """
from random import Random
from sanctioning.accounts.models.account import Account
from tests.support.play import random_body
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.selectors.table import table_of_game
from tournaments.tables.services.stanzas import report_stanza
from tournaments.tables.services.table_links import make_link, secret_of
director = Account.objects.get(email="director@demo.example").person
game = Game.objects.filter(event__slug={slug!r}).order_by("number")[{table}]
"""
DRAW = (
    TABLE_OF_AN_EVENT
    + """
draw_cards(by=director, game=game, seed="cards")
print(f"/pad/{{secret_of(make_link(by=director, game=game))}}/")
"""
)
REPORT = (
    TABLE_OF_AN_EVENT
    + """
body = random_body(table_of_game(game=game, asker=director), Random(1))
report_stanza(by=director, game=game, number=1, body=body, idempotency_key="from-the-desk-{table}")
"""
)


class Evening:
    """An event of this test's own, whose director works in another process than any that serves a page."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.slug = own_event(site, "Stream Evening").slug

    @property
    def board(self) -> str:
        return f"/events/{self.slug}/live/"

    def announce(self, text: str) -> None:
        self.site.do(ANNOUNCE.format(slug=self.slug, text=text))

    def draw(self, table: int) -> str:
        """Draw the cards at a table; the address of its pad."""
        return self.site.do(DRAW.format(slug=self.slug, table=table)).strip().splitlines()[-1]

    def report(self, table: int) -> None:
        self.site.do(REPORT.format(slug=self.slug, table=table))


@pytest.fixture(scope="module")
def evening(site: Site) -> Evening:
    return Evening(site)


@pytest.fixture
def asked(page: Page, evening: Evening) -> list[str]:
    """The board as a visitor follows it, and each time that it asks for its part."""
    parts: list[str] = []

    def note(request: Request) -> None:
        if request.headers.get("hx-request") and evening.board in request.url:
            parts.append(request.url)

    page.on("request", note)
    return parts


def followed(page: Page, evening: Evening) -> None:
    """Open the board; a page that is told for the first time asks once whether it missed something."""
    with page.expect_response(lambda answer: answer.url.endswith(evening.board) and answer.status == 304):
        page.goto(evening.board)


def shows_at_once(page: Page, text: str) -> bool:
    try:
        expect(page.get_by_text(text)).to_be_visible(timeout=TWO_SECONDS)
    except AssertionError:
        return False
    return True


def streaming_process(site: Site) -> int:
    """The one that holds the streams; its parent starts it again when it ends."""
    [_master, *workers] = [
        process for process in descendants(site.process.pid) if "config.streams" in command_line(process)
    ]
    return workers[0] if workers else 0


def test_what_was_done_elsewhere_is_shown_within_two_seconds_and_nothing_is_asked_between(
    page: Page, evening: Evening, asked: list[str]
) -> None:
    page.clock.install()
    followed(page, evening)
    number = quick = 0
    while number < REPORTS or (not quick and number < PATIENCE):
        number += 1
        asked.clear()
        text = f"Table {number} is free."
        evening.announce(text)
        quick += shows_at_once(page, text)
        expect(page.get_by_text(text)).to_be_visible(timeout=LATEST)
        assert len(asked) == 1
    assert quick
    asked.clear()
    page.clock.run_for(LET_GO)
    assert asked == []


def test_what_changes_while_a_page_asks_is_asked_for_after_that(page: Page, evening: Evening) -> None:
    followed(page, evening)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))

    def asks() -> bool:
        page.wait_for_timeout(A_MOMENT)
        return bool(held)

    page.route(f"**{evening.board}", hold, times=1)
    evening.announce("The first round begins.")
    wait_until(asks, 30, "the page has asked")
    evening.announce("The kitchen is open.")
    # The page is told of it before its first question is answered.
    page.wait_for_timeout(TWO_SECONDS)
    [(route, answer)] = held
    assert "The kitchen is open." not in answer.text()
    route.fulfill(response=answer)
    expect(page.get_by_text("The kitchen is open.")).to_be_visible(timeout=LATEST)


def test_a_page_that_was_cut_off_catches_up(page: Page, site: Site, evening: Evening) -> None:
    """The process that holds the streams is killed; what happens meanwhile is shown once it is back."""
    followed(page, evening)
    before = streaming_process(site)
    os.kill(before, signal.SIGKILL)
    evening.announce("Back again.")
    expect(page.get_by_text("Back again.")).to_be_visible(timeout=LATEST)
    wait_until(lambda: streaming_process(site) not in (0, before), 60, "the process is back")


@pytest.fixture
def cut_off(context: BrowserContext) -> Iterator[None]:
    """No stream comes through to this visitor."""
    context.route("**/stream/**", lambda route: route.abort())
    yield
    context.unroute("**/stream/**")


@pytest.mark.usefixtures("cut_off")
def test_without_a_stream_a_page_asks_from_time_to_time(
    page: Page, evening: Evening, asked: list[str]
) -> None:
    page.clock.install()
    page.goto(evening.board)
    evening.announce("Coffee is ready.")
    assert asked == []
    page.clock.run_for(ASKED_AGAIN)
    expect(page.get_by_text("Coffee is ready.")).to_be_visible()
    assert asked


def test_a_page_that_nobody_sees_lets_its_stream_go_and_catches_up_when_it_is_looked_at(
    page: Page, evening: Evening, asked: list[str]
) -> None:
    page.clock.install()
    followed(page, evening)
    see(page, seen=False)
    asked.clear()
    evening.announce("Doors close at ten.")
    page.clock.run_for(ASKED_AGAIN)
    assert asked == []
    see(page, seen=True)
    expect(page.get_by_text("Doors close at ten.")).to_be_visible()


def see(page: Page, *, seen: bool) -> None:
    """As a browser tells a page that its tab is shown, or another one is."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        not seen,
    )


def test_no_process_of_the_site_shows_what_was_corrected_a_moment_ago(site: Site, evening: Evening) -> None:
    """Each asks the database, whichever is asked and whatever it has drawn before."""
    for number in range(REPORTS):
        text = f"Corrected {number} times."
        for _ in range(4):
            site.get(evening.board)
        evening.announce(text)
        for _ in range(10):
            assert text.encode() in site.get(evening.board)[1]


def test_a_pad_shows_what_was_reported_elsewhere_and_is_told_of_no_other_table(
    page: Page, evening: Evening
) -> None:
    link, _other = evening.draw(0), evening.draw(1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/pad/") else None)
    page.clock.install()
    with page.expect_response(lambda answer: "/stream/" in answer.url and answer.ok):
        page.goto(link)
    expect(page.locator("[data-pad-state]")).to_contain_text("Nothing written yet")
    expect(page.locator("[data-pad]")).to_have_attribute("data-offline", "ready")
    evening.report(0)
    expect(page.get_by_text("Stanza 2")).to_be_visible(timeout=LATEST)
    page.clock.run_for(LET_GO)
    asked.clear()
    evening.report(1)
    page.clock.run_for(LET_GO)
    assert asked == []


def test_the_front_page_shows_who_leads_as_it_is_played(page: Page, evening: Evening) -> None:
    evening.draw(2)
    page.goto("/")
    with page.expect_response(
        lambda answer: answer.url.endswith("/live/latest/") and answer.status == 200, timeout=LATEST
    ):
        evening.report(2)
    line = page.locator("#live li").filter(has=page.get_by_role("link", name="Stream Evening"))
    expect(line).to_contain_text("stanza 1 of")
    expect(line.locator(".leaders li").first).to_be_visible()
