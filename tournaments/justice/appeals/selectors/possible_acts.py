"""What somebody may do with an appeal now, and how it can be decided.

Invariant: what a page offers is what its service would do, for both ask the same predicates.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rules_engine.justice.appeal_course import stands_after
from rules_engine.justice.appeal_decisions import FINDS_NOT_DISRUPTIVE
from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import DECISIONS, OFFICES, Proceedings, taken
from tournaments.justice.appeals.models import AppealStep, CollegeMotion, Decision
from tournaments.justice.appeals.permissions import is_party, judges_it, may_state, presides, sits_on_it
from tournaments.justice.appeals.selectors.prosecutors import step_to_open_from


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A decision that can be made, and what would stand then."""

    decision: str
    words: str
    stands: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """What the asker may do now."""

    further: bool = False
    waive: bool = False
    withdraw: bool = False
    state: bool = False
    decide: bool = False
    recuse: bool = False
    move: bool = False
    answer: int | None = None
    close: int | None = None
    merit: bool = False
    open_cases: int | None = None
    not_disruptive: bool = False
    choices: tuple[Choice, ...] = ()
    penalties: tuple[str, ...] = ()


def stands_words(what: str) -> str:
    words: Mapping[str, str] = {
        "ruling": _("the ruling or vote is upheld"),
        "varied": _("it applies with other facts"),
        "nothing": _("it is overturned"),
    }
    return words[what]


def acts_of(proceedings: Proceedings, asker: Person | None, day: dt.date) -> Acts:
    """Nothing for who is not signed in."""
    if asker is None:
        return Acts()
    party, step, last = is_party(asker, proceedings), proceedings.waiting, proceedings.decided
    if proceedings.appeal.ended:
        return replace(_merit(proceedings, asker, day), open_cases=step_to_open_from(proceedings, asker, day))
    between = step is None and last is not None and proceedings.course.back_to is None
    in_time = between and last is not None and last.appealable_until is not None
    in_time = in_time and last is not None and day <= (last.appealable_until or day)
    goes_on = party and in_time and not _waived(last, asker)
    judge = judges_it(asker, day, proceedings)
    college = step is not None and step.office == AppealStep.Office.COLLEGE
    motion = open_motion(step) if step and college else None
    own = step is not None and same_person(asker, step.taken_by.person)
    return Acts(
        further=goes_on,
        waive=goes_on,
        withdraw=own and proceedings.course.back_to is None,
        state=may_state(asker, day, proceedings),
        decide=judge and not college,
        recuse=judge and not college,
        move=judge and college and motion is None,
        answer=motion.pk if motion and judge and not _answered(motion, asker) else None,
        close=_to_count(proceedings, motion, judge or presides(asker, day, proceedings)),
        choices=_choices(proceedings, step) if judge and step and motion is None else (),
        not_disruptive=step is not None
        and proceedings.matter == "chaotic-action"
        and OFFICES[step.office] in FINDS_NOT_DISRUPTIVE,
    )


def _merit(proceedings: Proceedings, asker: Person, day: dt.date) -> Acts:
    """After the College's decision: its motion that the appeal was without merit."""
    last = proceedings.decided
    upheld = last is not None and last.office == "College" and last.decision == Decision.UPHELD
    if last is None or not upheld or last.penalty or not sits_on_it(asker, day, proceedings):
        return Acts()
    motion = open_motion(last)
    if motion is None:
        return Acts(merit=True, penalties=proceedings.articles.penalties_without_merit)
    return Acts(
        answer=None if _answered(motion, asker) else motion.pk, close=_to_count(proceedings, motion, True)
    )


def _to_count(proceedings: Proceedings, motion: CollegeMotion | None, may: bool) -> int | None:
    """A motion that can be counted before everybody has answered: the quorum has."""
    if motion is None or not may or len(motion.ballots.all()) < proceedings.articles.college_quorum:
        return None
    return motion.pk


def open_motion(step: AppealStep) -> CollegeMotion | None:
    """The motion that the College has before it; no query of a step that came with its motions."""
    return next((motion for motion in step.motions.all() if motion.closed_at is None), None)


def _answered(motion: CollegeMotion, member: Person) -> bool:
    return any(same_person(member, ballot.member.person) for ballot in motion.ballots.all())


def _waived(step: AppealStep | None, asker: Person) -> bool:
    return step is not None and step.waivers.filter(player__person__in=rows_of(asker)).exists()


def _choices(proceedings: Proceedings, step: AppealStep) -> tuple[Choice, ...]:
    """Each decision that the judge may make, with what would stand."""
    choices = []
    for value, words in Decision.choices:
        if value == Decision.SENT_BACK:
            if proceedings.may_send_back:
                choices.append(
                    Choice(decision=value, words=str(words), stands=_("the previous office decides again"))
                )
            continue
        if value == Decision.VARIED and not (proceedings.ruling and proceedings.ruling.irregularity):
            continue
        stands = stands_after(
            proceedings.matter, taken(proceedings.steps), OFFICES[step.office], DECISIONS[value]
        )
        choices.append(Choice(decision=value, words=str(words), stands=stands_words(stands.what)))
    return tuple(choices)
