"""Who is told of degrees."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.urls import reverse

from sanctioning.kit.messages.services.messages import MessageTo, send_each
from scoring.degree_names import full_style
from scoring.recordings.models import DegreeHeld


def tell_of_degrees(*, at: dt.datetime, held: Sequence[DegreeHeld]) -> None:
    messages = [
        MessageTo(
            to=degree.person,
            about=degree,
            path=reverse("my-page"),
            context={"style": full_style(degree.degree, degree.card_game), "certificate": degree.certificate},
        )
        for degree in held
    ]
    send_each(messages, kind="degree-reached", at=at)


def tell_of_lost_degrees(*, at: dt.datetime, held: Sequence[DegreeHeld], why: str) -> None:
    messages = [
        MessageTo(
            to=degree.person,
            about=degree,
            path=reverse("my-page"),
            context={"style": full_style(degree.degree, degree.card_game), "why": why},
        )
        for degree in held
    ]
    send_each(messages, kind="degree-lost", at=at)
