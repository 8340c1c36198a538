"""Printing rosters and their errata; the row that names a file commits with the job's `done`.

A booklet is set in chunks by any worker; the one whose job it is binds them.
"""

from __future__ import annotations

from typing import Final

from django.core.files.storage import default_storage

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.jobs.services.shared_jobs import carry_out_parts
from sanctioning.kit.storage import keep_file
from scoring.rosters.models import Roster, RosterDocument

CHUNK_JOB: Final = "scoring.roster-chunk"


def print_roster(running: RunningJob) -> None:
    """Any worker sets the chunks; this one binds them, and throws them away when the booklet is kept."""
    from scoring.rosters.documents.papers import booklet_of, bound

    booklet = booklet_of(running.payload["roster"], running.payload.get("club", ""))
    payloads = {
        f"{running.key}/{index:04d}": {**running.payload, "chunk": index} for index in range(booklet.chunks)
    }
    parts = carry_out_parts(running, kind=CHUNK_JOB, payloads=payloads)
    names = [(part.result or {})["file"] for part in parts]
    with bound(booklet, names) as whole:
        name, sha256 = keep_file(f"rosters/{booklet.roster.as_of}", whole)
    with running.completing():
        RosterDocument.objects.update_or_create(
            roster=booklet.roster,
            kind=RosterDocument.Kind.CLUB if booklet.facts.club else RosterDocument.Kind.BOOKLET,
            club=booklet.facts.club,
            defaults={"file": name, "sha256": sha256, "inputs_hash": booklet.roster.inputs_hash},
        )
    for chunk in names:
        default_storage.delete(chunk)


def set_chunk(running: RunningJob) -> None:
    """Set some pages of a booklet."""
    from scoring.rosters.documents.papers import booklet_of

    payload = running.payload
    pages = booklet_of(payload["roster"], payload.get("club", "")).chunk(payload["chunk"])
    running.result = keep_file(f"rosters/chunks/{payload['roster']}", pages).as_result


def print_errata(running: RunningJob) -> None:
    """The job's handler."""
    from scoring.rosters.documents.papers import errata_bytes

    roster = Roster.objects.get(pk=running.payload["roster"])
    name, sha256 = keep_file(f"rosters/{roster.as_of}-errata", errata_bytes(roster))
    with running.completing():
        RosterDocument.objects.update_or_create(
            roster=roster,
            kind=RosterDocument.Kind.ERRATA,
            club="",
            defaults={"file": name, "sha256": sha256, "inputs_hash": roster.inputs_hash},
        )
