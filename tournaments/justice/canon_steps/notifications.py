"""Who is told of an event that somebody sits out."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.identity.lookup import people_who_run
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.justice.canons.models import SatOut


def tell_of_sat_out(*, sat_out: SatOut, at: dt.datetime) -> None:
    """The suspended player, and whoever runs the event."""
    people: list[Person] = [sat_out.person, *people_who_run(sat_out.event.club, day_of(at))]
    send(
        to=list({person.pk: person for person in people}.values()),
        kind="event-sat-out",
        about=sat_out,
        path=reverse("event", args=[sat_out.event.slug]),
        context={"event": sat_out.event, "player": sat_out.person},
        at=at,
    )
