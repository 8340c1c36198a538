"""`manage.py restore BACKUP`: bring a backup back to an empty installation, and compare all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.refusals import Refusal
from scoring.backups.services.restoring import restore
from scoring.backups.services.saving import KEYS, SECRET_KEY


class Command(BaseCommand):
    help = "Restores a backup to an empty database, with its files and keys; proves the records afterwards."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path, help="such as /var/backups/saas/20261124T033000Z")

    def handle(self, *, backup: Path, **options: Any) -> None:
        try:
            manifest = restore(backup)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        compared = f"{len(manifest.tables)} tables" if manifest.tables else "The database"
        self.stdout.write(f"{compared} and {len(manifest.files)} files are as they were saved.")
        if manifest.keys:
            key = backup / KEYS / SECRET_KEY
            self.stdout.write(f"The secret key of the site is in {key}: start the site with the same one.")
        call_command("verify_ledger", stdout=self.stdout, stderr=self.stderr)
        call_command("check_files", stdout=self.stdout, stderr=self.stderr)
