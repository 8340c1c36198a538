"""Printing a filed Letter once: drawn, signed and kept; the row that names the file commits with the job."""

from __future__ import annotations

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.storage import keep_file
from sanctioning.signing.services import key_in_use, seal_paper
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.selectors.letters import LETTER_FACTS


def print_letter(running: RunningJob) -> None:
    """The job's handler.

    Raises:
        Refusal: `key-in-the-past`, `key-not-here`, `key-of-that-day`.
    """
    from tournaments.justice.cases.documents.letters import letter_bytes

    letter = Letter.objects.select_related(*LETTER_FACTS).get(pk=running.payload["letter"])
    signed = seal_paper(paper=letter_bytes(letter), reason=f"Filed as {letter}", key=key_in_use())
    name, sha256 = keep_file(f"letters/{letter.number:04d}", signed)
    with running.completing():
        Letter.objects.filter(pk=letter.pk, document="").update(document=name, document_sha256=sha256)
