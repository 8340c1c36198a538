"""The days of disciplinary cases as dates of a calendar: hearings, until when one answers, and decides.

Invariants: only dates of this person, in three queries; a hearing that was moved or called off, and what was
answered or decided, stays in a calendar as called off.
Terms: as in `tournaments.events.personal_calendar`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Final, cast

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import authority_zone_name, noon, today
from sanctioning.people.models.person import Person
from tournaments.events.personal_calendar import Date
from tournaments.events.selectors.dates import KEPT
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.permissions import judges_case
from tournaments.justice.cases.selectors.cases import cases_of
from tournaments.justice.cases.selectors.deadlines import WithDays, days_of

HOUR: Final = dt.timedelta(hours=1)
END_OF_WORK: Final = 17


def dates_of_cases(person: Person) -> Iterator[Date]:
    """Hearings of the person's cases, until when he answers as accused, until when he decides as judge."""
    day = today()
    cases = {case.pk: case for case in cases_of(person).filter(opened_at__date__gte=day - KEPT)}
    docket: dict[int, list[CaseEntry]] = {case: [] for case in cases}
    for entry in CaseEntry.objects.filter(case__in=cases).select_related("moved_by").order_by("pk"):
        docket[entry.case_id].append(entry)
    for key, case in cases.items():
        for entry in docket[key]:
            if entry.hearing_at is not None:
                yield _hearing(person, case, entry, entry.hearing_at)
        if same_person(person, case.against):
            yield _answer_due(person, case)
        if judges_case(person, case, day):
            yield from _decision_due(person, case, docket[key])


def _hearing(person: Person, case: Case, entry: CaseEntry, hour: dt.datetime) -> Date:
    became: CaseEntry | None = getattr(entry, "moved_by", None)
    decided = case.decided_at if case.decided_at is not None and case.decided_at < hour else None
    changed = became.at if became else decided
    called_off = became is not None and became.kind == CaseEntry.Kind.CALLED_OFF
    return Date(
        key=f"hearing/{person.number}/{case.opened_at.isoformat()}/{entry.pk}",
        title=_("Hearing: %(case)s") % {"case": case},
        starts_at=hour,
        ends_at=hour + HOUR,
        time_zone=case.game.event.time_zone,
        place=entry.place,
        path=reverse("case", args=[case.pk]),
        said=became.text if became and called_off else entry.text,
        changes=1 if changed else 0,
        changed_at=changed or entry.at,
        called_off=changed is not None,
    )


def _answer_due(person: Person, case: Case) -> Date:
    over = cast(WithDays, case).answered_at or case.decided_at
    due = noon(case.answer_until)
    return Date(
        key=f"answer/{person.number}/{case.opened_at.isoformat()}/{case.pk}",
        title=_("Answer due: %(case)s") % {"case": case},
        starts_at=due,
        ends_at=due + HOUR,
        time_zone=authority_zone_name(),
        place="",
        path=reverse("case", args=[case.pk]),
        said=_("Your answer to the charge is due today."),
        changes=1 if over else 0,
        changed_at=over or case.opened_at,
        called_off=over is not None,
    )


def _decision_due(person: Person, case: Case, docket: list[CaseEntry]) -> Iterator[Date]:
    """Each entry of the docket may move it: an answer, a hearing, another judge."""
    until = days_of(case)[1]
    if until is None:
        return
    due = noon(until, END_OF_WORK)
    yield Date(
        key=f"decision/{person.number}/{case.opened_at.isoformat()}/{case.pk}",
        title=_("Decision due: %(case)s") % {"case": case},
        starts_at=due,
        ends_at=due + HOUR,
        time_zone=authority_zone_name(),
        place="",
        path=reverse("case", args=[case.pk]),
        said=_("The last day for your decision, under the Articles."),
        changes=len(docket),
        changed_at=docket[-1].at,
        called_off=case.decided_at is not None,
    )
