"""A new user's path from the front page to a certified game, by what the pages offer and nothing else.

The others on the way, registrar, Managing Executor and a second player, find on their own pages what waits
for them. Addresses are typed nowhere but the site's own; a mail is read as a mailbox shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evening import check_in_and_seat, draw_and_play, enter_by_name, register_event
from tests.browser.masthead import to_my_page
from tests.browser.next_page import follow
from tests.browser.tour import come_in
from tests.support.processes import wait_until
from tests.support.site import Site

pytestmark = pytest.mark.browser

NINA, HERS = "nina.quill@example.org", "a quiet club room"
CLUB, EVENT = "Thaxted Whoopie Club", "Thaxted First Tables"


def test_a_newcomer_comes_to_a_certified_game(browser: Browser, site: Site, page: Page) -> None:
    page.goto("/")
    follow(page.get_by_role("link", name="first steps"))
    next_step(page, "Create an account")
    page.get_by_label("E-mail address").fill(NINA)
    page.get_by_label("New password").fill(HERS)
    page.get_by_label("The same password again").fill(HERS)
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("heading", name="Check your e-mail")).to_be_visible()
    page.goto(link_in_mail(site))
    follow(page.get_by_role("button", name="Yes, this address is mine"))
    page.get_by_label("E-mail address").fill(NINA)
    page.get_by_label("Password").fill(HERS)
    follow(page.get_by_role("button", name="Sign in", exact=True))
    follow(page.get_by_role("link", name="first steps"))
    next_step(page, "Ask for your record")
    page.get_by_label("Given names").fill("Nina")
    page.get_by_label("Family name").fill("Quill")
    follow(page.get_by_role("button", name="Ask the registrar"))
    with somebody(browser, site, "registrar") as registrar:
        follow(registrar.get_by_role("link", name="Nina Quill").first)
        asked = registrar.locator("li", has=registrar.get_by_text("Nina Quill", exact=True))
        follow(asked.get_by_role("button", name="Register as new"))
    begin_again(page)
    next_step(page, "Register a club")
    page.get_by_label("Name of the club").fill(CLUB)
    page.get_by_label("Place", exact=True).fill("Thaxted")
    follow(page.get_by_role("button", name="Register the club"))
    with somebody(browser, site, "managing") as managing:
        follow(managing.get_by_role("link", name=CLUB).first)
        follow(managing.get_by_role("button", name="Approve the club"))
    begin_again(page)
    next_step(page, "Register an event")
    register_event(page, EVENT)
    expect(page.get_by_text("decides on the sanction")).to_be_visible()
    with somebody(browser, site, "managing") as managing:
        follow(managing.get_by_role("link", name=EVENT).first)
        follow(managing.get_by_role("button", name="Approve subject to"))
    my_event(page)
    follow(page.get_by_role("link", name="The invoice, and how to pay it"))
    with somebody(browser, site, "registrar") as registrar:
        registrar.get_by_role("link", name="Fees").first.click()
        row = registrar.get_by_role("row", name=re.compile(EVENT))
        row.get_by_role("link", name=re.compile("INV-")).click()
        registrar.get_by_role("button", name="Record the payment").click()
        expect(registrar.get_by_text("The payment is booked")).to_be_visible()
    my_event(page)
    second = seat_a_table(page)
    with somebody(browser, site, "managing") as managing:
        managing.get_by_role("link", name=re.compile(EVENT)).first.click()
        follow(managing.get_by_role("button", name="Appoint Judith Wexcombe to all games"))
    my_event(page)
    draw_and_play(page)
    with somebody(browser, site, second) as player:
        player.get_by_role("link", name=re.compile(EVENT)).first.click()
        follow(player.get_by_role("button", name="Confirm the final sheet"))
    with somebody(browser, site, "managing") as managing:
        managing.get_by_role("link", name=re.compile(EVENT)).first.click()
        follow(managing.get_by_role("button", name="Certify this game"))
    my_event(page)
    expect(page.get_by_text("Every game is certified")).to_be_visible()


def next_step(page: Page, link: str) -> None:
    """The one step that the list of first steps offers."""
    offered = page.locator("main ol a.button")
    expect(offered).to_have_text(link)
    follow(offered)


def begin_again(page: Page) -> None:
    follow(page.get_by_role("link", name="Sanctioning Authority"))
    follow(page.get_by_role("link", name="first steps"))


def my_event(page: Page) -> None:
    """From the own page to what is next at the event."""
    to_my_page(page)
    follow(page.get_by_role("link", name=re.compile(rf"(What is next for|Entries and games of) {EVENT}")))


def link_in_mail(site: Site) -> str:
    """The link of the mail that asks to confirm the address."""

    def letters() -> list[str]:
        written = [path.read_text().replace("=\n", "") for path in (site.var / "mail").glob("*")]
        return [text for text in written if NINA in text and "/account/confirm/" in text]

    wait_until(lambda: bool(letters()), 30, "the mail has come")
    link = re.search(r"http://\S+/account/confirm/\S+", letters()[-1])
    assert link
    return link.group()


@contextmanager
def somebody(browser: Browser, site: Site, role: str) -> Iterator[Page]:
    """Another person at what waits for them, in a browser of their own."""
    context = browser.new_context(base_url=site.url, locale="en-GB", timezone_id="Europe/London")
    page = context.new_page()
    come_in(page, site, f"{role}@demo.example")
    if role == "managing":
        page.goto("/me/waiting/")  # other tests leave them more than My page names
    yield page
    context.close()


def seat_a_table(page: Page) -> str:
    """Enter three, check them in and seat them; gives the login of one who can confirm."""
    follow(page.get_by_role("link", name="Enter players"))
    enter_by_name(page, "Tess", "Lamb")
    enter_by_name(page, "Ned", "Crow")
    page.get_by_role("combobox", name="Player").press_sequentially("appleg")
    page.get_by_role("option", name="Applegarth").first.click()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("3 entries")).to_be_visible()
    check_in_and_seat(page, 3)
    return "player"
