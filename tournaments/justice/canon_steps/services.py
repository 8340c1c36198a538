"""Noting that a suspended player sits an event out.

Invariant: noted again it is noted once.
Rule section: B-47 and B-48 (suspension from the next event entered).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.justice.canon_steps.notifications import tell_of_sat_out
from tournaments.justice.canons.models import SatOut


@transaction.atomic
def sit_out(*, by: Person, event: Event, person: Person, at: dt.datetime) -> SatOut:
    """Note that a suspended player wished to play this event; the next that he enters after it is open to
    him."""
    noted = SatOut.objects.filter(event=event, person__in=rows_of(person)).first()
    if noted is not None:
        return noted
    sat_out = SatOut.objects.create(event=event, person=person.identity, by=by, at=at)
    after = {"person": person.number, "event": event.slug}
    note(by=by, at=at, action="sit out event", thing=sat_out, after=after)
    tell_of_sat_out(sat_out=sat_out, at=at)
    return sat_out
