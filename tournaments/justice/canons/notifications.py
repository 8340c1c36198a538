"""Who is told of a step of the canons, and of an event that somebody sits out."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.identity.finding import people_who_run
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.justice.canons.selectors import line_of


def tell_of_canon_step(*, made: CanonStep, occasion: int, at: dt.datetime) -> None:
    """The player, in writing: of the step, and that it was taken back."""
    send(
        to=made.person,
        kind="canon-step",
        about=made,
        occasion=occasion,
        path=reverse("my-page"),
        context={"line": line_of(made), "event": made.event},
        at=at,
    )


def tell_of_sat_out(*, made: SatOut, at: dt.datetime) -> None:
    """The suspended player, and whoever runs the event."""
    people: list[Person] = [made.person, *people_who_run(made.event.club, day_of(at))]
    send(
        to=list({one.pk: one for one in people}.values()),
        kind="event-sat-out",
        about=made,
        path=reverse("event", args=[made.event.slug]),
        context={"event": made.event, "player": made.person},
        at=at,
    )
