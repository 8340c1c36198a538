"""Who is told of a step of the canons."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.messages.services.messages import send
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.selectors import line_of


def tell_of_canon_step(*, step: CanonStep, occasion: int, at: dt.datetime) -> None:
    """The player, in writing: of the step, and that it was taken back."""
    send(
        to=step.person,
        kind="canon-step",
        about=step,
        occasion=occasion,
        path=reverse("my-page"),
        context={"line": line_of(step), "event": step.event},
        at=at,
    )
