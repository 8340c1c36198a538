"""`manage.py export FILE`: the whole authority as one archive, for `manage.py import FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.refusals import Refusal
from sanctioning.signing.models import SigningKey
from scoring.archive.services.exporting import export_archive


class Command(BaseCommand):
    help = (
        "Writes every table, paper and upload of one moment into one archive (docs/archive.md says what "
        "is in it). It holds passwords' hashes and addresses: keep it as you keep the database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="such as 2026-11-24.zip")
        parser.add_argument(
            "--with-keys",
            action="store_true",
            help="the private signing keys too: whoever has this archive can then sign as the authority",
        )

        parser.add_argument(
            "--without-passwords",
            action="store_true",
            help="no passwords, second factors, tokens and codes: for somebody who only reads the archive",
        )

    def handle(self, *, file: Path, with_keys: bool, without_passwords: bool, **options: Any) -> None:
        tell = self.stdout.write if options["verbosity"] else lambda _line: None
        try:
            manifest = export_archive(
                file, tell=tell, with_keys=with_keys, with_passwords=not without_passwords
            )
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        for name in manifest.missing:
            self.stderr.write(f"{name} is gone or not as it was made, and is not in the archive.")
        for problem in manifest.problems:
            self.stderr.write(problem)
        rows = sum(table.rows for table in manifest.tables)
        self.stdout.write(f"{file}: {rows} rows, {len(manifest.files)} papers and uploads.")
        if manifest.keys:
            self.stdout.write(
                f"{len(manifest.keys)} private keys are in it: give it to nobody who may not sign."
            )
        elif SigningKey.objects.exists():
            self.stdout.write("The private signing keys are not in it; --with-keys puts them in.")
