"""What webhooks tell of tables in play."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.audit.models import OF_A_STANZA, AuditEntry
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Occasion, OccasionKind
from tournaments.events.occasions import example_in_game, game_of, in_game


def _occasion(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    reported = entry.after or {}
    return in_game(game_of(entry), reader, stanza=reported.get("stanza"), version=reported.get("version"))


STANZA_REPORTED: Final = OccasionKind(
    title=_lazy("A stanza was reported"),
    actions=frozenset({OF_A_STANZA}),
    occasion=_occasion,
    example=example_in_game(stanza=3, version=1),
)
