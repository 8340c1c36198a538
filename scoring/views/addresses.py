"""Parts of addresses: a roster by its day."""

from __future__ import annotations

import datetime as dt


class DayConverter:
    """`1966-11-15`."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        return dt.date.fromisoformat(value)

    def to_url(self, value: dt.date | str) -> str:
        return value if isinstance(value, str) else value.isoformat()
