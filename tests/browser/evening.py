"""What a director does from an event to its last stanza, as several browser tests do it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.next_page import follow

STANZAS = 2


def register_event(page: Page, name: str, level: str = "open", event_type: str = "club game") -> None:
    """On a day of which nobody else has an event, as the form asks."""
    page.get_by_label("Name of the event").fill(name)
    page.get_by_label("Place", exact=True).fill("Guildhall")
    page.get_by_label("First day").fill("2027-03-02")
    page.get_by_label("Begins at").fill("19:00")
    page.get_by_label("Ends at").fill("23:00")
    page.get_by_label("Level of the sanction").select_option(label=level)
    page.get_by_label("Type").select_option(label=event_type)
    page.get_by_role("button", name="Register and apply").click()
    expect(page.get_by_text(f"{name} is registered")).to_be_visible()


def enter_by_name(page: Page, given: str, family: str) -> None:
    page.get_by_text("Somebody without a number").click()
    page.get_by_label("Given names").fill(given)
    page.get_by_label("Family name").fill(family)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text(f"{given} {family}").first).to_be_visible()


def check_in_and_seat(page: Page, players: int) -> None:
    """From the entries to an open game of all, at which the cards are still to be drawn."""
    follow(page.get_by_role("link", name="Check players in"))
    absent = page.get_by_role("button", name=re.compile("^Present"))
    for left in range(players, 0, -1):
        expect(absent).to_have_count(left)
        absent.first.click()
    expect(absent).to_have_count(0)
    follow(page.get_by_role("link", name="Seat a round"))
    page.get_by_label("How many, or the time").fill(str(STANZAS))
    follow(page.get_by_role("button", name="Seat it", exact=True))
    page.get_by_label("Draw scorekeeper and First Dealer at every table").uncheck()
    page.get_by_role("button", name="Confirm and open 1 game").click()
    expect(page.get_by_text("1 game is open")).to_be_visible()


def draw_and_play(page: Page) -> None:
    """From the draw to the closed game, whose final sheet is waiting for a second person."""
    follow(page.get_by_role("link", name=re.compile("Draw the cards of table 1")))
    follow(page.get_by_role("button", name="Let the system draw"))
    follow(page.get_by_role("link", name="To the table"))
    for number in range(1, STANZAS + 1):
        follow(page.get_by_role("link", name=f"Report stanza {number}"))
        everybody_fails_but_one(page, number)
        expect(page.get_by_text(f"Stanza {number} is saved")).to_be_visible()
    follow(page.get_by_role("button", name="Close the game"))
    page.get_by_role("link", name="To the final sheet").click()
    expect(page.get_by_text("A second person compares the final sheet")).to_be_visible()


def everybody_fails_but_one(page: Page, number: int) -> None:
    """The first bids every trick and takes it, the others bid one too many or none and fail by the form."""
    cards = number
    rows = page.locator("main tr", has=page.locator("select"))
    expect(page.get_by_role("button", name=f"Send stanza {number}")).to_be_visible()
    last = rows.count() - 1
    for place, row in enumerate(rows.all()):
        bid = str(cards) if place != last else "1"
        row.locator("input").nth(0).fill(bid if place in (0, last) else str(cards))
        row.locator("select").select_option("yes" if place == 0 else "no")
    follow(page.get_by_role("button", name=f"Send stanza {number}"))
