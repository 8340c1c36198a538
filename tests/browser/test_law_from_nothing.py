"""The first Articles of an authority written from nothing in Chromium: levels, scales, adoption."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import today
from sanctioning.law.selectors.in_force import articles_in_force
from sanctioning.people.services.registering import found_authority
from tests.browser.next_page import follow
from tests.support.team_events import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]


def test_articles_are_written_from_nothing(browser: Browser, live_server: LiveServer) -> None:
    account = Account.objects.create_user("ann@example.org", "a quiet long evening")
    managing = found_authority(given_names="Ann", family_name="Vale", account=account)
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    session = signed_in(managing).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto("/set-up/law/")
    page.get_by_role("link", name="rules, Articles and fees").click()
    page.locator("a[href='/rules/versions/articles/new/']").first.click()
    page.get_by_label("Title").fill("Our Articles")
    page.get_by_role("button", name="Draft it").click()
    expect(page.get_by_text("There are none yet")).to_be_visible()
    follow(page.get_by_role("link", name="add levels and types"))
    add(page, "level", "Open", "open")
    add(page, "type", "Club game", "club-game")
    page.goto("/rules/versions/articles/1/edit/")
    page.get_by_label("Open, Club game, 3-4 players, 1st place", exact=True).fill("1.5")
    page.get_by_label("Open, Club game, 5-7 players, 1st place", exact=True).fill("2")
    page.get_by_label("Open, Club game, 5-7 players, 2nd place", exact=True).fill("1")
    follow(page.get_by_role("button", name="Save the draft"))
    follow(page.get_by_role("link", name="Adopt").first)
    page.get_by_label("First day").fill(today().isoformat())
    follow(page.get_by_role("button", name="Adopt it for good"))
    adopted = articles_in_force(today())
    assert adopted is not None
    assert adopted.title == "Our Articles"
    assert adopted.body["scales"]["open"]["club-game"]["points"]["5-7"] == ["2", "1"]
    context.close()


def add(page: Page, kind: str, name: str, slug: str) -> None:
    section = page.locator(f"section[aria-labelledby={kind}]")
    section.locator("summary", has_text="Add a").click()
    section.get_by_label("Name", exact=True).fill(name)
    section.get_by_label("Short name").fill(slug)
    section.get_by_role("button", name="Add it").click()
    expect(section.get_by_text(name, exact=True)).to_be_visible()
