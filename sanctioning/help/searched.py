"""The guides in the search of the site: each passage by its words."""

from __future__ import annotations

from functools import cache

from django.utils.translation import get_language, override

from sanctioning.help.guides import ENGLISH, GUIDES, guide
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.search.passages import Passages, kind_of_passages


@cache
def _passages(language: str) -> Passages:
    """Of the guides as a reader of the language is shown them."""
    with override(language):
        return Passages(passage for slug in GUIDES for passage in guide(slug).passages)


HELP = kind_of_passages(title=_lazy("Help"), passages=lambda _question: _passages(get_language() or ENGLISH))
