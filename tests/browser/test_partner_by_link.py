"""Somebody is invited to a team by a link, plays without a member number, and gets one later."""

from __future__ import annotations

import re
from email import message_from_bytes, policy

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.next_page import follow
from tests.browser.tour import come_in
from tests.support.processes import wait_until
from tests.support.site import Site

pytestmark = pytest.mark.browser

ENTRY = "/events/new-year-bid-whist-for-pairs-2027/teams/enter/"


def link_mailed(site: Site, address: str, path: str) -> str:
    """The first link of that kind in a mail to that address, once the worker has sent it."""
    links: list[str] = []

    def sent() -> bool:
        for mail in (site.var / "mail").glob("*"):
            message = message_from_bytes(mail.read_bytes(), policy=policy.default)
            body = message.get_body(("plain",))
            if body is not None and message["To"] == address:
                links.extend(re.findall(rf"http\S+(/{path}/\S+)", body.get_content()))
        return bool(links)

    wait_until(sent, 60, f"a mail to {address}")
    return links[0]


def test_from_the_link_to_a_member_number(page: Page, site: Site, browser: Browser) -> None:
    come_in(page, site, "player@demo.example")
    page.goto(ENTRY)
    page.get_by_label("Name of the team").fill("Linked Pair")
    page.get_by_label("Player B").fill("partner@partner.example")
    follow(page.get_by_role("button", name="Ask the others"))
    expect(page.get_by_text("partner@partner.example")).to_be_visible()
    phone = browser.new_context(base_url=site.url, locale="en-GB", viewport={"width": 390, "height": 844})
    partner = phone.new_page()
    partner.goto(link_mailed(site, "partner@partner.example", "teams/join"))
    expect(partner.get_by_role("heading", name="Play for Linked Pair?")).to_be_visible()
    partner.get_by_label("Given names").fill("Petra")
    partner.get_by_label("Family name").fill("Partner")
    partner.get_by_label("E-mail address").fill("petra@partner.example")
    follow(partner.get_by_role("button", name="Yes, I play"))
    expect(partner.get_by_role("heading", name="Check your e-mail")).to_be_visible()
    partner.goto(link_mailed(site, "petra@partner.example", "teams/confirm"))
    follow(partner.get_by_role("button", name="Yes, enter me"))
    expect(partner.get_by_text("this is your team")).to_be_visible()
    phone.close()
    page.context.clear_cookies()
    come_in(page, site, "registrar@demo.example")
    page.goto("/people/")
    waiting = page.get_by_role("listitem").filter(has_text="petra@partner.example").last
    follow(waiting.get_by_role("button", name="Register as a new member"))
    expect(page.get_by_text(re.compile(r"Petra Partner is W-\d{5}-\w\."))).to_be_visible()
