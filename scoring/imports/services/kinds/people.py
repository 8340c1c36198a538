"""Importing people: who they are, their club, when they were born, what of them may be shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Exists, IntegerField, OuterRef, Subquery
from django.db.models.functions import Cast, Substr

from sanctioning.identity.likeness import folded
from sanctioning.kit.check_characters import member_number
from sanctioning.kit.sequences.services import reserve
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person, PrivateData, Publicity
from scoring.imports.columns import ImportColumn, born, email, name_of, number, publicity
from scoring.imports.lines_so_far import LINE, YEAR_ALONE
from scoring.imports.models import Import, ImportRow
from scoring.imports.people_index import by_numbers, by_references
from scoring.imports.references import who_refers
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing
from scoring.ledger.models.ledger import LedgerEntry
from tournaments.entries.models.entry import Entry

NUMBER: Final = ImportColumn(
    name="number",
    label=_("Member number"),
    aliases=(
        "member number",
        "member no",
        "member id",
        "membership number",
        "membership no",
        "Mitgliedsnummer",
        "Mitglied Nr",
        "Mitglieds-Nr",
        "Mitglieder-Nr",
        "Mitgliedernummer",
    ),
    help=_("A number of this site, such as W-00012-X, if the person already has one."),
    read=number,
)
REFERENCE: Final = ImportColumn(
    name="reference",
    label=_("Earlier number"),
    aliases=("old number", "old id", "id", "alte Nummer", "Nr", "no"),
    help=_("The number somebody had before this system. Other files can name people by it."),
    example="4711",
    read=name_of(40),
)
GIVEN: Final = ImportColumn(
    name="given_names",
    label=_("Given names"),
    aliases=("given name", "first name", "first names", "forename", "Vorname", "Vornamen"),
    help=_("All of them, in one cell."),
    example="Ada",
    read=name_of(),
)
FAMILY: Final = ImportColumn(
    name="family_name",
    label=_("Family name"),
    aliases=("last name", "surname", "name", "Nachname", "Familienname", "Zuname"),
    help=_("As printed in rosters."),
    example="Whitlock",
    read=name_of(),
)
BORN: Final = ImportColumn(
    name="born",
    label=_("Born"),
    aliases=(
        "birth date",
        "date of birth",
        "birth year",
        "year of birth",
        "dob",
        "Geburtsdatum",
        "Geburtsjahr",
        "geboren",
        "geboren am",
        "Geburtstag",
        "geb",
        "Geb.-Datum",
        "Jahrgang",
        "birthday",
        "born on",
        "year born",
    ),
    help=_("A date, or just the year. For a year alone we store 31 December until somebody corrects it."),
    example="1958-04-30",
    read=born,
)
FEW: Final = 3
WHO: Final = (NUMBER, REFERENCE, GIVEN, FAMILY, BORN)


class People(ImportKind):
    slug = "people"
    label = _("People")
    help = _("Members with their names, clubs, dates of birth, addresses and what may be shown about them.")
    decided = False
    makes_people = True
    columns = (
        *(replace(column, required=column is FAMILY) for column in WHO),
        ImportColumn(
            name="club",
            label=_("Club"),
            aliases=("home club", "club name", "Verein", "Club", "Klub", "Heimatverein", "Vereinsname"),
            help=_("The name of a club that is already here."),
            read=name_of(120),
        ),
        ImportColumn(
            name="email",
            label=_("E-mail"),
            aliases=("e-mail", "mail", "e-mail address", "E-Mail-Adresse", "Mailadresse"),
            help=_("Where we send messages until they have an account."),
            example="ada@example.org",
            read=email,
        ),
        ImportColumn(
            name="consent",
            label=_("What may be shown"),
            aliases=(
                "consent",
                "publicity",
                "gdpr",
                "data protection",
                "Einwilligung",
                "Zustimmung",
                "DSGVO",
                "Datenschutz",
                "DSGVO-Einwilligung",
                "DSGVO/Einwilligung",
                "Datenschutzeinwilligung",
            ),
            help=_("all, results (names in results and rosters only), or number. Empty means results."),
            example="results",
            read=publicity,
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        numbered, referred = by_numbers(drafts), by_references(drafts)
        for draft in drafts:
            self._judge_club(check, draft)
            if not draft.faults:
                self._judge_person(check, draft, numbered, referred)

    def _judge_club(self, check: ImportCheck, draft: Draft) -> None:
        if club := draft.values.get("club"):
            draft.club_id = check.clubs.get(folded(club))
            if draft.club_id is None:
                draft.wrong("club", "club-unknown", text=club)

    def _judge_person(
        self, check: ImportCheck, draft: Draft, numbered: dict[str, Person], referred: dict[str, int]
    ) -> None:
        values = draft.values
        if written := values.get("number"):
            person = numbered.get(written)
            if person is None:
                draft.wrong("number", "number-unknown", text=written)
                return
            if folded(person.family_name) != folded(values["family_name"]):
                draft.wrong("number", "number-of-another", text=written, name=person.name)
                return
            draft.outcome, draft.person_id = Outcome.SAME, person.pk
            return
        reference = values.get("reference", "")
        if reference and check.line_before(("reference", reference), draft.number):
            draft.wrong("reference", "reference-twice", text=reference)
            return
        if reference in referred:
            draft.wrong("reference", "reference-twice", text=reference)
            return
        certain, perhaps = check.people.of_name(
            values.get("given_names", ""), values["family_name"], values.get("born", "")
        )
        if len(certain) == 1:
            draft.outcome, draft.person_id = Outcome.SAME, certain[0].pk
            return
        name = folded(values.get("given_names", "")) + folded(values["family_name"])
        line, is_same = check.so_far.with_the_person(name, values.get("born", ""), draft.number)
        if line and is_same:
            draft.wrong("family_name", "person-twice", line=line)
        elif line or certain or perhaps:
            draft.outcome = Outcome.UNCERTAIN
            draft.candidates = [known.number for known in certain or perhaps]
            draft.candidates += [f"{LINE}{line}"] if line else []

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        numbers = reserve("person", len(rows))
        people = Person.objects.bulk_create(
            Person(
                number=member_number(sequence),
                given_names=row.values.get("given_names", ""),
                family_name=row.values["family_name"],
                home_club_id=row.club_id,
                registered_at=writing.at,
                publicity=row.values.get("consent", Publicity.RESULTS),
            )
            for sequence, row in zip(numbers, rows, strict=True)
        )
        PrivateData.objects.bulk_create(
            PrivateData(
                person=person,
                email=row.values.get("email", ""),
                birth_date=_day_of_birth(row.values.get("born", "")),
            )
            for person, row in zip(people, rows, strict=True)
            if row.values.get("email") or row.values.get("born")
        )
        for person, row in zip(people, rows, strict=True):
            row.person = person

    def finish(self, importing: Import) -> None:
        """Whoever is the same as in another line of the file is the person of that line."""
        line = Cast(Substr(OuterRef("choice"), len(LINE) + 1), IntegerField())
        first = ImportRow.objects.filter(of=importing, number=line)
        again = ImportRow.objects.filter(of=importing, choice__startswith=LINE)
        again.update(person=Subquery(first.values("person")))

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        return who_refers(Person, rows.values("person"), but=(ImportRow, PrivateData))

    def people_who_stay(self, rows: Rows) -> list[str]:
        """Points, terms and entries stay in the database after they are taken back."""
        names = [
            Exists(model.objects.filter(person=OuterRef("pk"))) for model in (LedgerEntry, Appointment, Entry)
        ]
        people = Person.objects.filter(reduce(or_, names), pk__in=rows.values("person"))
        return list(people.order_by("pk").values_list("number", flat=True)[:FEW])

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        keys = list(rows.values_list("person", flat=True))
        ImportRow.objects.filter(person__in=keys).update(person=None)
        # Nothing else refers to them, so Django need not ask every table what to delete along with them.
        for written in (PrivateData.objects.filter(person__in=keys), Person.objects.filter(pk__in=keys)):
            written._raw_delete(written.db)


def _day_of_birth(written: str) -> dt.date | None:
    if not written:
        return None
    return dt.date(int(written), 12, 31) if len(written) == YEAR_ALONE else dt.date.fromisoformat(written)
