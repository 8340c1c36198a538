"""A disciplinary case before its judge: answer, statements, and a decision with reasons.

Invariants: the accused answers once and within his days; whoever judges is tied to nothing in the case, also
on the day on which he decides; nothing is decided before the accused has answered or his days are over;
decided once. Its reasons are for those who see the case; whoever enters or seats the barred person reads only
by which case he is barred.
Rule section: III, "Penalties" and "Chaotic Action"; W-106, W-114.
Terms: as in `tournaments.justice.cases.models`.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.models import Bar
from sanctioning.bars.services import put_bar
from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import day
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds, require
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.permissions import judges_case
from tournaments.justice.cases.selectors.judges import require_free
from tournaments.justice.cases.services.docket import (
    RULE,
    Kind,
    enter,
    require_judge_of_case,
    require_managing,
    require_text,
    still_open,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarTerms:
    """The bar of a decision: what it takes in, and both its days; without a last one until it is lifted."""

    reach: tuple[Target, ...]
    first_day: dt.date
    last_day: dt.date | None = None


@transaction.atomic
def answer_charge(*, by: Person, case: Case, text: str, at: dt.datetime | None = None) -> CaseEntry:
    """What the accused says to the charge: once, and within his days.

    Raises:
        Refusal: `answer-too-late`, `answered-already`, `case-decided`, `not-allowed`, `text-missing`,
            `text-too-long`.
    """
    at = moment(at)
    case = still_open(case)
    require(same_person(by, case.against), what=_("answer this charge"), who=_("the accused"), rule=RULE)
    if case.docket.filter(kind=Kind.ANSWER).exists():
        raise Refusal(
            code="answered-already",
            sentence=_("You have already answered the charge."),
            rule=RULE,
            remedy=_("Add a statement: it is kept in the docket next to your answer."),
        )
    if day_of(at) > case.answer_until:
        raise Refusal(
            code="answer-too-late",
            sentence=_("The answer was due on %(day)s.") % {"day": day(case.answer_until)},
            rule=_("The Articles set the days for an answer."),
            remedy=_("Add a statement; the judge may take it into account until the decision."),
        )
    return enter(case, Kind.ANSWER, by=by, at=at, text=require_text(text))


@transaction.atomic
def add_statement(*, by: Person, case: Case, text: str, at: dt.datetime | None = None) -> CaseEntry:
    """What the accused, the judge, the Managing Executor or a member of the College adds to the docket.

    Raises:
        Refusal: `case-decided`, `not-allowed`, `text-missing`, `text-too-long`.
    """
    at = moment(at)
    case = still_open(case)
    concerned = same_person(by, case.against) or judges_case(by, case, day_of(at))
    require(
        concerned or holds(by, day_of(at), Office.MANAGING_EXECUTOR, Office.COLLEGE),
        what=_("add to this docket"),
        who=_("the judge"),
        rule=RULE,
    )
    return enter(case, Kind.STATEMENT, by=by, at=at, text=require_text(text))


@transaction.atomic
def withdraw_as_judge(*, by: Person, case: Case, why: str, at: dt.datetime | None = None) -> CaseEntry:
    """The judge withdraws; the Managing Executor names another.

    Raises:
        Refusal: `case-decided`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    case = still_open(case)
    require_judge_of_case(by, case, at, _("withdraw from this case"))
    text = require_reason(why, _("A judge who withdraws says why."))
    case.judge = None
    case.save(update_fields=["judge"])
    return enter(case, Kind.RECUSED, by=by, at=at, text=text)


@transaction.atomic
def assign_judge(
    *, by: Person, case: Case, judge: Appointment, why: str, at: dt.datetime | None = None
) -> CaseEntry:
    """Give the case to another judge.

    Raises:
        Refusal: `case-decided`, `judge-accused`, `judge-conflicted`, `judge-played`, `judge-ruled`,
            `judge-there`, `no-judge`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    case = still_open(case)
    require_managing(by, at, _("give this case to another judge"))
    text = require_reason(why, _("Giving a case to another judge needs a reason."))
    if case.judge is not None and same_person(case.judge.person, judge.person):
        raise Refusal(
            code="judge-there",
            sentence=_("%(name)s already judges this case.") % {"name": judge.person.name},
            rule=RULE,
            remedy=_("Choose another judge."),
        )
    require_free(judge, game=case.game, against=case.against, day=day_of(at))
    former, case.judge = case.judge, judge
    case.save(update_fields=["judge"])
    return enter(case, Kind.ASSIGNED, by=by, at=at, text=text, also=former)


@transaction.atomic
def decide_case(
    *,
    by: Person,
    case: Case,
    outcome: str,
    reasons: str,
    bar: BarTerms | None = None,
    at: dt.datetime | None = None,
) -> Case:
    """Dismissed, a reprimand, or a bar with its terms; once, with reasons, after the accused was heard.

    Raises:
        Refusal: `bar-unreadable`, `case-decided`, `judge-accused`, `judge-conflicted`, `judge-played`,
            `judge-ruled`, `no-judge`, `no-such-outcome`, `not-allowed`, `not-heard`, `reasons-missing`,
            `text-too-long`.
    """
    at = moment(at)
    case = still_open(case)
    require_judge_of_case(by, case, at, _("decide this case"))
    assert case.judge is not None
    require_free(case.judge, game=case.game, against=case.against, day=day_of(at))
    _require_outcome(outcome, bar)
    _require_heard(case, at)
    case.reasons = require_text(reasons, "reasons-missing", _("A decision needs reasons."))
    case.bar = _bar(case, by, bar, at) if bar is not None else None
    case.outcome, case.decided_by, case.decided_at = outcome, by, at
    case.save(update_fields=["reasons", "bar", "outcome", "decided_by", "decided_at"])
    enter(case, Kind.DECIDED, by=by, at=at, text=case.reasons)
    return case


def _bar(case: Case, by: Person, terms: BarTerms, at: dt.datetime) -> Bar:
    why = _("Following the decision in %(case)s.") % {"case": case}
    return put_bar(
        by=by,
        person=case.against,
        reach=terms.reach,
        first_day=terms.first_day,
        last_day=terms.last_day,
        why=why,
        at=at,
    )


def _require_outcome(outcome: str, bar: BarTerms | None) -> None:
    if outcome not in Case.Outcome.values or (outcome == Case.Outcome.BAR) != (bar is not None):
        raise Refusal(
            code="no-such-outcome",
            sentence=_("A case ends dismissed, with a reprimand, or with a bar and its terms."),
            rule=RULE,
            remedy=_("Choose one of them. For a bar, say what it covers and from when to when."),
            status=422,
            facts={"outcomes": Case.Outcome.values},
        )


def _require_heard(case: Case, at: dt.datetime) -> None:
    if day_of(at) <= case.answer_until and not case.docket.filter(kind=Kind.ANSWER).exists():
        raise Refusal(
            code="not-heard",
            sentence=_("The accused has until %(day)s to answer the charge.")
            % {"day": day(case.answer_until)},
            rule=_("Nobody is judged unheard."),
            remedy=_("Wait for the answer, or until that day has passed."),
        )
