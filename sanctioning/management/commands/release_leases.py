"""Queue again what was running, when the one machine that runs the site starts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sanctioning.kit.jobs.services.leases import release_leases


class Command(BaseCommand):
    help = (
        "Queues again every job that was running. Only for a site on one machine, before its worker starts: "
        "elsewhere leases run out by themselves."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--waiting", action="store_true", default=None, help="only of saas-waiting")
        which.add_argument("--others", action="store_false", dest="waiting", help="only of saas-worker")

    def handle(self, *args: Any, **options: Any) -> None:
        freed = release_leases(waiting=options["waiting"])
        self.stdout.write(f"{freed} jobs that a worker left unfinished are queued again.")
