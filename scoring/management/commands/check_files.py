"""`manage.py check_files`: compare every stored file with the hash that was written down when it was made."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.ledger.selectors.stored_files import fault_of, stored_files


class Command(BaseCommand):
    help = "Reads every stored paper and file and names each that is gone or is not as it was made."

    def handle(self, **options: Any) -> None:
        checked = faults = 0
        for file in stored_files():
            checked += 1
            fault = fault_of(file)
            if fault is not None:
                faults += 1
                wrong = "is gone" if fault.gone else "is not as it was made"
                self.stderr.write(f"{file.name} ({file.holder}) {wrong}.")
        if faults:
            raise CommandError(f"{faults} of {checked} files are not sound.")
        self.stdout.write(f"All {checked} files are sound.")
