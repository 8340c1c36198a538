"""Who is told what of a club: its people hear what the authority did, the Managing Executor what they did."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.clubs.models import Club
from sanctioning.identity.lookup import holders_of, people_who_run
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person

# The kind of message that tells of a step, and who hears it.
STEPS_TOLD: dict[str, tuple[str, tuple[str, ...]]] = {
    "register club": ("club-registered", ("authority",)),
    "ask club": ("club-asked", ("club",)),
    "answer for club": ("club-answered", ("authority",)),
    "approve club": ("club-approved", ("club",)),
    "refuse club": ("club-refused", ("club",)),
    "withdraw club": ("club-withdrawn", ("authority",)),
    "apply again for club": ("club-registered", ("authority",)),
    "close club": ("club-closed", ("club", "authority")),
    "open club again": ("club-opened", ("club",)),
}


def tell_of_club(*, by: Person, at: dt.datetime, club: Club, entry: AuditEntry) -> None:
    """One message of the step that the trail's entry tells of, to each who must know it."""
    kind, sides = STEPS_TOLD[entry.action]
    people: dict[int, Person] = {}
    if "club" in sides:
        own = [*people_who_run(club, day_of(at)), *club.officers_to_be.all()]
        people |= {person.pk: person for person in own}
        if club.registered_by is not None:
            people[club.registered_by.pk] = club.registered_by
    if "authority" in sides:
        people |= {person.pk: person for person in holders_of(day_of(at), Office.MANAGING_EXECUTOR)}
    send(
        to=but(by, people.values()),
        kind=kind,
        about=club,
        occasion=entry.pk,
        path=reverse("club-desk", args=[club.slug]),
        context={"by": by, "why": entry.why},
        at=at,
    )
