"""The days of a season and what each evening has of the first."""

from __future__ import annotations

import calendar
import datetime as dt
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.terms import EventTerms
from tournaments.seasons.evenings import MOST_EVENINGS, Rhythm, SeasonEvening, days_of, evenings_on

LONDON = "Europe/London"
DAYS = st.dates(min_value=dt.date(2020, 1, 1), max_value=dt.date(2060, 12, 31))
COUNTS = st.integers(min_value=2, max_value=MOST_EVENINGS)


@given(DAYS, COUNTS, st.sampled_from(["1", "2", "3", "4"]))
def test_weeks_apart(first: dt.date, count: int, weeks: str) -> None:
    days = days_of(first, weeks, count)
    assert days == tuple(first + number * dt.timedelta(weeks=int(weeks)) for number in range(count))


@given(DAYS, COUNTS)
def test_the_same_weekday_of_every_month(first: dt.date, count: int) -> None:
    """Counted through by hand: of each month from the first on the same weekday, the fifth as the last."""
    which, expected = (first.day - 1) // 7, []
    for month in range(first.month - 1, first.month - 1 + count):
        year, number = first.year + month // 12, month % 12 + 1
        weeks = calendar.monthcalendar(year, number)
        same = [week[first.weekday()] for week in weeks if week[first.weekday()]]
        expected.append(dt.date(year, number, same[-1] if which == 4 else same[which]))
    assert list(days_of(first, Rhythm.MONTH, count)) == expected


def test_evenings_keep_their_hour_when_the_clocks_change_and_entries_their_distance() -> None:
    zone = ZoneInfo(LONDON)
    terms = EventTerms(entries_from=dt.date(2027, 3, 1), entries_until=dt.date(2027, 3, 18))
    begins = dt.datetime(2027, 3, 19, 19, 30, tzinfo=zone)
    first = SeasonEvening(
        name="Fridays", starts_at=begins, ends_at=begins + dt.timedelta(hours=3), terms=terms
    )
    evenings = evenings_on(days_of(dt.date(2027, 3, 19), Rhythm.WEEK, 3), first, LONDON)
    assert [evening.name for evening in evenings] == ["Fridays, no. 1", "Fridays, no. 2", "Fridays, no. 3"]
    assert [evening.starts_at.astimezone(dt.UTC).hour for evening in evenings] == [19, 19, 18]
    assert [evening.starts_at.strftime("%d %H:%M") for evening in evenings] == [
        "19 19:30",
        "26 19:30",
        "02 19:30",
    ]
    assert evenings[2].terms.entries_from == dt.date(2027, 3, 15)
    assert evenings[2].terms.entries_until == dt.date(2027, 4, 1)
    assert evenings[0].terms == terms
