"""A clock that counts down on a page: drawn by `components/countdown.html`, kept running by `until.js`."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


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
    def _left(self) -> int:
        return max(0, int((self.ends - self.now).total_seconds()))
