"""What a final decision does: amendments and bars end, what was varied is amended again, the ledger follows.

Invariants: only what the decision leaves standing stands, whatever order decisions came in; a vote falls with
the finding that it rests on, and with the ruling by which it was held, and is not voted to its end; the law
computes what was varied, and a ruling varied into a type 2 violation opens one.
Rule section: IV; III, "Penalties"; readings 51, 52 and 71.
Terms: fallen (a ruling or vote that no longer stands).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db.models import Q

from rules_engine.justice.motions import FINDINGS
from sanctioning.bars.models import Bar
from sanctioning.bars.services import take_bar_away
from sanctioning.people.models.person import Person
from tournaments.entries.models.ruling import EntryRuling
from tournaments.formats.registry import format_named
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.variation import weighed_anew
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.amendments import amend, end_amendments, record_changed
from tournaments.justice.rulings.services.found_violations import find_repeated, unfind
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.ballots import end_vote


def take_effect(proceedings: Proceedings, *, by: Person, at: dt.datetime) -> bool:
    """Let what stands stand, under the caller's locks; tells whether anything changed in the record.

    Raises:
        Refusal: `fact-wrong`, `field-unreadable`, `nothing-to-vary`, `ruled-already` and what `take_bar_away`
            raises.
    """
    standing = proceedings.course.standing
    last = proceedings.decided
    assert last is not None
    if standing.what == "ruling":
        return False
    varied = proceedings.decided_steps[standing.step] if standing.step is not None else None
    weighed = weighed_anew(proceedings, varied.facts) if varied else None
    offender = weighed.found_type_2 if weighed else ""
    still = _still_found(proceedings.thing, offender)
    fallen = [proceedings.thing] if still else fallen_with(proceedings.thing)
    if proceedings.ruling is not None:
        EntryRuling.objects.standing().filter(ruling=proceedings.ruling).update(ended_at=at)
    ended = [amendment for gone in fallen for amendment in end_amendments(of=gone, by=last, at=at)]
    changes = [weighed.change] if weighed else []
    added = amend(source=varied or last, game=proceedings.game, changes=changes, at=at)
    if not still:
        _fall(fallen, by=by, step=last, at=at)
        if offender and varied is not None and proceedings.ruling is not None:
            find_repeated(source=varied, ruling=proceedings.ruling, offender=offender, at=at)
    changed = bool(ended or added) or format_named(proceedings.game.event.format).record_names_rulings
    if changed:
        ruling = f"Appeal {proceedings.appeal.label}"
        record_changed(game=proceedings.game, by=by, at=at, ruling=ruling, why=last.reasons)
    return changed


def fallen_with(thing: Ruling | Vote) -> list[Ruling | Vote]:
    """The ruling or vote itself first, and the votes that rest on it."""
    if isinstance(thing, Ruling):
        resting = Vote.objects.filter(Q(ruling=thing) | Q(violation__ruling=thing)).order_by("pk")
        return [thing, *(fallen for vote in resting for fallen in fallen_with(vote))]
    if thing.motion in FINDINGS:
        return list(Vote.objects.filter(violation=thing.violation_id).order_by("pk"))
    return [thing]


def _still_found(thing: Ruling | Vote, offender: str) -> bool:
    """Whether other facts find the same player guilty whom the ruling found: then his violation stands."""
    if not offender:
        return False
    standing = Violation.objects.filter(found_at__isnull=False, offenders__player__record_id=offender)
    return isinstance(thing, Ruling) and standing.filter(ruling=thing).exists()


def _fall(fallen: list[Ruling | Vote], *, by: Person, step: AppealStep, at: dt.datetime) -> None:
    """What they found and imposed is taken back, and what is still voted on it ends."""
    unfind(fallen)
    _lift_bars(fallen, by=by, step=step, at=at)
    for vote in fallen:
        if isinstance(vote, Vote) and vote.state == Vote.State.OPEN:
            end_vote(vote=vote, by=by, why=f"Appeal {step.appeal.label}: {step.reasons}", at=at)


def _lift_bars(fallen: Iterable[Ruling | Vote], *, by: Person, step: AppealStep, at: dt.datetime) -> None:
    votes = [vote for vote in fallen if isinstance(vote, Vote)]
    standing = Bar.objects.filter(votes__in=votes, lifted_at__isnull=True).distinct()
    for bar in standing.order_by("pk"):
        take_bar_away(by=by, bar=bar, why=f"Appeal {step.appeal.label}: {step.reasons}", at=at)
