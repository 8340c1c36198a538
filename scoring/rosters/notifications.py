"""Who is told of a roster."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment
from sanctioning.people.models.person import Person
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import lines


def tell_of_roster(*, at: dt.datetime, roster: Roster) -> None:
    """Whoever runs a club that the roster names people of hears that it is published."""
    listed = {line.club for line in lines(roster)}
    running = Appointment.objects.on(day_of(at)).filter(office__in=CLUB_OFFICES, club__name__in=listed)
    send(
        to=Person.objects.filter(pk__in=running.values("person")),
        kind="roster-published",
        about=roster,
        path=reverse("roster", args=[roster.key]),
        at=at,
    )
