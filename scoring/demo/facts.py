"""What is data in the demo season: the files in `data/`, one for each subject."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"


def read_facts(subject: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))
