"""How a team of Bid Whist entered, as the record tells it: the late fee falls on each player by that player's
own time.

Rule section: 2 (B-6).
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from rules_engine.bid_whist.timetable import BY_NAME
from tests.rules_engine.bid_whist.tournaments import codes, four_teams
from tournaments.formats.bid_whist.entries import DOOR, entered, fee_of
from tournaments.formats.slips import EntryHead, TeamHead

FEE = 4_000
FRIDAY = BY_NAME["friday-night-special"]


def team(*minutes: float) -> TeamHead:
    """A team of which each player registered so many minutes after the start, and paid what was owed then."""
    entries = {}
    for letter, after in zip("AB", minutes, strict=True):
        late = DOOR.late_fee(dt.timedelta(minutes=after))
        entries[letter] = EntryHead(
            after_start=dt.timedelta(minutes=after),
            fee=FEE + late,
            late_fee=late,
            settled=True,
            present=True,
            let_in="",
        )
    return TeamHead(number=4, name="Ash", players={"A": "n4", "B": "s4"}, facts={}, entries=entries)


@pytest.mark.parametrize(
    ("minutes", "entered_at"),
    [
        ((-10, -10), {"by": "site", "at": "19:50:00", "paid": [4_000, 4_000]}),
        ((-10, 5), {"by": "site", "at": ["19:50:00", "20:05:00"], "paid": [4_000, 5_000]}),
        ((5, -90), {"by": "site", "at": ["20:05:00", "18:30:00"], "paid": [5_000, 4_000]}),
        ((-90, -3 * 24 * 60), {"by": "online", "at": ["18:30:00", "00:00:00"], "paid": [4_000, 4_000]}),
    ],
)
def test_each_player_has_a_time_of_their_own(
    minutes: tuple[float, float], entered_at: dict[str, Any]
) -> None:
    pair = team(*minutes)
    assert entered(pair, FRIDAY) == entered_at
    assert fee_of({4: pair}) == FEE
    record = four_teams()
    record["teams"][3]["entered"] = entered_at
    assert codes(record) == []
