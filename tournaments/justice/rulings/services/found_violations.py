"""Violations of type 2 that a ruling finds without a vote, and what was found by one that fell.

Invariant: the third act of improper information in a game is type 2, and no longer once its ruling is
replaced or falls on appeal.
Rule section: III; W-100.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db.models import Q

from rules_engine.justice.motions import FINDINGS
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Offender, Violation, Vote


def find_repeated(
    *, source: Ruling | AppealStep, ruling: Ruling, offender: str, at: dt.datetime
) -> Violation:
    """What is type 2 by itself: found by a ruling on improper information, or by the decision on it."""
    assert ruling.stanza is not None, "what changes a record says where"
    violation = Violation.objects.create(
        game=ruling.game,
        kind=Violation.Kind.IMPROPER_INFORMATION,
        stanza=ruling.stanza,
        act=ruling.what,
        at=at,
        found_at=at,
        **{"ruling" if isinstance(source, Ruling) else "step": source},
    )
    player = ruling.game.players.get(record_id=offender)
    Offender.objects.create(violation=violation, player=player)
    return violation


def unfind(fallen: Iterable[Ruling | Vote]) -> None:
    """What was found by a ruling or a vote that fell is found no longer: no penalty is voted on it."""
    gone = list(fallen)
    rulings = [ruling for ruling in gone if isinstance(ruling, Ruling)]
    votes = [vote for vote in gone if isinstance(vote, Vote) and vote.motion in FINDINGS]
    Violation.objects.filter(Q(ruling__in=rulings) | Q(votes__in=votes)).update(found_at=None)
