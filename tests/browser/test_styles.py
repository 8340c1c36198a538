"""Styles say nothing that a browser silently drops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from django.conf import settings
from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser]

STYLES = sorted((Path(settings.BASE_DIR) / "static" / "css").rglob("*.css"))
NOT_UNDERSTOOD = """selectors => selectors.filter(selector => {
    try { document.querySelector(selector) } catch { return true }
})"""


def selectors_in(rules: Sequence[Any]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield tinycss2.serialize(rule.prelude).strip()
        elif rule.type == "at-rule" and rule.lower_at_keyword in {"media", "supports", "layer", "container"}:
            yield from selectors_in(tinycss2.parse_rule_list(rule.content or []))


def test_a_browser_understands_every_selector(browser: Browser) -> None:
    """One that it does not know takes its whole rule with it."""
    page = browser.new_page()
    try:
        dropped = {
            style.name: page.evaluate(
                NOT_UNDERSTOOD, [*selectors_in(tinycss2.parse_stylesheet(style.read_text()))]
            )
            for style in STYLES
        }
    finally:
        page.close()
    assert len(STYLES) > 10
    assert {name: selectors for name, selectors in dropped.items() if selectors} == {}
