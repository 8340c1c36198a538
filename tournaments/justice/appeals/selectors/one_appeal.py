"""One appeal as a story: what was ruled, what was decided step by step, what each side wrote, what is next.

Invariants: what a page offers is what its service would do, for both ask the same predicates; a constant
number of queries. Who sees it, `tournaments.justice.appeals.permissions` says.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from sanctioning.kit.clock import today
from sanctioning.kit.wording.localised import day as day_words
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import Proceedings, proceedings_to_read
from tournaments.justice.appeals.bundle_parts import sha256_of
from tournaments.justice.appeals.models import Appeal, AppealStep, Assignment, CollegeBallot, CollegeMotion
from tournaments.justice.appeals.permissions import may_see_appeal, sits_on_it
from tournaments.justice.appeals.selectors.appeals import AppealState, about, state_of
from tournaments.justice.appeals.selectors.possible_acts import Acts, acts_of, stands_words
from tournaments.justice.rulings.fact_words import facts_in_words
from tournaments.justice.rulings.kept_outcomes import ShownOutcome
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import effect_of
from tournaments.justice.rulings.selectors.rulings import names_in


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotLine:
    member: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionLine:
    """A motion of the College; who answered what is for those who sit, until it is closed. `facts` are those
    by which it would be varied; `quorate` says that enough have answered to count it."""

    id: int
    kind: Annotated[str, CollegeMotion.Kind]
    decision: str
    reasons: str
    facts: tuple[str, ...]
    penalty: str
    not_disruptive: bool
    moved_by: str
    moved_at: dt.datetime
    answered: int
    quorate: bool
    ballots: tuple[BallotLine, ...]
    closed_at: dt.datetime | None
    carried: bool | None
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """Who had a step, and why no longer."""

    judge: str
    at: dt.datetime
    ended_for: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """One rung; `decision` is the word for programs, `decision_words` for people; `said` is what follows of
    the facts by which it was varied.
    """

    id: int
    place: int
    office: str
    office_words: str
    taken_by: str
    taken_at: dt.datetime
    grounds: str
    judge: str
    until: dt.date
    overdue: bool
    decision: str
    decision_words: str
    reasons: str
    facts: dict[str, object]
    outcome: Annotated[dict[str, object], ShownOutcome]
    said: tuple[str, ...]
    not_disruptive: bool
    decided_by: str
    decided_at: dt.datetime | None
    appealable_until: dt.date | None
    penalty: str
    withdrawn_at: dt.datetime | None
    hands: tuple[HandLine, ...]
    motions: tuple[MotionLine, ...]

    @property
    def quoted(self) -> set[int]:
        """The motions whose reasons are shown with them; those of a decision that was given stand with it."""
        return {
            motion.id
            for motion in self.motions
            if motion.reasons and (motion.kind == CollegeMotion.Kind.WITHOUT_MERIT or not self.decision)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    id: int
    by: str
    text: str
    at: dt.datetime
    attachment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealPage:
    """`facts` are the ruling's. `bundle` is JSON as text; `bundle_whole` says that it still has the hash with
    which it was frozen."""

    number: int
    label: str
    event_slug: str
    event_name: str
    game_label: str
    game_address: str
    about: str
    matter: str
    what: str
    why: str
    facts: tuple[str, ...]
    section: str
    stanza: int | None
    ruled_by: str
    ruled_at: dt.datetime
    ruling: int | None
    ruling_number: int | None
    vote: int | None
    appellant: str
    state: AppealState
    state_words: str
    stands: str
    next: str
    until: dt.date | None
    waived: int
    players: int
    quorum: int
    steps: tuple[StepLine, ...]
    statements: tuple[StatementLine, ...]
    bundle: str
    bundle_sha256: str
    bundle_whole: bool
    acts: Acts

    @property
    def asked(self) -> MotionLine | None:
        """The motion that the asker is to answer."""
        motions = (motion for step in self.steps for motion in step.motions)
        return next((motion for motion in motions if motion.id == self.acts.answer), None)


def appeal_page(*, appeal: Appeal, asker: Person | None) -> AppealPage | None:
    """The story, with what the asker may do; None for whoever may not see it."""
    proceedings, day = proceedings_to_read(appeal), today()
    if not may_see_appeal(asker, day, proceedings):
        return None
    thing, steps = proceedings.thing, proceedings.steps
    state, words = state_of(proceedings.appeal, steps)
    last = proceedings.decided
    waived = last.waivers.count() if last and proceedings.waiting is None else 0
    ruled = proceedings.ruling
    vote = proceedings.appeal.vote
    at = ruled.at if ruled else (vote.closed_at if vote else None)
    assert at is not None
    executor = ruled.by.person if ruled else None
    names = names_in(proceedings.game)
    return AppealPage(
        number=appeal.number,
        label=proceedings.appeal.label,
        event_slug=proceedings.game.event.slug,
        event_name=proceedings.game.event.name,
        game_label=proceedings.game.label,
        game_address=f"{proceedings.game.number}{proceedings.game.group}",
        about=about(thing),
        matter=proceedings.matter,
        what=ruled.what if ruled else (vote.violation.act if vote else ""),
        why=ruled.reason if ruled else (vote.reason if vote else ""),
        facts=_facts_of(ruled, names) if ruled else (),
        section=ruled.section if ruled else "III/Chaotic Action",
        stanza=ruled.stanza if ruled else (vote.violation.stanza if vote else None),
        ruled_by=executor.name if executor else "",
        ruled_at=at,
        ruling=ruled.pk if ruled else None,
        ruling_number=ruled.number if ruled else None,
        vote=vote.pk if vote else None,
        appellant=proceedings.appeal.appellant.person.name,
        state=state,
        state_words=words,
        stands=stands_words(proceedings.course.standing.what),
        next=_next_words(proceedings),
        until=_until(proceedings),
        waived=waived,
        players=len(names),
        quorum=proceedings.articles.college_quorum,
        steps=_steps(proceedings, asker, day, names),
        statements=_statements(proceedings.appeal),
        bundle=json.dumps(proceedings.appeal.bundle, indent=2, ensure_ascii=False, sort_keys=True),
        bundle_sha256=proceedings.appeal.bundle_sha256,
        bundle_whole=sha256_of(proceedings.appeal.bundle) == proceedings.appeal.bundle_sha256,
        acts=acts_of(proceedings, asker, day),
    )


def _facts_of(ruled: Ruling, names: Mapping[str, str]) -> tuple[str, ...]:
    return facts_in_words(ruled.irregularity, ruled.facts, lambda who: names.get(who, who))


def _next_words(proceedings: Proceedings) -> str:
    """What happens next, in a sentence."""
    step, last = proceedings.waiting, proceedings.decided
    if proceedings.appeal.ended:
        return _("Nothing: the appeal is over.")
    if step is not None:
        parts = {"office": step.get_office_display(), "until": day_words(step.until)}
        if step.office == AppealStep.Office.COLLEGE:
            return _("The College of Executors decides by %(until)s.") % parts
        if step.judge is None:
            return _("It waits until somebody in this office has no conflict: %(office)s.") % parts
        return _("%(judge)s decides as %(office)s by %(until)s.") % {**parts, "judge": step.judge.person.name}
    assert last is not None
    return _("Any player may take the next step until %(until)s; after that the decision is final.") % {
        "until": day_words(last.appealable_until)
    }


def _until(proceedings: Proceedings) -> dt.date | None:
    if proceedings.appeal.ended:
        return None
    if proceedings.waiting is not None:
        return proceedings.waiting.until
    return proceedings.decided.appealable_until if proceedings.decided else None


def _statements(appeal: Appeal) -> tuple[StatementLine, ...]:
    return tuple(
        StatementLine(
            id=statement.pk,
            by=statement.by.name,
            text=statement.text,
            at=statement.at,
            attachment=statement.attachment_name,
        )
        for statement in appeal.statements.select_related("by")
    )


def _steps(
    proceedings: Proceedings, asker: Person | None, day: dt.date, names: Mapping[str, str]
) -> tuple[StepLine, ...]:
    prefetch_related_objects(
        proceedings.steps,
        Prefetch("assignments", Assignment.objects.select_related("judge__person")),
        Prefetch("motions", CollegeMotion.objects.select_related("moved_by__person")),
        Prefetch("motions__ballots", CollegeBallot.objects.select_related("member__person")),
    )
    sits = any(step.office == AppealStep.Office.COLLEGE for step in proceedings.steps) and sits_on_it(
        asker, day, proceedings
    )
    irregularity = proceedings.ruling.irregularity if proceedings.ruling else ""
    quorum = proceedings.articles.college_quorum
    return tuple(_step(step, day, sits, irregularity, names, quorum) for step in proceedings.steps)


def _step(
    step: AppealStep, day: dt.date, sits: bool, irregularity: str, names: Mapping[str, str], quorum: int
) -> StepLine:
    return StepLine(
        id=step.pk,
        place=step.place,
        office=step.office,
        office_words=step.get_office_display(),
        taken_by=step.taken_by.person.name,
        taken_at=step.taken_at,
        grounds=step.grounds,
        judge=step.judge.person.name if step.judge else "",
        until=step.until,
        overdue=step.waits and step.until < day,
        decision=step.decision,
        decision_words=step.get_decision_display() if step.decision else "",
        reasons=step.reasons,
        facts=step.facts,
        outcome=step.outcome,
        said=effect_of(step.outcome, lambda who: names.get(who, who)).in_words if step.outcome else (),
        not_disruptive=step.not_disruptive,
        decided_by=_decided_by(step),
        decided_at=step.decided_at,
        appealable_until=step.appealable_until,
        penalty=step.penalty,
        withdrawn_at=step.withdrawn_at,
        hands=tuple(
            HandLine(judge=assignment.judge.person.name, at=assignment.at, ended_for=assignment.ended_for)
            for assignment in step.assignments.all()
        ),
        motions=tuple(_motion(motion, sits, irregularity, names, quorum) for motion in step.motions.all()),
    )


def _decided_by(step: AppealStep) -> str:
    """Whoever decided; the College decides by its vote, whichever member closed it."""
    if step.decided_by is None:
        return ""
    return _("the College of Executors") if step.office == AppealStep.Office.COLLEGE else step.decided_by.name


def _motion(
    motion: CollegeMotion, sits: bool, irregularity: str, names: Mapping[str, str], quorum: int
) -> MotionLine:
    ballots: list[CollegeBallot] = list(motion.ballots.all())
    shown = sits or motion.closed_at is not None
    return MotionLine(
        id=motion.pk,
        kind=motion.kind,
        decision=motion.get_decision_display() if motion.decision else "",
        reasons=motion.reasons if shown else "",
        facts=facts_in_words(irregularity, motion.facts, lambda who: names.get(who, who)) if shown else (),
        penalty=motion.penalty,
        not_disruptive=motion.not_disruptive,
        moved_by=motion.moved_by.person.name if shown else "",
        moved_at=motion.moved_at,
        answered=len(ballots),
        quorate=len(ballots) >= quorum,
        ballots=tuple(
            BallotLine(member=ballot.member.person.name, answer=ballot.get_answer_display())
            for ballot in ballots
        )
        if shown
        else (),
        closed_at=motion.closed_at,
        carried=motion.carried,
        said=motion.said,
    )
