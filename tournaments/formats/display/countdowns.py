"""A clock that counts down on a page: drawn by `components/countdown.html`, kept running by `until.js`."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

A_DAY: Final = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """When it ends, and when this was read; `minutes` and `seconds` were left then."""

    ends: dt.datetime
    now: dt.datetime

    @property
    def over(self) -> bool:
        return self.ends <= self.now

    @property
    def minutes(self) -> int:
        return self._left // 60

    @property
    def seconds(self) -> int:
        return self._left % 60

    @property
    def left(self) -> str:
        """As the page shows it: with hours from an hour on, and nothing while it is more than a day."""
        if self.ends - self.now >= A_DAY:
            return ""
        minutes = f"{self.minutes // 60}:{self.minutes % 60:02d}" if self.minutes >= 60 else f"{self.minutes}"
        return f"{minutes}:{self.seconds:02d}"

    @property
    def _left(self) -> int:
        return max(0, int((self.ends - self.now).total_seconds()))
