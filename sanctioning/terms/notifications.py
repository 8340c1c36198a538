"""Who is told of a term of office."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person


def tell_of_appointment(*, by: Person, at: dt.datetime, appointment: Appointment) -> None:
    """The person appointed is told, whoever it was that appointed."""
    send(
        to=appointment.person,
        kind="office-given",
        about=appointment,
        path=reverse("my-page"),
        context={"by": by},
        at=at,
    )


def tell_of_term(*, by: Person, at: dt.datetime, appointment: Appointment, entry: AuditEntry) -> None:
    """The holder is told that a term ends earlier, or lasts longer, than it was given for."""
    send(
        to=but(by, [appointment.person]),
        kind="office-ended" if entry.action == "end term" else "office-prolonged",
        about=appointment,
        occasion=entry.pk,
        path=reverse("my-page"),
        context={"by": by, "why": entry.why},
        at=at,
    )
