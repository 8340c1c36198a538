"""`manage.py verify_certificate FILE`: whether a PDF is a certificate as the Authority issued it.

With `--keys FILE` (the list published at /keys/) it asks no database and no network.
Exit status: 0 genuine, 1 changed, 2 signed with an unknown key, 3 not signed, 4 not readable.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sanctioning.signing.proof import Proof, Verdict, prove, split_pem
from sanctioning.signing.selectors import published_keys

STATUS = {Verdict.GENUINE: 0, Verdict.CHANGED: 1, Verdict.UNKNOWN_KEY: 2, Verdict.UNSIGNED: 3}
NOT_READABLE = 4
SAID = (
    ("serial", "Serial"),
    ("code", "Code"),
    ("player_name", "Player"),
    ("degree", "Degree"),
    ("points", "Points"),
    ("blue_points", "of them blue"),
    ("event_name", "Event"),
    ("issued_on", "Issued"),
)


class Command(BaseCommand):
    help = (
        "Proves a certificate's PDF by the published keys. Exit status 0: genuine, 1: changed after it was "
        "signed, 2: signed with a key that is not published, 3: not signed, 4: not readable."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the PDF")
        parser.add_argument(
            "--keys", type=Path, help="published keys in a file (PEM); those of this installation otherwise"
        )

    def handle(self, *, file: Path, keys: Path | None, **options: Any) -> None:
        try:
            data = file.read_bytes()
            published = (
                split_pem(keys.read_text()) if keys else [key.certificate_pem for key in published_keys()]
            )
        except (OSError, UnicodeDecodeError) as unreadable:
            self.stderr.write(f"This cannot be read: {unreadable}")
            sys.exit(NOT_READABLE)
        proof = prove(data, published)
        self.stdout.write(proof.sentence)
        self._say(proof)
        sys.exit(STATUS[proof.verdict])

    def _say(self, proof: Proof) -> None:
        facts = proof.document.get("facts", {})
        for name, label in SAID:
            if facts.get(name):
                self.stdout.write(f"  {label}: {facts[name]}")
        if proof.fingerprint:
            self.stdout.write(f"  Key: {proof.fingerprint}")
