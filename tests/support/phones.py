"""Browsers of people who are signed in to the site of a test itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from sanctioning.people.models.person import Person
from tests.support.team_events import signed_in

TEN_SECONDS: Final = 11_000
"""In milliseconds of a page's clock: within them what could not be sent is sent again."""
ASKED_AGAIN: Final = 21_000
"""Within them a page to which no stream comes through has asked for what it shows."""


@contextmanager
def phone_of(browser: Browser, live_server: LiveServer, person: Person) -> Iterator[BrowserContext]:
    """A small screen that is tapped; its pages have clocks that a test can move on."""
    context = browser.new_context(
        base_url=live_server.url, locale="en-GB", viewport={"width": 360, "height": 740}, has_touch=True
    )
    session = signed_in(person).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    context.clock.install()
    yield context
    context.close()


def fits(page: Page) -> bool:
    """Whether nothing of the page is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def with_text_at(page: Page, percent: int) -> None:
    """Set the size of text that the reader chose in the browser; 100 is 16 pixels."""
    size = 16 * percent // 100
    browser = page.context.new_cdp_session(page)
    browser.send("Page.enable")
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
