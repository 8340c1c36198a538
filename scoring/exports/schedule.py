"""When an export is due."""

from __future__ import annotations

import datetime as dt
from typing import Final

from scoring.exports.models import Export

DAY: Final = dt.timedelta(days=1)


def next_day(every: str, day: dt.date) -> dt.date | None:
    """The first day after this one on which it is due; None where no day makes it so."""
    if every == Export.Every.DAY:
        return day + DAY
    if every == Export.Every.WEEK:
        return day + (7 - day.weekday()) * DAY
    if every == Export.Every.MONTH:
        return (day.replace(day=1) + 31 * DAY).replace(day=1)
    return None
