"""Printing certificates: drawn, signed and kept; the row that names the file commits with the job's `done`.

Drawing and signing, the slow part, stand outside any transaction.
"""

from __future__ import annotations

import hashlib

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.storage import keep_file
from sanctioning.signing.services import key_in_use, seal_paper
from scoring.certificates.models import Certificate


def print_certificate(running: RunningJob) -> None:
    """The job's handler.

    Raises:
        Refusal: `key-in-the-past`, `key-not-here`, `key-of-that-day`.
    """
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
