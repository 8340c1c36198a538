"""Writing the archive: every table, paper and upload of one moment into one file.

Invariants: the file is there wholly or not at all; rows and files are streamed; what is gone from the store
is named in the manifest and does not keep the rest from being saved.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.atomic_files import whole_file
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import authority, installation
from sanctioning.kit.one_moment import one_moment
from sanctioning.kit.refusals import Refusal
from sanctioning.signing.models import SigningKey
from sanctioning.signing.services import secret_file
from scoring.archive import manifest
from scoring.archive.description import DESCRIPTION
from scoring.archive.manifest import ArchivedFile, Manifest, TableFile, mark_of_secret_key
from scoring.archive.numbering import last_key
from scoring.archive.tables import LEFT_OUT, ArchiveTable, tables
from scoring.heads.sealed_rows import EMPTY, TRAIL, last_of, sealed_to
from scoring.heads.selectors import keys_by_fingerprint
from scoring.ledger.models.ledger import GENESIS, LedgerEntry
from scoring.ledger.selectors.proof import BooksProof
from scoring.ledger.selectors.stored_files import fault_of, stored_files

ALWAYS: Final = (1980, 1, 1, 0, 0, 0)
"""When every file of an archive says it was written, so that equal archives are equal byte for byte."""
PIECE: Final = 1 << 20
Tell = Callable[[str], None]


def export_archive(
    path: Path,
    *,
    tell: Tell,
    with_keys: bool = False,
    with_passwords: bool = True,
    at: dt.datetime | None = None,
) -> Manifest:
    """Write all there is; `tell` hears how far it is.

    Raises:
        Refusal: `archive-exists`, `archive-not-written`. There is a file of that name, or it cannot be
            written there.
    """
    at = moment(at)
    try:
        with whole_file(path, mode=0o600) as file, one_moment():
            manifest = _written(file, tell=tell, with_keys=with_keys, with_passwords=with_passwords, at=at)
    except FileExistsError:
        raise Refusal(
            code="archive-exists",
            sentence=_("%(file)s already exists.") % {"file": path},
            rule=_("An archive is never written over another."),
            remedy=_("Name another file, or move that one."),
        ) from None
    except OSError as error:
        raise Refusal(
            code="archive-not-written",
            sentence=_("%(file)s cannot be written: %(why)s.") % {"file": path, "why": error.strerror},
            rule=_("An archive is written as a whole or not at all."),
            remedy=_("Name a file in an existing folder, on a disk with enough room."),
        ) from error
    with transaction.atomic():
        after = {
            "rows": sum(table.rows for table in manifest.tables),
            "keys": len(manifest.keys),
            "passwords": manifest.passwords,
        }
        note(by=None, at=at, action="export archive", thing=installation() or Installation(), after=after)
    return manifest


def _written(
    file: IO[bytes], *, tell: Tell, with_keys: bool, with_passwords: bool, at: dt.datetime
) -> Manifest:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, DESCRIPTION.name, [DESCRIPTION.read_bytes()])
        every = [_put_table(archive, table, tell, passwords=with_passwords) for table in tables()]
        files, missing = _put_files(archive, tell)
        trail = sealed_to(TRAIL, EMPTY, last_of(TRAIL))
        last = LedgerEntry.objects.order_by("-number").values_list("number", "hash").first()
        whole = Manifest(
            made_at=at.astimezone(dt.UTC).isoformat(),
            authority=authority().name_on_papers,
            secret_key=mark_of_secret_key(),
            passwords=with_passwords,
            ledger_entries=last[0] if last else 0,
            ledger_hash=last[1] if last else GENESIS,
            trail_rows=trail.count,
            trail_hash=trail.hash,
            tables=every,
            files=files,
            keys=list(_put_keys(archive)) if with_keys else [],
            missing=missing,
            problems=list(BooksProof(keys_by_fingerprint()).problems()),
            left_out=dict(LEFT_OUT),
        )
        _put(archive, manifest.FILE, [whole.as_json()])
    return whole


def _put_table(archive: zipfile.ZipFile, table: ArchiveTable, tell: Tell, *, passwords: bool) -> TableFile:
    rows = 0

    def counted() -> Iterator[bytes]:
        nonlocal rows
        for line in table.lines(passwords=passwords):
            rows += 1
            yield line

    sha256, _bytes = _put(archive, table.file, counted())
    tell(f"{table.name}: {rows}")
    columns = [column.name for column in table.columns]
    return TableFile(
        file=table.file, rows=rows, sha256=sha256, columns=columns, last_key=last_key(table.model)
    )


def _put_files(archive: zipfile.ZipFile, tell: Tell) -> tuple[list[ArchivedFile], list[str]]:
    """Each once, however many rows name it; gives what was put in and the names of what is not sound."""
    kept: dict[str, ArchivedFile] = {}
    missing: list[str] = []
    for stored in sorted(stored_files(), key=lambda file: file.name):
        if stored.name in kept:
            continue
        if fault_of(stored) is not None:
            missing.append(stored.name)
            continue
        with default_storage.open(stored.name) as file:
            sha256, length = _put(archive, f"files/{stored.name}", iter(lambda: file.read(PIECE), b""))
        kept[stored.name] = ArchivedFile(file=f"files/{stored.name}", bytes=length, sha256=sha256)
    tell(f"files: {len(kept)}")
    return list(kept.values()), missing


def _put_keys(archive: zipfile.ZipFile) -> Iterator[ArchivedFile]:
    for fingerprint in SigningKey.objects.order_by("pk").values_list("fingerprint", flat=True):
        secret = secret_file(fingerprint)
        if secret.exists():
            name = f"keys/{secret.name}"
            sha256, length = _put(archive, name, [secret.read_bytes()])
            yield ArchivedFile(file=name, bytes=length, sha256=sha256)


def _put(archive: zipfile.ZipFile, name: str, pieces: Iterable[bytes]) -> tuple[str, int]:
    """Gives the hash and the length."""
    entry = zipfile.ZipInfo(name, ALWAYS)
    # Papers are packed already.
    entry.compress_type = zipfile.ZIP_STORED if name.endswith(".pdf") else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    digest, length = hashlib.sha256(), 0
    with archive.open(entry, "w", force_zip64=True) as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            length += len(piece)
    return digest.hexdigest(), length
