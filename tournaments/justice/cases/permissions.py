"""Who may see a Letter or a case, and call a hearing off."""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds, is_managing_executor
from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.votes.models import Vote, Voter


def may_see_letter(asker: Person | None, letter: Letter) -> bool:
    day = today()
    if signer_of(letter.vote, asker) is not None or rules_game(asker, day, letter.vote.violation.game):
        return True
    if letter.filed_at is None or asker is None:
        return False
    if same_person(asker, letter.against) or holds(asker, day, Office.MANAGING_EXECUTOR, Office.COLLEGE):
        return True
    judges = Appointment.objects.on(day).filter(cases__letter=letter, person__in=rows_of(asker))
    return judges.exists()


def may_see_case(asker: Person | None, case: Case) -> bool:
    if same_person(asker, case.against) or judges_case(asker, case, today()):
        return True
    return holds(asker, today(), Office.MANAGING_EXECUTOR, Office.COLLEGE)


def judges_case(person: Person | None, case: Case, day: dt.date) -> bool:
    return case.judge is not None and case.judge.runs_on(day) and same_person(person, case.judge.person)


def may_call_off(person: Person | None, case: Case, day: dt.date) -> bool:
    """Call off a hearing: whoever judges, and where nobody does the Managing Executor."""
    if case.judge is None or not case.judge.runs_on(day):
        return is_managing_executor(person, day)
    return judges_case(person, case, day)


def signer_of(vote: Vote, person: Person | None) -> Voter | None:
    """The place of a person on the roll, which in a carried unanimous vote is that of an aye. One query."""
    if person is None:
        return None
    mine = vote.roll.filter(player__person__in=rows_of(person))
    return mine.select_related("player__person__merged_into").first()
