"""Proving the rows against what was signed: ledger, trail, certificates, and the heads themselves.

Purpose: whoever owns the tables can make a chain afresh that is sound in itself; it is no longer the one
whose heads were signed. Invariants: every table is read once, in one stream with flat memory; nothing is
changed.
Terms: head (see `scoring.heads.signed_head_text`), from outside (kept elsewhere, such as a year's mails).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sanctioning.signing.proof import prove
from scoring.certificates.models import Certificate
from scoring.heads.models import SignedHead
from scoring.heads.sealed_rows import CERTIFICATES, EMPTY, TRAIL, SealedBook, digest_after
from scoring.heads.signed_head_text import Head, HeadNotGenuine, Sealed, read_head
from scoring.ledger.selectors.chain_proof import ledger_problems

EVERY_ROW: Final = 2**62


@dataclass(frozen=True, slots=True)
class BrokenSegment:
    """Rows of a sealed book that are not as they were signed; `rows` are there instead of `signed`."""

    after: int
    last: int
    signed: int
    rows: int
    head: int


class BooksProof:
    """One check of ledger, trail and certificates. `outside` are heads that were kept elsewhere."""

    def __init__(self, published: Mapping[str, str], outside: Sequence[str] = ()) -> None:
        self.published = published
        self.outside = outside
        self.heads: list[Head] = []

    def problems(self) -> Iterator[str]:
        yield from self._heads()
        yield from self._ledger()
        for broken in self._broken(TRAIL):
            yield f"The trail, {_rows(broken)}."
        yield from self._certificates()

    def _heads(self) -> Iterator[str]:
        """Read every head; those that prove nothing are named."""
        expected = 1
        by_number: dict[int, Head] = {}
        for head in SignedHead.objects.order_by("number").iterator(chunk_size=2000):
            if head.number != expected:
                yield f"Signed heads {expected} to {head.number - 1} are missing."
            expected = head.number + 1
            try:
                signed = read_head(head.line, self.published)
            except HeadNotGenuine as fault:
                yield f"Signed head {head.number} {fault}."
                continue
            if (signed.number, signed.at) != (head.number, head.at):
                yield f"Signed head {head.number} is kept under another number or moment than it says."
            by_number[signed.number] = signed
        self.heads = list(by_number.values())
        for line in self.outside:
            try:
                seen = read_head(line, self.published)
            except HeadNotGenuine as fault:
                yield f"A head from outside {fault}: {line[:60]}…"
                continue
            if seen.number not in by_number:
                yield f"Signed head {seen.number} of {seen.at:%Y-%m-%d} was kept outside and is missing here."
            elif by_number[seen.number] != seen:
                yield f"Signed head {seen.number} was kept outside and says otherwise here."
            if by_number.get(seen.number) != seen:
                self.heads.append(seen)

    def _ledger(self) -> Iterator[str]:
        signed: dict[int, tuple[str, int]] = {}
        for head in self.heads:
            known = signed.setdefault(head.ledger_number, (head.ledger_hash, head.number))
            if known[0] != head.ledger_hash:
                yield f"Signed heads {known[1]} and {head.number} contradict each other about the ledger."
        for problem in ledger_problems(signed):
            yield f"Entry {problem.number}: {problem.sentence}."

    def _certificates(self) -> Iterator[str]:
        """Which certificate it is, its signed paper tells; that also proves those that no head has yet."""
        sealed = max((head.certificates.last for head in self.heads), default=0)
        for broken in self._broken(CERTIFICATES):
            yield f"The certificates, {_rows(broken)}."
            yield from self._papers(after=broken.after, last=broken.last)
        yield from self._papers(after=sealed, last=EVERY_ROW)

    def _papers(self, *, after: int, last: int) -> Iterator[str]:
        printed = Certificate.objects.filter(pk__gt=after, pk__lte=last).exclude(document="").order_by("pk")
        for certificate in printed.iterator(chunk_size=200):
            if fault := paper_fault(certificate, list(self.published.values())):
                yield f"Certificate {certificate.serial} {fault}."

    def _broken(self, book: SealedBook) -> Iterator[BrokenSegment]:
        """Segments from one head to the next that are not as signed; each is judged by itself."""
        digest, count, start = EMPTY.hash, 0, EMPTY
        rows = book.rows(after=0, last=EVERY_ROW)
        row = next(rows, None)
        for sealed, head in self._segments(book):
            while row is not None and row[0] <= sealed.last:
                digest, count = digest_after(digest, row), count + 1
                row = next(rows, None)
            if (digest, count) != (sealed.hash, sealed.count):
                signed, present = sealed.count - start.count, count - start.count
                yield BrokenSegment(start.last, sealed.last, signed, present, head)
            digest, count, start = sealed.hash, sealed.count, sealed

    def _segments(self, book: SealedBook) -> list[tuple[Sealed, int]]:
        """How far the heads sign a book, in the order of its rows, each with the first head that says so."""
        first: dict[Sealed, int] = {}
        for head in self.heads:
            first.setdefault(head.trail if book is TRAIL else head.certificates, head.number)
        return sorted(first.items(), key=lambda pair: (pair[0].last, pair[1]))


def paper_fault(certificate: Certificate, published: Sequence[str]) -> str:
    """What is wrong between a certificate and its signed paper; nothing if they say the same."""
    try:
        with certificate.document.open("rb") as file:
            proof = prove(file.read(), published)
    except OSError:
        return "has no paper where it was kept, so that its facts are not proven"
    if not proof.genuine:
        return f"has a paper that proves nothing ({proof.verdict.value})"
    printed = proof.document["facts"]
    in_database = {**certificate.facts, "authority": printed.get("authority")}
    columns = {"serial": certificate.serial, "code": certificate.code}
    if printed != in_database or any(printed.get(name) != value for name, value in columns.items()):
        return "says otherwise than its signed paper"
    return ""


def _rows(broken: BrokenSegment) -> str:
    """Which rows, and what became of them."""
    where = f"rows {broken.after + 1} to {broken.last} as head {broken.head} signed them"
    if broken.rows < broken.signed:
        return f"{where}: {broken.signed - broken.rows} are missing"
    if broken.rows > broken.signed:
        return f"{where}: {broken.rows - broken.signed} were slipped in"
    return f"{where}: changed since"
