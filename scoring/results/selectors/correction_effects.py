"""What a correction by order would change, before it is certified.

Purpose: whoever orders it sees what it would do, by doing it: the very service writes it inside a
savepoint, it is read there as it would be read afterwards, and all of it is rolled back.
Invariant: nothing of it survives: no row, no message, no job, no entry of the trail.
Rule section: IV (a certified result is final; only a ruling or an appeal changes it).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from django.db import transaction

from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.results.selectors.consequences import consequences_of
from scoring.results.selectors.decision_effects import GameEffects
from scoring.results.services.corrections import correct_result
from scoring.results.services.slip_corrections import CorrectedSlip, correct_by_slips
from tournaments.games.models import Game

NOT_ORDERED: Final = "This is what would follow; nothing is ordered."


def effects_of_correction(*, by: Person, game: Game, data: bytes, settled_because: str) -> GameEffects:
    """Whom the corrected record would touch, and how.

    Raises:
        Refusal: it cannot be certified as it stands, as when it is sent in earnest.
    """
    return _effects(partial(correct_result, data=data), by, game, settled_because)


def effects_of_slips(
    *, by: Person, game: Game, slips: Sequence[CorrectedSlip], settled_because: str
) -> GameEffects:
    """Whom the corrected slips would touch, and how.

    Raises:
        Refusal: they cannot be certified as they stand, as when they are sent in earnest.
    """
    return _effects(partial(correct_by_slips, slips=slips), by, game, settled_because)


def _effects(
    correct: Callable[..., Certification], by: Person, game: Game, settled_because: str
) -> GameEffects:
    with transaction.atomic():
        certification = correct(
            by=by,
            game=game,
            ruling=NOT_ORDERED,
            why=NOT_ORDERED,
            settled_because=settled_because,
            idempotency_key=f"looked-at/{uuid.uuid4()}",
        )
        touched = consequences_of(certification)
        transaction.set_rollback(True)
    return GameEffects(game=game, certified=True, again=False, touched=touched)
