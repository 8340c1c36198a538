"""From a figure back to what it came from: roster, ledger entry, recording, certificate, placing, rule.

Invariants: the entries of a line add up to it; the cut of the roster leaves out whatever was written later,
so that a published line is explained as it was printed. Nothing private: no code of a certificate.
What was brought forward from the time before leads to its document and the row of its import.
Terms: source (one entry with the recording, certificate, placing and game that it came from).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from django.db.models import QuerySet

from sanctioning.identity.names import public_name, shown
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.ledger.award_numbers import AwardNumbers
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.reasons import in_words
from scoring.recordings.models import RecordedCertificate
from scoring.rosters.lines import RosterKey
from scoring.rosters.selectors.kept_lines import line_on
from scoring.rosters.selectors.rosters import RosterHead, RosterRow, head_of, published_roster, roster_rows

RULES = {
    LedgerEntry.Book.AWARDED: _lazy("Section IV, paid places and the award scale of the Articles"),
    LedgerEntry.Book.RECORDED: _lazy("Section IV, recording of Rating Point Certificates"),
}
BROUGHT_FORWARD = _lazy("Section IV, the Managing Executor decides what is brought forward")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One ledger entry; `corrects` is the number of the entry that it corrects, 0 for none."""

    number: int
    book: str
    card_game: str
    card_game_name: str
    day: dt.date
    at: dt.datetime
    player: str
    player_number: str
    points: Decimal
    blue: Decimal
    reason: str
    ordered_by: str
    corrects: int
    corrected_by: tuple[int, ...]
    hash: str
    previous_hash: str
    submission: int
    certificate: str
    certificate_state: Annotated[str, Certificate.State, ""]
    place: int
    shared: bool
    score: int
    version: int
    numbers: Annotated[dict[str, object], AwardNumbers]
    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    brought_forward: bool
    cited_from: str
    cited_day: dt.date | None
    import_number: int
    import_row: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterTrace:
    head: RosterHead
    row: RosterRow
    sources: tuple[Source, ...]
    points: Decimal
    blue: Decimal


def roster_trace(key: RosterKey, *, number: str, asker: Person | None = None) -> RosterTrace | None:
    """How a line of a roster came about; None for a roster or a player that is not to be seen there."""
    roster = published_roster(key, asker=asker)
    line = line_on(roster, number) if roster else None
    person = Person.objects.filter(number=number).first()
    if roster is None or line is None or person is None:
        return None
    counted = _entries().filter(
        person__in=rows_of(person),
        book=LedgerEntry.Book.RECORDED,
        card_game=key.card_game,
        day__lte=key.as_of,
        number__lte=roster.cut,
    )
    sources = tuple(map(_source, counted.order_by("number")))
    return RosterTrace(
        head=head_of(roster),
        row=roster_rows([line])[0],
        sources=sources,
        points=sum((source.points for source in sources), Decimal("0.0")),
        blue=sum((source.blue for source in sources), Decimal("0.0")),
    )


def ledger_entry(*, number: int) -> Source | None:
    """One entry of the ledger with all that it came from."""
    entry = _entries().filter(number=number).first()
    return _source(entry) if entry else None


def _entries() -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.select_related(
        "person",
        *shown("person"),
        "ordered_by",
        "corrects",
        "certificate",
        "recording__submission",
        "brought_forward__of",
        "award__standing__certification__game__event",
    ).prefetch_related("corrections")


def _source(entry: LedgerEntry) -> Source:
    recording: RecordedCertificate | None = getattr(entry, "recording", None)
    standing = entry.award.standing if entry.award else None
    certification = standing.certification if standing else None
    game = certification.game if certification else None
    row = entry.brought_forward
    return Source(
        number=entry.number,
        book=entry.book,
        card_game=entry.card_game,
        card_game_name=entry.get_card_game_display(),
        day=entry.day,
        at=entry.at,
        player=public_name(entry.person),
        player_number=entry.person.identity.number,
        points=entry.points,
        blue=entry.blue,
        reason=in_words(entry.reason),
        ordered_by=entry.ordered_by.identity.name,
        corrects=entry.corrects.number if entry.corrects else 0,
        corrected_by=tuple(sorted(correction.number for correction in entry.corrections.all())),
        hash=entry.hash,
        previous_hash=entry.previous_hash,
        submission=recording.submission.number if recording else 0,
        certificate=entry.certificate.serial if entry.certificate else "",
        certificate_state=entry.certificate.state if entry.certificate else "",
        place=standing.place if standing else 0,
        shared=standing.shared if standing else False,
        score=standing.score if standing else 0,
        version=certification.version if certification else 0,
        numbers=entry.award.numbers if entry.award else {},
        event_name=game.event.name if game else "",
        event_slug=game.event.slug if game else "",
        game_number=game.number if game else 0,
        game_group=game.group if game else "",
        brought_forward=row is not None,
        cited_from=row.of.source if row else "",
        cited_day=row.of.source_day if row else None,
        import_number=row.of_id if row else 0,
        import_row=row.number if row else 0,
        rule=BROUGHT_FORWARD if row else RULES[LedgerEntry.Book(entry.book)],
    )
