"""The particulars of a Letter: the facts of the vote from which it came, drafted once and frozen.

Purpose: what the players lay before the authority stands in the Letter itself, in words that need no other
record, so that it says the same when games, offices and names have long changed.
Invariants: plain data (`Letter.particulars`), read back as it was written; the names are those of the day.
Rule section: III, "Penalties" (a Letter of Particulars and Complaint); W-113.
Terms: as in `tournaments.justice.votes.models`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLine:
    number: str
    name: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """`played_on` and `closed_on` are days where the event is held, as programs write them; `barred_until` is
    the last day of the bar, empty where the motion named none."""

    against_number: str
    against: str
    event: str
    event_slug: str
    club: str
    place: str
    game: str
    game_path: str
    played_on: str
    sanction: str
    level: str
    acting_executor: str
    violation: str
    stanza: int
    act: str
    charged_by: str
    motion: str
    barred_from: tuple[str, ...]
    barred_until: str
    closed_on: str
    roll: tuple[RollLine, ...]
    secret: bool
    result: str

    @property
    def played(self) -> dt.date:
        return dt.date.fromisoformat(self.played_on)

    @property
    def until(self) -> dt.date | None:
        return dt.date.fromisoformat(self.barred_until) if self.barred_until else None

    @property
    def closed(self) -> dt.date:
        return dt.date.fromisoformat(self.closed_on)


def as_data(particulars: Particulars) -> dict[str, object]:
    return asdict(particulars)


def read(data: Mapping[str, Any]) -> Particulars:
    fields = {**data, "roll": tuple(RollLine(**line) for line in data["roll"])}
    return Particulars(**{**fields, "barred_from": tuple(data["barred_from"])})
