"""Backing up: the database of one moment first, then every file that its rows name."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection, transaction

from sanctioning.doctor.selectors import BACKED_UP
from sanctioning.kit.atomic_files import make_folders, write_wholly
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import installation
from sanctioning.kit.one_moment import one_moment
from scoring.backups.databases import dump_database, sha256_of_file
from scoring.backups.folder import BackupFolder, not_written
from scoring.backups.manifest import FILE, Manifest, SavedFile
from scoring.ledger.selectors.stored_files import fault_of, stored_files

KEYS = "keys"
SECRET_KEY = "secret_key"


def back_up(
    folder: Path, *, with_keys: bool = False, keep: int | None = None, at: dt.datetime | None = None
) -> tuple[Path, Manifest]:
    """Save all there is as a new backup of the folder; of those before, keep only so many with it. Gives
    the backup and what is in it.

    Raises:
        Refusal: `backup-not-written`, `backup-under-way`, `backup-unreadable`, `database-tool-failed`,
            `no-database-tools`.
    """
    at = moment(at)
    backups = BackupFolder(folder)
    with backups.held():
        try:
            with backups.new_backup(at) as backup, one_moment():
                dump, tables = dump_database(backup)
                files, missing = _copy_files(backups.media)
                manifest = Manifest(
                    made_at=at.astimezone(dt.UTC).isoformat(),
                    database=connection.vendor,
                    dump=dump,
                    tables=tables,
                    files=files,
                    keys=list(_copy_keys(backup)) if with_keys else [],
                    missing=missing,
                )
                write_wholly(backup / FILE, [manifest.as_json()], mode=0o600)
        except OSError as error:
            raise not_written(folder, error) from error
        if keep:
            backups.keep_newest(keep)
    with transaction.atomic():
        after = {"files": len(manifest.files), "keys": len(manifest.keys), "missing": len(manifest.missing)}
        note(by=None, at=at, action=BACKED_UP[2], thing=installation() or Installation(), after=after)
    return backups.backups()[-1], manifest


def _copy_files(media: Path) -> tuple[list[SavedFile], list[str]]:
    """Those that are not there yet; gives all that rows name, and the names of those that are not sound."""
    saved: dict[str, SavedFile] = {}
    missing: list[str] = []
    for stored in stored_files():
        if stored.name in saved:
            continue
        copy = media / stored.name
        if not copy.is_file():
            if fault_of(stored) is not None:
                missing.append(stored.name)
                continue
            make_folders(copy.parent)
            with default_storage.open(stored.name) as file:
                write_wholly(copy, file.chunks(), mode=0o600)
        saved[stored.name] = SavedFile(file=stored.name, sha256=stored.sha256 or sha256_of_file(copy))
    return list(saved.values()), missing


def _copy_keys(backup: Path) -> Iterator[SavedFile]:
    """The private signing keys, and the key under which second factors are kept."""
    keys = backup / KEYS
    keys.mkdir(mode=0o700)
    for path in sorted(Path(settings.SIGNING_KEYS_DIR).glob("*.pem")):
        shutil.copyfile(path, keys / path.name)
        (keys / path.name).chmod(0o600)
        yield SavedFile(file=path.name, sha256=sha256_of_file(keys / path.name))
    write_wholly(keys / SECRET_KEY, [settings.SECRET_KEY.encode()], mode=0o600)
    yield SavedFile(file=SECRET_KEY, sha256=sha256_of_file(keys / SECRET_KEY))
