"""How many days, sessions and hands a record may have: the most is read, and one more refused."""

from typing import Any

import pytest

from rules_engine.military_whist.reader.event import record_of
from rules_engine.reading import Malformed
from tests.rules_engine.military_whist.events import three_tables

MOST_HANDS = 1000


def planned(*days: list[int]) -> dict[str, Any]:
    """An event of which only the sessions are known."""
    return {**three_tables(), "days": [{"sessions": sessions} for sessions in days]}


@pytest.mark.parametrize(
    "days",
    [[[MOST_HANDS]], [[600, 300], [100]], [[1]] * 10, [[1] * 20]],
)
def test_the_most_is_read(days: list[list[int]]) -> None:
    assert [list(day.sessions) for day in record_of(planned(*days)).days] == days


@pytest.mark.parametrize(
    ("days", "pointer"),
    [
        ([[MOST_HANDS + 1]], "/days/0/sessions/0"),
        ([[600, 300], [101]], "/days"),
        ([[501, 500]], "/days"),
        ([], "/days"),
        ([[1]] * 11, "/days"),
        ([[1], []], "/days/1/sessions"),
        ([[1] * 21], "/days/0/sessions"),
    ],
)
def test_one_more_is_refused(days: list[list[int]], pointer: str) -> None:
    with pytest.raises(Malformed) as refused:
        record_of(planned(*days))
    assert refused.value.pointer == pointer
