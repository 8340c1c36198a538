"""What of Letters and disciplinary cases waits for somebody, and the dates of his hearings and answers.

Invariant: two queries for whoever holds no office; the dates in three.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.clock import authority_zone_name, day_of, noon, today
from sanctioning.identity import same_person
from sanctioning.models import Office, Person
from sanctioning.permissions import EXECUTORS
from sanctioning.waiting import Holder, Line, Waits
from tournaments.diary import Date
from tournaments.models import Case, CaseEntry, Letter
from tournaments.selectors.cases import (
    cases_of,
    cases_to_answer,
    cases_to_decide,
    cases_without_judge,
)
from tournaments.selectors.letters import letters_to_enter, letters_to_sign, letters_without_case

if TYPE_CHECKING:
    from django.db.models import QuerySet

HEARING: Final = dt.timedelta(hours=1)
KEPT: Final = dt.timedelta(days=400)
Counted = Callable[[int], str]
JUDGES: Final = frozenset({Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR, Office.COLLEGE})


def waits_of_letters(holder: Holder) -> Iterable[Waits]:
    yield _letters("letters-to-sign", 4, letters_to_sign(holder.person), _to_sign)
    yield _cases("charges", 2, cases_to_answer(holder.person), _to_answer)
    if holder.offices & set(EXECUTORS):
        yield _letters("letters-on-paper", 6, letters_to_enter(holder.person), _on_paper)
    if holder.offices & JUDGES:
        yield _cases("cases-to-decide", 8, cases_to_decide(holder.person), _to_decide)
    if Office.MANAGING_EXECUTOR in holder.offices:
        yield _letters("letters-filed", 10, letters_without_case(), _without_case)
        yield _cases("cases-without-judge", 9, cases_without_judge(), _without_judge)


def _to_sign(n: int) -> str:
    return ngettext("%(n)d Letter to sign", "%(n)d Letters to sign", n) % {"n": n}


def _on_paper(n: int) -> str:
    said = ngettext(
        "%(n)d Letter signed on paper to enter", "%(n)d Letters with signatures on paper to enter", n
    )
    return said % {"n": n}


def _without_case(n: int) -> str:
    said = ngettext("%(n)d Letter filed, without a case", "%(n)d Letters filed, without a case", n)
    return said % {"n": n}


def _to_answer(n: int) -> str:
    return ngettext("%(n)d charge to answer", "%(n)d charges to answer", n) % {"n": n}


def _to_decide(n: int) -> str:
    return ngettext("%(n)d case to decide", "%(n)d cases to decide", n) % {"n": n}


def _without_judge(n: int) -> str:
    return ngettext("%(n)d case without a judge", "%(n)d cases without a judge", n) % {"n": n}


def _letters(kind: str, rank: int, found: QuerySet[Letter], title: Counted) -> Waits:
    lines = tuple(
        Line(
            name=_("%(letter)s against %(name)s") % {"letter": one, "name": one.against.identity.name},
            path=reverse("letter", args=[one.pk]),
            since=day_of(one.filed_at or one.drafted_at),
            said=one.vote.violation.game.event.name,
        )
        for one in found
    )
    return Waits(kind=kind, rank=rank, title=title(len(lines)), lines=lines, path=reverse("letters"))


def _cases(kind: str, rank: int, found: QuerySet[Case], title: Counted) -> Waits:
    lines = tuple(
        Line(
            name=_("%(case)s against %(name)s") % {"case": one, "name": one.against.identity.name},
            path=reverse("case", args=[one.pk]),
            since=day_of(one.opened_at),
            until=one.answer_until if kind == "charges" else None,
        )
        for one in found.select_related("against__merged_into")
    )
    return Waits(kind=kind, rank=rank, title=title(len(lines)), lines=lines, path=reverse("cases"))


def dates_of_cases(person: Person) -> Iterator[Date]:
    """Hearings of the person's cases, and until when he answers; a hearing that was moved is called off."""
    found = {case.pk: case for case in cases_of(person).filter(opened_at__date__gte=today() - KEPT)}
    if not found:
        return
    entries = CaseEntry.objects.filter(case__in=found, kind__in=("hearing", "answer"))
    docket = list(entries.select_related("moved_by"))
    answered = {one.case_id for one in docket if one.kind == CaseEntry.Kind.ANSWER}
    for entry in docket:
        if entry.hearing_at is not None:
            yield _hearing(person, found[entry.case_id], entry, entry.hearing_at)
    for case in found.values():
        if same_person(person, case.against):
            yield _answer_due(person, case, case.pk in answered)


def _hearing(person: Person, case: Case, entry: CaseEntry, hour: dt.datetime) -> Date:
    moved = getattr(entry, "moved_by", None)
    decided = case.decided_at is not None and case.decided_at < hour
    changed = moved.at if moved else case.decided_at if decided else None
    return Date(
        key=f"hearing/{person.number}/{case.opened_at.isoformat()}/{entry.pk}",
        title=_("Hearing: %(case)s") % {"case": case},
        starts_at=hour,
        ends_at=hour + HEARING,
        time_zone=case.game.event.time_zone,
        place=entry.place,
        path=reverse("case", args=[case.pk]),
        said=entry.text,
        changes=1 if changed else 0,
        changed_at=changed or entry.at,
        called_off=bool(moved) or decided,
    )


def _answer_due(person: Person, case: Case, answered: bool) -> Date:
    over = answered or case.decided_at is not None
    due = noon(case.answer_until)
    return Date(
        key=f"answer/{person.number}/{case.opened_at.isoformat()}/{case.pk}",
        title=_("Answer due: %(case)s") % {"case": case},
        starts_at=due,
        ends_at=due + HEARING,
        time_zone=authority_zone_name(),
        place="",
        path=reverse("case", args=[case.pk]),
        said=_("What you say to the charge is due today."),
        changes=1 if over else 0,
        changed_at=case.opened_at,
        called_off=over,
    )
