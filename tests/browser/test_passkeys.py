"""Passkeys in Chromium, with an authenticator that the browser itself pretends to have.

It makes and keeps real keys; whether somebody touches it is said by `setUserVerified` and presence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Browser, CDPSession, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.axe import AXE_OPTIONS
from tests.browser.next_page import follow
from tests.cast import Cast, make_cast
from tests.sanctioning.accounts.second_factor import PASSWORD
from tests.support.phones import fits

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

CANCELLED = "No passkey was used: it was cancelled, or it took too long. You can try again."
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass
class Visitor:
    """A page, and the key that its browser has."""

    page: Page
    cdp: CDPSession
    key: str

    def tell(self, command: str, **parameters: Any) -> Any:
        return self.cdp.send(f"WebAuthn.{command}", {"authenticatorId": self.key, **parameters})

    def refuse(self, refused: bool) -> None:
        """Whoever unlocks the device is not who it belongs to, or cancels."""
        self.tell("setUserVerified", isUserVerified=not refused)


@pytest.fixture
def cast(settings: Settings, live_server: LiveServer) -> Iterator[Cast]:
    settings.SECOND_FACTOR_REQUIRED = True
    settings.SITE_ADDRESS = live_server.url
    cache.clear()
    yield make_cast()
    cache.clear()


@pytest.fixture(params=[360, 1280], ids=["phone", "desk"])
def visitor(browser: Browser, live_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    context = browser.new_context(
        base_url=live_server.url, locale="en-GB", viewport={"width": request.param, "height": 800}
    )
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    key = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]
    yield Visitor(page, cdp, key)
    context.close()


def sign_in(page: Page, email: str) -> None:
    page.goto("/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    follow(page.get_by_role("button", name="Sign in", exact=True))


def sign_out(page: Page) -> None:
    page.context.clear_cookies()


def add_passkey(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    follow(page.get_by_role("button", name="Add a passkey"))


def looks_well(page: Page) -> None:
    """It fits, is accessible, and says the same in German."""
    assert fits(page)
    found = Axe().run(page, options=AXE_OPTIONS)
    assert found.violations_count == 0, found.generate_report()


def test_it_is_added_used_to_sign_in_and_removed(visitor: Visitor, cast: Cast) -> None:
    page = visitor.page
    sign_in(page, "registrar@example.org")
    follow(page.get_by_role("link", name="Use a passkey instead"))
    looks_well(page)
    add_passkey(page, "My phone")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    codes = page.locator("ul.codes li").all_inner_texts()
    follow(page.get_by_role("link", name="I have saved them, continue"))
    page.goto("/account/second-factor/")
    expect(page.get_by_text("not used yet")).to_be_visible()
    looks_well(page)

    sign_out(page)
    sign_in(page, "registrar@example.org")
    expect(page.get_by_role("heading", name="Your second factor")).to_be_visible()
    looks_well(page)
    follow(page.get_by_role("button", name="Use a passkey"))
    page.goto("/account/second-factor/")
    expect(page.get_by_text("last used")).to_be_visible()
    follow(page.get_by_role("link", name="Rename or remove"))
    looks_well(page)
    page.locator("#id_name").fill("The phone with the crack")
    follow(page.get_by_role("button", name="Rename the passkey"))
    follow(page.get_by_role("link", name="Rename or remove"))
    follow(page.get_by_role("button", name="Remove the passkey"))
    expect(page.get_by_role("heading", name="this passkey is the only one you have")).to_be_visible()
    looks_well(page)

    sign_out(page)
    sign_in(page, "registrar@example.org")
    page.get_by_label("Code").fill(codes[0])
    follow(page.get_by_role("button", name="Sign in", exact=True))
    expect(page.get_by_role("heading", name="Rita Quill")).to_be_visible()


def test_what_goes_wrong_in_the_browser_is_said_in_words(visitor: Visitor, cast: Cast) -> None:
    page = visitor.page
    sign_in(page, "ash@example.org")
    page.goto("/account/second-factor/passkeys/new/")
    follow(page.get_by_role("button", name="Add a passkey"))
    expect(page.locator("#id_name_error")).to_be_visible()
    assert visitor.tell("getCredentials")["credentials"] == [], "nothing was made for a form without a name"

    visitor.refuse(True)
    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text(CANCELLED)).to_be_visible()
    looks_well(page)
    visitor.refuse(False)
    follow(page.get_by_role("button", name="Add a passkey"))
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()

    page.goto("/account/second-factor/passkeys/new/")
    page.get_by_label("Name").fill("My phone again")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("holds a passkey of your account already")).to_be_visible()

    sign_out(page)
    sign_in(page, "ash@example.org")
    visitor.tell("setAutomaticPresenceSimulation", enabled=False)
    visitor.tell("clearCredentials")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Follow what your browser or device asks you.")).to_be_visible()


def test_a_passkey_of_another_key_and_a_browser_without_any(visitor: Visitor, cast: Cast) -> None:
    page = visitor.page
    sign_in(page, "ash@example.org")
    page.goto("/account/second-factor/passkeys/new/")
    add_passkey(page, "My phone")
    sign_out(page)

    visitor.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": visitor.key})
    sign_in(page, "ash@example.org")
    page.add_init_script("delete window.PublicKeyCredential")
    page.reload()
    expect(page.get_by_text("This browser has no passkeys.")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_disabled()
    looks_well(page)


def test_at_another_address_it_says_where_passkeys_work(
    visitor: Visitor, cast: Cast, live_server: LiveServer
) -> None:
    page, elsewhere = visitor.page, live_server.url.replace("localhost", "127.0.0.1")
    page.goto(f"{elsewhere}/login/")
    page.get_by_label("E-mail address").fill("ash@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    follow(page.get_by_role("button", name="Sign in", exact=True))
    page.goto(f"{elsewhere}/account/second-factor/passkeys/new/")
    expect(page.get_by_text(f"Passkeys work only at {live_server.url}. Open the site there.")).to_be_visible()


def test_without_javascript_it_says_what_is_missing(
    browser: Browser, live_server: LiveServer, cast: Cast
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    sign_in(page, "ash@example.org")
    page.goto("/account/second-factor/passkeys/new/")
    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("that needs JavaScript")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("My phone")
    context.close()
