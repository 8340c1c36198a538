"""Registering the evenings of a season: each an event of its own, with an application of its own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.levels import EventType, Level
from sanctioning.people.models.person import Person
from sanctioning.sanctions.services.together import submit_together
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.seasons.evenings import LEAST_EVENINGS, MOST_EVENINGS, SeasonEvening
from tournaments.series.models import Series
from tournaments.series.services import add_to_series


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """What the evenings of a season have in common."""

    club: Club
    place: str
    time_zone: str
    format_slug: str
    description: str
    level: Level
    event_type: EventType
    entry_conditions: Sequence[Mapping[str, Any]] = ()
    series: Series | None = None


@transaction.atomic
def register_evenings(
    *, by: Person, alike: Alike, evenings: Sequence[SeasonEvening], at: dt.datetime | None = None
) -> list[Event]:
    """Register them all, or none, and send in their applications.

    Raises:
        Refusal: `season-size`, and what `register_event`, `apply_for_sanction`, `add_to_series` and
            `set_entry_conditions` raise.
    """
    at = moment(at)
    if not LEAST_EVENINGS <= len(evenings) <= MOST_EVENINGS:
        raise Refusal(
            code="season-size",
            sentence=_("A season would have %(count)s evenings.") % {"count": len(evenings)},
            rule=_("A season has from %(least)s to %(most)s evenings.")
            % {"least": LEAST_EVENINGS, "most": MOST_EVENINGS},
            remedy=_("Choose more or fewer days. A single event has its own form."),
            status=422,
        )
    events = [_registered(by, alike, evening, at) for evening in evenings]
    drafts = [event.sanction for event in events if event.sanction is not None]
    submit_together(by=by, sanctions=drafts, at=at)
    return events


def _registered(by: Person, alike: Alike, evening: SeasonEvening, at: dt.datetime) -> Event:
    """Before its application is sent in: what it says to whom it is open is read with it."""
    event = register_event(
        by=by,
        club=alike.club,
        name=evening.name,
        place=alike.place,
        starts_at=evening.starts_at,
        ends_at=evening.ends_at,
        time_zone=alike.time_zone,
        format_slug=alike.format_slug,
        description=alike.description,
        terms=evening.terms,
        at=at,
    )
    if alike.entry_conditions:
        event = set_entry_conditions(by=by, event=event, conditions=alike.entry_conditions, at=at)
    apply_for_sanction(
        by=by, event=event, level=alike.level, event_type=alike.event_type, submit=False, at=at
    )
    if alike.series is not None:
        add_to_series(by=by, event=event, series=alike.series, part=Event.SeriesPart.ORDINARY, at=at)
    event.refresh_from_db()
    return event
