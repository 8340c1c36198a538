"""Saying who may enter an event.

Invariant: whoever is entered stays, whatever is said later.
Rule section: II (an event's own entry requirements, W-76), IV (restricted events).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person
from tournaments.events.entry_conditions import read_conditions
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.games.plans import require_plans_fit


@transaction.atomic
def set_entry_conditions(
    *, by: Person, event: Event, conditions: Iterable[Mapping[str, Any]], at: dt.datetime | None = None
) -> Event:
    """Say who may enter; whoever is entered stays, whatever is said later, and so does the plan of play.

    Raises:
        Refusal: `condition-unreadable`, `not-allowed`.
    """
    at = moment(at)
    require_runs(by, at, event, _("say who may enter"))
    event = locked_event(event)
    before, event.entry_conditions = event.entry_conditions, read_conditions(conditions)
    require_plans_fit(event)
    event.save(update_fields=["entry_conditions"])
    after = {"conditions": event.entry_conditions}
    note(by=by, at=at, action="set entry conditions", thing=event, before={"conditions": before}, after=after)
    return event
