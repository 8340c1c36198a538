"""`manage.py prepare`: what a site on one machine needs done before it starts, in one process."""

from __future__ import annotations

from io import StringIO
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.installation.selectors import authority, is_demo
from sanctioning.kit.jobs.services.leases import release_leases
from sanctioning.setting_up.selectors import is_founded


class Command(BaseCommand):
    help = (
        "Makes the tables as this version has them, queues again what a dead worker left, and says who can "
        "sign in. Only for a site on one machine, before its worker starts."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument("--demo", action="store_true", help="play the demo season too")
        kind.add_argument("--own", action="store_true", help="for an authority of one's own: refuse a demo")

    def handle(self, *, demo: bool, own: bool, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        if own and is_demo():
            raise CommandError(
                "The demo is in this folder. Name another with SAAS_VAR for an authority of your own."
            )
        if demo:
            call_command("demo", stdout=StringIO())
        release_leases()
        if is_demo():
            call_command("demo", "--logins", stdout=self.stdout)
        elif is_founded():
            self.stdout.write(f"The site of {authority().name_on_papers}: sign in with your own account.")
        else:
            call_command("set_up_code", stdout=self.stdout)
