"""What a final decision does: amendments and bars end, what was varied is amended anew, the books follow.

Invariants: only what the decision leaves standing stands, whatever order decisions came in; a vote falls with
the finding that it rests on, and with the ruling by which it was held; the law computes what was varied.
Rule section: IV; III, "Penalties"; readings 51, 52 and 71.
Terms: fallen (a ruling or vote that no longer stands).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from django.db.models import Q

from rules_engine.motions import FINDINGS
from sanctioning.models import Bar, Person
from sanctioning.services.bars import take_bar_away
from tournaments.models import AppealStep, Ruling, Violation, Vote
from tournaments.selectors.matters import Docket
from tournaments.services.amendments import Change, amend, end_amendments, record_changed
from tournaments.services.appeal_variation import weighed_anew

FINDING_MOTIONS: Final = frozenset(motion.value for motion in FINDINGS)


def take_effect(docket: Docket, *, by: Person, at: dt.datetime) -> bool:
    """Let what stands stand, under the caller's locks; tells whether anything changed in the record."""
    standing = docket.course.standing
    last = docket.decided
    assert last is not None
    if standing.what == "ruling":
        return False
    changes: list[Change] = []
    fallen = fallen_with(docket.thing)
    source = last
    if standing.step is not None:
        source = docket.decided_steps[standing.step]
        weighed = weighed_anew(docket, source.facts)
        changes = [weighed.change]
        fallen = fallen if not weighed.found_type_2 else fallen[:1]
    ended = [one for gone in fallen for one in end_amendments(of=gone, by=last, at=at)]
    made = amend(source=source, game=docket.game, changes=changes, at=at)
    _lift_bars(fallen, by=by, step=last, at=at)
    _unfind(fallen)
    if ended or made:
        said = f"Appeal {docket.appeal.label}"
        record_changed(game=docket.game, by=by, at=at, ruling=said, why=last.reasons)
    return bool(ended or made)


def fallen_with(thing: Ruling | Vote) -> list[Ruling | Vote]:
    """The ruling or vote itself first, and the votes that rest on it."""
    if isinstance(thing, Ruling):
        resting = Vote.objects.filter(Q(ruling=thing) | Q(violation__ruling=thing)).order_by("pk")
        return [thing, *(one for vote in resting for one in fallen_with(vote))]
    if thing.motion in FINDING_MOTIONS:
        return list(Vote.objects.filter(violation=thing.violation_id).order_by("pk"))
    return [thing]


def _lift_bars(fallen: Iterable[Ruling | Vote], *, by: Person, step: AppealStep, at: dt.datetime) -> None:
    votes = [one for one in fallen if isinstance(one, Vote)]
    standing = Bar.objects.filter(votes__in=votes, lifted_at__isnull=True).distinct()
    for bar in standing.order_by("pk"):
        take_bar_away(by=by, bar=bar, why=f"Appeal {step.appeal.label}: {step.reasons}", at=at)


def _unfind(fallen: Iterable[Ruling | Vote]) -> None:
    """What was found by a vote that fell is no longer found, so that no penalty is voted on it."""
    votes = [one for one in fallen if isinstance(one, Vote) and one.motion in FINDING_MOTIONS]
    Violation.objects.filter(votes__in=votes).update(found_at=None)
