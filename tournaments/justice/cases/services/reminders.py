"""What the clock does for disciplinary cases: it reminds of answers, hearings and decisions.

Invariants: each reminder once, however often the clock looks: messages are told apart by the day or the
hearing of which they speak; each case in a transaction of its own, under its lock.
Rule section: IV, reading 71 read for cases.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction

from sanctioning.identity.lookup import holders_of
from sanctioning.kit.clock import day_of, moment
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.notifications.cases import remind
from tournaments.justice.cases.selectors.cases import CASE_FACTS
from tournaments.justice.cases.selectors.deadlines import days_of, with_days

BEFORE: Final = dt.timedelta(days=2)


def remind_of_cases(*, at: dt.datetime | None = None) -> int:
    """All that is due within two days, or overdue; gives how many open cases it looked into."""
    at = moment(at)
    waiting = Case.objects.filter(outcome="")
    open_still = list(waiting.order_by("pk").values_list("pk", flat=True))
    rows = with_days(waiting.select_for_update(of=("self",), no_key=True)).select_related(*CASE_FACTS)
    for key in open_still:
        with transaction.atomic():
            for case in rows.filter(pk=key):
                _of_the_answer(case, at)
                _of_hearings(case, at)
                _of_the_decision(case, at)
    return len(open_still)


def _of_the_answer(case: Case, at: dt.datetime) -> None:
    answered, _until = days_of(case)
    if not answered and _is_near(case.answer_until, at):
        remind(case, "case-answer-due", [case.against], occasion=case.answer_until, at=at)


def _of_hearings(case: Case, at: dt.datetime) -> None:
    standing = case.docket.filter(
        kind=CaseEntry.Kind.HEARING, moved_by__isnull=True, hearing_at__gt=at, hearing_at__lte=at + BEFORE
    )
    for entry in standing:
        called = [case.against, *_judge(case)]
        remind(case, "case-hearing-near", called, occasion=entry.pk, at=at, entry=entry)


def _of_the_decision(case: Case, at: dt.datetime) -> None:
    _answered, until = days_of(case)
    if until is None:
        return
    if _is_near(until, at):
        remind(case, "case-decision-due", _judge(case), occasion=until, at=at, until=until)
    elif until < day_of(at):
        managing = holders_of(day_of(at), Office.MANAGING_EXECUTOR)
        people = [case.against, *_judge(case), *managing]
        remind(case, "case-overdue", people, occasion=until, at=at, until=until)


def _judge(case: Case) -> list[Person]:
    return [case.judge.person] if case.judge else []


def _is_near(day: dt.date, at: dt.datetime) -> bool:
    return day_of(at) <= day <= day_of(at) + BEFORE
