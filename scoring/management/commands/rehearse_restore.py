"""`manage.py rehearse_restore FOLDER`: try the newest backup of a folder, without touching the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.refusals import Refusal
from scoring.backups.services.restoring import rehearse_restore


class Command(BaseCommand):
    help = "Restores the newest backup to a database of its own, compares everything, and drops it again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="such as /var/backups/saas")

    def handle(self, *, folder: Path, **options: Any) -> None:
        try:
            backup, manifest = rehearse_restore(folder)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"{backup} can be restored: {len(manifest.tables)} tables, {len(manifest.files)} files compared."
        )
