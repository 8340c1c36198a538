"""What is data in the demo season: the files in `data/`, one for each subject and each scene."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"


def read_facts(subject: str, *, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    text = (FOLDER / f"{subject}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=parse_float)
