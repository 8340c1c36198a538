"""The law that ships as an example: levels and types, rules, Articles and fees, a file for each.

An authority accepts or edits it when it is set up; the demo plays by it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from sanctioning.kit.wording.localised import lazily, lazily_as

_FOLDER: Final = Path(__file__).parent
_NAMES: Final = {
    "restricted": lazily_as("level or type", "restricted"),
    "open": lazily_as("level or type", "open"),
    "special event": lazily_as("level or type", "special event"),
    "series playoff-consolation": lazily_as("level or type", "series playoff-consolation"),
    "club game": lazily_as("level or type", "club game"),
    "tournament": lazily_as("level or type", "tournament"),
}
_TITLES: Final = {"Articles of Administration": lazily("Articles of Administration"), "Fees": lazily("Fees")}
_PENALTIES: Final = {
    "a warning in writing": lazily("a warning in writing"),
    "the costs of the appeal": lazily("the costs of the appeal"),
    "no further appeal at events of the same sanction": lazily(
        "no further appeal at events of the same sanction"
    ),
}


def _read(subject: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))


_levels, _articles, _fees = _read("levels"), _read("articles"), _read("fees")
EXAMPLE_LEVELS: Final[list[dict[str, Any]]] = _levels["levels"]
EXAMPLE_TYPES: Final[list[dict[str, Any]]] = _levels["types"]
EXAMPLE_RULES: Final[list[dict[str, Any]]] = _read("rules")["rules"]
EXAMPLE_ARTICLES: Final[dict[str, Any]] = _articles["body"]
TITLE_OF_ARTICLES: Final[str] = _articles["title"]
EXAMPLE_FEES: Final[dict[str, Any]] = _fees["body"]
TITLE_OF_FEES: Final[str] = _fees["title"]


def levels_in_words() -> list[dict[str, Any]]:
    """The levels, named in the language of whoever adopts them."""
    return [_in_words(level) for level in EXAMPLE_LEVELS]


def types_in_words() -> list[dict[str, Any]]:
    return [_in_words(event_type) for event_type in EXAMPLE_TYPES]


def articles_in_words() -> dict[str, Any]:
    penalties = EXAMPLE_ARTICLES["penalties_without_merit"]
    return {
        **EXAMPLE_ARTICLES,
        "penalties_without_merit": [str(_PENALTIES[penalty]) for penalty in penalties],
    }


def title_in_words(title: str) -> str:
    return str(_TITLES[title])


def _in_words(category: dict[str, Any]) -> dict[str, Any]:
    return {**category, "name": str(_NAMES[category["name"]])}
