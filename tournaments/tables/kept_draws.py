"""The draws of a split as they are kept."""

from __future__ import annotations

from typing import TypedDict


class DrawnTie(TypedDict):
    """A draw of a split: who was tied, and round by round who drew which card."""

    tied: list[str]
    rounds: list[dict[str, str]]
