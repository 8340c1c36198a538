"""What of Letters and disciplinary cases waits for somebody.

Invariant: two short queries where no Letter waits for signatures and no case is open, as on most days; a
constant number for each office where one is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of
from sanctioning.kit.waiting.registry import Holder, Line, Waits, each_in_full, in_full
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import EXECUTORS
from tournaments.justice.cases.models import Case, CaseEntry, Letter
from tournaments.justice.cases.selectors.cases import (
    cases_to_answer,
    cases_to_decide,
    cases_without_judge,
    hearings_to_come,
    overdue_cases,
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


def waits_of_letters(holder: Holder) -> Iterable[Waits]:
    if LETTERS in under_way():
        rules = bool(holder.offices & set(EXECUTORS))
        on_paper = letters_to_enter(holder.person) if rules else Letter.objects.none()
        to_sign, to_enter = each_in_full(letters_to_sign(holder.person), on_paper)
        yield _letters("letters-to-sign", 4, to_sign, _to_sign)
        yield _letters("letters-on-paper", 6, to_enter, _on_paper)
    if Office.MANAGING_EXECUTOR in holder.offices:
        yield _letters("letters-filed", 10, in_full(letters_without_case()), _without_case)
    if CASES in under_way():
        yield from _open_cases(holder)


def _open_cases(holder: Holder) -> Iterable[Waits]:
    manages = Office.MANAGING_EXECUTOR in holder.offices
    charges, hearings, to_decide, bare = each_in_full(
        cases_to_answer(holder.person),
        hearings_to_come(holder.person),
        cases_to_decide(holder.person) if holder.offices & JUDGES else Case.objects.none(),
        cases_without_judge() if manages else Case.objects.none(),
    )
    yield _cases("charges", 2, charges, _to_answer)
    yield _hearings(hearings)
    yield _cases("cases-to-decide", 8, to_decide, _to_decide)
    if manages:
        yield _cases("cases-without-judge", 9, bare, _without_judge)
        yield _cases("cases-overdue", 9, overdue_cases(), _overdue)


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
        Line(
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


def _hearings(hearings: Sequence[CaseEntry]) -> Waits:
    lines = tuple(
        Line(
            name=_("%(case)s against %(name)s, %(place)s")
            % {"case": hearing.case, "name": hearing.case.against.identity.name, "place": hearing.place},
            path=reverse("case", args=[hearing.case_id]),
            since=day_of(hearing.at),
            until=hearing.case.game.event.local_day(hearing.hearing_at) if hearing.hearing_at else None,
        )
        for hearing in hearings
    )
    title = ngettext("%(n)d hearing to come", "%(n)d hearings to come", len(lines)) % {"n": len(lines)}
    return Waits(kind="hearings", rank=3, title=title, lines=lines, path=reverse("cases"))


def _cases(kind: str, rank: int, cases: Iterable[Case], title: Counted) -> Waits:
    lines = tuple(
        Line(
            name=_("%(case)s against %(name)s") % {"case": case, "name": case.against.identity.name},
            path=reverse("case", args=[case.pk]),
            since=day_of(case.opened_at),
            until=case.answer_until if kind == "charges" else days_of(case)[1],
        )
        for case in cases
    )
    return Waits(kind=kind, rank=rank, title=title(len(lines)), lines=lines, path=reverse("cases"))
