"""What of Letters and disciplinary cases waits for somebody.

Invariant: one short question where no Letter waits for signatures and no case is open, as on most days; none
for an office that is not held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of
from sanctioning.kit.waiting.registry import WaitingLine, WaitingPerson, WaitingQuery, Waits
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import EXECUTORS
from tournaments.justice.cases.models import Case, CaseEntry, Letter
from tournaments.justice.cases.selectors.cases import (
    cases_to_answer,
    cases_to_decide,
    hearings_to_come,
    open_cases,
)
from tournaments.justice.cases.selectors.deadlines import days_of
from tournaments.justice.cases.selectors.letters import (
    letters_to_enter,
    letters_to_sign,
    letters_without_case,
)
from tournaments.justice.under_way import CASES, LETTERS, under_way

Counted = Callable[[int], str]
JUDGES: Final = frozenset({Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR, Office.COLLEGE})


def waits_of_letters(holder: WaitingPerson) -> Iterable[WaitingQuery]:
    manages = Office.MANAGING_EXECUTOR in holder.offices
    if LETTERS in under_way():
        yield WaitingQuery(letters_to_sign(holder.person), _letters_to_sign)
        if holder.offices & set(EXECUTORS):
            yield WaitingQuery(letters_to_enter(holder.person), _letters_on_paper)
    if manages:
        yield WaitingQuery(letters_without_case(), _letters_without_case)
    if CASES in under_way():
        yield WaitingQuery(cases_to_answer(holder.person), _charges)
        yield WaitingQuery(hearings_to_come(holder.person), _hearings)
        if holder.offices & JUDGES:
            yield WaitingQuery(cases_to_decide(holder.person), _cases_to_decide)
        if manages:
            yield WaitingQuery(open_cases(), partial(_cases_in_trouble, holder))


def _letters_to_sign(letters: list[Letter]) -> Iterable[Waits]:
    yield _letters("letters-to-sign", 4, letters, _to_sign)


def _letters_on_paper(letters: list[Letter]) -> Iterable[Waits]:
    yield _letters("letters-on-paper", 6, letters, _on_paper)


def _letters_without_case(letters: list[Letter]) -> Iterable[Waits]:
    yield _letters("letters-filed", 10, letters, _without_case)


def _charges(cases: list[Case]) -> Iterable[Waits]:
    yield _cases("charges", 2, cases, _to_answer)


def _cases_to_decide(cases: list[Case]) -> Iterable[Waits]:
    yield _cases("cases-to-decide", 8, cases, _to_decide)


def _cases_in_trouble(holder: WaitingPerson, cases: list[Case]) -> Iterable[Waits]:
    """Of all open cases those that nobody judges, and those whose judge is late."""
    bare = [case for case in cases if case.judge is None or not case.judge.runs_on(holder.day)]
    judged = [case for case in cases if case not in bare]
    late = [case for case in judged if (until := days_of(case)[1]) is not None and until < holder.day]
    yield _cases("cases-without-judge", 9, bare, _without_judge)
    yield _cases("cases-overdue", 9, late, _overdue)


def _to_sign(n: int) -> str:
    return ngettext("%(n)d Letter to sign", "%(n)d Letters to sign", n) % {"n": n}


def _on_paper(n: int) -> str:
    title = ngettext(
        "%(n)d Letter signed on paper to enter", "%(n)d Letters with signatures on paper to enter", n
    )
    return title % {"n": n}


def _without_case(n: int) -> str:
    title = ngettext("%(n)d Letter filed, without a case", "%(n)d Letters filed, without a case", n)
    return title % {"n": n}


def _to_answer(n: int) -> str:
    return ngettext("%(n)d charge to answer", "%(n)d charges to answer", n) % {"n": n}


def _to_decide(n: int) -> str:
    return ngettext("%(n)d case to decide", "%(n)d cases to decide", n) % {"n": n}


def _without_judge(n: int) -> str:
    return ngettext("%(n)d case without a judge", "%(n)d cases without a judge", n) % {"n": n}


def _overdue(n: int) -> str:
    title = ngettext("%(n)d case whose decision is overdue", "%(n)d cases whose decisions are overdue", n)
    return title % {"n": n}


def _letters(kind: str, rank: int, letters: Sequence[Letter], title: Counted) -> Waits:
    lines = tuple(
        WaitingLine(
            name=_("%(letter)s against %(name)s, %(event)s")
            % {
                "letter": letter,
                "name": letter.against.identity.name,
                "event": letter.vote.violation.game.event.name,
            },
            path=reverse("letter", args=[letter.pk]),
            since=day_of(letter.filed_at or letter.drafted_at),
        )
        for letter in letters
    )
    return Waits(kind=kind, rank=rank, title=title(len(lines)), lines=lines, path=reverse("letters"))


def _hearings(hearings: list[CaseEntry]) -> Iterable[Waits]:
    lines = tuple(
        WaitingLine(
            name=_("%(case)s against %(name)s, %(place)s")
            % {"case": hearing.case, "name": hearing.case.against.identity.name, "place": hearing.place},
            path=reverse("case", args=[hearing.case_id]),
            since=day_of(hearing.at),
            until=hearing.case.game.event.local_day(hearing.hearing_at) if hearing.hearing_at else None,
        )
        for hearing in hearings
    )
    title = ngettext("%(n)d hearing to come", "%(n)d hearings to come", len(lines)) % {"n": len(lines)}
    yield Waits(kind="hearings", rank=3, title=title, lines=lines, path=reverse("cases"))


def _cases(kind: str, rank: int, cases: Iterable[Case], title: Counted) -> Waits:
    lines = tuple(
        WaitingLine(
            name=_("%(case)s against %(name)s") % {"case": case, "name": case.against.identity.name},
            path=reverse("case", args=[case.pk]),
            since=day_of(case.opened_at),
            until=case.answer_until if kind == "charges" else days_of(case)[1],
        )
        for case in cases
    )
    return Waits(kind=kind, rank=rank, title=title(len(lines)), lines=lines, path=reverse("cases"))
