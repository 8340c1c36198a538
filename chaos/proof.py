"""What must hold once everything is back: nothing is lost, nothing is there twice, nothing is stuck."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator

from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from chaos.load import Told
from sanctioning.kit.jobs.models import Job
from scoring.certificates.models import Certificate
from scoring.results.models import Certification
from tournaments.tables.models.sheet import StanzaVersion


def wait_for_jobs(seconds: float) -> None:
    """Until none waits or runs; a dead worker's job is taken over when its lease runs out."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and _unfinished().exists():
        time.sleep(1)


def _unfinished() -> QuerySet[Job]:
    return Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])


def faults(told: Told) -> Iterator[str]:
    """A sentence for each thing that is not as it must be."""
    yield from told.wrong
    yield from _stanzas(told)
    yield from _certificates(told)
    for job in Job.objects.exclude(state=Job.State.DONE):
        yield f"The job {job.kind} {job.key} is {job.state}: {job.error[-200:]}"
    for command in ("verify_ledger", "check_files"):
        said = io.StringIO()
        try:
            call_command(command, stdout=said, stderr=said)
        except CommandError as failure:
            yield f"{command}: {failure}\n{said.getvalue()}"


def _stanzas(told: Told) -> Iterator[str]:
    kept = {row.idempotency_key.rpartition("/")[2]: row for row in StanzaVersion.objects.order_by("pk")}
    for key, body in told.acknowledged.items():
        row = kept.get(key)
        if row is None:
            yield f"The stanza {key} was acknowledged and is lost."
        elif row.body != json.loads(body):
            yield f"The stanza {key} is there with another content."
    seen: set[tuple[int, int]] = set()
    for game, number in StanzaVersion.objects.values_list("game", "number"):
        if (game, number) in seen:
            yield f"Stanza {number} of game {game} is there twice."
        seen.add((game, number))


def _certificates(told: Told) -> Iterator[str]:
    there = list(Certification.objects.values_list("game", flat=True))
    yield from (f"Game {game} was certified and is lost." for game in told.certified if game not in there)
    yield from (f"Game {game} is certified twice." for game in set(there) if there.count(game) > 1)
    for certificate in Certificate.objects.filter(document=""):
        yield f"The certificate {certificate} has no paper."
