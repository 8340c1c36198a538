"""What became of rulings and votes on appeal.

Invariant: only a final decision counts, and what it leaves standing is said by
`rules_engine.justice.appeal_course`.
Terms: verdict (that a ruling was overturned, or stands with other facts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from rules_engine.justice.appeal_course import course
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.justice.appeal_history.proceedings import course_of, taken
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote

OVERTURNED: Final = "overturned"
VARIED: Final = "varied"
WORDS: Final[Mapping[str, str]] = {
    OVERTURNED: _lazy("overturned on appeal"),
    VARIED: _lazy("varied on appeal"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealVerdict:
    """`what` is a key of `WORDS`; facts and outcome are those that stand of a ruling that was varied."""

    what: str
    appeal: int
    facts: Mapping[str, Any]
    outcome: Mapping[str, Any]


def with_verdicts(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """With all that `verdict_on` asks. Two queries more, however many."""
    return rulings.prefetch_related(_verdicts())


def read_verdicts(rulings: list[Ruling]) -> None:
    """The same for rulings that were read already."""
    prefetch_related_objects(rulings, _verdicts())


def _verdicts() -> Prefetch[str, QuerySet[Appeal], str]:
    return Prefetch("appeals", _final(), to_attr="final_appeals")


def verdict_on(ruling: Ruling) -> AppealVerdict | None:
    """Of a ruling that came `with_verdicts`; none where it stands as it was made."""
    appeals: list[Appeal] = ruling.final_appeals  # type: ignore[attr-defined]
    for appeal in appeals:
        decided = [step for step in appeal.steps.all() if step.decision]
        standing = course("ruling", taken(decided)).standing
        if standing.what == "nothing":
            return AppealVerdict(what=OVERTURNED, appeal=appeal.number, facts={}, outcome={})
        if standing.step is not None:
            step = decided[standing.step]
            return AppealVerdict(what=VARIED, appeal=appeal.number, facts=step.facts, outcome=step.outcome)
    return None


def was_overturned(vote: Vote) -> bool:
    """Whether a final decision took a carried vote away, or what it rests on: the ruling that it was lawful,
    the finding. Two queries.
    """
    if vote.violation.found_at is None:
        return True
    concerned = Q(vote=vote)
    if vote.ruling_id is not None:
        concerned |= Q(ruling=vote.ruling_id)
    appeals = _final().filter(concerned).select_related("ruling", "vote__violation")
    return any(course_of(appeal, appeal.steps.all()).standing.what == "nothing" for appeal in appeals)


def _final() -> QuerySet[Appeal]:
    steps = Prefetch("steps", AppealStep.objects.order_by("place"))
    return Appeal.objects.filter(ended=Appeal.End.FINAL).prefetch_related(steps)


def is_last_word(step: AppealStep) -> bool:
    """Whether the appeal ended with this step and nobody can take it further."""
    later = AppealStep.objects.filter(appeal=step.appeal_id, place__gt=step.place, withdrawn_at__isnull=True)
    return step.appeal.ended == Appeal.End.FINAL and not later.exists()
