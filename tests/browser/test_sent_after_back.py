"""A form that somebody comes back to by *Back* and sends again is the same form: it counts once. One that
was sent with a mistake leads to it.
"""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.accounts.models.api_token import ApiToken
from tests.cast import make_cast
from tests.support.team_events import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]


def test_back_and_send_again_makes_no_second(browser: Browser, live_server: LiveServer) -> None:
    person = make_cast().players[0]
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    session = signed_in(person).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto("/tokens/")
    page.get_by_label("What it is for").fill("club website")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("Copy the new token now")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("What it is for")).to_have_value("club website")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("Copy the new token now")).to_be_visible()
    assert ApiToken.objects.count() == 1
    page.goto("/tokens/")
    page.get_by_label("What it is for").fill("club website")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("Copy the new token now")).to_be_visible()
    assert ApiToken.objects.count() == 2, "a page that is opened anew has a key of its own"
    page.get_by_role("button", name="Make a token").click()
    expect(page).to_have_title(re.compile("^Error: Tokens"))
    expect(page.get_by_role("alert").get_by_role("link", name=re.compile("^What it is for"))).to_be_visible()
    expect(page.get_by_label("What it is for")).to_be_focused()
    context.close()
