"""Printing certificates: drawn, signed and kept; the row that names the file commits with the job's `done`.
With the paper goes the badge, which is the same certificate for programs.

Drawing and signing, the slow part, stand outside any transaction.
"""

from __future__ import annotations

import hashlib

from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.storage import keep_file
from sanctioning.signing.services import key_in_use, seal_paper
from scoring.certificates.models import Certificate
from scoring.certificates.services.badges import make_badge


def print_certificate(running: RunningJob) -> None:
    """The job's handler.

    Raises:
        Refusal: `key-in-the-past`, `key-not-here`, `key-of-that-day`.
    """
    from scoring.certificates.documents.papers import certificate_bytes

    certificate = Certificate.objects.select_related("person").get(pk=running.payload["certificate"])
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
        make_badge(certificate=certificate, key=key, at=moment(None))


def make_late_badge(running: RunningJob) -> None:
    """The job's handler for a certificate that was printed before there were badges.

    Raises:
        Refusal: `key-in-the-past`, `key-not-here`, `key-of-that-day`.
    """
    certificate = Certificate.objects.select_related("person").get(pk=running.payload["certificate"])
    key = key_in_use()
    with running.completing():
        make_badge(certificate=certificate, key=key, at=moment(None))
