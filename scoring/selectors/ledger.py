"""Proving the ledger: every entry's hash, and the chain from the first entry to the last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sanctioning.models import Sequence
from scoring.models import LedgerEntry
from scoring.models.ledger import GENESIS, SEQUENCE

CHUNK = 2000


@dataclass(frozen=True, slots=True)
class LedgerProblem:
    number: int
    sentence: str


def ledger_problems() -> Iterator[LedgerProblem]:
    """Whatever is wrong with the chain, entry by entry; nothing for a sound ledger. Memory stays flat."""
    expected, previous = 1, GENESIS
    for entry in LedgerEntry.objects.order_by("number").iterator(chunk_size=CHUNK):
        if entry.number != expected:
            yield LedgerProblem(expected, f"entries {expected} to {entry.number - 1} are missing")
        elif entry.previous_hash != previous:
            yield LedgerProblem(entry.number, "does not follow from the entry before")
        if entry.content_hash() != entry.hash:
            yield LedgerProblem(entry.number, "was changed after it was written")
        expected, previous = entry.number + 1, entry.hash
    written = Sequence.objects.filter(name=SEQUENCE).values_list("last", flat=True).first() or 0
    if written != expected - 1:
        yield LedgerProblem(expected, f"{written} entries were written, the last ones are missing")
