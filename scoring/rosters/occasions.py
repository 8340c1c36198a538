"""What webhooks tell of rosters."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Occasion, OccasionKind
from scoring.rosters.models import Roster


def _occasion(entry: AuditEntry, _reader: Person | None) -> Occasion | None:
    """Everybody may see one that is published."""
    roster = Roster.objects.filter(pk=entry.thing_id).first()
    if roster is None:
        return None
    path = reverse("api-roster", args=[roster.key])
    return Occasion(about=f"rosters/{roster.card_game}", path=path, facts={"roster": str(roster.key)})


PUBLISHED: Final = OccasionKind(
    title=_lazy("A roster was published"),
    actions=frozenset({"publish roster"}),
    occasion=_occasion,
    example=Occasion(
        about="rosters/whoopie", path="/api/v1/rosters/2026-05-15/", facts={"roster": "2026-05-15"}
    ),
)
