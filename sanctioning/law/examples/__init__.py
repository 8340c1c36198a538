"""The law that ships as an example: levels and types, rules, Articles and fees, a file for each.

An authority accepts or edits it when it is set up; the demo plays by it.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict

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


class LevelExample(TypedDict):
    """A level, as `add_level` takes it."""

    slug: str
    name: str
    restricted: NotRequired[bool]
    special_event: NotRequired[bool]
    playoff: NotRequired[bool]


class TypeExample(TypedDict):
    """A type of event, as `add_type` takes it."""

    slug: str
    name: str


class RulesExample(TypedDict):
    """A rule set, as `draft_law` takes it."""

    slug: str
    format_slug: str
    title: str
    first_day: dt.date
    body: Mapping[str, object]


def _read(subject: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))


_levels, _articles, _fees = _read("levels"), _read("articles"), _read("fees")
EXAMPLE_LEVELS: Final[list[LevelExample]] = _levels["levels"]
EXAMPLE_TYPES: Final[list[TypeExample]] = _levels["types"]
EXAMPLE_RULES: Final[list[RulesExample]] = _read("rules")["rules"]
EXAMPLE_ARTICLES: Final[dict[str, Any]] = _articles["body"]
TITLE_OF_ARTICLES: Final[str] = _articles["title"]
EXAMPLE_FEES: Final[dict[str, Any]] = _fees["body"]
TITLE_OF_FEES: Final[str] = _fees["title"]


def levels_in_words() -> list[LevelExample]:
    """The levels, named in the language of whoever adopts them."""
    return [{**level, "name": str(_NAMES[level["name"]])} for level in EXAMPLE_LEVELS]


def types_in_words() -> list[TypeExample]:
    return [{**event_type, "name": str(_NAMES[event_type["name"]])} for event_type in EXAMPLE_TYPES]


def articles_in_words() -> dict[str, object]:
    penalties = EXAMPLE_ARTICLES["penalties_without_merit"]
    return {
        **EXAMPLE_ARTICLES,
        "penalties_without_merit": [str(_PENALTIES[penalty]) for penalty in penalties],
    }


def title_in_words(title: str) -> str:
    return str(_TITLES[title])
