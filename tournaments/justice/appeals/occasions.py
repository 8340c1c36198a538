"""What webhooks tell of appeals, to those who see them in their own list."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Occasion, OccasionKind
from tournaments.justice.appeals.selectors.appeals import seen_by


def _occasion(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    seen = seen_by(reader, today()).filter(pk=entry.thing_id)
    event = seen.values_list("appellant__game__event__slug", flat=True).first()
    if event is None:
        return None
    number = int(entry.thing_id)
    return Occasion(
        about=f"appeals/{number}",
        path=reverse("api-appeal", args=[number]),
        event=event,
        facts={"appeal": number},
    )


EXAMPLE: Final = Occasion(
    about="appeals/12", path="/api/v1/appeals/12/", event="spring-whoopie", facts={"appeal": 12}
)
APPEAL_DECIDED: Final = OccasionKind(
    title=_lazy("An appeal was decided"),
    actions=frozenset({"decide appeal"}),
    occasion=_occasion,
    example=EXAMPLE,
)
APPEAL_FINAL: Final = OccasionKind(
    title=_lazy("An appeal became final"),
    actions=frozenset({"appeal final"}),
    occasion=_occasion,
    example=EXAMPLE,
)
