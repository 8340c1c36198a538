"""How a game was to end, in words; the format reads the plan itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def ends_words(planned: Mapping[str, Any]) -> str:
    """How the game was to end, as fixed before the first deal."""
    if "stanzas" in planned:
        return f"after {planned['stanzas']} stanzas"
    if "cycles" in planned:
        cycles = planned["cycles"]
        return f"after {cycles} full cycle{'s' if cycles != 1 else ''}"
    if "until" in planned:
        return f"with the stanza that runs at {planned['until']}"
    return "not told"
