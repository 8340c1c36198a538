"""Who sees an appeal, writes to it and acts in it: predicates on a person, a day and an appeal's steps.

Invariant: it is for the parties, who ruled, whoever judges or judged it or a disciplinary case that came of
it, the Managing Executor and the College.
"""

from __future__ import annotations

import datetime as dt

from sanctioning.identity.same_person import same_person
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, is_managing_executor, terms_held
from sanctioning.people.models.person import Person
from tournaments.events.permissions import plays_in
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.selectors.judges import cause_of, members_sitting
from tournaments.justice.cases.models import Case


def is_party(person: Person | None, proceedings: Proceedings) -> bool:
    """A participating player, leavers too: each may take a step (reading 71)."""
    return plays_in(person, proceedings.game)


def ruled_it(person: Person | None, proceedings: Proceedings) -> bool:
    ruled = proceedings.ruling.by if proceedings.ruling else proceedings.game.acting_executor
    return ruled is not None and same_person(person, ruled.person)


def judges_it(person: Person | None, day: dt.date, proceedings: Proceedings) -> bool:
    """Whether the step that waits is this person's to decide, alone or in the College."""
    step = proceedings.waiting
    if step is None or person is None:
        return False
    if step.office == AppealStep.Office.COLLEGE:
        return sits_on_it(person, day, proceedings)
    return step.judge is not None and step.judge.runs_on(day) and same_person(person, step.judge.person)


def sits_on_it(person: Person | None, day: dt.date, proceedings: Proceedings) -> bool:
    """Whether the person is a member of the College, free of conflict with the matter."""
    if not holds(person, day, Office.COLLEGE):
        return False
    question = ("sitting", proceedings.appeal.pk, day)
    members = asked_once(question, lambda: members_sitting(proceedings, day))
    return any(same_person(person, member.person) for member in members)


def presides(person: Person, day: dt.date, proceedings: Proceedings) -> bool:
    """Counts the College's votes: the Managing Executor without a part in the matter. That he judged a step
    of it is none.
    """
    if not is_managing_executor(person, day):
        return False
    return not cause_of(proceedings.game, day, ruling=proceedings.ruling).against(person, "College")


def may_see_appeal(person: Person | None, day: dt.date, proceedings: Proceedings) -> bool:
    return (
        is_party(person, proceedings)
        or ruled_it(person, proceedings)
        or any(
            step.judge is not None and same_person(person, step.judge.person) for step in proceedings.steps
        )
        or holds(person, day, Office.MANAGING_EXECUTOR, Office.COLLEGE)
        or _judges_what_came_of_it(person, day, proceedings)
    )


def _judges_what_came_of_it(person: Person | None, day: dt.date, proceedings: Proceedings) -> bool:
    if person is None:
        return False
    terms = terms_held(person, day)
    return Case.objects.filter(step__appeal=proceedings.appeal, judge__in=terms).exists()


def may_state(person: Person | None, day: dt.date, proceedings: Proceedings) -> bool:
    """Write to it: each side, who ruled, and whoever judges now."""
    return (
        is_party(person, proceedings) or ruled_it(person, proceedings) or judges_it(person, day, proceedings)
    )
