"""Slips of the demo season, handed in by the stack and signed by a second person; and what follows them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sanctioning.people.models.person import Person
from scoring.results.services.certification import certify_result, confirm_result
from tournaments.games.models import Game
from tournaments.slips.services.slips import Reported, close_event, report_slips, sign_slips

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
    reported = report_slips(by=by, game=game, reported=stack, at=at)
    if signed := [slip for slip in reported if not slip.place.startswith(unsigned)]:
        sign_slips(by=second, slips=signed, at=at + SIGNED_AFTER)


def certify(game: Game, director: Person, second: Person, closed: dt.datetime, apart: dt.timedelta) -> None:
    """Closed by the director, confirmed by a second person, certified by the executor, so far `apart`."""
    assert game.acting_executor is not None
    close_event(by=director, game=game, at=closed)
    confirm_result(by=second, game=game, at=closed + apart)
    certify_result(by=game.acting_executor.person, game=game, at=closed + 2 * apart)
