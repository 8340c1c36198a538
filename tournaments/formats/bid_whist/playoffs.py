"""The playoff of Bid Whist: slips of the bracket from the seeds to the game for the third place.

Rule section: 4 (B-42 to B-44), R14 (B-45), reading 10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats.slips import Due, EventHead, Standing


def due_of_playoffs(head: EventHead, standing: Standing, seeds: Sequence[int]) -> list[Due]:
    """The slips of the bracket that can be told now."""
    return []


def playoff_of(head: EventHead, standing: Standing, seeds: Sequence[int]) -> dict[str, Any]:
    """The parts of the record about the playoff: stages, the third place, and the first teams."""
    return {}


def place_of_playoff(finding: Mapping[str, Any]) -> str:
    """The slip of the bracket that a finding speaks of."""
    return ""
