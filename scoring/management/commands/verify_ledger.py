"""`manage.py verify_ledger`: prove the whole chain of the point ledger."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sanctioning.guard_check import guard_faults
from scoring.models import LedgerEntry
from scoring.selectors.ledger import ledger_problems


class Command(BaseCommand):
    help = "Checks every ledger entry's hash and the chain; fails if an entry was changed or is missing."

    def handle(self, **options: Any) -> None:
        problems = [f"Entry {problem.number}: {problem.sentence}." for problem in ledger_problems()]
        problems += [f"The database's guard {fault.name} {fault.sentence}." for fault in guard_faults()]
        for problem in problems:
            self.stderr.write(problem)
        if problems:
            raise CommandError(f"The ledger is not sound: {len(problems)} problems.")
        self.stdout.write(f"The ledger is sound: {LedgerEntry.objects.count()} entries.")
