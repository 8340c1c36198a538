"""The College of Executors: a member moves a decision, members answer, and the vote is counted.

Invariants: members free of conflict sit, each answers a motion once; those who answered sit on it, no fewer
than the quorum of the Articles, and a majority of them carries; one motion at a time; that an appeal was
without merit is moved only after the College upheld what was appealed, with a penalty that the Articles name.
Rule section: IV, W-124, W-125; readings 71 and 72.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.appeal_decisions import CollegeVote, college_decides, may_penalise_without_merit
from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_words
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import DECISIONS, OFFICES, Proceedings
from tournaments.justice.appeals.models import AppealStep, CollegeBallot, CollegeMotion, Decision
from tournaments.justice.appeals.notifications import tell_of_merit, tell_of_motion, tell_of_quorum
from tournaments.justice.appeals.permissions import presides
from tournaments.justice.appeals.selectors.judges import members_sitting
from tournaments.justice.appeals.services.deciding import check_decision, settle
from tournaments.justice.appeals.services.locks import locked_proceedings
from tournaments.justice.appeals.variation import weighed_anew

RULE: Final = _lazy("IV, reading 71: a majority of the members who sit, with the quorum of the Articles.")
MERIT: Final = _lazy("IV, W-125: only the College, only after its own decision.")
Kind = CollegeMotion.Kind


@looks_again
def move_decision(
    *,
    by: Person,
    step: AppealStep,
    decision: str,
    reasons: str,
    facts: Mapping[str, Any] | None = None,
    not_disruptive: bool = False,
    at: dt.datetime | None = None,
) -> CollegeMotion:
    """Move how the College decides a step; the mover's own answer is aye.

    Raises:
        Refusal: `decision-missing`, `fact-wrong`, `field-unreadable`, `motion-open`, `nobody-before`,
            `not-allowed`, `not-before-the-college`, `not-for-this-office`, `nothing-to-vary`,
            `penalty-without-disruption`, `reasons-missing`, `ruled-already`, `step-decided`.
    """
    at = moment(at)
    proceedings, locked = _locked(step)
    member = require_member(proceedings, by, at, _("move a decision of the College"))
    reasons = check_decision(proceedings, locked, decision, reasons, not_disruptive)
    weighed = weighed_anew(proceedings, facts or {}) if decision == Decision.VARIED else None
    return _move(
        proceedings,
        locked,
        member,
        at,
        kind=Kind.DECIDE,
        decision=decision,
        reasons=reasons,
        facts=weighed.facts if weighed else {},
        not_disruptive=not_disruptive,
    )


@transaction.atomic
def move_without_merit(
    *, by: Person, step: AppealStep, penalty: str, reasons: str, at: dt.datetime | None = None
) -> CollegeMotion:
    """Move that an appeal which the College decided was without merit, with a penalty of the Articles.

    Raises:
        Refusal: `merit-not-open`, `motion-open`, `not-allowed`, `not-before-the-college`,
            `penalty-not-in-articles`, `reasons-missing`.
    """
    at = moment(at)
    proceedings, locked = _locked(step)
    member = require_member(proceedings, by, at, _("find an appeal without merit"))
    decided = DECISIONS.get(locked.decision)
    if not may_penalise_without_merit(OFFICES[locked.office], decided) or locked.penalty:
        raise Refusal(
            code="merit-not-open",
            sentence=_("The College has not upheld the decision here, or has already found this."),
            rule=MERIT,
            remedy=_("Decide the appeal first."),
        )
    if penalty not in proceedings.articles.penalties_without_merit:
        raise Refusal(
            code="penalty-not-in-articles",
            sentence=_("The Articles have no such penalty."),
            rule="IV, reading 72",
            remedy=_("Choose one from the list."),
            status=422,
            facts={"field": "penalty", "penalties": list(proceedings.articles.penalties_without_merit)},
        )
    reasons = require_words(reasons, "reasons-missing", _("A motion needs reasons."))
    return _move(proceedings, locked, member, at, kind=Kind.WITHOUT_MERIT, penalty=penalty, reasons=reasons)


@looks_again
def answer_motion(
    *, by: Person, motion: CollegeMotion, answer: str, at: dt.datetime | None = None
) -> CollegeMotion:
    """Answer a motion once; the last member who sits closes it.

    Raises:
        Refusal: `answer-missing`, `answered-already`, `motion-closed`, `not-allowed` and what `settle`
            raises.
    """
    at = moment(at)
    proceedings, locked = _locked_motion(motion)
    member = require_member(proceedings, by, at, _("vote in the College"))
    if answer not in CollegeBallot.Answer.values:
        raise Refusal(
            code="answer-missing",
            sentence=_("Nobody has answered yet."),
            rule=RULE,
            remedy=_("Answer aye, no, or abstain."),
            status=422,
        )
    ballot = locked.ballots.filter(member__person__in=rows_of(by)).first()
    if ballot is not None:
        if ballot.answer == answer:
            return locked
        raise Refusal(
            code="answered-already",
            sentence=_("You have already answered this motion: %(answer)s.")
            % {"answer": ballot.get_answer_display()},
            rule=_("Each member answers a motion once."),
            remedy=_("There is nothing to do."),
        )
    CollegeBallot.objects.create(motion=locked, member=member, answer=answer, at=at)
    after = {"motion": locked.pk, "answer": answer}
    note(by=by, at=at, action="answer College motion", thing=proceedings.appeal, after=after)
    answered = locked.ballots.count()
    if answered >= len(members_sitting(proceedings, day_of(at))):
        _close(proceedings, locked, by=by, at=at)
    elif answered == proceedings.articles.college_quorum:
        tell_of_quorum(proceedings=proceedings, motion=locked, answered=answered, at=at)
    return locked


@transaction.atomic
def close_motion(*, by: Person, motion: CollegeMotion, at: dt.datetime | None = None) -> CollegeMotion:
    """Count a motion before everybody has answered, once the quorum has: a member, or who presides.

    Raises:
        Refusal: `motion-closed`, `no-quorum`, `not-allowed` and what `settle` raises.
    """
    at = moment(at)
    proceedings, locked = _locked_motion(motion)
    if not presides(by, day_of(at), proceedings):
        require_member(proceedings, by, at, _("close a vote of the College"))
    vote = counted(proceedings, locked)
    if not vote.valid:
        raise Refusal(
            code="no-quorum",
            sentence=_("%(sitting)s have answered, but the quorum is %(quorum)s.")
            % {"sitting": vote.sitting, "quorum": proceedings.articles.college_quorum},
            rule=RULE,
            remedy=_("Wait until more members have answered."),
        )
    _close(proceedings, locked, by=by, at=at)
    return locked


def require_member(proceedings: Proceedings, by: Person, at: dt.datetime, what: str) -> Appointment:
    """As which member of the College the person sits; refuses everybody else."""
    sits = next(
        (member for member in members_sitting(proceedings, day_of(at)) if same_person(by, member.person)),
        None,
    )
    if sits is None:
        deny(what=what, who=_("a member of the College who is free of conflict"), rule=RULE)
    return sits


def counted(proceedings: Proceedings, motion: CollegeMotion) -> CollegeVote:
    """The motion as it would count now: those who answered sit."""
    answers = list(motion.ballots.values_list("answer", flat=True))
    ayes = answers.count(CollegeBallot.Answer.AYE)
    return college_decides(len(answers), proceedings.articles.college_quorum, ayes)


def _move(
    proceedings: Proceedings, step: AppealStep, member: Appointment, at: dt.datetime, **moved: Any
) -> CollegeMotion:
    if step.motions.filter(closed_at__isnull=True).exists():
        raise Refusal(
            code="motion-open",
            sentence=_("There is already a motion before the College."),
            rule=_("Only one motion at a time."),
            remedy=_("Answer it first."),
        )
    motion = CollegeMotion.objects.create(step=step, moved_by=member, moved_at=at, **moved)
    CollegeBallot.objects.create(motion=motion, member=member, answer=CollegeBallot.Answer.AYE, at=at)
    after = {"motion": motion.pk, "kind": motion.kind, "decision": motion.decision, "penalty": motion.penalty}
    entry = note(
        by=member.person,
        at=at,
        action="move in College",
        thing=proceedings.appeal,
        why=motion.reasons,
        after=after,
    )
    others = [other.person for other in members_sitting(proceedings, day_of(at)) if other.pk != member.pk]
    tell_of_motion(proceedings=proceedings, motion=motion, to=others, at=at, entry=entry)
    return motion


def _close(proceedings: Proceedings, motion: CollegeMotion, *, by: Person, at: dt.datetime) -> None:
    """Count it for good; a carried one is the College's decision, or its finding on the merit."""
    vote = counted(proceedings, motion)
    motion.closed_at, motion.sitting, motion.needed = at, vote.sitting, vote.needed
    motion.ayes = motion.ballots.filter(answer=CollegeBallot.Answer.AYE).count()
    motion.carried, motion.said = vote.carried, vote.reason
    motion.save()
    after = {"motion": motion.pk, "carried": motion.carried, "ayes": motion.ayes, "sitting": motion.sitting}
    entry = note(
        by=by, at=at, action="close College motion", thing=proceedings.appeal, why=vote.reason, after=after
    )
    if not vote.carried:
        return
    step = next(step for step in proceedings.steps if step.pk == motion.step_id)
    mover = motion.moved_by.person
    if motion.kind == Kind.WITHOUT_MERIT:
        AppealStep.objects.filter(pk=step.pk).update(penalty=motion.penalty)
        tell_of_merit(proceedings=proceedings, motion=motion, step=step, at=at, entry=entry)
        return
    settle(
        proceedings,
        step,
        decision=motion.decision,
        reasons=motion.reasons,
        facts=motion.facts,
        not_disruptive=motion.not_disruptive,
        by=mover,
        at=at,
    )


def _locked(step: AppealStep) -> tuple[Proceedings, AppealStep]:
    proceedings = locked_proceedings(step.appeal)
    locked = next(each for each in proceedings.steps if each.pk == step.pk)
    if locked.office != AppealStep.Office.COLLEGE:
        raise Refusal(
            code="not-before-the-college",
            sentence=_("This step is not before the College."),
            rule=RULE,
            remedy=_("Look at the appeal as it is now."),
        )
    return proceedings, locked


def _locked_motion(motion: CollegeMotion) -> tuple[Proceedings, CollegeMotion]:
    proceedings = locked_proceedings(motion.step.appeal)
    locked = CollegeMotion.objects.select_related("moved_by__person", "step").get(pk=motion.pk)
    if locked.closed_at is not None:
        raise Refusal(
            code="motion-closed",
            sentence=_("This motion is closed: %(said)s") % {"said": locked.said},
            rule=_("A vote of the College is final."),
            remedy=_("Look at the appeal as it is now."),
        )
    return proceedings, locked
