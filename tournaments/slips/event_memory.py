"""What a process remembers of an event from one slip to the next, and what tells it that it is still so.

Invariants: only what was committed is remembered, and each time it is used the database says, in one query,
whether the rows that it was read from still hold the same, whoever wrote them; nothing is remembered of a
practice event.
Terms: stamp (`sanctioning.kit.prepared_queries.PreparedStamps`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

from sanctioning.kit.practice_database import practising
from sanctioning.kit.prepared_queries import PreparedStamps
from sanctioning.people.models.person import Person
from tournaments.formats.slips import CheckSoFar, EventHead
from tournaments.games.models import Game
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.justice.rulings.models import Ruling
from tournaments.rounds.models.round import Round
from tournaments.slips.selectors.standing_slips import StandingSlips
from tournaments.teams.models.team import Team, TeamMember

MOST: Final = 8
"""So many events does a process remember, those that it looked at last."""


class Stamps(NamedTuple):
    """None where there are no such rows."""

    teams: str | None
    members: str | None
    rounds: str | None
    canon_steps: str | None
    sat_out: str | None
    rulings: str | None
    merges: str | None

    @property
    def of_head(self) -> tuple[str | None, ...]:
        return self[:3]


_STAMPS: Final = PreparedStamps(
    lambda event: (
        Team.objects.filter(event=event)
        .order_by()
        .values_list(
            *("pk", "number", "name", "facts", "withdrawn_at", "left_after", "left_for", "left_letter")
        )
    ),
    lambda event: (
        TeamMember.objects.filter(team__event=event)
        .order_by()
        .values_list(
            *("pk", "team_id", "letter", "until", "from_round", "entry__person_id", "entry__entered_at"),
            *("entry__fee", "entry__late_fee", "entry__fee_state", "entry__checked_in_at", "entry__late_for"),
        )
    ),
    lambda event: (
        Round.objects.filter(event=event)
        .order_by()
        .values_list("pk", "number", "state", "tables", "guests", "seed")
    ),
    lambda event: CanonStep.objects.filter(event=event).order_by().values_list("pk"),
    lambda event: SatOut.objects.filter(event=event).order_by().values_list("pk"),
    lambda event: Ruling.objects.filter(game__event=event).order_by().values_list("pk"),
    lambda: Person.objects.filter(merged_into__isnull=False).order_by().values_list("pk", "merged_into_id"),
)


def stamps_of(game: Game) -> Stamps:
    """One query."""
    return Stamps(*_STAMPS(game.event_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """The head as it was made of `made_of`, the slips as they were read, and the check of these and of what
    was handed in then; `checked_by` is what besides slips that check was made of."""

    stamps: Stamps
    made_of: tuple[Any, ...]
    head: EventHead
    slips: StandingSlips
    check: CheckSoFar | None = None
    checked_by: tuple[Any, ...] = ()


_lock: Final = Lock()
_remembered: Final[OrderedDict[Hashable, Remembered]] = OrderedDict()


def recall(game: Game) -> Remembered | None:
    """What is remembered of the event of this game; whoever uses it asks for its stamps first."""
    if practising():
        return None
    with _lock:
        remembered = _remembered.get(_key(game))
        if remembered is not None:
            _remembered.move_to_end(_key(game))
        return remembered


def remember(game: Game, remembered: Remembered) -> None:
    """Keep it for the next slip, once the transaction is committed."""
    if not practising():
        key = _key(game)
        transaction.on_commit(lambda: _keep(key, remembered))


def _keep(key: Hashable, remembered: Remembered) -> None:
    with _lock:
        _remembered[key] = remembered
        _remembered.move_to_end(key)
        while len(_remembered) > MOST:
            _remembered.popitem(last=False)


def _key(game: Game) -> Hashable:
    return connection.settings_dict["NAME"], game.pk
