"""Jobs of the books: printing certificates, rosters and Letters.

The slow part, drawing a PDF and signing it, stands outside any transaction; the file has a name made of
its own hash, so that no file is ever written over, and the row that names it commits with the job's `done`.
The press takes two seconds of processor time to load, more than fifty papers take. So a worker loads it
before it forks, and its children find it loaded; the site needs none.
"""

from __future__ import annotations

import datetime as dt
import hashlib

from celery import shared_task
from celery.signals import worker_init
from django.core.files.storage import default_storage

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.jobs.services.jobs import RunningJob, job
from sanctioning.kit.jobs.services.shared_jobs import carry_out_parts
from sanctioning.kit.storage import keep_file
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.signing.services import key_in_use, seal_paper
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import DOCUMENT_JOB as CERTIFICATE_JOB
from scoring.heads.services import HEAD_JOB, sign_head, sign_what_is_due
from scoring.imports.services.checking import carry_out_check
from scoring.imports.services.preparing import CHECK_JOB
from scoring.imports.services.taking_back import UNDO_JOB, carry_out_undo
from scoring.imports.services.writing import WRITE_JOB, carry_out_write
from scoring.practice.services import sweep_practice
from scoring.previews.services.previews import PREVIEW_JOB, carry_out_preview
from scoring.rosters.models import Roster, RosterDocument
from scoring.rosters.services.errata import ERRATA_JOB
from scoring.rosters.services.rosters import COMPILE_JOB, compile_roster, compile_what_is_due
from scoring.rosters.services.rosters import DOCUMENT_JOB as ROSTER_JOB

CHUNK_JOB = "scoring.roster-chunk"


@worker_init.connect
def load_the_press(**_: object) -> None:
    import sanctioning.signing.sealing  # noqa: F401


@job(CERTIFICATE_JOB, title=_lazy("A certificate on paper"))
def print_certificate(running: RunningJob) -> None:
    from scoring.certificates.documents.papers import certificate_bytes

    certificate = Certificate.objects.get(pk=running.payload["certificate"])
    paper, key = certificate_bytes(certificate), key_in_use()
    signed = seal_paper(paper=paper, reason=f"Issued as {certificate.serial}", key=key)
    name, sha256 = keep_file(f"certificates/{certificate.serial}", signed)
    with running.completing():
        Certificate.objects.filter(pk=certificate.pk).update(
            document=name,
            document_sha256=sha256,
            paper_sha256=hashlib.sha256(paper).hexdigest(),
            signed_with=key,
        )


@job(ROSTER_JOB, lease=dt.timedelta(minutes=10), title=_lazy("The booklet of a roster"))
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


@job(CHUNK_JOB, title=_lazy("Some pages of a roster"))
def set_chunk(running: RunningJob) -> None:
    from scoring.rosters.documents.papers import booklet_of

    payload = running.payload
    pages = booklet_of(payload["roster"], payload.get("club", "")).chunk(payload["chunk"])
    running.result = keep_file(f"rosters/chunks/{payload['roster']}", pages).as_result


@job(ERRATA_JOB, title=_lazy("The errata of a roster"))
def print_errata(running: RunningJob) -> None:
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


@shared_task(name="scoring.compile_what_is_due")
def compile_due() -> None:
    compile_what_is_due()


@shared_task(name="scoring.sign_what_is_due")
def sign_due() -> None:
    sign_what_is_due()


@shared_task(name="scoring.sweep_practice")
def sweep() -> None:
    sweep_practice()


@job(COMPILE_JOB, title=_lazy("Compiling a roster"))
def compile_again(running: RunningJob) -> None:
    with running.completing():
        compile_roster(
            by=None,
            as_of=dt.date.fromisoformat(running.payload["as_of"]),
            card_game=running.payload.get("card_game", WHOOPIE.slug),
        )


job(PREVIEW_JOB, lease=dt.timedelta(minutes=5), title=_lazy("A preview of Articles"))(carry_out_preview)
job(HEAD_JOB, lease=dt.timedelta(minutes=30), title=_lazy("Signing the head of the books"))(sign_head)
job(CHECK_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Checking an import"))(carry_out_check)
job(WRITE_JOB, attempts=2, lease=dt.timedelta(hours=1), title=_lazy("Writing an import"))(carry_out_write)
job(UNDO_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Taking an import back"))(carry_out_undo)
