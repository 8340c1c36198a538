"""A slip on a phone whose network goes: kept, and sent once when it is back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.cast import Cast, make_cast
from tests.support.phones import TEN_SECONDS, phone_of
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.games.models import Game
from tournaments.slips.models import Slip

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
EVENING = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}


@pytest.fixture
def cast(live_server: LiveServer) -> Cast:
    return make_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    return seat_in_order(cast, event, enter_teams(cast, event, 2), EVENING)


@pytest.fixture
def phone(browser: Browser, cast: Cast, live_server: LiveServer) -> Iterator[BrowserContext]:
    """That of a player of the first table."""
    with phone_of(browser, live_server, cast.players[0]) as context:
        yield context


def test_the_network_goes_while_a_slip_is_sent(game: Game, phone: BrowserContext) -> None:
    page, address = phone.new_page(), f"/events/{game.event.slug}/slips/d1-before-1/"
    page.goto(address)
    flags = page.get_by_label("Flags before play")
    flags.fill("11")
    page.reload()
    expect(flags).to_have_value("11")
    phone.set_offline(True)
    page.get_by_role("button", name="Report it").click()
    expect(page.get_by_text("What you wrote is kept on this device")).to_be_visible()
    assert not Slip.objects.exists()
    phone.set_offline(False)
    page.clock.run_for(TEN_SECONDS)
    expect(page.get_by_role("heading", name="Slips", exact=True)).to_be_visible()
    slip = Slip.objects.get()
    assert (slip.place, slip.body) == ("d1-before-1", {"flags": 11})
    page.wait_for_load_state()
    assert page.evaluate("localStorage.length") == 0
