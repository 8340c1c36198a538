"""Until when a case is decided, against the days counted one by one."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from rules_engine.justice.case_terms import decide_until, heard_on

DAY = dt.timedelta(days=1)
OPENED = dt.date(2026, 2, 20)
DUE = OPENED + 14 * DAY


def test_who_judges_waits_for_the_answer_its_last_day_and_the_last_hearing() -> None:
    days = [OPENED + n * DAY for n in range(0, 31, 3)]
    for answered, hearing in product([None, *days[:5]], [None, *days]):
        heard = heard_on(answered, DUE, hearing)
        waits_for = {answered or DUE, *([hearing] if hearing else [])}
        assert heard in waits_for
        assert all(day <= heard for day in waits_for)


def test_the_term_ends_with_its_last_day() -> None:
    for days in (1, 14, 42):
        counted = 0
        day = DUE
        while day < decide_until(DUE, days):
            day += DAY
            counted += 1
        assert counted == days
    with pytest.raises(ValueError, match="at least one day"):
        decide_until(DUE, 0)
