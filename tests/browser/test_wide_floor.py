"""The floor of twenty tables in Chromium: on one screen where there is room, what needs somebody first."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.browser.test_round_in_one_step import PICTURES, browser_of, look
from tests.cast import JANUARY, Cast, make_cast, open_table, sanctioned_event
from tests.support.phones import fits
from tournaments.calls.models import Call
from tournaments.calls.services.calls import answer_call, call_executor
from tournaments.directing.services.beginning_rounds import begin_round
from tournaments.directing.services.moving_players import free_player
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.models import GamePlayer
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.rounds import plan_round

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
TABLES = 20


@pytest.fixture
def cast(live_server: LiveServer) -> Cast:
    return make_cast()


@pytest.fixture
def event(cast: Cast) -> Event:
    """Twenty tables of four, of which the seventeenth calls."""
    at = noon(today()) - dt.timedelta(hours=2)
    event = sanctioned_event(cast, name="Twenty Tables", at=at)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment)
    people = list(cast.players)
    for number in range(TABLES * 4 - len(people)):
        people.append(
            register_person(
                by=cast.registrar, given_names="Alexander", family_name=f"Hawthorne {number}", at=JANUARY
            )
        )
    for person in people:
        check_in(by=cast.director, entry=enter_event(by=cast.director, event=event, person=person))
    round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4)
    begin_round(by=cast.director, round=round, tell=False)
    call_executor(by=cast.director, game=event.games.get(number=17), kind="score")
    return event


def bottom_of_tables(page: Page) -> float:
    box = page.locator("#floor .tables").bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_twenty_tables_on_one_screen_filtered_and_found_by_number(
    browser: Browser, live_server: LiveServer, cast: Cast, event: Event
) -> None:
    with browser_of(browser, live_server, cast.director, width=1920) as page:
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"/events/{event.slug}/floor/")
        compact = page.get_by_role("button", name="Compact")
        expect(compact).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".floor-table")).to_have_count(TABLES)
        assert bottom_of_tables(page) <= 940
        # Whoever calls stands first, whatever the number.
        first = page.locator("#table-17").bounding_box()
        other = page.locator("#table-1").bounding_box()
        assert first is not None
        assert other is not None
        assert (first["y"], first["x"]) < (other["y"], other["x"])
        page.get_by_role("button", name="Need somebody 1").click()
        expect(page.locator(".floor-table:visible")).to_have_count(1)
        page.keyboard.type("12")
        expect(page.locator("#go-12")).to_be_focused()
        expect(page.locator(".floor-table:visible")).to_have_count(TABLES)
        answer_call(by=cast.executor, call=Call.objects.get())
        page.evaluate("htmx.trigger('#floor', 'renew')")
        expect(page.get_by_role("button", name="Need somebody 0")).to_be_visible()
        expect(page.get_by_role("button", name="All 20")).to_be_visible()
        page.keyboard.press("9")
        page.wait_for_timeout(800)
        page.keyboard.type("77")
        expect(page.get_by_role("status").filter(has_text="There is no table 77 here.")).to_be_attached()
        look(page, "floor-compact")
        page.get_by_role("button", name="Full").click()
        page.reload()
        expect(page.get_by_role("button", name="Full")).to_have_attribute("aria-pressed", "true")
        look(page, "floor-full")


def test_twenty_tables_stay_on_one_screen_with_a_notice_and_three_calls(
    browser: Browser, live_server: LiveServer, cast: Cast, event: Event
) -> None:
    for number in (3, 8):
        call_executor(by=cast.director, game=event.games.get(number=number), kind="score")
    with browser_of(browser, live_server, cast.director, width=1920) as page:
        page.set_viewport_size({"width": 1920, "height": 940})
        page.goto(f"/events/{event.slug}/floor/")
        expect(page.locator("#needs")).to_have_text("3 tables need somebody")
        assert bottom_of_tables(page) <= 940
        page.locator("#table-1 a.chip").first.click()
        page.locator("#panel").get_by_role("button", name="Gets up").click()
        expect(page.locator("#said").get_by_role("status")).to_contain_text("now has no table.")
        expect(page.locator("#to-free")).to_have_text("1 player who is here has no table")
        assert bottom_of_tables(page) <= 940
        assert fits(page)


def test_a_phone_sees_first_what_needs_somebody(
    browser: Browser, live_server: LiveServer, cast: Cast, event: Event
) -> None:
    with browser_of(browser, live_server, cast.director, width=390) as page:
        page.goto(f"/events/{event.slug}/floor/")
        expect(page.get_by_role("button", name="Compact")).to_have_attribute("aria-pressed", "true")
        tops = [
            box["y"]
            for number in range(1, TABLES + 1)
            if (box := page.locator(f"#table-{number}").bounding_box()) is not None
        ]
        assert len(tops) == TABLES
        assert min(tops) == tops[16]
        assert fits(page)
        page.get_by_label("Go to table").press_sequentially("12")
        expect(page.locator("#go-12")).to_be_focused()
        expect(page.locator("#go-12")).to_be_in_viewport()
        expect(page.get_by_label("Go to table")).to_have_value("")
        to, went = page.get_by_label("Go to table or player"), page.locator("#floor-went")
        name = cast.players[0].name
        to.fill(name.upper())
        expect(went).to_contain_text(f"{name} sits at Table")
        to.press("Enter")
        expect(page.locator(f"#chip-{cast.players[0].number}")).to_be_focused()
        to.fill("Zebedee")
        expect(went).to_have_text("Nobody called Zebedee is on the floor.")
        page.get_by_role("link", name="Add somebody").click()
        expect(page.get_by_label("Player: name or number")).to_be_in_viewport()


def test_the_filters_count_what_the_heading_counts_after_each_renewal(
    browser: Browser, live_server: LiveServer, cast: Cast
) -> None:
    event = two_tables(cast)
    with browser_of(browser, live_server, cast.director, width=1280) as page:
        page.goto(f"/events/{event.slug}/floor/")
        # Renewed only when the test says so: each further answer would count again.
        page.evaluate("document.getElementById('floor').removeAttribute('data-follows')")
        for needing in (1, 2):
            call_executor(by=cast.director, game=event.games.get(number=needing), kind="score")
            page.evaluate("htmx.trigger('#floor', 'renew')")
            expect(page.locator("#needs")).to_contain_text(f"{needing} table")
            button = page.get_by_role("button", name="Need somebody")
            expect(button).to_have_text(f"Need somebody {needing}")
            button.click()
            expect(page.locator(".floor-table:visible")).to_have_count(needing)
            page.get_by_role("button", name="All 2").click()


def test_an_answer_of_the_finder_follows_the_floor(
    browser: Browser, live_server: LiveServer, cast: Cast
) -> None:
    event = two_tables(cast)
    person = GamePlayer.objects.get(game__event=event, game__number=1, seat=1).person
    with browser_of(browser, live_server, cast.director) as page:
        page.goto(f"/events/{event.slug}/floor/")
        went = page.locator("#floor-went")
        page.get_by_label("Go to table or player").fill(person.name)
        expect(went).to_contain_text(f"{person.name} sits at Table 1")
        free_player(by=cast.director, event=event, person=person)
        page.evaluate("htmx.trigger('#floor', 'renew')")
        expect(went).to_have_text(f"{person.name} has no table.")
        page.get_by_label("Go to table or player").fill("")
        page.keyboard.press("Tab")
        expect(went).to_have_text("")
        page.get_by_label("Go to table or player").fill("3")
        expect(went).to_have_text("There is no table 3 here.")
        open_table(cast, event, [person])
        page.evaluate("htmx.trigger('#floor', 'renew')")
        expect(went).to_have_text("")


def test_a_long_name_stays_within_its_card(browser: Browser, live_server: LiveServer, cast: Cast) -> None:
    event = two_tables(cast)
    name = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaf"
    Person.objects.filter(pk=cast.players[0].pk).update(given_names="Ada", family_name=name)
    with browser_of(browser, live_server, cast.director) as page:
        page.goto(f"/events/{event.slug}/floor/")
        chip = page.locator(f"#chip-{cast.players[0].number}")
        for size in ("Compact", "Full"):
            page.get_by_role("button", name=size).click()
            look(page, f"floor-long-name-{size.lower()}")
            for width in (390, 1920):
                page.set_viewport_size({"width": width, "height": 900})
                card = page.locator(".floor-table", has=chip)
                assert card.evaluate("card => card.scrollWidth <= card.clientWidth"), (size, width)
        expect(chip.get_by_title(f"Ada {name}")).to_be_visible()


def two_tables(cast: Cast) -> Event:
    """Two tables of four, of whose round the tables are confirmed."""
    event = sanctioned_event(cast, name="Two Tables", at=noon(today()) - dt.timedelta(minutes=5))
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment)
    for person in cast.players[:8]:
        check_in(by=cast.director, entry=enter_event(by=cast.director, event=event, person=person))
    round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4)
    begin_round(by=cast.director, round=round, tell=False)
    return event


def test_a_table_of_a_later_round_is_found_by_the_number_on_its_card(
    browser: Browser, live_server: LiveServer, cast: Cast
) -> None:
    at = noon(today()) - dt.timedelta(hours=2)
    event = sanctioned_event(cast, name="Two Rounds", at=at)
    for person in cast.players[:8]:
        check_in(by=cast.director, entry=enter_event(by=cast.director, event=event, person=person))
    for _ in range(2):
        round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4)
        begin_round(
            by=cast.director, round=round, draw=False, link=False, tell=False, why="The one before is over."
        )
    with browser_of(browser, live_server, cast.director, width=390) as page:
        page.goto(f"/events/{event.slug}/floor/")
        page.get_by_label("Go to table").fill("2")
        expect(page.locator("#go-4")).to_be_focused()
        expect(page.locator("#go-4")).to_have_text("Table 2")
        expect(page.locator("#head-4")).to_contain_text("game 4, round 2")
        page.get_by_label("Go to table").fill("3")
        expect(page.locator("#go-3")).to_be_focused()


@pytest.fixture
def full_tables(cast: Cast) -> Event:
    """Ten tables of six with long names, drawn: somebody deals and somebody keeps score at each."""
    at = noon(today()) - dt.timedelta(hours=2)
    event = sanctioned_event(cast, name="Ten Tables", at=at)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment)
    for number in range(60):
        person = register_person(
            by=cast.registrar,
            given_names="Maximilian Alexander",
            family_name=f"Featherstonehaugh {number}",
            at=JANUARY,
        )
        check_in(by=cast.director, entry=enter_event(by=cast.director, event=event, person=person))
    round = plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=6)
    begin_round(by=cast.director, round=round, tell=False)
    return event


IS_CUT = """parts => parts.filter(part => {
  if (part.matches(".who") && part.scrollWidth > part.clientWidth + 1) return true;
  const [box, chip] = [part, part.closest('.chip')].map(each => each.getBoundingClientRect());
  return box.right > chip.right + 1 || box.bottom > chip.bottom + 1 || box.left < chip.left - 1;
}).length"""


def test_compact_cuts_no_name_and_always_shows_who_deals_and_keeps_score(
    browser: Browser, live_server: LiveServer, cast: Cast, full_tables: Event
) -> None:
    with browser_of(browser, live_server, cast.director, width=1920) as page:
        page.goto(f"/events/{full_tables.slug}/floor/")
        expect(page.get_by_role("button", name="Compact")).to_have_attribute("aria-pressed", "true")
        for width in (390, 820, 1920):
            page.set_viewport_size({"width": width, "height": 1080})
            assert page.locator(".floor-table .mark").count() == 20
            assert page.locator(".floor-table .mark").evaluate_all(IS_CUT) == 0, width
            assert page.locator(".floor-table .who").evaluate_all(IS_CUT) == 0, width
            assert fits(page), width
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"ten-tables-{width}.png", full_page=True)
        rights = page.locator(".floor-table").evaluate_all(
            "tables => tables.map(table => table.getBoundingClientRect().right)"
        )
        assert max(rights) > 1800, "few tables take the width"
        assert len({round(right) for right in rights}) == 5
        assert bottom_of_tables(page) <= 940


def test_what_is_open_at_the_head_stays_so_and_keeps_the_focus(
    browser: Browser, live_server: LiveServer, cast: Cast, event: Event
) -> None:
    for game in event.games.exclude(number=17):
        game.opening_draw, game.first_dealer = [], None
        game.save(update_fields=["opening_draw", "first_dealer"])
    with browser_of(browser, live_server, cast.director, width=1920) as page:
        page.goto(f"/events/{event.slug}/floor/")
        line = page.locator("#floor-head details summary", has_text="have not drawn their cards")
        expect(line).to_have_text("19 tables of round 1 have not drawn their cards")
        line.focus()
        line.press("Enter")
        draw_cards(by=cast.director, game=event.games.get(number=1), seed="cards")
        page.evaluate("htmx.trigger('#floor', 'renew')")
        expect(line).to_have_text("18 tables of round 1 have not drawn their cards")
        expect(page.locator("#floor-head details")).to_have_attribute("open", "")
        expect(line).to_be_focused()
