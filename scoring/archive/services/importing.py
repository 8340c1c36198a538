"""Bringing an archive into an empty installation, on whatever database.

Invariants: nothing is written before every file of the archive is what its manifest says; all rows come in
one transaction, in which every table is read back and compared, the books are proven, and every guard is up
again before it ends; an authority is never brought into another.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

from django.apps import apps
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from django.db.models import AutoField
from django.utils.translation import gettext as _

from sanctioning.kit.atomic_files import make_folders, write_wholly
from sanctioning.kit.guards import guards
from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.refusals import Refusal
from sanctioning.setting_up.models import Founding
from sanctioning.signing.services import secret_file
from scoring.archive.manifest import FILE, Manifest, manifest_of
from scoring.archive.services.exporting import PIECE, Tell
from scoring.archive.tables import DJANGO_OWN, Table, tables
from scoring.heads.selectors import keys_by_fingerprint
from scoring.ledger.selectors.proof import BooksProof
from scoring.ledger.selectors.stored_files import stored_files

BATCH: Final = 500
FILES: Final = "files/"


def import_archive(path: Path, *, tell: Tell) -> Manifest:
    """Bring in all that is in the archive; `tell` hears how far it is.

    Raises:
        Refusal: the file is no archive, is damaged, is of another version, or this installation is not empty.
    """
    require_empty()
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest_in(archive)
            _require_as_written(archive, manifest, tell)
            with transaction.atomic():
                _bring_in(archive, tell)
                _put_files(archive, manifest)
                _require_equal(manifest)
            return manifest
    except (OSError, zipfile.BadZipFile) as error:
        raise _damaged(_("%(file)s cannot be read as an archive.") % {"file": path}) from error
    except DatabaseError as error:
        raise Refusal(
            code="archive-refused-by-database",
            sentence=_("The database refused the archive: %(why)s") % {"why": str(error).splitlines()[0]},
            rule=_("An archive is brought in wholly or not at all."),
            remedy=_("Nothing was written. Stop the site, make sure that the database is empty, try again."),
        ) from error


def require_empty() -> None:
    if Founding.objects.exists():
        raise Refusal(
            code="not-empty",
            sentence=_("This installation has an authority already."),
            rule=_("An archive is brought into an empty installation, so that nothing there is lost."),
            remedy=_("Start an empty one with a database of its own, and import there."),
        )


def _damaged(sentence: str) -> Refusal:
    return Refusal(
        code="archive-damaged",
        sentence=sentence,
        rule=_("Every file of an archive is as its manifest says, or nothing of it is brought in."),
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
            sentence=_("The archive is of another version: %(tables)s differ.")
            % {"tables": ", ".join(differing)},
            rule=_("An archive is brought in by the version that wrote it."),
            remedy=_("Import it with that version, then update."),
        )
    for name, sha256 in manifest.hashes.items():
        if _hash_in(archive, name) != sha256:
            raise _damaged(_("%(file)s in the archive is not as it was written.") % {"file": name})
    tell(f"{len(manifest.hashes)} files are as they were written")


def _hash_in(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    try:
        with archive.open(name) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError):
        return ""
    return digest.hexdigest()


def _bring_in(archive: zipfile.ZipFile, tell: Tell) -> None:
    guards.remove()
    _empty()
    for table in tables():
        with archive.open(table.file) as file:
            _insert(table, iter(file))
        tell(table.name)
    connection.check_constraints()
    _go_on_counting()
    guards.install()


def _empty() -> None:
    """What an installation that nobody has founded makes for its own use, such as a first key."""
    every = apps.get_models(include_auto_created=True)
    models = [model for model in every if model._meta.label not in DJANGO_OWN]
    with connection.cursor() as cursor:
        for model in models:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _insert(table: Table, lines: Iterator[bytes]) -> None:
    quote = connection.ops.quote_name
    names = ", ".join(quote(column.name) for column in table.columns)
    places = ", ".join(["%s"] * len(table.columns))
    insert = f"INSERT INTO {quote(table.model._meta.db_table)} ({names}) VALUES ({places})"
    with connection.cursor() as cursor:
        while batch := [table.row_of(line) for line in islice(lines, BATCH)]:
            cursor.executemany(insert, batch)


def _go_on_counting() -> None:
    """The next row of each table gets a key after those that were brought in; SQLite counts from the last."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for meta in (table.model._meta for table in tables()):
            if isinstance(meta.pk, AutoField):
                # Never back: a key that was given once is not given again.
                cursor.execute(
                    f"SELECT setval(sequence, GREATEST(nextval(sequence), "
                    f'(SELECT COALESCE(MAX("{meta.pk.column}"), 1) FROM "{meta.db_table}"))) '
                    f"FROM (SELECT pg_get_serial_sequence(%s, %s)::regclass AS sequence) AS named",
                    [f'"{meta.db_table}"', meta.pk.column],
                )


def _require_equal(manifest: Manifest) -> None:
    """Every table read back is what the archive has, the books prove what they proved there, and every guard
    is up."""
    sha256_of = {table.file: table.sha256 for table in manifest.tables}
    wrong = [table.name for table in tables() if _hash_of(table) != sha256_of[table.file]]
    wrong += [fault.name for fault in guard_faults()]
    wrong += set(BooksProof(keys_by_fingerprint()).problems()) - set(manifest.problems)
    named = {stored.name for stored in stored_files()}
    brought = {stored.file.removeprefix(FILES) for stored in manifest.files}
    wrong += sorted(named - brought - set(manifest.missing))
    if wrong:
        raise _damaged(
            _("What was brought in is not what the archive says: %(what)s.") % {"what": "; ".join(wrong[:10])}
        )


def _hash_of(table: Table) -> str:
    digest = hashlib.sha256()
    for line in table.lines():
        digest.update(line)
    return digest.hexdigest()


def _put_files(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    store = cast(Any, default_storage)
    named = {stored.name for stored in stored_files()}
    for stored in manifest.files:
        name = stored.file.removeprefix(FILES)
        if name in named:
            with archive.open(stored.file) as file:
                store.replace(name, File(file))
    for key in manifest.keys:
        secret = secret_file(Path(key.file).stem)
        make_folders(secret.parent)
        write_wholly(secret, [archive.read(key.file)], mode=0o600, replace=True)
