"""Every stored file against its hash: `check_files` says each fault, and no kind of file is left out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import FileField
from django.db.models.functions import Now

from sanctioning.fees.models import Invoice
from sanctioning.fees.services.club_accounts import INVOICE_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.ledger.selectors.stored_files import HOLDERS
from tests.cast import Cast
from tests.support.fees import adopt_fees, invoiced
from tests.support.full_disk import fill, small_disk

NAMES_A_FILE = {"document", "file"}
"""Fields that name a file, beside those of Django's own kind."""


@pytest.fixture
def media(tmp_path: Path, settings: object) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"  # type: ignore[attr-defined]
    return tmp_path / "media"


def checked() -> tuple[int, str]:
    """The exit code of the command, and what it says."""
    output = io.StringIO()
    try:
        call_command("check_files", stdout=output, stderr=output)
    except CommandError as fault:
        return fault.returncode, f"{output.getvalue()}{fault}"
    return 0, output.getvalue()


@pytest.mark.django_db
def test_the_command_names_what_is_gone_and_what_is_not_as_it_was_made(cast: Cast, media: Path) -> None:
    adopt_fees(cast)
    whole, half, gone = (invoiced(cast) for _ in range(3))
    assert run_waiting(INVOICE_JOB) == 3
    assert checked() == (0, "All 3 files are sound.\n")
    names = {invoice.pk: Invoice.objects.get(pk=invoice.pk).document for invoice in (whole, half, gone)}
    path = media / names[half.pk]
    path.write_bytes(path.read_bytes()[:1000])
    (media / names[gone.pk]).unlink()
    code, output = checked()
    assert code == 1
    assert f"{names[half.pk]} (invoice {half.pk}) is not as it was made." in output
    assert f"{names[gone.pk]} (invoice {gone.pk}) is gone." in output
    assert names[whole.pk] not in output
    assert "2 of 3 files are not sound." in output


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_paper_printed_on_a_full_disk_is_printed_whole_when_there_is_room(cast: Cast, media: Path) -> None:
    adopt_fees(cast)
    invoice = invoiced(cast)
    with small_disk(media) as mounted:
        if not mounted:
            pytest.skip("only root mounts a small disk; the store itself is tried without one")
        ballast = fill(media)
        run_waiting(INVOICE_JOB)
        job = Job.objects.get(kind=INVOICE_JOB)
        assert "No space left" in job.error
        assert [path.name for path in media.rglob("*") if path.is_file()] == ["ballast"]
        ballast.unlink()
        Job.objects.filter(pk=job.pk).update(due_at=Now())
        assert run_waiting(INVOICE_JOB) == 1
        invoice.refresh_from_db()
        assert (media / invoice.document).read_bytes().rstrip().endswith(b"%%EOF")
        assert checked()[0] == 0


def test_every_row_that_names_a_file_and_its_hash_is_checked() -> None:
    known = {(holder.model, holder.file, holder.sha256) for holder in HOLDERS}
    holders = set()
    for model in apps.get_models():
        fields = {field.name for field in model._meta.get_fields()}
        files = {field.name for field in model._meta.get_fields() if isinstance(field, FileField)}
        for file in files | NAMES_A_FILE & fields:
            hashes = {f"{file}_sha256", "sha256"} & fields
            holders |= {(model, file, sha256) for sha256 in hashes}
    assert holders == known
