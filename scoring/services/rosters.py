"""The Whoopie Roster: compiled as of 15 May or 15 November, published, frozen.

Invariants: a working copy follows the ledger whenever it is compiled again; compiled twice from the same
inputs it is the same byte for byte; a published roster is given back as it was published.
Rule section: IV (semi-annual Whoopie Roster); reading 70 (to the end of the day, by day of recording).
"""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import io
import json
from collections.abc import Iterable
from decimal import Decimal

from django.db import transaction
from django.db.models import Max, Q, Sum

from sanctioning.clock import day_of, moment
from sanctioning.identity import every_merged, identity_of
from sanctioning.models import Person
from sanctioning.names import public_sort_name
from sanctioning.permissions import require
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from sanctioning.services.jobs import enqueue
from scoring.degrees import full_style
from scoring.models import DegreeHeld, LedgerEntry, Roster, RosterLine
from scoring.permissions import may_compile_roster
from scoring.selectors.results import NO_POINTS
from scoring.services.news import tell_of_roster

DOCUMENT_JOB = "scoring.roster-document"
DAYS = ((5, 15), (11, 15))
COLUMNS = ("name", "number", "club", "degree", "points", "blue points")
BATCH = 1000


@transaction.atomic
def compile_roster(*, by: Person, as_of: dt.date, at: dt.datetime | None = None) -> Roster:
    """A working copy as of that day, in place of the one before; a published roster stays as it is."""
    at = moment(at)
    _require_compiler(by, at)
    if (as_of.month, as_of.day) not in DAYS:
        raise Refusal(
            code="roster-day",
            sentence=f"There is no roster as of {as_of:%-d %B}.",
            rule="IV: rosters are as of 15 May and 15 November.",
            remedy="Choose one of the two days.",
            status=422,
        )
    roster = Roster.objects.select_for_update(no_key=True).filter(as_of=as_of).first()
    if roster is not None and roster.published:
        return roster
    lines = _lines(as_of)
    data = csv_bytes(lines)
    compiled = {
        "cut": _cut(as_of),
        "inputs_hash": _inputs_hash(as_of, lines),
        "compiled_by": by,
        "compiled_at": at,
        "players": len(lines),
        "points": sum((line.points for line in lines), NO_POINTS),
        "blue": sum((line.blue for line in lines), NO_POINTS),
        "csv": data,
        "csv_sha256": hashlib.sha256(data).hexdigest(),
    }
    roster, _ = Roster.objects.update_or_create(as_of=as_of, defaults=compiled)
    roster.lines.all().delete()
    for line in lines:
        line.roster = roster
    RosterLine.objects.bulk_create(lines, batch_size=BATCH)
    after = {"players": roster.players, "inputs_hash": roster.inputs_hash}
    note(by=by, at=at, action="compile roster", thing=roster, after=after)
    _enqueue_document(roster, by)
    return roster


@transaction.atomic
def publish_roster(*, by: Person, roster: Roster, at: dt.datetime | None = None) -> Roster:
    """Freeze a compiled roster for good, once its day is over."""
    at = moment(at)
    _require_compiler(by, at)
    if day_of(at) <= roster.as_of:
        raise Refusal(
            code="roster-day-not-over",
            sentence=f"Points may still be recorded as of {roster.as_of:%-d %B %Y}.",
            rule="IV: the roster gives the points recorded as of that day.",
            remedy="Publish it from the day after.",
        )
    compile_roster(by=by, as_of=roster.as_of, at=at)
    published = Roster.objects.filter(pk=roster.pk, state=Roster.State.COMPILED).update(
        state=Roster.State.PUBLISHED, published_by=by, published_at=at
    )
    if not published:
        raise Refusal(
            code="roster-published",
            sentence=f"{roster} is published already.",
            rule="A published roster never changes.",
            remedy="Later corrections show in the next roster and in an erratum.",
        )
    roster = Roster.objects.get(pk=roster.pk)
    note(
        by=by,
        at=at,
        action="publish roster",
        thing=roster,
        before={"state": Roster.State.COMPILED},
        after={"state": Roster.State.PUBLISHED, "csv": roster.csv_sha256},
    )
    _enqueue_document(roster, by)
    tell_of_roster(at=at, roster=roster)
    return roster


def csv_bytes(lines: Iterable[RosterLine]) -> bytes:
    """The roster as CSV (RFC 4180, UTF-8), in the order of the lines."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in lines:
        writer.writerow(
            (line.name, line.number, line.club, line.degree, f"{line.points:.1f}", f"{line.blue:.1f}")
        )
    return text.getvalue().encode()


def order_of(line: RosterLine) -> tuple[int, Decimal, Decimal, str, str]:
    """Highest degree first, then most points, most blue points, name; the same in every database."""
    return (-line.degree_rank, -line.points, -line.blue, line.name.casefold(), line.number)


def _lines(as_of: dt.date) -> list[RosterLine]:
    """Everybody who held a degree at the end of that day, with the points recorded until then."""
    recorded = LedgerEntry.objects.filter(book=LedgerEntry.Book.RECORDED, day__lte=as_of).order_by()
    merged = every_merged()
    totals: dict[int, tuple[Decimal, Decimal]] = {}
    for row, points, blue in recorded.values_list("person").annotate(Sum("points"), Sum("blue")):
        person = merged.get(row, row)
        before, blue_before = totals.get(person, (NO_POINTS, NO_POINTS))
        totals[person] = (before + points, blue_before + blue)
    held = DegreeHeld.objects.filter(Q(until__isnull=True) | Q(until__gt=as_of), since__lte=as_of)
    highest: dict[int, DegreeHeld] = {}
    for degree in held.order_by("rank").iterator(chunk_size=BATCH):
        highest[merged.get(degree.person_id, degree.person_id)] = degree
    people = Person.objects.filter(pk__in=held.values(identity=identity_of("person")))
    people = people.select_related("home_club", "private")
    lines = [
        _line(as_of, person, highest[person.pk], *totals.get(person.pk, (NO_POINTS, NO_POINTS)))
        for person in people.iterator(chunk_size=BATCH)
    ]
    return sorted(lines, key=order_of)


def _line(as_of: dt.date, person: Person, held: DegreeHeld, points: Decimal, blue: Decimal) -> RosterLine:
    return RosterLine(
        person=person,
        name=public_sort_name(person, as_of),
        number=person.number,
        club=person.home_club.name if person.home_club else "",
        degree=full_style(held.degree),
        degree_rank=held.rank,
        points=points,
        blue=blue,
    )


def _cut(as_of: dt.date) -> int:
    """The last ledger entry that counts."""
    counted = LedgerEntry.objects.filter(book=LedgerEntry.Book.RECORDED, day__lte=as_of)
    return counted.aggregate(last=Max("number"))["last"] or 0


def _inputs_hash(as_of: dt.date, lines: list[RosterLine]) -> str:
    """Of the chain up to the cut, which vouches for every entry before it, and of who is listed how."""
    chain = LedgerEntry.objects.filter(number=_cut(as_of)).values_list("hash", flat=True).first() or ""
    digest = hashlib.sha256(json.dumps([as_of.isoformat(), chain]).encode())
    for line in lines:
        said = [line.number, line.name, line.club, line.degree, f"{line.points:.1f}", f"{line.blue:.1f}"]
        digest.update(json.dumps(said).encode())
    return digest.hexdigest()


def _enqueue_document(roster: Roster, by: Person) -> None:
    enqueue(
        kind=DOCUMENT_JOB,
        key=f"{roster.as_of}/{roster.state}/{roster.inputs_hash}",
        payload={"roster": roster.pk},
        by=by.account,
    )


def _require_compiler(by: Person, at: dt.datetime) -> None:
    require(
        may_compile_roster(by, day_of(at)),
        what="compile rosters",
        who="the registrar or the Managing Executor",
        rule="IV",
    )
