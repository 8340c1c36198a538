"""Restoring a backup to an empty installation, and rehearsing that without one."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.doctor.selectors import REHEARSED
from sanctioning.kit.atomic_files import make_folders, write_wholly
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import installation
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.storage import put_back, sha256_of
from scoring.backups.databases import damaged, load_database, require_whole, sha256_of_file, try_loading
from scoring.backups.folder import BackupFolder, read_manifest
from scoring.backups.manifest import Manifest, SavedFile
from scoring.backups.services.saving import KEYS, SECRET_KEY


def restore(backup: Path) -> Manifest:
    """Bring all of it back: files and keys first, which are in nobody's way, then the database; compare all
    with the backup, and bring its tables up to this version.

    Raises:
        Refusal: `backup-damaged`, `backup-of-another-database`, `backup-unreadable`, `database-not-empty`,
            `database-tool-failed`, `file-there-already`, `no-database-tools`, `restored-otherwise`.
    """
    manifest = read_manifest(backup)
    require_whole(backup, manifest)
    _require_files(backup, manifest)
    for saved in manifest.files:
        bring_back(backup.parent / "media" / saved.file, saved)
    for saved in manifest.keys:
        if saved.file != SECRET_KEY:
            _bring_back_key(backup / KEYS / saved.file)
    load_database(backup, manifest)
    call_command("migrate", verbosity=0)
    return manifest


def rehearse_restore(folder: Path, *, at: dt.datetime | None = None) -> tuple[Path, Manifest]:
    """Try the newest backup of the folder: its files are read and compared, its database is loaded into one
    of its own, compared and dropped. Noted on the trail.

    Raises:
        Refusal: `backup-damaged`, `backup-unreadable`, `database-tool-failed`, `no-backup`,
            `no-database-tools`, `no-room-to-rehearse`, `restored-otherwise`.
    """
    at = moment(at)
    every = BackupFolder(folder).backups()
    if not every:
        raise Refusal(
            code="no-backup",
            sentence=_("There is no backup in %(folder)s.") % {"folder": folder},
            rule=_("A rehearsal tries the newest backup of a folder."),
            remedy=_("Name the folder to which backups are written, or make one first."),
        )
    backup = every[-1]
    manifest = read_manifest(backup)
    _require_files(backup, manifest)
    try_loading(backup, manifest)
    with transaction.atomic():
        after = {"backup": backup.name, "files": len(manifest.files), "tables": len(manifest.tables)}
        note(by=None, at=at, action=REHEARSED, thing=installation() or Installation(), after=after)
    return backup, manifest


def _require_files(backup: Path, manifest: Manifest) -> None:
    media, keys = backup.parent / "media", backup / KEYS
    saved = [*((media, file) for file in manifest.files), *((keys, key) for key in manifest.keys)]
    wrong = [file.file for folder, file in saved if not _is_whole(folder / file.file, file)]
    if wrong:
        raise damaged(wrong)


def _is_whole(path: Path, saved: SavedFile) -> bool:
    return path.is_file() and sha256_of_file(path) == saved.sha256


def bring_back(copy: Path, saved: SavedFile) -> None:
    """Put a file of a backup back into the store, unless it is there.

    Raises:
        Refusal: `file-there-already`.
    """
    there = sha256_of(saved.file)
    if there is None:
        with copy.open("rb") as file:
            put_back(saved.file, file)
    elif there != saved.sha256:
        raise _there_already(saved.file)


def _bring_back_key(copy: Path) -> None:
    folder = Path(settings.SIGNING_KEYS_DIR)
    make_folders(folder)
    path = folder / copy.name
    if not path.exists():
        write_wholly(path, [copy.read_bytes()], mode=0o600)
    elif path.read_bytes() != copy.read_bytes():
        raise _there_already(copy.name)


def _there_already(name: str) -> Refusal:
    return Refusal(
        code="file-there-already",
        sentence=_("Another file is already there under the name %(name)s.") % {"name": name},
        rule=_("Nothing is restored over anything."),
        remedy=_("Move the folder of files away, and restore to an empty one."),
    )
