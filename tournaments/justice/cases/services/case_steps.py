"""What may be done in a disciplinary case, by name, with what is said when it is done; page and API take the
same fields as text, and a wrong one is refused with its name."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from rules_engine.justice.bar_reach import TARGET_KINDS, Target, TargetKind
from sanctioning.bars.targets import target_called
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case
from tournaments.justice.cases.services.docket import RULE
from tournaments.justice.cases.services.hearings import call_off_hearing, set_hearing
from tournaments.justice.cases.services.judges import possible_judges
from tournaments.justice.cases.services.judging import (
    BarTerms,
    add_statement,
    answer_charge,
    assign_judge,
    decide_case,
    withdraw_as_judge,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

Fields = Mapping[str, str]
Act = Callable[[Person, Case, Fields], object]


def accused_numbered(number: str) -> Person:
    accused = person_numbered(number=number)
    if accused is None:
        raise _wrong("against", _("Nobody has this number."), _("Choose one of the list."))
    return accused


def judge_numbered(number: str) -> Appointment:
    """The term of somebody whose office judges, by his member number."""
    wanted = number.strip().upper()
    judge = next(
        (judge for judge in possible_judges(today()) if judge.person.identity.number == wanted), None
    )
    if judge is None:
        raise _wrong("judge", _("Nobody with this number judges cases."), _("Choose one of the list."))
    return judge


def _set_hearing(by: Person, case: Case, fields: Fields) -> object:
    """The hour without a zone is one of the event's."""
    try:
        hour = dt.datetime.fromisoformat(fields.get("hearing_at", ""))
    except ValueError:
        raise _wrong(
            "hearing_at", _("The hour of the hearing cannot be read."), _("Write day and hour.")
        ) from None
    if hour.tzinfo is None:
        hour = hour.replace(tzinfo=ZoneInfo(case.game.event.time_zone))
    return set_hearing(
        by=by,
        case=case,
        hearing_at=hour,
        place=fields.get("place", ""),
        text=fields.get("text", ""),
        moves=whole_number(fields.get("moves", "")) or None,
    )


def _call_off(by: Person, case: Case, fields: Fields) -> object:
    """0 is no entry's key, so that a missing one is refused as no hearing."""
    hearing = whole_number(fields.get("hearing", "")) or 0
    return call_off_hearing(by=by, case=case, hearing=hearing, why=fields.get("text", ""))


def _decide(by: Person, case: Case, fields: Fields) -> object:
    outcome = fields.get("outcome", "")
    return decide_case(
        by=by,
        case=case,
        outcome=outcome,
        reasons=fields.get("reasons", ""),
        bar=_bar(fields) if outcome == Case.Outcome.BAR else None,
    )


def _bar(fields: Fields) -> BarTerms:
    kind = _kind(fields.get("kind", ""))
    which = fields.get("which", "")
    target = target_called(kind, which)
    if target is None and which.strip():
        raise _wrong(
            "which",
            _("Nothing of this kind is called %(name)s.") % {"name": which},
            _("Take the name from its page."),
        )
    first = _day(fields, "first_day") or today()
    return BarTerms(reach=(target or Target(kind),), first_day=first, last_day=_day(fields, "last_day"))


def _kind(text: str) -> TargetKind:
    kind = next((kind for kind in TARGET_KINDS if kind == text), None)
    if kind is None:
        raise _wrong("kind", _("The bar does not say what it takes in."), _("Choose it from the list."))
    return kind


def _day(fields: Fields, name: str) -> dt.date | None:
    text = fields.get(name, "")
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        raise _wrong(
            name, _("This day cannot be read."), _("Write it as year-month-day, such as 2026-05-15.")
        ) from None


def _wrong(field: str, sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code="case-unreadable",
        sentence=sentence,
        rule=RULE,
        remedy=remedy,
        status=422,
        facts={"field": field},
    )


CASE_ACTS: Final[Mapping[str, tuple[Act, Text]]] = {
    "answer": (
        lambda by, case, fields: answer_charge(by=by, case=case, text=fields.get("text", "")),
        _lazy("Your answer stands in the docket."),
    ),
    "state": (
        lambda by, case, fields: add_statement(by=by, case=case, text=fields.get("text", "")),
        _lazy("The statement stands in the docket."),
    ),
    "hearing": (_set_hearing, _lazy("The hearing is set; those concerned are told.")),
    "call-off": (_call_off, _lazy("The hearing is called off; those concerned are told.")),
    "withdraw": (
        lambda by, case, fields: withdraw_as_judge(by=by, case=case, why=fields.get("text", "")),
        _lazy("You judge this case no longer; the Managing Executor names another."),
    ),
    "assign": (
        lambda by, case, fields: assign_judge(
            by=by, case=case, judge=judge_numbered(fields.get("judge", "")), why=fields.get("text", "")
        ),
        _lazy("The case is given to the judge."),
    ),
    "decide": (_decide, _lazy("The case is decided; those concerned are told.")),
}
