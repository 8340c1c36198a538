"""A session that is lost in the middle of a form loses nothing that was typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring.demo.people import PASSWORD
from tests.browser.masthead import sign_out
from tests.browser.next_page import follow
from tests.browser.tour import come_in, sign_in
from tests.support.site import Site

pytestmark = pytest.mark.browser

DIRECTOR = "director@demo.example"
TABLE = "/events/wetherby-friday-table-2026/games/1/table/"


def sign_out_elsewhere(page: Page) -> None:
    """In another tab of the same browser."""
    other = page.context.new_page()
    other.goto("/me/")
    sign_out(other)
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    other.close()


def sign_in_again(page: Page) -> None:
    expect(page.get_by_text("what you typed has been kept")).to_be_visible()
    page.get_by_label("E-mail address").fill(DIRECTOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("is back in the form")).to_be_visible()


def test_a_long_form_comes_back_filled(page: Page, site: Site) -> None:
    come_in(page, site, DIRECTOR)
    follow(page.get_by_role("link", name="Register an event").first)
    page.get_by_label("Name of the event").fill("An evening typed at length")
    page.get_by_label("Place", exact=True).fill("Reading Room")
    page.get_by_label("First day").fill("2027-04-06")
    page.get_by_label("Level of the sanction").select_option(label="open")
    page.get_by_label("What players should know").fill("Bring a pencil.\nAnd a friend.")
    sign_out_elsewhere(page)
    page.get_by_role("button", name="Register and apply").click()
    sign_in_again(page)
    expect(page.get_by_label("Name of the event")).to_have_value("An evening typed at length")
    expect(page.get_by_label("First day")).to_have_value("2027-04-06")
    expect(page.get_by_label("Level of the sanction").locator("option:checked")).to_have_text("open")
    expect(page.get_by_label("What players should know")).to_have_value("Bring a pencil.\nAnd a friend.")
    expect(page.get_by_role("button", name="Send what was typed")).to_be_hidden()


def test_a_typed_stanza_comes_back_filled(page: Page, site: Site) -> None:
    come_in(page, site, DIRECTOR)
    page.goto(TABLE)
    follow(page.get_by_role("link", name="Report stanza"))
    bids = page.locator("main table input[name^=bid-]")
    expect(bids.first).to_be_visible()
    for place in range(bids.count()):
        bids.nth(place).fill(str(place))
    page.get_by_text("Something else happened").click()
    page.get_by_label("What happened").first.select_option(index=1)
    sign_out_elsewhere(page)
    page.get_by_role("button", name="Send stanza").click()
    sign_in_again(page)
    for place in range(bids.count()):
        expect(bids.nth(place)).to_have_value(str(place))
    expect(page.get_by_label("What happened").first).to_be_visible()
    expect(page.get_by_label("What happened").first).not_to_have_value("")


def test_a_form_older_than_the_sign_in_comes_back_filled(page: Page, site: Site) -> None:
    """Signed out and in again elsewhere: the form's token is over, though somebody is signed in."""
    come_in(page, site, DIRECTOR)
    follow(page.get_by_role("link", name="Register an event").first)
    page.get_by_label("Name of the event").fill("An evening typed before")
    sign_out_elsewhere(page)
    other = page.context.new_page()
    sign_in(other, DIRECTOR, PASSWORD)
    other.close()
    page.get_by_role("button", name="Register and apply").click()
    expect(page.get_by_text("is back in the form")).to_be_visible()
    expect(page.get_by_label("Name of the event")).to_have_value("An evening typed before")


def test_without_scripts_it_is_sent_from_where_it_waits(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    come_in(page, site, DIRECTOR)
    follow(page.get_by_role("link", name="Register an event").first)
    page.get_by_label("Name of the event").fill("An evening without scripts")
    sign_out_elsewhere(page)
    follow(page.get_by_role("button", name="Register and apply"))
    page.get_by_label("E-mail address").fill(DIRECTOR)
    page.get_by_label("Password").fill(PASSWORD)
    follow(page.get_by_role("button", name="Sign in", exact=True))
    page.get_by_role("button", name="Send what was typed").click()
    expect(page.get_by_label("Name of the event")).to_have_value("An evening without scripts")
    expect(page.get_by_text("Choose the first day.", exact=True)).to_be_visible()
    context.close()
