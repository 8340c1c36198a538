"""Jobs of the books: printing certificates and rosters.

The slow part, drawing a PDF, stands outside any transaction; the file has a name made of its own hash,
so that a job done twice writes the same file, and the row that names it commits with the job's `done`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from decimal import Decimal
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from sanctioning.clock import day_of
from sanctioning.selectors.installation import is_demo
from sanctioning.services.jobs import RunningJob, job
from scoring.documents import certificate_pdf, degree_certificate_pdf, roster_pdf
from scoring.documents.facts import CertificateFacts, DegreeCertificateFacts, RosterFacts, RosterLine
from scoring.models import Certificate, Roster, RosterDocument
from scoring.services.certificates import DOCUMENT_JOB as CERTIFICATE_JOB
from scoring.services.rosters import DOCUMENT_JOB as ROSTER_JOB

DAYS = ("played_on", "certified_on", "issued_on", "recorded_on")
TENTHS = ("points", "blue_points")


@job(CERTIFICATE_JOB)
def print_certificate(running: RunningJob) -> None:
    certificate = Certificate.objects.get(pk=running.payload["certificate"])
    data = certificate_bytes(certificate)
    sha256 = hashlib.sha256(data).hexdigest()
    name = _store(f"certificates/{certificate.serial}-{sha256[:16]}.pdf", data)
    with running.completing():
        Certificate.objects.filter(pk=certificate.pk).update(document=name, document_sha256=sha256)


@job(ROSTER_JOB, lease=dt.timedelta(minutes=10))
def print_roster(running: RunningJob) -> None:
    roster = Roster.objects.defer("csv").get(pk=running.payload["roster"])
    data = roster_pdf(facts_of_roster(roster))
    sha256 = hashlib.sha256(data).hexdigest()
    name = _store(f"rosters/{roster.as_of}-{sha256[:16]}.pdf", data)
    with running.completing():
        RosterDocument.objects.update_or_create(
            roster=roster,
            defaults={"file": name, "sha256": sha256, "inputs_hash": roster.inputs_hash},
        )


def certificate_bytes(certificate: Certificate) -> bytes:
    """The paper, from the certificate's facts alone."""
    facts = {name: _read(name, value) for name, value in certificate.facts.items()}
    if certificate.kind == Certificate.Kind.DEGREE:
        return degree_certificate_pdf(DegreeCertificateFacts(**facts))
    return certificate_pdf(CertificateFacts(**facts))


def facts_of_roster(roster: Roster) -> RosterFacts:
    return RosterFacts(
        as_of=roster.as_of,
        lines=tuple(
            RosterLine(
                name=line.name,
                number=line.number,
                club=line.club,
                degree=line.degree,
                degree_rank=line.degree_rank,
                points=line.points,
                blue_points=line.blue,
            )
            for line in roster.lines.all()
        ),
        published_on=day_of(roster.published_at) if roster.published_at else None,
        serial=roster.serial if roster.published else "",
        inputs_hash=roster.inputs_hash,
        registrar=(roster.published_by or roster.compiled_by).name,
        demo=is_demo(),
    )


def _store(name: str, data: bytes) -> str:
    if not default_storage.exists(name):
        return default_storage.save(name, ContentFile(data))
    return name


def _read(name: str, value: Any) -> Any:
    if name in DAYS:
        return dt.date.fromisoformat(value)
    return Decimal(value) if name in TENTHS else value
