"""From an empty installation to the first certified event of an authority of one's own, by its pages alone.

Nobody has an account but those whom the Managing Executor brings in, and nothing is mailed: passwords are
chosen by links that are handed over.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evening import check_in_and_seat, draw_and_play, enter_by_name, register_event
from tests.browser.next_page import follow
from tests.browser.setting_up import (
    add_person,
    come_in_by,
    empty_site,
    found_authority,
    links_handed_over,
    open_with,
    person_on,
)

AUTHORITY, EVENT = "Card Players of Arden", "First Evening of Arden"
pytestmark = pytest.mark.browser


def test_an_authority_of_its_own_certifies_its_first_event(browser: Browser, tmp_path: Path) -> None:
    with empty_site(tmp_path) as (site, code):
        managing = person_on(browser, site)
        open_with(managing, code)
        found_authority(
            managing, {"name": AUTHORITY, "short_name": "CPA", "contact_email": "office@example.org"}
        )
        follow(managing.get_by_role("button", name="Adopt the examples"))
        bring_in_officers(managing)
        links = links_handed_over(managing)
        registrar, executor, director, officer = (
            officer_at(person_on(browser, site), links[name])
            for name in ("Ben Oake", "Cleo March", "Dora Field", "Emil Stone")
        )
        follow(director.get_by_role("link", name="Register an event").first)
        register_event(director, EVENT)
        my_page(managing).get_by_role("link", name=EVENT).first.click()
        follow(managing.get_by_role("button", name="Approve subject to"))
        my_page(registrar).get_by_role("link", name="Fees").first.click()
        invoice = registrar.get_by_role("row", name=re.compile(EVENT))
        invoice.get_by_role("link", name=re.compile("INV-")).click()
        registrar.get_by_role("button", name="Record the payment").click()
        expect(registrar.get_by_text("The payment is booked")).to_be_visible()
        to_the_event(director)
        follow(director.get_by_role("link", name="Enter players"))
        for given, family in (("Tess", "Lamb"), ("Ned", "Crow"), ("Iris", "Moor")):
            enter_by_name(director, given, family)
        check_in_and_seat(director, 3)
        my_page(managing).get_by_role("link", name=re.compile(EVENT)).first.click()
        follow(managing.get_by_role("button", name="Appoint Cleo March to all games"))
        to_the_event(director)
        draw_and_play(director)
        my_page(officer).get_by_role("link", name=re.compile(EVENT)).first.click()
        follow(officer.get_by_role("button", name="Confirm the final sheet"))
        my_page(executor).get_by_role("link", name=re.compile(EVENT)).first.click()
        follow(executor.get_by_role("button", name="Certify this game"))
        to_the_event(director)
        expect(director.get_by_text("Every game is certified")).to_be_visible()
        public = person_on(browser, site)
        public.goto("/results/")
        expect(public.get_by_role("link", name=re.compile(EVENT)).first).to_be_visible()
        expect(public).to_have_title(re.compile("CPA"))
        expect(public.locator("body")).not_to_contain_text("SAAS")


def bring_in_officers(page: Page) -> None:
    for office, given, family in (("registrar", "Ben", "Oake"), ("Acting Executor", "Cleo", "March")):
        page.get_by_label("Office").select_option(label=office)
        add_person(page, given, family)
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text(f"{given} {family} is in office.")).to_be_visible()
    follow(page.get_by_role("link", name="Continue to the first club"))
    page.fill("#name", "Arden Card Club")
    page.fill("#place", "Arden")
    add_person(page, "Dora", "Field")
    add_person(page, "Emil", "Stone", prefix="second_")
    follow(page.get_by_role("button", name="Register the club"))
    expect(page.get_by_role("heading", name="Setting up")).to_be_visible()


def officer_at(page: Page, link: str) -> Page:
    come_in_by(page, link)
    return page


def my_page(page: Page) -> Page:
    page.goto("/me/")
    return page


def to_the_event(page: Page) -> None:
    next_step = re.compile(rf"(What is next for|Entries and games of) {EVENT}")
    follow(my_page(page).get_by_role("link", name=next_step))
