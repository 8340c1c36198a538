"""Who charged an act that was found not disruptive: against each of them a case may be opened.

Rule section: III, "Chaotic Action"; W-106, reading 51.
Terms: prosecutors (those who voted aye at the roll call).
"""

from __future__ import annotations

import datetime as dt
from typing import cast

from rules_engine.justice.appeal_decisions import open_to_a_case
from rules_engine.justice.appeals import Office
from sanctioning.identity.same_person import identity_id
from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.votes.models import Violation, Vote, Voter


def prosecutors(step: AppealStep) -> list[Person]:
    """Against whom a case may be opened from a decision, in the order of the roll call. One query."""
    vote = step.appeal.vote
    if vote is None or vote.violation.kind != Violation.Kind.CHAOTIC_ACTION:
        return []
    voters = {str(voter.pk): voter for voter in _roll_call_of(vote.violation)}
    answers = {key: voter.answer for key, voter in voters.items()}
    ayes = open_to_a_case("chaotic-action", cast(Office, step.office), step.not_disruptive, answers)
    return [voters[key].player.person.identity for key in ayes]


def not_charged_yet(step: AppealStep) -> list[Person]:
    """Of them those against whom none is opened. Two queries."""
    charged = {identity_id(case.against) for case in step.cases.select_related("against")}
    return [prosecutor for prosecutor in prosecutors(step) if prosecutor.pk not in charged]


def step_to_open_from(proceedings: Proceedings, asker: Person, day: dt.date) -> int | None:
    """The key of the final decision that an act was not disruptive, for whoever still opens cases from it."""
    last = proceedings.decided
    if last is None or proceedings.appeal.ended != Appeal.End.FINAL or not is_managing_executor(asker, day):
        return None
    return last.pk if not_charged_yet(last) else None


def _roll_call_of(violation: Violation) -> list[Voter]:
    """The roll call that found an act chaotic, in its order. One query."""
    votes = Vote.objects.filter(
        violation=violation, motion=Vote.Motion.FIND_CHAOTIC_ACTION, state=Vote.State.CLOSED
    )
    roll = Voter.objects.filter(vote__in=votes).order_by("place")
    return list(roll.select_related("player__person__merged_into"))
