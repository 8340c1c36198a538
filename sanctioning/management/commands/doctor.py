"""`manage.py doctor`: look at everything that the site stands on; exit status 1 if something is at fault."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from sanctioning.doctor.findings import Health, Patient
from sanctioning.doctor.services import findings

WAIT_SECONDS = 10


class Command(BaseCommand):
    help = (
        "Examines database, broker, worker, clock, mail, disk, keys, backup, fonts, addresses, time and more."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", default="", metavar="ADDRESS", help="send a real mail there")
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *, mail: str, json: bool, **options: Any) -> None:
        faults = 0
        documents = []
        for finding in findings(Patient(mail_to=mail, wait_for_worker=WAIT_SECONDS)):
            faults += finding.health == Health.FAULT
            documents.append(finding.as_document())
            if not json:
                self.stdout.write(f"{_(finding.health):8} {finding.about}: {finding.what}")
                if finding.remedy:
                    self.stdout.write(f"{'':8} -> {finding.remedy}")
        if json:
            self.stdout.write(_as_json(documents))
        if faults:
            raise CommandError(f"{faults} of {len(documents)} are at fault.")


def _as_json(documents: list[dict[str, str]]) -> str:
    return json.dumps(documents, ensure_ascii=False, indent=1)
