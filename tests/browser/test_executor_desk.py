"""The Acting Executor's way in Chromium: from what waits to a finding settled, by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.masthead import to_my_page
from tests.browser.tour import come_in
from tests.support.site import Site

pytestmark = pytest.mark.browser


def test_a_finding_is_reached_from_the_masthead_and_refused_without_a_reason(page: Page, site: Site) -> None:
    come_in(page, site, "executor@demo.example")
    to_my_page(page)
    follow(page, "See the full list with dates")
    expect(page.get_by_role("heading", name="Waiting for me")).to_be_visible()
    page.locator("#waits-settle .names a").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Findings waiting for you")).to_be_visible()
    finding = page.locator("#findings ~ ul > li").first
    expect(finding.locator(".rule")).to_contain_text("Stanza")
    finding.locator("summary").focus()
    page.keyboard.press("Enter")
    finding.locator("textarea").focus()
    page.keyboard.type("   ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("A finding is settled with a reason")
    expect(page.locator("details[open] textarea").first).to_be_visible()


def test_the_summary_before_certifying_leads_back_to_the_desk(page: Page, site: Site) -> None:
    come_in(page, site, "executor@demo.example")
    page.goto("/executor/")
    page.locator("#certify ~ ul a.title").first.click()
    expect(page.get_by_role("heading", name="What it will bring")).to_be_visible()
    expect(page.get_by_text("points in all, on")).to_be_visible()
    expect(page.get_by_role("button", name="Certify this game")).to_be_visible()
    page.get_by_role("navigation", name="Breadcrumbs").get_by_role(
        "link", name="Executor's dashboard"
    ).click()
    expect(page.get_by_role("heading", name="To certify")).to_be_visible()


def follow(page: Page, name: str) -> None:
    page.get_by_role("link", name=name).focus()
    page.keyboard.press("Enter")
