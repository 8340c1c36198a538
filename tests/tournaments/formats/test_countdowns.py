"""What a clock that counts down shows: minutes, with hours from an hour on, and nothing days ahead."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.cast import MARCH
from tournaments.formats.display.countdowns import Countdown


@pytest.mark.parametrize(
    ("seconds", "left", "over"),
    [
        (0, "0:00", True),
        (9, "0:09", False),
        (3599, "59:59", False),
        (3600, "1:00:00", False),
        (7265, "2:01:05", False),
        (86399, "23:59:59", False),
        (86400, "", False),
        (2354394, "", False),
    ],
)
def test_what_is_left(seconds: int, left: str, over: bool) -> None:
    clock = Countdown(ends=MARCH + dt.timedelta(seconds=seconds), now=MARCH)
    assert (clock.left, clock.over) == (left, over)
