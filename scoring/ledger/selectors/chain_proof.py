"""Proving the ledger: every entry's hash, and the chain from the first entry to the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sanctioning.kit.sequences.models import Sequence
from scoring.ledger.models.ledger import GENESIS, SEQUENCE, LedgerEntry

CHUNK = 2000


@dataclass(frozen=True, slots=True)
class LedgerProblem:
    number: int
    sentence: str


def ledger_problems(signed: Mapping[int, tuple[str, int]] | None = None) -> Iterator[LedgerProblem]:
    """Whatever is wrong with the chain, entry by entry; nothing for a sound ledger. Memory stays flat.

    `signed` are the hashes that signed heads name, by the number of the entry, each with the head's number.
    """
    signed = signed or {}
    expected, previous, rewritten = 1, GENESIS, False
    for entry in LedgerEntry.objects.order_by("number").iterator(chunk_size=CHUNK):
        if entry.number != expected:
            yield LedgerProblem(expected, f"entries {expected} to {entry.number - 1} are missing")
        elif entry.previous_hash != previous:
            yield LedgerProblem(entry.number, "does not follow from the entry before")
        if entry.content_hash() != entry.hash:
            yield LedgerProblem(entry.number, "was changed after it was written")
        if not rewritten and entry.number in signed and signed[entry.number][0] != entry.hash:
            rewritten = True  # and so is all that follows
            head = signed[entry.number][1]
            yield LedgerProblem(
                entry.number, f"is not the one that head {head} signed; the chain was rewritten"
            )
        expected, previous = entry.number + 1, entry.hash
    written = Sequence.objects.filter(name=SEQUENCE).values_list("last", flat=True).first() or 0
    if written != expected - 1:
        yield LedgerProblem(expected, f"{written} entries were written, the last ones are missing")
    furthest = max(signed, default=0)
    if furthest >= expected:
        head = signed[furthest][1]
        yield LedgerProblem(
            expected, f"head {head} signed entries up to {furthest}, the last ones are missing"
        )
