"""What became of rulings and votes on appeal.

Invariant: only a final decision counts, and what it leaves standing is said by `rules_engine.appeal_course`.
Terms: verdict (that a ruling was overturned, or stands with other facts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet

from rules_engine.appeal_course import course
from sanctioning.localised import lazily as _lazy
from tournaments.models import Appeal, AppealStep, Decision, Ruling, Vote
from tournaments.selectors.matters import taken

OVERTURNED: Final = "overturned"
VARIED: Final = "varied"
WORDS: Final[Mapping[str, str]] = {
    OVERTURNED: _lazy("overturned on appeal"),
    VARIED: _lazy("varied on appeal"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`what` is a key of `WORDS`; facts and outcome are those that stand of a ruling that was varied."""

    what: str
    appeal: int
    facts: Mapping[str, Any]
    outcome: Mapping[str, Any]


def with_verdicts(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """With all that `verdict_on` asks. Two queries more, however many."""
    steps = Prefetch("steps", AppealStep.objects.order_by("place"))
    final = Appeal.objects.filter(ended=Appeal.End.FINAL).prefetch_related(steps)
    return rulings.prefetch_related(Prefetch("appeals", final, to_attr="final_appeals"))


def verdict_on(ruling: Ruling) -> Verdict | None:
    """Of a ruling that came `with_verdicts`; none where it stands as it was made."""
    appeals: list[Appeal] = ruling.final_appeals  # type: ignore[attr-defined]
    for appeal in appeals:
        decided = [one for one in appeal.steps.all() if one.decision]
        standing = course("ruling", taken(decided)).standing
        if standing.what == "nothing":
            return Verdict(what=OVERTURNED, appeal=appeal.number, facts={}, outcome={})
        if standing.step is not None:
            step = decided[standing.step]
            return Verdict(what=VARIED, appeal=appeal.number, facts=step.facts, outcome=step.outcome)
    return None


def was_overturned(vote: Vote) -> bool:
    """Whether a final decision took the vote away, or the ruling that it was lawful. One query."""
    concerned = Q(appeal__vote=vote)
    if vote.ruling_id is not None:
        concerned |= Q(appeal__ruling=vote.ruling_id)
    decided = AppealStep.objects.filter(concerned, appeal__ended=Appeal.End.FINAL).exclude(decision="")
    last = decided.order_by("-place").first()
    return last is not None and last.decision == Decision.OVERTURNED


def is_last_word(step: AppealStep) -> bool:
    """Whether the appeal ended with this step and nobody can take it further."""
    later = AppealStep.objects.filter(appeal=step.appeal_id, place__gt=step.place, withdrawn_at__isnull=True)
    return step.appeal.ended == Appeal.End.FINAL and not later.exists()
