"""Outstanding certificates from before this system by their serials: issued then, and recorded here or never.

Invariants: a serial is in the database once; the points were won, so they stand in the book of points won,
and come into that of recorded points with the certificate. Taken back, the certificates are void.
Rule section: IV (Rating Point Certificates, recording).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Upper
from django.utils.translation import gettext

from rules_engine.card_games import WHOOPIE
from sanctioning.identity.likeness import folded
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.services.brought_forward import (
    Outstanding,
    bring_certificates_forward,
    void_brought_forward,
)
from scoring.imports.columns import ImportColumn, Wrong, name_of, past_day, points
from scoring.imports.models import Import, ImportRow
from scoring.imports.people_index import name_people
from scoring.imports.services.kinds.bringing_points import (
    bring_degrees,
    degree_imports_on,
    take_points_back,
    taking_back_problems,
)
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing
from scoring.imports.services.kinds.people import WHO
from scoring.imports.services.kinds.points import CARD_GAME
from scoring.ledger import reasons
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post

LONGEST_SERIAL: Final = 40
RATING_POINTS: Final = frozenset(
    map(folded, ("rating points", "rating point certificate", "points", "RPC", "Punkte", "Punkteurkunde"))
)


def serial(text: str, days: str) -> str:
    """As it was written before this system; none that could be one of this system."""
    written = name_of(LONGEST_SERIAL)(text, days)
    if written.upper().startswith(("RPC-", "DC-")):
        raise Wrong("serial-of-this-system", text=written)
    return written


def of_points(text: str, days: str) -> str:
    if folded(text) not in RATING_POINTS:
        raise Wrong("certificate-of-no-points", text=text)
    return str(Certificate.Kind.RATING_POINTS)


class Certificates(ImportKind):
    slug = "certificates"
    label = _("Outstanding certificates")
    help = _(
        "Certificates of points that players hold and that have not been recorded, with their original "
        "serials. Their points count as won; do not list them again as unrecorded points."
    )
    cited = True
    names_people = True
    columns = (
        *WHO,
        ImportColumn(
            name="serial",
            label=_("Serial"),
            aliases=("certificate", "certificate number", "serial number", "Urkunde", "Urkundennummer"),
            help=_("As the certificate was numbered before this system."),
            example="1998/0417",
            required=True,
            read=serial,
        ),
        ImportColumn(
            name="kind",
            label=_("Kind"),
            aliases=("type", "Art"),
            help=_("Empty, or rating points. Degrees have their own file."),
            read=of_points,
        ),
        CARD_GAME,
        ImportColumn(
            name="points",
            label=_("Points"),
            aliases=("Punkte",),
            help=_("All points, including blue ones."),
            example="12.5",
            required=True,
            read=points,
        ),
        ImportColumn(
            name="blue",
            label=_("Blue points"),
            aliases=("of them blue", "blaue Punkte", "blau"),
            help=_("Empty means none."),
            example="2.5",
            read=points,
        ),
        ImportColumn(
            name="issued",
            label=_("Issued on"),
            aliases=("date", "issued", "ausgestellt", "Datum"),
            help=_("Empty means the day of the document. The points count as won from this day."),
            example="1998-03-21",
            read=past_day,
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        name_people(check, drafts)
        known = _known([draft.values["serial"].upper() for draft in drafts])
        for draft in drafts:
            draft.values.setdefault("card_game", WHOOPIE.slug)
            _judge_points(draft)
            _judge_serial(check, draft, known)

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        people = Person.objects.select_related("merged_into").in_bulk([row.person_id for row in rows])
        papers = [_outstanding(writing, row, people) for row in rows]
        certificates = bring_certificates_forward(papers)
        post(
            [
                Posting(
                    book=LedgerEntry.Book.AWARDED,
                    card_game=paper.card_game,
                    person_id=paper.person.pk,
                    points=paper.points,
                    blue=paper.blue,
                    certificate=certificate,
                    reason=reasons.CERTIFICATE_BROUGHT_FORWARD % {"serial": paper.earlier_serial},
                    brought_forward=paper.row,
                    from_day=paper.issued_on,
                )
                for paper, certificate in zip(papers, certificates, strict=True)
            ],
            ordered_by=writing.by,
            at=writing.at,
        )
        bring_degrees(writing, rows)

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        used = _of_rows(rows).exclude(state__in=[Certificate.State.ISSUED, Certificate.State.VOID])
        named = [
            gettext("certificate %(serial)s, which is %(state)s")
            % {"serial": certificate.earlier_serial, "state": certificate.get_state_display()}
            for certificate in used.order_by("number")[:3]
        ]
        return named + taking_back_problems(rows)

    def imports_to_undo_first(self, rows: Rows) -> list[int]:
        return degree_imports_on(rows)

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        take_points_back(writing, rows, why)
        void_brought_forward(rows)


def _known(serials: Sequence[str]) -> Mapping[str, Certificate]:
    """The certificates from before this system that have these serials, in capitals. One query."""
    standing = Certificate.objects.exclude(state=Certificate.State.VOID).exclude(earlier_serial="")
    certificates = standing.annotate(capitals=Upper("earlier_serial")).filter(capitals__in=serials)
    return {certificate.earlier_serial.upper(): certificate for certificate in certificates}


def _judge_points(draft: Draft) -> None:
    counted, blue = Decimal(draft.values["points"]), Decimal(draft.values.get("blue", "0"))
    if not counted:
        draft.wrong("points", "no-points-at-all")
    elif blue > counted:
        draft.wrong("blue", "blue-above-all", blue=f"{blue:.1f}", points=f"{counted:.1f}")


def _judge_serial(check: ImportCheck, draft: Draft, known: Mapping[str, Certificate]) -> None:
    written = draft.values["serial"]
    if before := check.line_before(("serial", written.upper()), draft.number):
        draft.wrong("serial", "twice-in-file", line=before)
    certificate = known.get(written.upper())
    if certificate is None or draft.faults:
        return
    same = (certificate.person_id, f"{certificate.points:.1f}") == (draft.person_id, draft.values["points"])
    if same:
        draft.outcome = Outcome.SAME
    else:
        draft.wrong("serial", "serial-taken", text=written)


def _outstanding(writing: Writing, row: ImportRow, people: Mapping[int, Person]) -> Outstanding:
    assert row.person_id is not None, "a row that is written names somebody"
    issued = row.values.get("issued") or str(writing.importing.source_day)
    row.of = writing.importing
    return Outstanding(
        row=row,
        person=people[row.person_id],
        card_game=row.values["card_game"],
        earlier_serial=row.values["serial"],
        points=Decimal(row.values["points"]),
        blue=Decimal(row.values.get("blue", "0.0")),
        issued_on=dt.date.fromisoformat(issued),
    )


def _of_rows(rows: Rows) -> QuerySet[Certificate]:
    return Certificate.objects.filter(brought_forward__in=rows)
