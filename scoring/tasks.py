"""Jobs of the books: printing certificates and rosters.

The slow part, drawing a PDF and signing it, stands outside any transaction; the file has a name made of
its own hash, so that no file is ever written over, and the row that names it commits with the job's `done`.
The press takes two seconds of processor time to load, more than fifty papers take. So a worker loads it
before it forks, and its children find it loaded; the site needs none.
"""

from __future__ import annotations

import datetime as dt
import hashlib

from celery.signals import worker_init
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from sanctioning.services.jobs import RunningJob, job
from scoring.models import Certificate, Roster, RosterDocument
from scoring.services.certificates import DOCUMENT_JOB as CERTIFICATE_JOB
from scoring.services.previews import PREVIEW_JOB, carry_out_preview
from scoring.services.rosters import COMPILE_JOB, compile_roster
from scoring.services.rosters import DOCUMENT_JOB as ROSTER_JOB
from scoring.services.signing import key_in_use, seal_paper


@worker_init.connect
def load_the_press(**_: object) -> None:
    import scoring.papers
    import scoring.signatures.seal  # noqa: F401


@job(CERTIFICATE_JOB)
def print_certificate(running: RunningJob) -> None:
    from scoring.papers import certificate_bytes

    certificate = Certificate.objects.get(pk=running.payload["certificate"])
    paper, key = certificate_bytes(certificate), key_in_use()
    signed = seal_paper(paper=paper, reason=f"Issued as {certificate.serial}", key=key)
    name, sha256 = _store(f"certificates/{certificate.serial}", signed)
    with running.completing():
        Certificate.objects.filter(pk=certificate.pk).update(
            document=name,
            document_sha256=sha256,
            paper_sha256=hashlib.sha256(paper).hexdigest(),
            signed_with=key,
        )


@job(ROSTER_JOB, lease=dt.timedelta(minutes=10))
def print_roster(running: RunningJob) -> None:
    from scoring.papers import roster_bytes

    roster = Roster.objects.get(pk=running.payload["roster"])
    name, sha256 = _store(f"rosters/{roster.as_of}", roster_bytes(roster))
    with running.completing():
        RosterDocument.objects.update_or_create(
            roster=roster,
            kind=RosterDocument.Kind.BOOKLET,
            defaults={"file": name, "sha256": sha256, "inputs_hash": roster.inputs_hash},
        )


@job(COMPILE_JOB)
def compile_again(running: RunningJob) -> None:
    with running.completing():
        compile_roster(by=None, as_of=dt.date.fromisoformat(running.payload["as_of"]))


job(PREVIEW_JOB, lease=dt.timedelta(minutes=5))(carry_out_preview)


def _store(stem: str, data: bytes) -> tuple[str, str]:
    """Keep a file under its own hash; gives its name and the hash."""
    sha256 = hashlib.sha256(data).hexdigest()
    name = f"{stem}-{sha256[:16]}.pdf"
    if not default_storage.exists(name):
        name = default_storage.save(name, ContentFile(data))
    return name, sha256
