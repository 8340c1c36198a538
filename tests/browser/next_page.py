"""Going on to the next page.

Playwright's click returns while the old page may still be there. Whoever reads at once, clicks on what both
pages have, or asks the database, is too early on a busy machine.
"""

from __future__ import annotations

from playwright.sync_api import Locator


def follow(link_or_button: Locator) -> None:
    """Click, and wait until the page that it leads to has loaded."""
    with link_or_button.page.expect_navigation():
        link_or_button.click()


def follow_by_enter(field: Locator) -> None:
    """Press Enter in a field of a form, and wait until the page that it leads to has loaded."""
    with field.page.expect_navigation():
        field.press("Enter")
