"""`manage.py make_signing_key`: a key for signing certificates, from today or a later day on."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.refusals import Refusal
from sanctioning.signing.selectors import published_keys
from sanctioning.signing.services import make_signing_key, secret_file


class Command(BaseCommand):
    help = "Makes a key that signs certificates from a day on; earlier keys keep proving what they signed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from",
            dest="first_day",
            type=dt.date.fromisoformat,
            help="its first day, such as 2027-01-01; today unless told",
        )
        parser.add_argument("--if-none", action="store_true", help="only where there is no key at all")

    def handle(self, *, first_day: dt.date | None, if_none: bool, **options: Any) -> None:
        if if_none and published_keys():
            self.stdout.write("There is a key already.")
            return
        try:
            key = make_signing_key(by=None, first_day=first_day)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{key} signs from {key.first_day.isoformat()} on. Fingerprint: {key.fingerprint}")
        self.stdout.write(f"Its private half is {secret_file(key.fingerprint)}; keep it with the backup.")
