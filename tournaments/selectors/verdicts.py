"""What became of votes on appeal."""

from __future__ import annotations

from django.db.models import Q

from tournaments.models import Appeal, AppealStep, Decision, Vote


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
