"""A step of an appeal: before which office, opened, given to a judge, given to another.

Invariants: the system assigns, never a party; whoever is not free of conflict gets nothing; until when is set
by the Articles of the event's sanction; who had it before and why no longer is kept. The College has no
single judge.
Rule section: IV, readings 71 and 73.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.appeal_course import course, next_office
from rules_engine.justice.appeal_terms import DAYS_TO_DECIDE, last_day
from rules_engine.justice.appeals import Office as Bench
from sanctioning.identity.same_person import identity_id, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.games.models import GamePlayer
from tournaments.justice.appeal_history.proceedings import (
    OFFICES,
    Proceedings,
    game_of,
    matter_of,
    proceedings_of,
)
from tournaments.justice.appeals.models import Appeal, AppealStep, Assignment
from tournaments.justice.appeals.notifications import tell_of_assignment
from tournaments.justice.appeals.selectors.judges import Cause, cause_in, cause_of, free_judges, may_judge
from tournaments.justice.appeals.services.locks import locked_proceedings
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote

IMPARTIAL: Final = _lazy("IV: nobody judges their own case.")
OVERDUE: Final = "overdue"


def open_step(
    appeal: Appeal, *, place: int, bench: Bench, player: GamePlayer, grounds: str, at: dt.datetime
) -> AppealStep:
    """The next step, with its judge and the last day on which he decides. The caller holds the locks."""
    proceedings = proceedings_of(appeal)
    step = AppealStep.objects.create(
        appeal=appeal,
        place=place,
        office=bench,
        taken_by=player,
        taken_at=at,
        grounds=grounds,
        until=last_day(day_of(at), proceedings.articles.days_of(DAYS_TO_DECIDE[bench])),
    )
    assign(proceedings, step, at=at)
    return step


def assign(
    proceedings: Proceedings, step: AppealStep, *, at: dt.datetime, but: Collection[int] = ()
) -> Appointment | None:
    """Give a step to who is free of conflict, `but` these people; None while there is nobody."""
    if step.office == AppealStep.Office.COLLEGE:
        return None
    free = [holder for holder in _ranked(proceedings, step, day_of(at)) if holder.person_id not in but]
    if not free:
        return None
    step.judge = free[0]
    step.save(update_fields=["judge"])
    Assignment.objects.create(step=step, judge=free[0], at=at)
    tell_of_assignment(proceedings=proceedings, step=step, at=at)
    return free[0]


@transaction.atomic
def recuse(*, by: Person, step: AppealStep, why: str, at: dt.datetime | None = None) -> AppealStep:
    """A judge says that he cannot judge; the step goes to another of his rank.

    Raises:
        Refusal: `not-allowed`, `reason-missing`, `step-decided`.
    """
    at = moment(at)
    proceedings = locked_proceedings(step.appeal)
    locked = next(each for each in proceedings.steps if each.pk == step.pk)
    _require_waits(locked)
    require(
        locked.judge is not None and same_person(by, locked.judge.person),
        what=_("recuse yourself from this appeal"),
        who=_("the executor to whom it is assigned"),
        rule=IMPARTIAL,
    )
    why = require_reason(why, _("A judge who steps aside says why."))
    hand_over(proceedings, locked, by=by, why=why, at=at)
    return locked


def hand_over(
    proceedings: Proceedings, step: AppealStep, *, by: Person | None, why: str, at: dt.datetime
) -> None:
    """Take a step from its judge and give it to another, with a new last day; nobody had before comes last.

    Where nobody else of the rank is free an overdue step stays with its judge, and one whose judge recused
    himself waits for one to be appointed.
    """
    had = set(step.assignments.values_list("judge__person", flat=True))
    others = [holder for holder in _ranked(proceedings, step, day_of(at)) if holder.person_id not in had]
    if not others and why == OVERDUE:
        return
    step.assignments.filter(ended_at__isnull=True).update(ended_at=at, ended_for=why[:200])
    before, step.judge = step.judge, None
    days = proceedings.articles.days_of(DAYS_TO_DECIDE[OFFICES[step.office]])
    step.until = last_day(day_of(at), days)
    step.save(update_fields=["judge", "until"])
    assign(proceedings, step, at=at, but=had)
    note(
        by=by,
        at=at,
        action="reassign appeal",
        thing=proceedings.appeal,
        why=why,
        before={"judge": before.person.number if before else None},
        after={"judge": step.judge.person.number if step.judge else None, "until": step.until.isoformat()},
    )


def first_bench(thing: Ruling | Vote, day: dt.date) -> Bench:
    """Which office hears it first."""
    matter = matter_of(thing)
    cause = cause_of(game_of(thing), day, ruling=thing if isinstance(thing, Ruling) else None)
    bench = next_office(matter, course(matter, ()), _unable_benches(cause, day))
    assert bench is not None
    return bench


def next_bench(proceedings: Proceedings, day: dt.date) -> Bench | None:
    """Which office hears the appeal next; None after the College."""
    return next_office(
        proceedings.matter, proceedings.course, _unable_benches(cause_in(proceedings, day), day)
    )


def _unable_benches(cause: Cause, day: dt.date) -> tuple[Bench, ...]:
    """The Managing Executor where he is conflicted: then the College hears it."""
    return () if may_judge(cause, "Managing", day) else ("Managing",)


def _ranked(proceedings: Proceedings, step: AppealStep, day: dt.date) -> list[Appointment]:
    """Free judges; who decided in that office before decides anew what was sent back to it."""
    cause = cause_in(proceedings, day)
    again = {person for person, bench in cause.judged.items() if bench == step.office}
    if step.office == AppealStep.Office.ACTING and cause.ruled is not None:
        again = {cause.ruled}
    free = free_judges(cause, OFFICES[step.office], day)
    return sorted(free, key=lambda holder: identity_id(holder.person) not in again)


def _require_waits(step: AppealStep) -> None:
    if not step.waits:
        raise Refusal(
            code="step-decided",
            sentence=_("This step is decided, or was withdrawn."),
            rule=_("A decision is never changed; the next step may replace it."),
            remedy=_("Look at the appeal as it is now."),
        )
