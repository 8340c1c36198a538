"""Disciplinary cases: opened by the Managing Executor.

Purpose: what the authority does about somebody of whom a table complained, or who charged another with a
disruptive act that was none. How a case goes on stands in `tournaments.justice.cases.services.judging`.
Invariants: from a filed Letter, or from a decision “not disruptive” that nobody can appeal any more, against
each who voted aye; once each; before a judge whom nothing ties to it; with days to answer from the Articles
of the event's sanction.
Rule section: III, "Penalties" and "Chaotic Action"; W-106, W-114, readings 51 and 59.
Terms: as in `tournaments.justice.cases.models`.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.appeal_terms import last_day
from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.justice.appeal_history.verdicts import is_last_word, was_overturned
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.selectors.prosecutors import prosecutors
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.selectors.cases import LETTER_GAME, STEP_GAME
from tournaments.justice.cases.selectors.deadlines import articles_of
from tournaments.justice.cases.selectors.judges import require_free
from tournaments.justice.cases.services.docket import RULE, Kind, enter, require_managing, require_text


@transaction.atomic
def let_letter_lie(*, by: Person, letter: Letter, why: str, at: dt.datetime | None = None) -> Letter:
    """Open no case from a filed Letter, as things are; it waits no longer, and one may be opened later.

    Raises:
        Refusal: `case-there`, `letter-not-filed`, `lies-already`, `not-allowed`, `reason-missing`,
            `text-too-long`.
    """
    at = moment(at)
    require_managing(by, at, _("take no action on a Letter"))
    letter = Letter.objects.select_for_update(of=("self",), no_key=True).get(pk=letter.pk)
    _require_filed(letter)
    if letter.let_lie_at is not None:
        raise Refusal(
            code="lies-already",
            sentence=_("No action is already taken on %(letter)s.") % {"letter": letter},
            rule=RULE,
            remedy=_("There is nothing to do."),
        )
    if Case.objects.filter(letter=letter).exists():
        raise _opened_already(letter.against)
    letter.let_lie_because = require_text(
        why, "reason-missing", _("Taking no action on a Letter needs a reason.")
    )
    letter.let_lie_by, letter.let_lie_at = by, at
    letter.save(update_fields=["let_lie_by", "let_lie_at", "let_lie_because"])
    note(by=by, at=at, action="let letter lie", thing=letter, why=letter.let_lie_because)
    return letter


def require_may_open(by: Person, at: dt.datetime | None = None) -> None:
    """Cases are the Managing Executor's to open."""
    require_managing(by, moment(at), _("open a disciplinary case"))


@looks_again
def open_case_of_letter(
    *, by: Person, letter: Letter, charge: str, judge: Appointment, at: dt.datetime | None = None
) -> Case:
    """From a filed Letter, once.

    Raises:
        Refusal: `case-there`, `charge-missing`, `judge-accused`, `judge-conflicted`, `judge-played`,
            `judge-ruled`, `letter-not-filed`, `no-judge`, `not-allowed`, `text-too-long`, `vote-overturned`.
    """
    at = moment(at)
    require_may_open(by, at)
    rows = Letter.objects.select_for_update(of=("self",), no_key=True).select_related("against", *LETTER_GAME)
    letter = rows.get(pk=letter.pk)
    _require_filed(letter)
    if Case.objects.filter(letter=letter).exists():
        raise _opened_already(letter.against)
    if was_overturned(letter.vote):
        raise Refusal(
            code="vote-overturned",
            sentence=_("The vote from which the Letter came was overturned on appeal."),
            rule=RULE,
            remedy=_("The Letter stays filed. No case follows."),
        )
    case = Case(letter=letter, against=letter.against)
    return _opened(case, letter.vote.violation.game, by=by, charge=charge, judge=judge, at=at)


@looks_again
def open_case_of_step(
    *,
    by: Person,
    step: AppealStep,
    against: Person,
    charge: str,
    judge: Appointment,
    at: dt.datetime | None = None,
) -> Case:
    """Against one who voted aye, once the act that he charged is finally found not disruptive.

    Raises:
        Refusal: `case-there`, `charge-missing`, `decision-not-final`, `judge-accused`, `judge-conflicted`,
            `judge-played`, `judge-ruled`, `no-judge`, `no-prosecutor`, `not-allowed`, `text-too-long`.
    """
    at = moment(at)
    require_may_open(by, at)
    rows = AppealStep.objects.select_for_update(of=("self",), no_key=True).select_related(*STEP_GAME)
    step = rows.get(pk=step.pk)
    _require_last_word(step)
    accused = next((prosecutor for prosecutor in prosecutors(step) if same_person(prosecutor, against)), None)
    if accused is None:
        raise Refusal(
            code="no-prosecutor",
            sentence=_("No case can be opened against %(name)s from this decision.") % {"name": against.name},
            rule="III/Chaotic Action",
            remedy=_("A case goes against those who voted aye on an act that was found not disruptive."),
        )
    if Case.objects.filter(step=step, against=accused).exists():
        raise _opened_already(accused)
    assert step.appeal.vote is not None
    case = Case(step=step, against=accused)
    return _opened(case, step.appeal.vote.violation.game, by=by, charge=charge, judge=judge, at=at)


def _opened(case: Case, game: Game, *, by: Person, charge: str, judge: Appointment, at: dt.datetime) -> Case:
    today = day_of(at)
    require_free(judge, game=game, against=case.against, day=today)
    case.charge = require_text(charge, "charge-missing", _("The case has no charge yet."))
    case.number, case.opened_by, case.opened_at, case.judge = next_number("case"), by, at, judge
    case.answer_until = last_day(today, articles_of(game).days_to_answer_charge)
    case.save()
    enter(case, Kind.OPENED, by=by, at=at, text=case.charge)
    return case


def _require_filed(letter: Letter) -> None:
    if letter.filed_at is None:
        raise Refusal(
            code="letter-not-filed",
            sentence=_("This Letter is not filed yet."),
            rule=RULE,
            remedy=_("Wait until those who voted have signed, or until the person who drafted it files it."),
        )


def _require_last_word(step: AppealStep) -> None:
    if not step.decision or not is_last_word(step):
        raise Refusal(
            code="decision-not-final",
            sentence=_("This decision is not final: it can still be appealed, or was."),
            rule="IV",
            remedy=_("Open the case once the last decision on the appeal is final."),
        )


def _opened_already(against: Person) -> Refusal:
    return Refusal(
        code="case-there",
        sentence=_("A case against %(name)s has already been opened from this.") % {"name": against.name},
        rule=RULE,
        remedy=_("Open that case."),
    )
