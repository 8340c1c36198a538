"""What a corrected version of a result brought each person whom it touches.

Purpose: the same account for the message to each, for the judge before he decides, and for the story of a
case after it.
Invariant: everything is read from what the correction wrote, whenever that was; a constant number of queries.
Rule section: IV; design, "What always holds" 4.
Terms: before and after (the version that was corrected and the one in its place), placed (a person's line in
one of them), taken over (what was recorded of the game is recorded again with another certificate), taken out
(it is not).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from django.db.models import Prefetch, Q

from sanctioning.identity.names import public_name, shown
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.degree_names import full_style
from scoring.ledger.models.ledger import LedgerEntry
from scoring.points import NO_POINTS
from scoring.recordings.models import DegreeHeld, RecordedCertificate
from scoring.results.models import Award, Certification, Standing
from scoring.rosters.models import Erratum

RESTATED: Final = "restate degree"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPerson:
    """One person's line in a version of a result; no points where nothing is certified yet."""

    place: int
    score: int
    shared: bool = False
    points: Decimal = NO_POINTS
    blue: Decimal = NO_POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What changed for one person; `void` and `issued` are Rating Point Certificates, `degree_papers` the
    certificates of the degrees that were lost and won, `restated` those issued anew for degrees that stay.
    """

    person: Person
    before: PlacedPerson | None
    after: PlacedPerson | None
    void: tuple[Certificate, ...] = ()
    issued: tuple[Certificate, ...] = ()
    taken_over: bool = False
    taken_out: bool = False
    degrees_lost: tuple[str, ...] = ()
    degrees_won: tuple[str, ...] = ()
    degree_papers: tuple[Certificate, ...] = ()
    restated: tuple[Certificate, ...] = ()
    entries: tuple[LedgerEntry, ...] = ()
    errata: tuple[Erratum, ...] = ()

    @property
    def name(self) -> str:
        return public_name(self.person)

    @property
    def has_papers(self) -> bool:
        certificates = self.void or self.issued or self.restated
        return bool(certificates or self.degrees_lost or self.degrees_won or self.errata)

    @property
    def is_touched(self) -> bool:
        return self.before != self.after or self.has_papers


@dataclass(slots=True, kw_only=True)
class _Found:
    """What was found of the correction, by person."""

    void: dict[int, list[Certificate]] = field(default_factory=lambda: defaultdict(list))
    issued: dict[int, list[Certificate]] = field(default_factory=lambda: defaultdict(list))
    recorded: dict[int, set[bool]] = field(default_factory=lambda: defaultdict(set))
    lost: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    won: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    papers: dict[int, list[Certificate]] = field(default_factory=lambda: defaultdict(list))
    restated: dict[int, list[Certificate]] = field(default_factory=lambda: defaultdict(list))
    entries: dict[int, list[LedgerEntry]] = field(default_factory=lambda: defaultdict(list))
    errata: dict[int, list[Erratum]] = field(default_factory=lambda: defaultdict(list))


def consequences_of(certification: Certification) -> tuple[Touched, ...]:
    """What a correcting version brought to each whom it touched, in the order of the new places."""
    before = _lines(certification.corrects_id)
    after = _lines(certification.pk)
    brought = _found(certification, before, after)
    people = {line.person_id: line.person for line in (*after.values(), *before.values())}
    touched = [
        Touched(
            person=person,
            before=_placed(before.get(key)),
            after=_placed(after.get(key)),
            void=tuple(brought.void[key]),
            issued=tuple(brought.issued[key]),
            taken_over=True in brought.recorded[key],
            taken_out=False in brought.recorded[key] and True not in brought.recorded[key],
            degrees_lost=tuple(brought.lost[identity_id(person)]),
            degrees_won=tuple(brought.won[identity_id(person)]),
            degree_papers=tuple(brought.papers[identity_id(person)]),
            restated=tuple(brought.restated[identity_id(person)]),
            entries=tuple(brought.entries[key]),
            errata=tuple(brought.errata[identity_id(person)]),
        )
        for key, person in people.items()
    ]
    return tuple(person_touched for person_touched in touched if person_touched.is_touched)


def _lines(certification: int | None) -> dict[int, Standing]:
    lines = Standing.objects.filter(certification=certification).order_by("place", "id")
    awards = Prefetch("award", queryset=Award.objects.select_related("continued"))
    return {
        line.person_id: line
        for line in lines.select_related("person", *shown("person")).prefetch_related(awards)
    }


def _award(line: Standing) -> Award | None:
    return getattr(line, "award", None)


def _placed(line: Standing | None) -> PlacedPerson | None:
    if line is None:
        return None
    award = _award(line)
    return PlacedPerson(
        place=line.place,
        score=line.score,
        shared=line.shared,
        points=award.points if award else NO_POINTS,
        blue=award.blue if award else NO_POINTS,
    )


def _found(certification: Certification, before: dict[int, Standing], after: dict[int, Standing]) -> _Found:
    old = {award.root.pk for line in before.values() if (award := _award(line))}
    now = {award.root.pk for line in after.values() if (award := _award(line))}
    brought = _Found()
    differing = {*(old - now), *(now - old)}
    papers = Certificate.objects.filter(award__in=differing).exclude(state=Certificate.State.REPLACED)
    for paper in papers.order_by("pk"):
        (brought.void if paper.award_id in old else brought.issued)[paper.person_id].append(paper)
    rows = RecordedCertificate.objects.filter(certificate__award__in=differing).select_related("certificate")
    for row in rows:
        brought.recorded[row.certificate.person_id].add(row.certificate.award_id in now)
    written = Q(award__in=now - old) | Q(award__in=old - now, reason=certification.because)
    entries = LedgerEntry.objects.filter(written, at=certification.at)
    for entry in entries.order_by("number"):
        brought.entries[entry.person_id].append(entry)
    for erratum in Erratum.objects.filter(certification=certification).select_related("roster"):
        brought.errata[erratum.person_id].append(erratum)
    _find_degrees(brought, certification, [line.person for line in (*before.values(), *after.values())])
    return brought


def _find_degrees(brought: _Found, certification: Certification, people: Sequence[Person]) -> None:
    """Which degrees were taken away, conferred and restated, as the trail has it; a certificate that was
    restated again since is the one that stands now."""
    held = DegreeHeld.objects.filter(person__in=rows_of(*people)).select_related("person", "certificate")
    by_key = {str(degree.pk): degree for degree in held}
    for entry in _trail(certification, by_key):
        degree = by_key[entry.thing_id]
        if entry.action == RESTATED:
            if degree.certificate is not None:
                brought.restated[identity_id(degree.person)].append(degree.certificate)
            continue
        styles = brought.won if entry.after else brought.lost
        styles[identity_id(degree.person)].append(full_style(degree.degree, degree.card_game))
        if degree.certificate is not None:
            brought.papers[identity_id(degree.person)].append(degree.certificate)


def _trail(certification: Certification, things: Iterable[str]) -> Iterable[AuditEntry]:
    return AuditEntry.objects.filter(
        thing_type=DegreeHeld._meta.label,
        thing_id__in=list(things),
        action__in=("settle degree", RESTATED),
        at=certification.at,
        why=certification.because,
    ).order_by("pk")
