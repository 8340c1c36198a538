"""When a game ends that is planned by the clock (reading 10)."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from typing import Final

DAY_ALONE: Final = len("2025-01-01")


def planned_time(text: str) -> dt.time | dt.datetime | None:
    """A time of the day, or a whole date and time; None for what is neither, such as a day alone."""
    with suppress(ValueError):
        whole = dt.datetime.fromisoformat(text)
        if len(text) > DAY_ALONE:
            return whole
    with suppress(ValueError):
        return dt.time.fromisoformat(text)
    return None
