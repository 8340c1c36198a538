"""`manage.py backup FOLDER`: database, files and, where wanted, keys, as a new backup of that folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.refusals import Refusal
from scoring.backups.services.saving import back_up


class Command(BaseCommand):
    help = "Saves the database and every stored file of one moment, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="such as /var/backups/saas")
        parser.add_argument(
            "--with-keys",
            action="store_true",
            help="the private signing keys and the secret key too: keep such a backup as you keep these",
        )
        parser.add_argument("--keep", type=int, metavar="N", help="delete all backups but the N newest")

    def handle(self, *, folder: Path, with_keys: bool, keep: int | None, **options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("--keep needs a number from 1.")
        try:
            backup, manifest = back_up(folder, with_keys=with_keys, keep=keep)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        for name in manifest.missing:
            self.stderr.write(f"{name} is gone or not as it was made, and is not in the backup.")
        rows = sum(table.rows for table in manifest.tables)
        held = f"{len(manifest.tables)} tables with {rows} rows" if manifest.tables else "the database"
        keys = f", {len(manifest.keys)} keys" if manifest.keys else ""
        self.stdout.write(f"{backup}: {held}, {len(manifest.files)} files{keys}.")
        if not manifest.keys:
            self.stdout.write("The keys are not in it: keep them elsewhere, or use --with-keys.")
