"""Take away the second factor of somebody who lost the device, by who runs the machine."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.accounts.services.second_factor import reset_second_factor
from sanctioning.kit.refusals import Refusal


class Command(BaseCommand):
    help = "Takes app, passkeys and recovery codes from an account; new ones are set up at the next sign-in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", help="the member number of the person")
        parser.add_argument("--why", required=True, help="what was lost, and how you know who asks")

    def handle(self, *, number: str, why: str, **options: Any) -> None:
        try:
            person = reset_second_factor(by=None, number=number, why=why)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{person.name} sets up a new second factor at the next sign-in.")
