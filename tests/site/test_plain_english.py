"""The site speaks as people do: words that nobody would say are in no text that somebody reads."""

from __future__ import annotations

import re

from babel.messages.pofile import read_po
from django.conf import settings

CATALOGUE = settings.BASE_DIR / "locale/de/LC_MESSAGES/django.po"
NEVER = {
    "anew": "again",
    "whosoever": "anyone who",
    "had better": "should",
    "(?<!wins )by itself": "separately, automatically",
    "with the press": "being made",
    "for good": "permanently",
    "naming nobody": "without names",
    "opens nothing": "no longer works",
    "left empty": "if empty, leave it empty",
    "thrown away": "deleted",
    "lay in": "enclose",
    "not to be read": "cannot be read",
    "what waits": "what is waiting",
    "old books": "before this system",
    "is to come": "coming",
    "takes in": "covers, includes",
    "desk": "dashboard",
    "prolong": "extend",
}
"""A word or turn that is never used, and what to say instead."""


def texts() -> list[str]:
    with CATALOGUE.open("rb") as file:
        messages = [message.id for message in read_po(file) if message.id]
    return [text for ids in messages for text in ([ids] if isinstance(ids, str) else ids)]


def test_no_text_uses_words_that_nobody_says() -> None:
    """The whole catalogue: pages, mails, refusals, messages and findings."""
    used = re.compile(rf"\b({'|'.join(NEVER)})\b", re.IGNORECASE)
    texts_with_one = {text: word[0] for text in texts() if (word := used.search(text))}
    assert texts_with_one == {}, "Say it as NEVER has it."
