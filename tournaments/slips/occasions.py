"""What webhooks tell of slips."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Occasion, OccasionKind
from tournaments.events.occasions import example_in_game, game_of, in_game


def _occasion(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    reported = entry.after or {}
    return in_game(game_of(entry), reader, place=reported.get("place"), version=reported.get("version"))


SLIP_REPORTED: Final = OccasionKind(
    title=_lazy("A slip was handed in"),
    actions=frozenset({"report slip"}),
    occasion=_occasion,
    example=example_in_game(place="r1-t2", version=1),
)
