"""Certificates that were issued before this system and nobody has recorded: brought forward, and taken back.

Invariants: the paper is the one issued then, so none is printed, marked or replaced; one that was recorded
is never taken back. It has a serial and a code here as every other, and its serial of then beside them.
Rule section: IV (Rating Point Certificates).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sanctioning.kit.clock import noon
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.sequences.services import reserve
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import with_facts
from scoring.imports.models import ImportRow

Kind = Certificate.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Outstanding:
    """One that was issued before this system and not recorded."""

    row: ImportRow
    person: Person
    card_game: str
    earlier_serial: str
    points: Decimal
    blue: Decimal
    issued_on: dt.date


def bring_certificates_forward(outstanding: Sequence[Outstanding]) -> list[Certificate]:
    """In the caller's transaction and a constant number of queries."""
    if not outstanding:
        return []
    numbers, demo = reserve(Kind.RATING_POINTS, len(outstanding)), is_demo()
    return Certificate.objects.bulk_create(
        _certificate(paper, number, demo) for paper, number in zip(outstanding, numbers, strict=True)
    )


def void_brought_forward(rows: Iterable[ImportRow]) -> int:
    """Void what came with these rows and is not recorded."""
    return Certificate.objects.filter(brought_forward__in=rows, state=Certificate.State.ISSUED).update(
        state=Certificate.State.VOID
    )


def _certificate(paper: Outstanding, number: int, demo: bool) -> Certificate:
    certificate = Certificate(
        kind=Kind.RATING_POINTS,
        number=number,
        person=paper.person,
        card_game=paper.card_game,
        brought_forward=paper.row,
        earlier_serial=paper.earlier_serial,
        points=paper.points,
        blue=paper.blue,
        issued_at=noon(paper.issued_on),
    )
    facts = {"earlier_serial": paper.earlier_serial, "cited_from": paper.row.of.source}
    return with_facts(certificate, paper.issued_on, demo, facts)
