"""The menus of the masthead, as somebody opens them with the keys."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.next_page import follow, follow_by_enter


def open_account_menu(page: Page) -> None:
    page.locator(".account > summary").press("Enter")


def sign_out(page: Page) -> None:
    open_account_menu(page)
    follow(page.get_by_role("button", name="Sign out"))


def to_my_page(page: Page) -> None:
    open_account_menu(page)
    follow_by_enter(page.locator(".account").get_by_role("link", name="My page"))
