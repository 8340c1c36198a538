"""What a correction by order would change, before it is certified.

Purpose: whoever orders it sees what it would do, by doing it: the very service writes it inside a
savepoint, it is read there as it would be read afterwards, and all of it is rolled back.
Invariant: nothing of it survives: no row, no message, no job, no entry of the trail.
Rule section: IV (a certified result is final; only a ruling or an appeal changes it).
"""

from __future__ import annotations

import uuid
from typing import Final

from django.db import transaction

from sanctioning.models import Person
from scoring.selectors.consequences import consequences_of
from scoring.selectors.decision_effects import GameEffects
from scoring.services.corrections import correct_result
from tournaments.models import Game

NOT_ORDERED: Final = "This is what would follow; nothing is ordered."


def effects_of_correction(*, by: Person, game: Game, data: bytes, settled_because: str) -> GameEffects:
    """Whom the corrected record would touch, and how.

    Raises:
        Refusal: it cannot be certified as it stands, as when it is sent in earnest.
    """
    with transaction.atomic():
        made = correct_result(
            by=by,
            game=game,
            data=data,
            ruling=NOT_ORDERED,
            why=NOT_ORDERED,
            settled_because=settled_because,
            idempotency_key=f"looked-at/{uuid.uuid4()}",
        )
        touched = consequences_of(made)
        transaction.set_rollback(True)
    return GameEffects(game=game, certified=True, again=False, touched=touched)
