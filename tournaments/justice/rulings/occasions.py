"""What webhooks tell of rulings, to those who may see the rulings of the game."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Occasion, OccasionKind
from tournaments.events.addresses import game_path
from tournaments.events.occasions import example_in_game, in_game
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.permissions import may_see_rulings


def _occasion(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    ruling = Ruling.objects.select_related("game__event__sanction").filter(pk=entry.thing_id).first()
    if ruling is None or not may_see_rulings(reader, today(), ruling.game):
        return None
    return in_game(ruling.game, reader, game_path(ruling.game, "api-rulings"), ruling=ruling.pk)


RULING_GIVEN: Final = OccasionKind(
    title=_lazy("A ruling was given"),
    actions=frozenset({"rule"}),
    occasion=_occasion,
    example=example_in_game("rulings/", ruling=31),
)
