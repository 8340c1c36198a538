"""Files that a job makes once, for whoever asks for the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.files.storage import default_storage
from django.db import transaction

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.people.models.person import Person


def made_file(*, kind: str, key: str, payload: Mapping[str, Any], asker: Person | None) -> bytes | None:
    """The file that the job of this key has kept; None while it is being made, which is asked for here."""
    with transaction.atomic():
        job = enqueue(kind=kind, key=key, payload=payload, by=asker.account if asker is not None else None)
    if job.state != Job.State.DONE or not job.result:
        return None
    with default_storage.open(job.result["file"]) as file:
        return bytes(file.read())
