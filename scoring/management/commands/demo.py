"""`manage.py demo`: load the demo season, once; `--logins` says who can sign in."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError

from sanctioning.fees.services.club_accounts import INVOICE_JOB
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person
from sanctioning.signing.services import key_in_use
from scoring.certificates.services.certificates import DOCUMENT_JOB as CERTIFICATE_JOB
from scoring.demo.build import build_demo
from scoring.demo.people import LOGINS, PASSWORD
from scoring.previews.services.previews import PREVIEW_JOB
from scoring.rosters.services.rosters import DOCUMENT_JOB as ROSTER_JOB

PAPERS = (INVOICE_JOB, CERTIFICATE_JOB, ROSTER_JOB)


class Command(BaseCommand):
    help = "Plays a made-up season of two years through the services: people, events, points, rosters."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--logins", action="store_true", help="only say who can sign in")
        parser.add_argument(
            "--with-documents", action="store_true", help="print certificates and rosters here and now"
        )

    def handle(self, *, logins: bool, with_documents: bool, **options: Any) -> None:
        if logins:
            self._say_logins()
            return
        self._build()
        if with_documents:
            began = time.monotonic()
            self.stdout.write(f"Printed {run_waiting(*PAPERS)} papers in {time.monotonic() - began:.0f} s.")

    def _build(self) -> None:
        if not is_demo() and Person.objects.exists():
            raise CommandError(
                "This installation has people of its own; the demo season is for an empty one."
            )
        began = time.monotonic()
        try:
            built = build_demo()
        except IntegrityError as clash:
            raise CommandError(f"Another process is loading the demo season: {clash}") from clash
        key_in_use()
        if built:
            run_waiting(PREVIEW_JOB)
            self.stdout.write(f"The demo season is loaded ({time.monotonic() - began:.0f} s).")
        else:
            self.stdout.write("The demo season is there already.")

    def _say_logins(self) -> None:
        if not is_demo():
            self.stdout.write("This is no demo installation.")
            return
        self.stdout.write(f"This is a demo. Sign in with one of these; the password is {PASSWORD}")
        for login in LOGINS:
            self.stdout.write(f"  {login.email:24} {login.role}: {login.may}")
