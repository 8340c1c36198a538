"""Amending a game's record by a ruling, a vote or a decision, and ending what was amended.

Invariants: the caller holds the lock of the game; scores, standings and ledger follow in the same transaction
(`hooks.RECORD_AMENDED`); what stands does not depend on the order in which it came.
Rule section: II, III, IV (rulings take effect; appeals change them).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules_engine.whoopie.document import AbsentDocument, IncidentDocument
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.hooks import RECORD_AMENDED
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.votes.models import Vote


class StanzaChange(NamedTuple):
    """What is to become of a stanza (0: of the game as a whole): incidents out and in, fields set."""

    stanza: int
    removes: tuple[IncidentDocument, ...] = ()
    adds: tuple[IncidentDocument | AbsentDocument, ...] = ()
    sets: Mapping[str, object] = {}

    @property
    def is_empty(self) -> bool:
        return not (self.removes or self.adds or self.sets)


def amend(
    *, source: Ruling | Vote | AppealStep, game: Game, changes: Iterable[StanzaChange], at: dt.datetime
) -> list[Amendment]:
    """Keep what a source changes in a locked game; `record_changed` makes it felt."""
    by_source = {_field(source): source}
    return [
        Amendment.objects.create(
            game=game,
            stanza=change.stanza,
            removes=list(change.removes),
            adds=list(change.adds),
            sets=change.sets,
            at=at,
            **by_source,
        )
        for change in changes
        if not change.is_empty
    ]


def end_amendments(
    *, of: Ruling | Vote | AppealStep, by: Ruling | AppealStep, at: dt.datetime
) -> list[Amendment]:
    """End what a source amended and still stands; gives what ended."""
    ended = list(Amendment.objects.standing().filter(**{_field(of): of}).select_for_update(no_key=True))
    for amendment in ended:
        amendment.ended_at = at
        setattr(amendment, f"ended_by_{_field(by)}", by)
        amendment.save(update_fields=["ended_at", f"ended_by_{_field(by)}"])
    return ended


def record_changed(*, game: Game, by: Person, at: dt.datetime, ruling: str, why: str) -> None:
    """Let scores and ledger follow what stands of a locked game now."""
    for follow in RECORD_AMENDED.values():
        follow(game=game, by=by, at=at, ruling=ruling, why=why)


def _field(source: Ruling | Vote | AppealStep) -> str:
    return {Ruling: "ruling", Vote: "vote", AppealStep: "step"}[type(source)]
