"""Slips of the demo season, handed in by the stack and signed by a second person; and what follows them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sanctioning.people.models.person import Person
from scoring.results.services.certification import certify_result, confirm_result
from tournaments.games.models import Game
from tournaments.hooks import PLACES_DUE
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
    unsigned: Sequence[str] = (),
) -> None:
    """Report what was typed at each place; `unsigned` are beginnings of places that nobody signs."""
    stack = [
        Reported(place=place, typed=typed, idempotency_key=f"demo/{game.pk}/{place}")
        for place, typed in slips.items()
    ]
    reported = report_slips(by=by, game=game, reported=stack, at=at)
    if signed := [slip for slip in reported if not slip.place.startswith(tuple(unsigned))]:
        sign_slips(by=second, slips=signed, at=at + SIGNED_AFTER)


def report_again(
    game: Game,
    by: Person,
    second: Person,
    place: str,
    typed: Typed,
    reason: str,
    signed_after: int,
    at: dt.datetime,
) -> None:
    """Put a slip right, signed by another so many minutes later."""
    key = f"demo/{game.pk}/{place}/2"
    again = Reported(place=place, typed=typed, idempotency_key=key, replaces=1, reason=reason)
    slips = report_slips(by=by, game=game, reported=[again], at=at)
    sign_slips(by=second, slips=slips, at=at + dt.timedelta(minutes=signed_after))


def certify(game: Game, director: Person, second: Person, at: dt.datetime, minutes_apart: int = 0) -> None:
    """Closed by the director, confirmed by a second person, certified by the executor, so far apart."""
    apart = dt.timedelta(minutes=minutes_apart)
    assert game.acting_executor is not None
    close_event(by=director, game=game, at=at)
    confirm_result(by=second, game=game, at=at + apart)
    certify_result(by=game.acting_executor.person, game=game, at=at + 2 * apart)


def team_due(game: Game, place: str) -> str:
    """The number of the first team from which a slip is due at a place."""
    due = next(due for due in PLACES_DUE.only()(game) if due.place == place)
    return str(due.teams[0])
