"""What scripts and the content policy complain of, on whatever page of the shared browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

# What the browser and htmx say of an answer that did not come or refuses: tests ask for that themselves.
OF_ANSWERS = ("Failed to load resource", "net::ERR_", "htmx:", "Response Status Error")

_complaints: list[str] = []


def listen_in(browser: Browser) -> None:
    """Every visitor whom the browser lets in from now on is listened to."""
    new_context = browser.new_context

    def new_context_heard(**wanted: Any) -> BrowserContext:
        context = new_context(**wanted)
        context.on("console", _hear)
        context.on("weberror", lambda error: _complaints.append(str(error.error)))
        return context

    browser.new_context = new_context_heard  # type: ignore[method-assign]


@contextmanager
def nothing_to_complain_of() -> Iterator[None]:
    _complaints.clear()
    yield
    assert not _complaints, "\n".join(["the browser's console complained", *_complaints])


def _hear(message: ConsoleMessage) -> None:
    if message.type == "error" and not any(words in message.text for words in OF_ANSWERS):
        _complaints.append(message.text)
