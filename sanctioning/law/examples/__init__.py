"""The law that ships as an example: levels and types, rules, Articles and fees, a file for each.

An authority accepts or edits it when it is set up; the demo plays by it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent


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
