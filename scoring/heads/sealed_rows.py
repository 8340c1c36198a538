"""The trail and the certificates as rows that can be sealed: a hash over every row, one after the other.

Purpose: a chain in each row of the trail would have every change of the whole site wait for the one before;
so the rows are chained afterwards, from one signed head to the next (docs/decisions/0014).
Invariants: a row counts once nothing with a smaller number can still come; memory stays flat.
Terms: sealed book (the rows of a table by their keys, with the columns that never change), digest (the hash
of all rows up to one, made of the hash before it and that row).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max, Model

from sanctioning.kit.audit.models import AuditEntry
from scoring.certificates.models import Certificate
from scoring.heads.signed_head_text import Sealed
from scoring.ledger.models.ledger import GENESIS

CHUNK = 2000
EMPTY: Final = Sealed(0, 0, GENESIS)


@dataclass(frozen=True, slots=True)
class SealedBook:
    name: str
    model: type[Model]
    columns: tuple[str, ...]

    def rows(self, *, after: int, last: int) -> Iterator[tuple[Any, ...]]:
        selected = self.model._default_manager.filter(pk__gt=after, pk__lte=last).order_by("pk")
        return selected.values_list("pk", *self.columns).iterator(chunk_size=CHUNK)


TRAIL: Final = SealedBook(
    "trail",
    AuditEntry,
    (
        *("at", "written_at", "by_id", "action", "why"),
        *("thing_type", "thing_id", "thing_label", "before", "after"),
    ),
)
CERTIFICATES: Final = SealedBook(
    "certificates",
    Certificate,
    (
        *("kind", "number", "code", "person_id", "award_id", "card_game"),
        *("degree", "points", "blue", "replaces_id", "issued_at", "facts"),
    ),
)


def digest_after(digest: str, row: tuple[Any, ...]) -> str:
    text = json.dumps(row, ensure_ascii=True, sort_keys=True, default=_as_text)
    return hashlib.sha256(f"{digest}{text}".encode()).hexdigest()


def sealed_to(book: SealedBook, before: Sealed, last: int) -> Sealed:
    """The book up to its row `last`, from where it was sealed before."""
    digest, count = before.hash, before.count
    for row in book.rows(after=before.last, last=last):
        digest, count = digest_after(digest, row), count + 1
    return Sealed(last, count, digest)


def last_of(book: SealedBook) -> int:
    last: int | None = book.model._default_manager.aggregate(last=Max("pk"))["last"]
    return last or 0


def _as_text(value: object) -> str:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds")
    return str(value)
