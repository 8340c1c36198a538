"""Terms of appeals, the College's vote, and what a decision opens the way to."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from rules_engine.justice.appeal_decisions import (
    DECISIONS,
    college_decides,
    may_penalise_without_merit,
    open_to_a_case,
)
from rules_engine.justice.appeal_terms import DAYS_TO_APPEAL, DAYS_TO_DECIDE, is_in_time, last_day
from rules_engine.justice.appeals import MATTERS, OFFICES

DECIDED = dt.date(2026, 2, 27)


def test_every_higher_office_has_its_terms() -> None:
    assert set(DAYS_TO_APPEAL) == set(OFFICES) - {"Acting"}
    assert set(DAYS_TO_DECIDE) == set(OFFICES)


def test_the_last_day_is_in_time_the_next_is_not() -> None:
    assert last_day(DECIDED, 2) == dt.date(2026, 3, 1)
    days = [is_in_time(DECIDED, 2, DECIDED + dt.timedelta(days=after)) for after in range(-1, 4)]
    assert days == [False, True, True, True, False]
    with pytest.raises(ValueError, match="at least one day"):
        last_day(DECIDED, 0)


def test_the_college_needs_its_quorum_and_more_than_half_of_those_who_sit() -> None:
    for sitting, quorum in product(range(10), range(1, 6)):
        for ayes in range(sitting + 1):
            vote = college_decides(sitting, quorum, ayes)
            others = sitting - ayes
            assert vote.valid == (sitting >= quorum)
            assert vote.carried == (sitting >= quorum and ayes > others)
            assert vote.carried == (vote.valid and ayes >= vote.needed)
    for wrong in ((3, 3, 4), (3, 3, -1), (3, 0, 1)):
        with pytest.raises(ValueError, match="who sit"):
            college_decides(*wrong)


def test_only_the_college_and_only_after_its_own_decision_penalises_an_appeal_without_merit() -> None:
    may = [
        (office, decision)
        for office, decision in product(OFFICES, (None, *DECISIONS))
        if may_penalise_without_merit(office, decision)
    ]
    assert may == [("College", "upheld")]


def test_a_case_may_be_opened_against_the_ayes_of_an_act_that_was_not_disruptive() -> None:
    answers = {"ann": "no", "bob": "aye", "cat": "abstain", "dan": "aye", "eve": "absent"}
    for matter, office, harmless in product(MATTERS, OFFICES, (True, False)):
        against = tuple(open_to_a_case(matter, office, harmless, answers))
        due = matter == "chaotic-action" and office in ("Managing", "College") and harmless
        assert against == (("bob", "dan") if due else ())
