"""Bringing an archive into an empty installation, on whatever database.

Invariants: nothing is written before every file of the archive is what its manifest says; all rows come in
one transaction, in which every table is read back and compared, ledger and trail are proven, and every guard
is up again before it ends; an authority is never brought into another.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

from django.apps import apps
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.kit.atomic_files import make_folders, write_wholly
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.guards import guards
from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.storage import sha256_of
from sanctioning.people.models.person import Person
from sanctioning.setting_up.models import Founding
from sanctioning.signing.services import secret_file
from scoring.archive.description import DESCRIPTION
from scoring.archive.manifest import FILE, ArchivedFile, Manifest, manifest_of
from scoring.archive.numbering import go_on_after
from scoring.archive.services.exporting import PIECE, Tell
from scoring.archive.tables import DJANGO_OWN, ArchiveTable, tables
from scoring.heads.sealed_rows import EMPTY, TRAIL, last_of, sealed_to
from scoring.heads.selectors import keys_by_fingerprint
from scoring.ledger.selectors.proof import BooksProof
from scoring.ledger.selectors.stored_files import fault_of, stored_files

BATCH: Final = 500
FILES: Final = "files/"
ONE_IMPORT: Final = 7_311_966
"""The lock of PostgreSQL for which one import at a time waits."""
Undoing = list[Callable[[], object]]


def import_archive(path: Path, *, tell: Tell) -> Manifest:
    """Bring in all that is in the archive; `tell` hears how far it is.

    Raises:
        Refusal: `archive-damaged`, `archive-file-there`, `archive-of-another-version`,
            `archive-refused-by-database`, `not-empty`. The file is no archive, is damaged, is of another
            version, or this installation is not empty.
    """
    try:
        require_empty()
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest_in(archive)
            _require_as_written(archive, manifest, tell)
            with _gone_again_after_a_failure() as written, transaction.atomic():
                _wait_for_others()
                require_empty()
                _bring_in(archive, manifest, tell)
                _put_files(archive, manifest, written)
                _require_equal(manifest)
            return manifest
    except (OSError, zipfile.BadZipFile, SuspiciousFileOperation) as error:
        raise _damaged(_("%(file)s cannot be read as an archive.") % {"file": path}) from error
    except DatabaseError as error:
        raise Refusal(
            code="archive-refused-by-database",
            sentence=_("The database refused the archive: %(why)s") % {"why": str(error).splitlines()[0]},
            rule=_("An archive is imported as a whole or not at all."),
            remedy=_(
                "Nothing was written. Stop the site, migrate the database, make sure it is empty, and "
                "try again."
            ),
        ) from error


def require_empty() -> None:
    """Keys, jobs and the like, which a site makes for itself before it is founded, are no loss."""
    if any(model._default_manager.exists() for model in (Founding, Person, Account)):
        raise Refusal(
            code="not-empty",
            sentence=_("This installation already has an authority, people or accounts."),
            rule=_("An archive is imported into an empty installation, so that nothing there is lost."),
            remedy=_("Start an empty installation with its own database, and import there."),
        )


def _wait_for_others() -> None:
    """Of two imports at the same moment the second finds what the first brought in; SQLite has one writer."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONE_IMPORT])


def _damaged(sentence: str) -> Refusal:
    return Refusal(
        code="archive-damaged",
        sentence=sentence,
        rule=_("Every file of an archive has to match its manifest, or nothing is imported."),
        remedy=_("Nothing was written. Take another copy of the archive, or export once more."),
    )


def _manifest_in(archive: zipfile.ZipFile) -> Manifest:
    try:
        return manifest_of(archive.read(FILE))
    except (KeyError, ValueError, TypeError, zlib.error) as error:
        raise _damaged(_("It has no manifest that can be read.")) from error


def _require_as_written(archive: zipfile.ZipFile, manifest: Manifest, tell: Tell) -> None:
    """Each file by its hash, none too many, and each table as this version has it."""
    expected = {table.file: [column.name for column in table.columns] for table in tables()}
    described = {table.file: table.columns for table in manifest.tables}
    if expected != described:
        differing = sorted(name for name in expected | described if expected.get(name) != described.get(name))
        raise Refusal(
            code="archive-of-another-version",
            sentence=_("The archive comes from another version: %(tables)s differ.")
            % {"tables": ", ".join(differing)},
            rule=_("An archive can only be imported by the version that wrote it."),
            remedy=_("Import it with that version, then update."),
        )
    for name in sorted(set(archive.namelist()) - manifest.hashes.keys() - {FILE, DESCRIPTION.name}):
        raise _damaged(_("%(file)s is in the archive but not in its manifest.") % {"file": name})
    for name, sha256 in manifest.hashes.items():
        if _hash_in(archive, name) != sha256:
            raise _damaged(_("%(file)s in the archive has changed since it was written.") % {"file": name})
    tell(f"{len(manifest.hashes)} files are as they were written")


def _hash_in(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    try:
        with archive.open(name) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):
        return ""
    return digest.hexdigest()


def _bring_in(archive: zipfile.ZipFile, manifest: Manifest, tell: Tell) -> None:
    guards.remove()
    _empty()
    for table in tables():
        with archive.open(table.file) as file:
            _insert(table, iter(file))
        tell(table.name)
    connection.check_constraints()
    last_keys = {listed.file: listed.last_key for listed in manifest.tables}
    for table in tables():
        if (last := last_keys[table.file]) is not None:
            go_on_after(table.model, last)
    guards.install()


def _empty() -> None:
    """What an installation that nobody has founded makes for its own use, such as a first key."""
    every = apps.get_models(include_auto_created=True)
    models = [model for model in every if model._meta.label not in DJANGO_OWN]
    with connection.cursor() as cursor:
        for model in models:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _insert(table: ArchiveTable, lines: Iterator[bytes]) -> None:
    quote = connection.ops.quote_name
    names = ", ".join(quote(column.name) for column in table.columns)
    places = ", ".join(["%s"] * len(table.columns))
    insert = f"INSERT INTO {quote(table.model._meta.db_table)} ({names}) VALUES ({places})"
    with connection.cursor() as cursor:
        numbered = enumerate(lines, start=1)
        while batch := [_row(table, number, line) for number, line in islice(numbered, BATCH)]:
            cursor.executemany(insert, batch)


def _row(table: ArchiveTable, number: int, line: bytes) -> list[Any]:
    try:
        return table.row_of(line)
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise _damaged(
            _("Line %(line)s of %(file)s is not a row of that table.") % {"line": number, "file": table.file}
        ) from error


def _require_equal(manifest: Manifest) -> None:
    """Every table read back is what the archive has, ledger and trail prove what they proved there, and
    every guard is up."""
    sha256_of = {table.file: table.sha256 for table in manifest.tables}
    wrong = [table.name for table in tables() if _hash_of(table) != sha256_of[table.file]]
    wrong += [fault.name for fault in guard_faults()]
    wrong += set(BooksProof(keys_by_fingerprint()).problems()) - set(manifest.problems)
    missing = set(manifest.missing)
    wrong += sorted({file.name for file in stored_files() if file.name not in missing and fault_of(file)})
    trail = sealed_to(TRAIL, EMPTY, last_of(TRAIL))
    if (trail.count, trail.hash) != (manifest.trail_rows, manifest.trail_hash):
        wrong.append(str(AuditEntry._meta.verbose_name_plural))
    if wrong:
        raise _damaged(
            _("What was imported differs from what the archive says: %(what)s.")
            % {"what": "; ".join(wrong[:10])}
        )


def _hash_of(table: ArchiveTable) -> str:
    digest = hashlib.sha256()
    for line in table.lines():
        digest.update(line)
    return digest.hexdigest()


def _put_files(archive: zipfile.ZipFile, manifest: Manifest, written: Undoing) -> None:
    """Papers, uploads and keys in their places; what is there already must be the same."""
    named = {stored.name for stored in stored_files()}
    for stored in manifest.files:
        name = stored.file.removeprefix(FILES)
        if name in named and not _is_there(sha256_of(name), stored):
            with archive.open(stored.file) as file:
                cast(Any, default_storage).replace(name, File(file))
            written.append(partial(default_storage.delete, name))
    for key in manifest.keys:
        secret = secret_file(Path(key.file).stem)
        there = hashlib.sha256(secret.read_bytes()).hexdigest() if secret.exists() else None
        if not _is_there(there, key):
            make_folders(secret.parent)
            write_wholly(secret, [archive.read(key.file)], mode=0o600)
            written.append(secret.unlink)


def _is_there(sha256: str | None, stored: ArchivedFile) -> bool:
    if sha256 not in (None, stored.sha256):
        raise Refusal(
            code="archive-file-there",
            sentence=_("There is already another file called %(file)s here.") % {"file": stored.file},
            rule=_("An archive is imported into an empty installation, so that nothing there is lost."),
            remedy=_("Nothing was written. Move that file, and import again."),
        )
    return sha256 is not None


@contextmanager
def _gone_again_after_a_failure() -> Iterator[Undoing]:
    """What takes each file that was written away again."""
    written: Undoing = []
    try:
        yield written
    except BaseException:
        for take_away in reversed(written):
            take_away()
        raise
