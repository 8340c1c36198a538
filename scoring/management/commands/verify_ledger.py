"""`manage.py verify_ledger`: prove the ledger, the trail and the certificates by the heads that were signed.

With `--head FILE` heads that were kept elsewhere count as well (mails as they were sent, or any text that has
them), with `--keys FILE` only signatures of the published keys in that file.
Exit status: 0 sound, 1 not sound.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.one_moment import one_moment
from sanctioning.signing.proof import fingerprint_of, split_pem
from scoring.heads.selectors import keys_by_fingerprint
from scoring.heads.signed_head_text import lines_in
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.proof import BooksProof


class Command(BaseCommand):
    help = (
        "Checks every ledger entry's hash and the chain, the ledger, the trail and the certificates against "
        "every signed head, and every guard of the database; fails and names what was changed or is missing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--head",
            type=Path,
            action="append",
            default=[],
            help="a file with signed heads kept elsewhere, such as a mail; may be given several times",
        )
        parser.add_argument(
            "--keys", type=Path, help="published keys in a file (PEM); those of this installation otherwise"
        )

    def handle(self, *, head: list[Path], keys: Path | None, **options: Any) -> None:
        outside = [line for file in head for line in _lines_of(file)]
        published = _keys_in(keys) if keys else keys_by_fingerprint()
        proof = BooksProof(published, outside)
        count = 0
        with one_moment():
            for problem in self._problems(proof):
                count += 1
                self.stderr.write(problem)
            entries = LedgerEntry.objects.count()
        if count:
            raise CommandError(f"The ledger is not sound: {count} problems.")
        self.stdout.write(f"The ledger is sound: {entries} entries. {_signed_up_to(proof)}")

    def _problems(self, proof: BooksProof) -> Iterator[str]:
        yield from (f"The database's guard {fault.name} {fault.sentence}." for fault in guard_faults())
        yield from proof.problems()


def _lines_of(file: Path) -> list[str]:
    try:
        lines = lines_in(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    if not lines:
        raise CommandError(f"{file} has no signed head. Give the mail as it was sent, or its text.")
    return lines


def _keys_in(file: Path) -> dict[str, str]:
    try:
        published = split_pem(file.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error
    return {fingerprint_of(key): key for key in published}


def _signed_up_to(proof: BooksProof) -> str:
    if not proof.heads:
        return "No head is signed yet."
    last = max(proof.heads, key=lambda head: head.number)
    return (
        f"Head {last.number}, signed {last.at:%Y-%m-%d %H:%M} UTC, vouches for the ledger up to entry "
        f"{last.ledger_number}, {last.trail.count} rows of the trail and {last.certificates.count} "
        "certificates."
    )
