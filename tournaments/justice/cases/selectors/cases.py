"""Disciplinary cases as those see them whom they concern; never listed to anybody else.

Invariants: a case is seen by the accused, by whoever judges it, by the Managing Executor and the College. A
page takes a constant number of queries.
Terms: docket (entry by entry, oldest first), moved (a hearing in whose place another stands), called off (one
in whose place none stands).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _lazy

from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.clock import day_of, moment, today
from sanctioning.kit.lists.filters import kind_of
from sanctioning.kit.lists.lists import ListSource
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, is_managing_executor, terms_held
from sanctioning.people.models.person import Person
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.selectors.appeals import seen_by
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.permissions import judges_case, may_call_off, may_see_case
from tournaments.justice.cases.selectors.deadlines import days_of, decide_until, with_days

OF_A_GAME: Final = (
    "event__club",
    "event__sanction__level",
    "event__sanction__articles",
    "acting_executor__person",
)
LETTER_GAME: Final = tuple(f"vote__violation__game__{path}" for path in OF_A_GAME)
STEP_GAME: Final = tuple(f"appeal__vote__violation__game__{path}" for path in OF_A_GAME)
CASE_FACTS: Final = (
    "against__merged_into",
    "judge__person__merged_into",
    "opened_by__merged_into",
    "bar",
    *(f"letter__{path}" for path in LETTER_GAME),
    *(f"step__{path}" for path in STEP_GAME),
)
KIND: Final = CaseEntry.Kind


CaseState = Literal["decided", "no-judge", "overdue", "to-decide", "to-answer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocketLine:
    id: int
    kind: Annotated[str, CaseEntry.Kind]
    kind_label: str
    at: dt.datetime
    by: str
    text: str
    hearing_at: dt.datetime | None
    hearing_on: dt.date | None
    place: str
    moved: bool
    called_off: bool
    to_come: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """One case, with what the asker may do. It came of a Letter, whose key `letter` is, or of a decision on
    the appeal that has the number `appeal`."""

    id: int
    label: str
    against: str
    against_number: str
    charge: str
    opened_at: dt.datetime
    opened_by: str
    judge: str
    state: CaseState
    answer_until: dt.date
    answered: bool
    decide_until: dt.date | None
    letter: int | None
    appeal: int | None
    event: str
    game: str
    time_zone: str
    docket: tuple[DocketLine, ...]
    outcome: Annotated[str, Case.Outcome, ""]
    outcome_label: str
    reasons: str
    decided_by: str
    decided_at: dt.datetime | None
    barred_from: dt.date | None
    barred_until: dt.date | None
    may_answer: bool
    may_state: bool
    may_judge: bool
    may_call_off: bool
    may_decide: bool
    may_assign: bool

    @property
    def hearings(self) -> tuple[DocketLine, ...]:
        """Those that stand."""
        hearings = (entry for entry in self.docket if entry.hearing_at is not None)
        return tuple(hearing for hearing in hearings if not hearing.moved and not hearing.called_off)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLine:
    """`due` is until when the accused answers, `decide_until` until when the judge decides; each empty where
    that is over."""

    id: int
    label: str
    against: str
    judge: str
    state: CaseState
    opened_on: dt.date
    due: dt.date | None
    hearing_on: dt.date | None
    decide_until: dt.date | None


def case_with(case_id: int) -> Case | None:
    return Case.objects.select_related(*CASE_FACTS, "decided_by__merged_into").filter(pk=case_id).first()


def step_with(step_id: int) -> AppealStep | None:
    return AppealStep.objects.select_related(*STEP_GAME).filter(pk=step_id).first()


def case_view(*, case: Case, asker: Person) -> CaseView | None:
    """The case, or None where it is not the asker's to see. Some eight queries."""
    if not may_see_case(asker, case):
        return None
    day, game = today(), case.game
    docket = _docket(case)
    answered_at = next((entry.at for entry in docket if entry.kind == KIND.ANSWER), None)
    answered = answered_at is not None
    until = decide_until(case, answered_at, _last_hearing(docket))
    open_still = not case.outcome
    judges = open_still and judges_case(asker, case, day)
    accused = same_person(asker, case.against)
    return CaseView(
        id=case.pk,
        label=case.label,
        against=case.against.identity.name,
        against_number=case.against.identity.number,
        charge=case.charge,
        opened_at=case.opened_at,
        opened_by=case.opened_by.identity.name,
        judge=case.judge.person.identity.name if case.judge else "",
        state=state_of(case, day, answered=answered, until=until),
        answer_until=case.answer_until,
        answered=answered,
        decide_until=None if case.outcome else until,
        letter=case.letter_id,
        appeal=_appeal_to_see(case, asker, day),
        event=game.event.name,
        game=game.label,
        time_zone=game.event.time_zone,
        docket=docket,
        outcome=case.outcome,
        outcome_label=case.get_outcome_display() if case.outcome else "",
        reasons=case.reasons,
        decided_by=case.decided_by.identity.name if case.decided_by else "",
        decided_at=case.decided_at,
        barred_from=case.bar.first_day if case.bar else None,
        barred_until=case.bar.last_day if case.bar else None,
        may_answer=open_still and accused and not answered and day <= case.answer_until,
        may_state=open_still,
        may_judge=judges,
        may_call_off=open_still and may_call_off(asker, case, day),
        may_decide=judges and (answered or day > case.answer_until),
        may_assign=open_still and is_managing_executor(asker, day),
    )


def state_of(case: Case, day: dt.date, *, answered: bool, until: dt.date | None) -> CaseState:
    """In a word: decided, without a judge, to be answered, to be decided, and that until a day long past."""
    if case.outcome:
        return "decided"
    if case.judge_id is None:
        return "no-judge"
    if until is not None and day > until:
        return "overdue"
    return "to-decide" if answered or day > case.answer_until else "to-answer"


def cases(*, asker: Person) -> ListSource[Case, CaseLine]:
    """Every case that the asker may see. Four queries a page."""
    day = today()
    rows = Case.objects.all()
    if not holds(asker, day, Office.MANAGING_EXECUTOR, Office.COLLEGE):
        rows = rows.filter(Q(against__in=rows_of(asker)) | Q(judge__in=terms_held(asker, day)))
    return ListSource(
        rows=with_days(rows).select_related(*CASE_FACTS),
        lines=_lines,
        sorts={
            "number": ("number",),
            "against": ("against__family_name", "against__given_names"),
            "opened": ("opened_at",),
            "until": ("answer_until",),
            "judge": (F("judge__person__family_name"),),
        },
        order="-number",
        filters=(
            kind_of(
                "state",
                _lazy("State"),
                {
                    "open": (_lazy("open"), Q(outcome="")),
                    "no-judge": (_lazy("without a judge"), Q(outcome="", judge__isnull=True)),
                    "decided": (_lazy("decided"), ~Q(outcome="")),
                },
                all_words=_lazy("all cases"),
            ),
        ),
    )


def cases_to_answer(asker: Person) -> QuerySet[Case]:
    """Open cases against the asker that he can still answer."""
    rows = Case.objects.filter(outcome="", against__in=rows_of(asker), answer_until__gte=today())
    waiting = with_days(rows).filter(Q(answered_at__isnull=True))
    return waiting.select_related("against__merged_into").order_by("answer_until")


def cases_to_decide(asker: Person) -> QuerySet[Case]:
    """Open cases before the asker whose accused has answered, or has no day left."""
    rows = with_days(Case.objects.filter(outcome="", judge__in=terms_held(asker, today())))
    heard = rows.filter(Q(answered_at__isnull=False) | Q(answer_until__lt=today()))
    return heard.select_related(*CASE_FACTS).order_by("opened_at")


def open_cases() -> QuerySet[Case]:
    """Each with its judge and the days of its course."""
    return with_days(Case.objects.filter(outcome="")).select_related(*CASE_FACTS).order_by("opened_at")


def hearings_to_come(asker: Person) -> QuerySet[CaseEntry]:
    """Hearings that stand, of open cases in which the asker is accused or judges."""
    concerned = Q(case__against__in=rows_of(asker)) | Q(case__judge__in=terms_held(asker, today()))
    rows = CaseEntry.objects.filter(
        concerned, kind=KIND.HEARING, moved_by__isnull=True, case__outcome="", hearing_at__gte=moment(None)
    )
    return rows.select_related(*(f"case__{path}" for path in CASE_FACTS)).order_by("hearing_at")


def cases_of(person: Person) -> QuerySet[Case]:
    """Cases whose hearings are dates of the person: accused, judge, or Managing Executor."""
    day = today()
    own = with_days(Case.objects.select_related(*CASE_FACTS))
    if is_managing_executor(person, day):
        return own
    return own.filter(Q(against__in=rows_of(person)) | Q(judge__in=terms_held(person, day)))


def _docket(case: Case) -> tuple[DocketLine, ...]:
    rows = list(case.docket.select_related("by__merged_into").order_by("pk"))
    event, now = case.game.event, moment(None)
    became = {entry.moves_id: entry.kind for entry in rows}
    return tuple(
        DocketLine(
            id=entry.pk,
            kind=entry.kind,
            kind_label=entry.get_kind_display(),
            at=entry.at,
            by=entry.by.identity.name,
            text=entry.text,
            hearing_at=entry.hearing_at,
            hearing_on=event.local_day(entry.hearing_at) if entry.hearing_at else None,
            place=entry.place,
            moved=became.get(entry.pk) == KIND.HEARING,
            called_off=became.get(entry.pk) == KIND.CALLED_OFF,
            to_come=entry.hearing_at is not None and entry.hearing_at > now,
        )
        for entry in rows
    )


def _last_hearing(docket: Sequence[DocketLine]) -> dt.datetime | None:
    standing = (entry for entry in docket if entry.hearing_at and not entry.moved and not entry.called_off)
    return max((hearing.hearing_at for hearing in standing if hearing.hearing_at), default=None)


def _appeal_to_see(case: Case, asker: Person, day: dt.date) -> int | None:
    if case.step is None:
        return None
    appeals = seen_by(asker, day).filter(pk=case.step.appeal_id)
    return appeals.values_list("number", flat=True).first()


def _lines(rows: Sequence[Case]) -> tuple[CaseLine, ...]:
    day = today()
    hearings: dict[int, dt.date] = {}
    entries = CaseEntry.objects.filter(
        case__in=[case.pk for case in rows], kind=KIND.HEARING, moved_by__isnull=True
    )
    for entry in entries.order_by("hearing_at"):
        if entry.hearing_at and (one_day := day_of(entry.hearing_at)) >= day:
            hearings.setdefault(entry.case_id, one_day)
    return tuple(_line(case, day, hearings.get(case.pk)) for case in rows)


def _line(case: Case, day: dt.date, hearing_on: dt.date | None) -> CaseLine:
    answered, until = days_of(case)
    return CaseLine(
        id=case.pk,
        label=case.label,
        against=case.against.identity.name,
        judge=case.judge.person.identity.name if case.judge else "",
        state=state_of(case, day, answered=answered, until=until),
        opened_on=day_of(case.opened_at),
        due=None if case.outcome or answered or day > case.answer_until else case.answer_until,
        hearing_on=None if case.outcome else hearing_on,
        decide_until=None if case.outcome else until,
    )
