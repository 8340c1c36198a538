"""The events that suspended players sit out: noted when they wish to enter one.

Invariant: the refusal of an entry undoes all that the entry did; that it was refused as suspended is kept
beside it, since by that the suspension is served. Noted again it is noted once.
Rule section: B-47 and B-48 (suspension from the next event entered).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.entries.services.admission import Suspended
from tournaments.events.models.event import Event
from tournaments.justice.canons.models import SatOut
from tournaments.justice.canons.notifications import tell_of_sat_out

P = ParamSpec("P")
R = TypeVar("R")


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


def noting_who_sits_out(act: Callable[P, R]) -> Callable[P, R]:
    """An act of entry of which the refusal to a suspended player is itself kept, as the event he sits out.

    An act that enters within its own transaction says so itself: its refusal undoes what was noted in it.
    """

    @wraps(act)
    def noting(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return act(*args, **kwargs)
        except Suspended as refusal:
            by = kwargs["by"]
            assert isinstance(by, Person)
            sit_out(by=by, event=refusal.event, person=refusal.person, at=refusal.at)
            raise

    return noting
