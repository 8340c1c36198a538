"""Carry out waiting jobs in this process, for a machine without a worker."""

from typing import Any

from django.core.management.base import BaseCommand

from sanctioning.kit.jobs.services.jobs import run_waiting


class Command(BaseCommand):
    help = "Carries out every waiting job here and now, and tells how many there were."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{run_waiting()} jobs carried out.")
