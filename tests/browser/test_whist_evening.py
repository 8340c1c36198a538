"""An evening of whist on phones: scoresheets by keys alone and by taps, told, sent, signed and locked.

The director's floor and the bracket follow by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from rules_engine.bid_whist.random.tournament import random_tournament
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, make_cast
from tests.support import bid_whist, columbus
from tests.support.phones import ASKED_AGAIN, TEN_SECONDS, fits, phone_of
from tournaments.slips.event_folders import folder_of
from tournaments.slips.services.slips import Reported, report_slips

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
FINGER = 44
FOUR_HANDS = (("2", "4", "s"), ("1", "5", "made 6"), ("1", "4", "made 4"), ("2", "4", "made 4"))


@pytest.fixture
def cast(live_server: LiveServer) -> Cast:
    return make_cast()


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Callable[[Person], Page]]:
    """A page on the phone of somebody who is signed in."""
    with ExitStack() as phones:
        yield lambda person: phones.enter_context(phone_of(browser, live_server, person)).new_page()


def sign(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Sign it as it is").tap()
    expect(page.get_by_text("1 slip is signed.")).to_be_visible()


def expect_locked(page: Page, address: str) -> None:
    """Its own team can report it no more."""
    page.goto(address)
    expect(page.get_by_role("heading", name="Reported")).to_be_visible()
    expect(page.get_by_role("button", name="Correct it")).to_have_count(0)
    expect(page.get_by_role("button", name="Sign it as it is")).to_have_count(0)


def press_through(page: Page, last: Locator) -> None:
    """By the tabulator alone as far as a button, and press it."""
    while not last.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_a_sheet_of_bid_whist_is_written_by_keys_alone_and_locked_by_the_other_team(
    cast: Cast, phone: Callable[[Person], Page]
) -> None:
    event, teams = bid_whist.tournament_of(cast, 4)
    pairings = ({"table": 1, "teams": [1, 2]}, {"table": 2, "teams": [3, 4]})
    game = bid_whist.seat_round(cast, event, teams, pairings)
    address = f"/events/{event.slug}/slips/r1-t1/"
    page = phone(cast.players[0])
    page.goto(address)
    assert fits(page)
    page.get_by_label("Winner's number").focus()
    for hand in FOUR_HANDS:
        for typed in hand:
            page.keyboard.press("Tab")
            page.keyboard.type(typed)
        page.keyboard.press("Tab")  # over what is folded away
    press_through(page, page.get_by_role("button", name="See the result"))
    preview = page.locator("#told")
    expect(preview).to_contain_text("Hand 1: 4 : 0.")
    expect(preview).to_contain_text("14 : 4, won by team 1")
    assert fits(page)
    assert not game.slips.exists()
    press_through(page, page.get_by_role("button", name="Report it"))
    expect(page.get_by_role("heading", name="Slips", exact=True)).to_be_visible()
    slip = game.slips.get()
    assert (len(slip.body["hands"]), "winner" in slip.body) == (len(FOUR_HANDS), False)
    page.goto(address)
    expect(page.get_by_role("button", name="Correct it")).to_be_visible()
    sign(phone(cast.players[2]), address)
    expect_locked(page, address)


def test_a_sheet_of_columbus_is_tapped_while_the_network_goes_and_the_floor_follows(
    cast: Cast, phone: Callable[[Person], Page]
) -> None:
    event, teams = columbus.columbus_event(cast, 4)
    game = columbus.seat(cast, event, teams, [(1, 2), (3, 4)])
    address = f"/events/{event.slug}/slips/g1-t1/"
    floor = phone(cast.director)
    floor.goto(f"/events/{event.slug}/slips/")
    expect(floor.get_by_text("2\N{NO-BREAK SPACE}are still to come.")).to_be_visible()
    begins = floor.get_by_role("button", name="The game begins")
    begins.focus()

    page = phone(cast.players[0])
    page.goto(address)
    page.get_by_label("Had the first club and dealt").select_option("1")
    first, second = (page.get_by_role("group", name=f"Hands {number}", exact=True) for number in (1, 2))
    bids = first.get_by_role("textbox", name="Bids in their order")
    bids.tap()
    keys = first.get_by_role("group", name="Keys for")
    for word in ("pass", "3", "special", "take back", "pass", "pass"):
        keys.get_by_role("button", name=word, exact=True).tap()
    expect(bids).to_have_value("pass 3 pass pass")
    sizes = [key.bounding_box() for key in keys.get_by_role("button").all()]
    assert all(size and min(size["width"], size["height"]) >= FINGER for size in sizes)
    assert fits(page)
    first.get_by_label("Their books").fill("10")
    second.get_by_label("Bid", exact=True).select_option("2")
    second.get_by_label("Bid by").select_option("1")
    second.get_by_label("Their books").fill("9")
    page.get_by_role("button", name="See the result").tap()
    expect(page.locator("#told")).to_contain_text("Team 1 won by five points: Team 1 7, Team 2 0.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Report it").tap()
    expect(page.get_by_text("What you wrote is kept on this device")).to_be_visible()
    assert not game.slips.exists()
    page.context.set_offline(False)
    page.clock.run_for(TEN_SECONDS)
    expect(page.get_by_role("heading", name="Slips", exact=True)).to_be_visible()
    assert game.slips.get().body["hands"][0] == {"bids": "pass 3 pass pass", "books": 10}

    floor.clock.run_for(ASKED_AGAIN)
    expect(floor.get_by_text("1\N{NO-BREAK SPACE}is not signed by the other team.")).to_be_visible()
    expect(floor.get_by_text("The list below is out of date")).to_be_visible()
    expect(begins).to_be_focused()
    sign(phone(cast.players[2]), address)
    expect_locked(page, address)
    floor.clock.run_for(ASKED_AGAIN)
    expect(floor.get_by_text("is not signed by the other team")).to_have_count(0)


def test_the_bracket_and_the_floor_follow_a_match_by_themselves(
    cast: Cast, phone: Callable[[Person], Page]
) -> None:
    tournament = random_tournament(4, 3)
    event, teams = bid_whist.tournament_of(cast, 4)
    for number, games in enumerate(tournament["rounds"], start=1):
        game = bid_whist.seat_round(cast, event, teams, games)
        bid_whist.report_round(cast, game, number, games)
    ties = [place for place in folder_of(game).due if place.startswith("seat-tie")]
    deciders = [
        Reported(place=place, typed=bid_whist.decider_typed(decider), idempotency_key=place)
        for place, decider in zip(ties, tournament["deciders"], strict=True)
    ]
    report_slips(by=cast.director, game=game, reported=deciders, at=MARCH)
    bracket, floor = phone(cast.outsider), phone(cast.director)
    bracket.goto(f"/events/{event.slug}/bracket/")
    floor.goto(f"/events/{event.slug}/slips/")
    expect(floor.get_by_text("Final Four: 2\N{NO-BREAK SPACE}matches to come")).to_be_visible()
    expect(bracket.get_by_text("wins")).to_have_count(0)
    match = tournament["playoff"][0]["games"][0]
    report_slips(by=cast.director, game=game, reported=bid_whist.sheets("b4-1", match), at=MARCH)
    for page in (bracket, floor):
        page.clock.run_for(ASKED_AGAIN)
    won = bracket.get_by_role("listitem").filter(has_text="wins").last
    expect(won).to_contain_text(f"Team {match['winner']}")
    expect(floor.get_by_text("Final Four: 1\N{NO-BREAK SPACE}match to come")).to_be_visible()
