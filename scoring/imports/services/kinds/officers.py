"""Terms of office of the time before, and those that run.

Invariants: nobody becomes Managing Executor or registrar by a file; a term that has begun is never deleted
(the database holds that), so taking them back ends those that run, with the reason.
Rule section: IV (the Managing Executor appoints).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from sanctioning.identity.likeness import folded
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.offices.models.office import CLUB_OFFICES, Appointment, Office
from sanctioning.people.models.person import Person
from scoring.imports.columns import ImportColumn, Wrong, day_written, name_of, past_day
from scoring.imports.models import ImportRow
from scoring.imports.people_index import name_people
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing
from scoring.imports.services.kinds.people import WHO

OFFICES: Final = (
    Office.CLUB_OFFICER,
    Office.DIRECTOR,
    Office.ACTING_EXECUTOR,
    Office.ASSOCIATE_EXECUTOR,
    Office.COLLEGE,
)
"""Those that rights over everybody hang on are given by hand."""


def office(text: str, days: str) -> str:
    for known in OFFICES:
        if folded(text) in (folded(known.value), folded(str(known.label))):
            return known.value
    raise Wrong("office-unknown", text=text, known=", ".join(known.value for known in OFFICES))


class Officers(ImportKind):
    slug = "officers"
    label = _("Terms of office")
    help = _(
        "Officers and directors of clubs, executors and members of the College, with first and last days."
    )
    cited = True
    names_people = True
    columns = (
        *WHO,
        ImportColumn(
            name="office",
            label=_("Office"),
            aliases=("role", "Amt", "Funktion"),
            help=_("club-officer, director, acting-executor, associate-executor or college-member."),
            example="club-officer",
            required=True,
            read=office,
        ),
        ImportColumn(
            name="club",
            label=_("Club"),
            aliases=("Verein", "club name"),
            help=_("For officers and directors of a club."),
            example="Arden Whoopie Club",
            read=name_of(120),
        ),
        ImportColumn(
            name="first_day",
            label=_("First day"),
            aliases=("from", "since", "von", "seit", "erster Tag"),
            help=_("Not after today."),
            example="2015-01-01",
            required=True,
            read=past_day,
        ),
        ImportColumn(
            name="last_day",
            label=_("Last day"),
            aliases=("to", "until", "bis", "letzter Tag"),
            help=_("Empty if the term is still running."),
            example="2019-12-31",
            read=day_written,
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        name_people(check, drafts)
        keys = {draft.person_id for draft in drafts if draft.person_id}
        people = Person.objects.filter(pk__in=keys)
        terms = list(Appointment.objects.filter(person__in=rows_of(*people)).select_related("person"))
        for draft in drafts:
            _judge_club(check, draft)
            if not draft.faults:
                _judge_term(check, draft, terms)

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        Appointment.objects.bulk_create(
            Appointment(
                person=row.person,
                office=row.values["office"],
                club_id=row.club_id,
                first_day=dt.date.fromisoformat(row.values["first_day"]),
                last_day=dt.date.fromisoformat(row.values["last_day"])
                if row.values.get("last_day")
                else None,
                appointed_by=writing.by,
            )
            for row in rows
        )

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        """Terms that run end with the day before, or on their first day; those that are over stay."""
        today = day_of(writing.at)
        for row in rows.select_related("person", "club"):
            terms = Appointment.objects.on(today).filter(
                person=row.person,
                office=row.values["office"],
                club=row.club,
                first_day=row.values["first_day"],
            )
            for term in terms:
                term.last_day = max(term.first_day, today - dt.timedelta(days=1))
                term.ended_for = why[:200]
                term.save(update_fields=["last_day", "ended_for"])


def _judge_club(check: ImportCheck, draft: Draft) -> None:
    club, of_club = draft.values.get("club", ""), draft.values["office"] in CLUB_OFFICES
    if of_club and not club:
        draft.wrong("club", "office-without-club")
    elif club and not of_club:
        draft.wrong("club", "office-with-club")
    elif club:
        draft.club_id = check.clubs.get(folded(club))
        if draft.club_id is None:
            draft.wrong("club", "club-unknown", text=club)
    if draft.values.get("last_day") and draft.values["last_day"] < draft.values["first_day"]:
        draft.wrong("last_day", "ends-before")


def _judge_term(check: ImportCheck, draft: Draft, terms: Sequence[Appointment]) -> None:
    values = draft.values
    first, last = values["first_day"], values.get("last_day") or "9999-12-31"
    for term in terms:
        same_office = (term.office, term.club_id) == (values["office"], draft.club_id)
        if not same_office or draft.person_id not in (term.person_id, term.person.merged_into_id):
            continue
        ends = str(term.last_day or "9999-12-31")
        if (str(term.first_day), ends) == (first, last):
            draft.outcome = Outcome.SAME
        elif str(term.first_day) <= last and ends >= first:
            draft.wrong("first_day", "term-there", name=term.person.name)
            return
    line_key = ("term", draft.person_id, values["office"], draft.club_id, first)
    if draft.person_id and (before := check.line_before(line_key, draft.number)):
        draft.wrong("first_day", "twice-in-file", line=before)
