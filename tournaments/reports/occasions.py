"""What webhooks tell of records of whole games."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Occasion, OccasionKind
from tournaments.events.occasions import example_in_game, in_game
from tournaments.reports.models.report import Report


def _occasion(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    report = Report.objects.select_related("game__event__sanction").filter(pk=entry.thing_id).first()
    return in_game(report.game, reader, version=report.version) if report else None


RECORD_REPORTED: Final = OccasionKind(
    title=_lazy("The record of a game was reported"),
    actions=frozenset({"take report"}),
    occasion=_occasion,
    example=example_in_game(version=1),
)
