"""Who is told of a law that was adopted: whoever runs a club, and the executors, once each."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.law.kinds_of_law import differences, kind_of
from sanctioning.law.models.versions import Version
from sanctioning.law.selectors.in_force import category_names
from sanctioning.law.selectors.versions import before_of
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment
from sanctioning.offices.permissions import EXECUTORS
from sanctioning.people.models.person import Person


def tell_of_law(*, by: Person, at: dt.datetime, version: Version) -> None:
    """In the transaction of the adoption; whoever adopted it is not told."""
    kind, before = kind_of(type(version)), before_of(version)
    concerned = Appointment.objects.on(day_of(at)).filter(office__in=[*CLUB_OFFICES, *EXECUTORS])
    changed = differences(kind, before.body, version.body, category_names()) if before else ()
    send(
        to=Person.objects.filter(pk__in=concerned.values("person")).exclude(pk=by.pk),
        kind="law-adopted",
        about=version,
        path=reverse("law-version", args=[kind.slug, version.reference]),
        context={"by": by, "kind": kind.name, "differences": len(changed)},
        at=at,
    )
