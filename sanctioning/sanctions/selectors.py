"""Whose turn an application is, until when, and what was asked and answered."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from sanctioning.kit.clock import today
from sanctioning.law.models.levels import Level
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import STEPS, TURNS, Sanction
from sanctioning.sanctions.permissions import may_apply_for_sanction, may_decide_sanction


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOf:
    """`whose` is "club", "authority" or "" where nothing is waited for."""

    whose: str
    waits_for: str
    until: dt.date | None
    overdue: bool
    lapses: bool


def turn_of(sanction: Sanction, day: dt.date | None = None) -> TurnOf:
    """Whose act it waits for, and until when."""
    turn, until = TURNS.get(sanction.state), sanction.turn_until
    return TurnOf(
        whose=turn.whose if turn else "",
        waits_for=turn.waits_for if turn else "",
        until=until,
        overdue=until is not None and until < (day or today()),
        lapses=turn.lapses if turn else False,
    )


def acts_of(sanction: Sanction, asker: Person | None, day: dt.date | None = None) -> frozenset[str]:
    """The steps that this person may take now; a page shows a button for each."""
    day = day or today()
    parties = set()
    if may_apply_for_sanction(asker, day, sanction.club):
        parties.add("club")
    if may_decide_sanction(asker, day):
        parties.add("authority")
    return frozenset(
        step.action for step in STEPS.values() if sanction.state in step.sources and parties & set(step.by)
    )


def levels_of_sanctions() -> QuerySet[Level]:
    """The levels that anybody ever applied for, by which lists are narrowed."""
    return Level.objects.filter(Exists(Sanction.objects.filter(level=OuterRef("pk"))))


def applied_for_together(sanction: Sanction) -> tuple[Sanction, ...]:
    """The applications that were sent in with this one and are in its state, itself among them, in their
    order; it alone where it was sent in alone. One query."""
    alike = Sanction.objects.filter(
        club=sanction.club_id,
        applied_by=sanction.applied_by_id,
        applied_at=sanction.applied_at,
        level=sanction.level_id,
        type=sanction.type_id,
        format=sanction.format,
        kind=sanction.kind,
        state=sanction.state,
    )
    return tuple(alike.select_related("club").order_by("pk"))
