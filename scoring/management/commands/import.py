"""`manage.py import FILE`: bring an archive of `manage.py export` into an empty installation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.refusals import Refusal
from scoring.archive.manifest import mark_of_secret_key
from scoring.archive.services.importing import import_archive


class Command(BaseCommand):
    help = "Brings an archive into an empty installation and proves that all of it came. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="as `manage.py export` wrote it")

    def handle(self, *, file: Path, **options: Any) -> None:
        tell = self.stdout.write if options["verbosity"] else lambda _line: None
        try:
            brought = import_archive(file, tell=tell)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        rows = sum(table.rows for table in brought.tables)
        self.stdout.write(
            f"{rows} rows and {len(brought.files)} papers and uploads are as {brought.authority} "
            f"exported them; the ledger is sound up to entry {brought.ledger_entries}, and every guard is up."
        )
        if not brought.passwords:
            self.stdout.write(
                "Passwords were not in it: everybody asks for a new one by mail, and sets up the second "
                "factor again."
            )
        elif brought.secret_key != mark_of_secret_key():
            self.stdout.write(
                "SAAS_SECRET_KEY is another one here: apps for the second factor do not work until you set "
                "that of the old site (var/secret_key where it ran by `make run`)."
            )
        if not brought.keys:
            self.stdout.write(
                "The private signing keys were not in it: put them into the folder of the keys."
            )
