"""Two who decide a case, or who judges it, at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from sanctioning.bars.models import Bar
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment
from tests.cast import Cast
from tests.support.discipline import filed_letter, holder, opened_case
from tests.support.racing import all_at_once
from tests.tournaments.justice.cases.test_cases import EVERYTHING, LATER
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.services.judging import (
    assign_judge,
    decide_case,
)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_decisions_at_once_are_one(cast: Cast) -> None:
    case = opened_case(cast, filed_letter(cast), holder(cast, "Asa"))
    assert case.judge is not None
    acts: list[Callable[[], object]] = [
        partial(
            decide_case, by=case.judge.person, case=case, outcome=outcome, reasons=outcome, bar=bar, at=LATER
        )
        for outcome, bar in (("dismissed", None), ("bar", EVERYTHING))
    ]
    answers = all_at_once(acts)
    [late] = [answer for answer in answers if isinstance(answer, Refusal)]
    [decided] = [answer for answer in answers if isinstance(answer, Case)]
    assert late.code == "case-decided"
    assert Case.objects.get().outcome == decided.outcome
    assert Bar.objects.count() == (decided.outcome == "bar")
    assert CaseEntry.objects.filter(kind="decided").count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_judge_decides_while_the_case_is_given_to_another(cast: Cast) -> None:
    case, other = opened_case(cast, filed_letter(cast), holder(cast, "Asa")), holder(cast, "Bea")
    assert case.judge is not None
    first = case.judge.person
    acts: list[Callable[[], object]] = [
        partial(decide_case, by=first, case=case, outcome="dismissed", reasons="No.", at=LATER),
        partial(assign_judge, by=cast.managing, case=case, judge=other, why="Faster.", at=LATER),
    ]
    answers = all_at_once(acts)
    [late] = [answer for answer in answers if isinstance(answer, Refusal)]
    assert late.code in ("case-decided", "not-allowed")
    case.refresh_from_db()
    assert (case.outcome == "dismissed") == (case.judge == Appointment.objects.get(person=first))
