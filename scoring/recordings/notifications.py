"""Who is told what of recordings."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.kit.messages.services.messages import send
from scoring.recordings.models import Submission


def tell_of_submission(*, at: dt.datetime, submission: Submission) -> None:
    """What was sent in was recorded, or was not and why."""
    send(
        to=submission.person,
        kind=f"submission-{submission.state}",
        about=submission,
        path=reverse("my-page"),
        at=at,
    )
