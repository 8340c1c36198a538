"""A round of ten tables in Chromium: from its confirmation to the cards, by taps that are counted."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import JANUARY, Cast, make_cast, sanctioned_event
from tests.support.phones import fits
from tests.support.team_events import signed_in
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import plan_round
from tournaments.tables.models.table_link import TableLink

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
TABLES = 10
AT_A_TABLE = 6
WIDTHS = (390, 820, 1280, 1920)
PICTURES = os.environ.get("SAAS_PICTURES", "")


@dataclass
class Counted:
    """Taps and page loads of one person at one browser."""

    page: Page
    taps: int = 0
    loads: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("load", lambda page: self.loads.append(page.url))

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.click()


@pytest.fixture
def cast(live_server: LiveServer) -> Cast:
    return make_cast()


@pytest.fixture
def event(cast: Cast) -> Event:
    """Sixty people are there, and a round of ten tables is not confirmed yet."""
    at = noon(today()) - dt.timedelta(hours=2)
    event = sanctioned_event(cast, name="An Evening of Sixty", at=at)
    people = [*cast.players, *_newcomers(cast, TABLES * AT_A_TABLE - len(cast.players))]
    for person in people:
        entry = enter_event(by=cast.director, event=event, person=person, at=at - dt.timedelta(days=1))
        check_in(by=cast.director, entry=entry, at=at)
    plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=AT_A_TABLE)
    return event


def _newcomers(cast: Cast, count: int) -> list[Person]:
    names = ("Ash", "Birch", "Cedar", "Drake", "Elm", "Frost", "Gale", "Heath", "Ivy", "Jay", "Lark", "Moss")
    endings = ("field", "ford", "wood", "stone", "by")
    return [
        register_person(
            by=cast.registrar,
            given_names=names[(number * 7) % len(names)],
            family_name=f"{names[number % len(names)]}{endings[number // len(names)]}",
            at=JANUARY,
        )
        for number in range(count)
    ]


@contextmanager
def browser_of(
    browser: Browser, live_server: LiveServer, person: Person, width: int = 1280
) -> Iterator[Page]:
    context = browser.new_context(
        base_url=live_server.url, locale="en-GB", viewport={"width": width, "height": 900}
    )
    session = signed_in(person).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    yield context.new_page()
    context.close()


def look(page: Page, name: str) -> None:
    """At every width nothing is cut off; a picture of it, where somebody wants to look."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900 if width < 1920 else 1080})
        assert fits(page), (name, width)
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1280, "height": 900})


def test_from_confirming_a_round_to_the_cards(
    browser: Browser, live_server: LiveServer, cast: Cast, event: Event
) -> None:
    with browser_of(browser, live_server, cast.managing) as page:
        page.goto(f"/events/{event.slug}/executors/")
        look(page, "executors-before")
        page.get_by_role("button", name=re.compile("^Appoint Edgar Hale")).click()
        expect(page.get_by_text("Edgar Hale is Acting Executor of An Evening of Sixty.")).to_be_visible()
        page.goto(f"/events/{event.slug}/executors/")
        expect(page.get_by_role("heading", name="Executors of this event")).to_be_visible()
        look(page, "executors-after")
    with browser_of(browser, live_server, cast.director) as page:
        page.goto(f"/events/{event.slug}/rounds/")
        look(page, "round-to-confirm")
        counted = Counted(page)
        counted.tap(page.get_by_role("button", name=f"Confirm and open {TABLES} games"))
        expect(page.get_by_text("Round 1 begins.")).to_be_visible()
        cards = page.get_by_role("link", name="Table cards (PDF)")
        with page.expect_popup() as opened:
            counted.tap(cards)
        opened.value.close()
        assert (counted.taps, len(counted.loads)) == (2, 1)
        look(page, "round-ready")
        assert not Game.objects.filter(first_dealer=None).exists()
        assert TableLink.objects.filter(withdrawn_at=None).count() == TABLES
        assert set(Game.objects.values_list("acting_executor", flat=True)) == {cast.executor_appointment.pk}
        page.get_by_role("link", name="Seats by name").click()
        expect(page.get_by_role("heading", name="Where do I sit?")).to_be_visible()
        expect(page.locator(".seating li")).to_have_count(TABLES * AT_A_TABLE)
        look(page, "seating")
        page.get_by_role("link", name="Big screen").click()
        expect(page.locator(".seat-columns li").first).to_be_visible()
        for width, height in ((1280, 720), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            for column in page.locator(".page.shown .seat-columns ol").all():
                last = column.locator("li").last.bounding_box()
                assert last is not None
                assert last["y"] + last["height"] < height * 0.95
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"screen-{width}.png")
    with browser_of(browser, live_server, cast.players[0], width=390) as page:
        page.goto("/me/")
        expect(page.get_by_text("Your table")).to_be_visible()
        look(page, "my-page")
        page.get_by_role("link", name=re.compile(r"^Table \d+, seat \d")).click()
        expect(page).to_have_url(re.compile(r"/games/\d+/table/$"))


def test_a_round_is_taken_back_where_it_was_begun(
    browser: Browser, live_server: LiveServer, cast: Cast, event: Event
) -> None:
    with browser_of(browser, live_server, cast.director) as page:
        page.goto(f"/events/{event.slug}/rounds/")
        page.get_by_role("button", name=f"Confirm and open {TABLES} games").click()
        expect(page.get_by_role("heading", name="Print and show")).to_be_visible()
        page.get_by_text("Take this round back").click()
        page.get_by_label("The reason").fill("Two came late.")
        page.get_by_role("button", name="Take it back").click()
        expect(page.get_by_text("The round is taken back")).to_be_visible()
        expect(page.get_by_role("button", name=f"Confirm and open {TABLES} games")).to_be_visible()
    assert not TableLink.objects.filter(withdrawn_at=None).exists()
