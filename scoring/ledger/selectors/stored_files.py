"""Whether the store still has every paper and file as it was made: each by the hash beside its name.

Terms: holder (a kind of row that names a file and its hash), fault (a file that is gone or is another).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Model

from sanctioning.fees.models import Invoice
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.storage import sha256_of
from sanctioning.people.models.own_data import DataCopy
from scoring.certificates.models import Certificate
from scoring.exports.models import ExportRun
from scoring.imports.models import Import, ImportDocument
from scoring.rosters.models import EarlierRoster, RosterDocument
from tournaments.justice.appeals.models import Statement
from tournaments.justice.cases.models import Letter
from tournaments.seasons.posters import POSTER_JOB
from tournaments.slips.services.format_papers import FORMAT_PAPERS_JOB
from tournaments.tables.services.papers import PAPERS_JOB


class FieldOfFile(NamedTuple):
    model: type[Model]
    file: str
    sha256: str


HOLDERS: Final = (
    FieldOfFile(Invoice, "document", "document_sha256"),
    FieldOfFile(DataCopy, "file", "sha256"),
    FieldOfFile(Letter, "document", "document_sha256"),
    FieldOfFile(Certificate, "document", "document_sha256"),
    FieldOfFile(RosterDocument, "file", "sha256"),
    FieldOfFile(ExportRun, "file", "sha256"),
    FieldOfFile(Import, "file", "sha256"),
    FieldOfFile(ImportDocument, "file", "sha256"),
    FieldOfFile(EarlierRoster, "file", "sha256"),
    FieldOfFile(Statement, "attachment", "attachment_sha256"),
)
PRINTED_ON_DEMAND: Final = (PAPERS_JOB, FORMAT_PAPERS_JOB, POSTER_JOB)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """`sha256` is empty where only the name of the file tells its hash."""

    holder: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class FileFault:
    file: StoredFile
    gone: bool


def stored_files() -> Iterator[StoredFile]:
    """Every file that a row names, with the hash it must have."""
    for model, file, sha256 in HOLDERS:
        named = model._default_manager.exclude(**{file: ""}).order_by("pk")
        for key, name, known in named.values_list("pk", file, sha256).iterator():
            yield StoredFile(f"{model._meta.verbose_name} {key}", name, known)
    printed = Job.objects.filter(kind__in=PRINTED_ON_DEMAND, state=Job.State.DONE).order_by("pk")
    for key, result in printed.values_list("pk", "result").iterator():
        if result:
            yield StoredFile(f"job {key}", result["file"], result.get("sha256", ""))


def fault_of(file: StoredFile) -> FileFault | None:
    """None if the store has it as it was made."""
    sha256 = sha256_of(file.name)
    if sha256 is None:
        return FileFault(file, gone=True)
    sound = sha256 == file.sha256 if file.sha256 else sha256.startswith(_told_by_name(file.name))
    return None if sound else FileFault(file, gone=False)


def _told_by_name(name: str) -> str:
    return name.rpartition("-")[2].partition(".")[0]
