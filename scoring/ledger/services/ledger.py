"""Adding to the point ledger, and nothing else.

Invariant: the sequence's lock is held from the number to the commit, so entries are chained one after
the other, whoever writes at the same time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sanctioning.kit.clock import day_of
from sanctioning.kit.sequences.services import reserve
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.imports.models import ImportRow
from scoring.ledger.models.ledger import GENESIS, SEQUENCE, LedgerEntry
from scoring.results.models import Award


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """One entry to be written."""

    book: LedgerEntry.Book
    card_game: str
    person_id: int
    points: Decimal
    blue: Decimal
    reason: str
    award: Award | None = None
    certificate: Certificate | None = None
    corrects: LedgerEntry | None = None
    brought_forward: ImportRow | None = None
    from_day: dt.date | None = None

    def day(self, at: dt.datetime) -> dt.date:
        """A correction counts for the day of what it corrects, points brought forward from a day named."""
        return self.corrects.day if self.corrects else self.from_day or day_of(at)


def post(postings: Sequence[Posting], *, ordered_by: Person, at: dt.datetime) -> list[LedgerEntry]:
    """Write entries in the caller's transaction, each chained to the one before."""
    if not postings:
        return []
    numbers = reserve(SEQUENCE, len(postings))
    previous = (
        LedgerEntry.objects.filter(number=numbers[0] - 1).values_list("hash", flat=True).first() or GENESIS
    )
    entries = []
    for number, posting in zip(numbers, postings, strict=True):
        entry = LedgerEntry(
            number=number,
            book=posting.book,
            card_game=posting.card_game,
            person_id=posting.person_id,
            points=posting.points,
            blue=posting.blue,
            award=posting.award,
            certificate=posting.certificate,
            corrects=posting.corrects,
            brought_forward=posting.brought_forward,
            ordered_by=ordered_by,
            reason=posting.reason,
            at=at,
            day=posting.day(at),
            previous_hash=previous,
        )
        entry.hash = previous = entry.content_hash()
        entries.append(entry)
    return LedgerEntry.objects.bulk_create(entries)
