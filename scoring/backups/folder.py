"""The folder of backups: a folder for each, named for its moment, and `media/`, which all of them share.

Invariants: what is written at the same time by two is written by one after the other; a backup has its name
only once all of it is on the disk.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from scoring.backups.manifest import FILE, Manifest, manifest_of

NAMED: Final = "%Y%m%dT%H%M%SZ"
UNFINISHED: Final = ".unfinished"


class BackupFolder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.media = path / "media"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else writes here meanwhile.

        Raises:
            Refusal: `backup-not-written`, `backup-under-way`.
        """
        try:
            self.media.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path / ".lock", os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise not_written(self.path, error) from error
        try:
            _take(lock, self.path)
            yield
        finally:
            os.close(lock)

    @contextmanager
    def new_backup(self, at: dt.datetime) -> Iterator[Path]:
        """A folder to write to, which gets its name when the block ends well and is gone otherwise."""
        path = self.path / at.astimezone(dt.UTC).strftime(NAMED)
        unfinished = path.with_name(f"{path.name}{UNFINISHED}")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        try:
            yield unfinished
            os.sync()
            unfinished.rename(path)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)

    def backups(self) -> list[Path]:
        """Those that are whole, the oldest first."""
        return sorted(file.parent for file in self.path.glob(f"*Z/{FILE}"))

    def keep_newest(self, count: int) -> list[Path]:
        """Delete all but so many, and files that none of these has; gives the backups that are gone."""
        every = self.backups()
        gone, kept = every[:-count], every[-count:]
        for path in gone:
            shutil.rmtree(path)
        named = {saved.file for path in kept for saved in read_manifest(path).files}
        for path in self.media.rglob("*"):
            if path.is_file() and str(path.relative_to(self.media)) not in named:
                path.unlink()
        return gone


def _take(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal(
            code="backup-under-way",
            sentence=_("Another backup is being written to %(folder)s.") % {"folder": path},
            rule=_("One backup at a time is written to a folder."),
            remedy=_("Wait until it is finished, then start this one again."),
        ) from None


def read_manifest(backup: Path) -> Manifest:
    """Raises:
    Refusal: `backup-unreadable`.
    """
    try:
        return manifest_of((backup / FILE).read_bytes())
    except (OSError, ValueError) as error:
        raise Refusal(
            code="backup-unreadable",
            sentence=_("%(folder)s holds no backup that can be read.") % {"folder": backup},
            rule=_("A backup is a folder with a manifest of this version."),
            remedy=_("Name one of the folders in the folder of backups, such as 20261124T033000Z."),
        ) from error


def not_written(path: Path, error: OSError) -> Refusal:
    return Refusal(
        code="backup-not-written",
        sentence=_("Nothing can be written to %(folder)s: %(why)s.")
        % {"folder": path, "why": error.strerror or error},
        rule=_("A backup is written as a whole or not at all."),
        remedy=_("Name a folder on a disk with enough room, which the user of the site may write to."),
    )
