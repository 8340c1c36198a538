"""What is done with a Letter and in a disciplinary case; a wrong field is refused by its name."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import TARGET_KINDS, Target, TargetKind
from sanctioning.bars.targets import target_called
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.commands import Command, Commands, optional
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.selectors.judges import possible_judges
from tournaments.justice.cases.services.docket import LONGEST, RULE
from tournaments.justice.cases.services.hearings import call_off_hearing, set_hearing
from tournaments.justice.cases.services.judging import (
    BarTerms,
    add_statement,
    answer_charge,
    assign_judge,
    decide_case,
    withdraw_as_judge,
)
from tournaments.justice.cases.services.letters import LONGEST as LONGEST_COMPLAINT
from tournaments.justice.cases.services.letters import discard_letter, edit_letter, file_letter, sign_letter
from tournaments.justice.cases.services.opening import let_letter_lie


@dataclass(frozen=True, slots=True)
class LetterStep:
    """What the step needs: `complaint` to edit, `player` to enter, `missing` to file, `text` to let lie."""

    complaint: str = optional(LONGEST_COMPLAINT, blank=True)
    player: str = optional(9)
    missing: str = optional(4000, blank=True)
    text: str = optional(4000, blank=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseStep:
    """What the step needs: `text` to answer and state, and as the reason to call off, withdraw or assign;
    `moves` and `hearing` are entries of the docket; an hour without a zone is one where the event is held."""

    text: str = optional(LONGEST, blank=True)
    hearing_at: str = optional(40)
    place: str = optional(160)
    moves: str = optional(9)
    hearing: str = optional(9)
    judge: str = optional(20)
    outcome: str = optional(9)
    reasons: str = optional(LONGEST, blank=True)
    kind: str = optional(20)
    which: str = optional(120, blank=True)
    first_day: str = optional(10)
    last_day: str = optional(10, blank=True)


def accused_numbered(number: str) -> Person:
    accused = person_numbered(number=number)
    if accused is None:
        raise _wrong("against", _("Nobody has this number."), _("Choose one from the list."))
    return accused


def judge_numbered(number: str) -> Appointment:
    """The term of somebody whose office judges, by his member number."""
    wanted = number.strip().upper()
    judge = next(
        (judge for judge in possible_judges(today()) if judge.person.identity.number == wanted), None
    )
    if judge is None:
        raise _wrong("judge", _("Nobody with this number judges cases."), _("Choose one from the list."))
    return judge


def _set_hearing(by: Person, case: Case, asked: CaseStep) -> object:
    """The hour without a zone is one of the event's."""
    try:
        hour = dt.datetime.fromisoformat(asked.hearing_at)
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
        place=asked.place,
        text=asked.text,
        moves=whole_number(asked.moves) or None,
    )


def _call_off(by: Person, case: Case, asked: CaseStep) -> object:
    """0 is no entry's key, so that a missing one is refused as no hearing."""
    hearing = whole_number(asked.hearing) or 0
    return call_off_hearing(by=by, case=case, hearing=hearing, why=asked.text)


def _decide(by: Person, case: Case, asked: CaseStep) -> object:
    outcome = asked.outcome
    return decide_case(
        by=by,
        case=case,
        outcome=outcome,
        reasons=asked.reasons,
        bar=_bar(asked) if outcome == Case.Outcome.BAR else None,
    )


def _bar(asked: CaseStep) -> BarTerms:
    kind = _kind(asked.kind)
    which = asked.which
    target = target_called(kind, which)
    if target is None and which.strip():
        raise _wrong(
            "which",
            _("There is nothing called “%(name)s”.") % {"name": which},
            _("Copy the name from its page."),
        )
    first = _day("first_day", asked.first_day) or today()
    return BarTerms(
        reach=(target or Target(kind),), first_day=first, last_day=_day("last_day", asked.last_day)
    )


def _kind(text: str) -> TargetKind:
    kind = next((kind for kind in TARGET_KINDS if kind == text), None)
    if kind is None:
        raise _wrong("kind", _("The bar does not say what it covers."), _("Choose one from the list."))
    return kind


def _day(name: str, text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        raise _wrong(
            name, _("This day cannot be read."), _("Write it as year-month-day, such as 2026-05-15.")
        ) from None


def _wrong(field: str, sentence: str, remedy: str) -> Refusal:
    return wrong_field(field, code="case-unreadable", sentence=sentence, rule=RULE, remedy=remedy)


def _enter(by: Person, letter: Letter, asked: LetterStep) -> object:
    """0 is nobody's key, so that a missing one is refused as not on the roll."""
    return sign_letter(by=by, letter=letter, player=whole_number(asked.player) or 0)


LETTER_COMMANDS: Final = Commands[Letter, LetterStep, object](
    LetterStep,
    {
        "edit": Command(
            lambda by, letter, asked: edit_letter(by=by, letter=letter, complaint=asked.complaint),
            _lazy("The complaint is rewritten."),
        ),
        "sign": Command(
            lambda by, letter, asked: sign_letter(by=by, letter=letter), _lazy("You have signed the Letter.")
        ),
        "enter": Command(_enter, _lazy("The signature on paper is entered.")),
        "file": Command(
            lambda by, letter, asked: file_letter(by=by, letter=letter, missing=asked.missing),
            _lazy("The Letter is filed permanently. Its document is being made."),
        ),
        "let-lie": Command(
            lambda by, letter, asked: let_letter_lie(by=by, letter=letter, why=asked.text),
            _lazy("No action is taken on the Letter."),
        ),
        "discard": Command(
            lambda by, letter, asked: discard_letter(by=by, letter=letter), _lazy("The draft is deleted.")
        ),
    },
)
CASE_COMMANDS: Final = Commands[Case, CaseStep, object](
    CaseStep,
    {
        "answer": Command(
            lambda by, case, asked: answer_charge(by=by, case=case, text=asked.text),
            _lazy("Your answer is in the docket."),
        ),
        "state": Command(
            lambda by, case, asked: add_statement(by=by, case=case, text=asked.text),
            _lazy("The statement is in the docket."),
        ),
        "hearing": Command(_set_hearing, _lazy("The hearing is set. Those concerned are told.")),
        "call-off": Command(_call_off, _lazy("The hearing is cancelled. Those concerned are told.")),
        "withdraw": Command(
            lambda by, case, asked: withdraw_as_judge(by=by, case=case, why=asked.text),
            _lazy("You no longer judge this case. The Managing Executor appoints another judge."),
        ),
        "assign": Command(
            lambda by, case, asked: assign_judge(
                by=by, case=case, judge=judge_numbered(asked.judge), why=asked.text
            ),
            _lazy("The case is given to the judge."),
        ),
        "decide": Command(_decide, _lazy("The case is decided. Those concerned are told.")),
    },
)
