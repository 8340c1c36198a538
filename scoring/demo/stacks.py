"""Slips of the demo season, handed in a stack at a time and signed by a second person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sanctioning.models import Person
from scoring.services.slips import Reported, report_slips, sign_slips
from tournaments.models import Game

Typed = Mapping[str, Any]
SIGNED_AFTER = dt.timedelta(minutes=5)


def hand_in(
    game: Game,
    by: Person,
    second: Person,
    slips: Mapping[str, Typed],
    at: dt.datetime,
    *,
    unsigned: tuple[str, ...] = (),
) -> None:
    """Report what was typed at each place; `unsigned` are beginnings of places that nobody signs."""
    stack = [
        Reported(place=place, typed=typed, idempotency_key=f"demo/{game.pk}/{place}")
        for place, typed in slips.items()
    ]
    kept = report_slips(by=by, game=game, reported=stack, at=at)
    if signed := [slip for slip in kept if not slip.place.startswith(unsigned)]:
        sign_slips(by=second, slips=signed, at=at + SIGNED_AFTER)
