"""JSON that the site hands on without a look inside: its shape is known to the format alone, which gives it a
type of its own (`rules_engine.<game>.document` for records).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

Planned = Mapping[str, object]
"""How a game is to end, as it was fixed before the first deal."""
Record = Mapping[str, Any]
"""A whole record, of the format that it names."""


class TeamFacts(TypedDict, total=False):
    """What a format asks of a team besides its players: where teams go on from event to event, the one that
    they come from and their place there."""

    origin: str
    place: int
