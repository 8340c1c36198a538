"""Sanctions: applied for, asked about, approved, granted with a number and the law of the day, or not.

Purpose: every step of `STEPS`, each in one transaction under the lock of the club and of the sanction.
Rule section: IV (the authority sanctions games; points depend on the level and the type; individual
sanctions upon payment of the fee).
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.fees.models import Invoice
from sanctioning.fees.services.club_accounts import issue_invoice, locked_club, void_open_invoice
from sanctioning.hooks import SANCTION_CANCELLING
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.money import NOTHING
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.typed_input import require_reason, require_words
from sanctioning.kit.wording.localised import money
from sanctioning.law.fee_schedules import fee_for
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.selectors.in_force import fee_schedule_in_force
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.law_of_applications import (
    articles_to_apply_under,
    last_day_of_turn,
    law_of_the_day,
)
from sanctioning.sanctions.models import STEPS, Sanction, SanctionQuestion
from sanctioning.sanctions.notifications import tell_of_step
from sanctioning.sanctions.permissions import may_apply_for_sanction, may_decide_sanction

State = Sanction.State


@transaction.atomic
def draft_sanction(
    *,
    by: Person,
    club: Club,
    level: Level,
    event_type: EventType,
    format_slug: str,
    purpose: str,
    kind: str = Sanction.Kind.EVENT,
    grounds: str = "",
    at: dt.datetime | None = None,
) -> Sanction:
    """An application to be; an individual one says why its one game is to count (W-128).

    Raises:
        Refusal: `category-retired`, `club-not-approved`, `grounds-missing`, `no-law-in-force`, `no-scale`,
            `not-allowed`.
    """
    at = moment(at)
    _require_applicant(by, at, club)
    if club.state != Club.State.APPROVED:
        raise Refusal(
            code="club-not-approved",
            sentence=_("%(club)s is not approved.") % {"club": club.name},
            rule="IV",
            remedy=_("Wait for the Managing Executor to approve the club."),
        )
    articles = articles_to_apply_under(level, event_type, at)
    if kind == Sanction.Kind.INDIVIDUAL:
        grounds = require_words(
            grounds, "grounds-missing", _("Applying for an individual sanction needs its grounds.")
        )
    sanction = Sanction.objects.create(
        club=club,
        level=level,
        type=event_type,
        format=format_slug,
        purpose=purpose,
        kind=kind,
        grounds=grounds,
        applied_by=by,
        applied_at=at,
        applied_under=articles,
        turn_until=last_day_of_turn(State.DRAFT, at, articles),
    )
    note(by=by, at=at, action="draft sanction", thing=sanction, after={"state": sanction.state})
    return sanction


@transaction.atomic
def submit_sanction(*, by: Person, sanction: Sanction, at: dt.datetime | None = None) -> Sanction:
    """Send it in. Its fee and its time limits are those of this day, whatever is adopted later.

    Raises:
        Refusal: `category-retired`, `no-law-in-force`, `no-scale`, `not-allowed`, `sanction-state`.
    """
    at = moment(at)
    _require_applicant(by, at, sanction.club)
    articles = articles_to_apply_under(sanction.level, sanction.type, at)
    schedule = fee_schedule_in_force(day_of(at))
    fee = NOTHING
    if schedule is not None:
        fee = fee_for(schedule.body, sanction.kind, sanction.level.slug, sanction.type.slug)
    return _move(
        by=by,
        at=at,
        sanction=sanction,
        action="submit sanction",
        fee_schedule=schedule,
        fee=fee,
        applied_at=at,
        applied_under=articles,
    )


@transaction.atomic
def return_sanction(
    *, by: Person, sanction: Sanction, question: str, at: dt.datetime | None = None
) -> Sanction:
    """Ask the club before deciding.

    Raises:
        Refusal: `not-allowed`, `question-missing`, `sanction-state`.
    """
    at = moment(at)
    _require_authority(by, at)
    question = require_words(question, "question-missing", _("An application is returned with a question."))
    moved = _move(by=by, at=at, sanction=sanction, action="return sanction", why=question)
    SanctionQuestion.objects.create(sanction=moved, question=question, asked_by=by, asked_at=at)
    return moved


@transaction.atomic
def answer_sanction(
    *, by: Person, sanction: Sanction, answer: str, at: dt.datetime | None = None
) -> Sanction:
    """What the club answers to a question about its application.

    Raises:
        Refusal: `answer-missing`, `not-allowed`, `sanction-state`.
    """
    at = moment(at)
    _require_applicant(by, at, sanction.club)
    answer = require_words(answer, "answer-missing", _("The question has not been answered yet."))
    moved = _move(by=by, at=at, sanction=sanction, action="answer sanction", why=answer)
    SanctionQuestion.objects.filter(sanction=moved, answered_at__isnull=True).update(
        answer=answer, answered_by=by, answered_at=at
    )
    return moved


@transaction.atomic
def withdraw_sanction(
    *, by: Person, sanction: Sanction, why: str = "", at: dt.datetime | None = None
) -> Sanction:
    """Take an application back; an invoice that it had is credited, what was paid is the club's again.

    Raises:
        Refusal: `not-allowed`, `sanction-state`.
    """
    at = moment(at)
    _require_applicant(by, at, sanction.club)
    moved = _move(by=by, at=at, sanction=sanction, action="withdraw sanction", why=why)
    void_open_invoice(by=by, at=at, sanction=moved, reason="The application was withdrawn.")
    return moved


@transaction.atomic
def approve_sanction(*, by: Person, sanction: Sanction, at: dt.datetime | None = None) -> Sanction:
    """Decide in favour: granted at once where nothing is to be paid, otherwise subject to its fee.

    Raises:
        Refusal: `fee-unpaid`, `individual-without-a-fee`, `no-law-in-force`, `no-scale`, `not-allowed`,
            `sanction-state`.
    """
    at = moment(at)
    _require_authority(by, at)
    current = Sanction.objects.get(pk=sanction.pk)
    if not current.fee and current.kind != Sanction.Kind.INDIVIDUAL:
        return grant_sanction(by=by, sanction=sanction, at=at)
    _require_a_fee(current)
    law_of_the_day(current, at)
    return _move(by=by, at=at, sanction=sanction, action="approve sanction", decided_by=by, decided_at=at)


@transaction.atomic
def grant_sanction(*, by: Person, sanction: Sanction, at: dt.datetime | None = None) -> Sanction:
    """Give it a number and freeze the Articles and the rule set of the day on it; only without a fee.

    Raises:
        Refusal: `fee-unpaid`, `individual-without-a-fee`, `no-law-in-force`, `no-scale`, `not-allowed`,
            `sanction-state`.
    """
    at = moment(at)
    _require_authority(by, at)
    current = Sanction.objects.get(pk=sanction.pk)
    if current.fee and current.state == State.SUBMITTED:
        raise Refusal(
            code="fee-unpaid",
            sentence=_("This sanction costs %(amount)s. It is granted once that is paid.")
            % {"amount": money(current.fee)},
            rule=_("IV: upon payment of the fee"),
            remedy=_("Approve it subject to its fee."),
        )
    _require_a_fee(current)
    law = law_of_the_day(current, at)
    return _move(
        by=by, at=at, sanction=sanction, action="grant sanction", decided_by=by, decided_at=at, **law
    )


def grant_on_payment(*, by: Person, sanction: Sanction, at: dt.datetime) -> Sanction:
    """The last step of an approval, in the transaction of the payment that settles its invoice.

    Raises:
        Refusal: `no-law-in-force`, `no-scale`, `sanction-state`.
    """
    return _move(by=by, at=at, sanction=sanction, action="grant on payment", **law_of_the_day(sanction, at))


@transaction.atomic
def refuse_sanction(*, by: Person, sanction: Sanction, why: str, at: dt.datetime | None = None) -> Sanction:
    """Say no to an application, and why.

    Raises:
        Refusal: `not-allowed`, `reason-missing`, `sanction-state`.
    """
    at = moment(at)
    _require_authority(by, at)
    why = require_reason(why, _("Refusing a sanction needs a reason."))
    return _move(
        by=by,
        at=at,
        sanction=sanction,
        action="refuse sanction",
        why=why,
        decided_by=by,
        decided_at=at,
        reason=why,
    )


@transaction.atomic
def cancel_sanction(*, by: Person, sanction: Sanction, why: str, at: dt.datetime | None = None) -> Sanction:
    """End a granted sanction before it is used; it keeps its number. The layers above may object.

    Raises:
        Refusal: `not-allowed`, `reason-missing`, `sanction-state`.
    """
    at = moment(at)
    require(
        may_apply_for_sanction(by, day_of(at), sanction.club) or may_decide_sanction(by, day_of(at)),
        what=_("cancel this sanction"),
        who=_("an officer or director of the club, or the Managing Executor"),
        rule="IV",
    )
    why = require_reason(why, _("Cancelling a sanction needs a reason."))
    moved = _move(by=by, at=at, sanction=sanction, action="cancel sanction", why=why, reason=why)
    for object_to in SANCTION_CANCELLING.values():
        object_to(moved)
    return moved


@transaction.atomic
def expire_sanction(*, sanction: Sanction, at: dt.datetime | None = None) -> Sanction:
    """Let an application lapse whose time is over; what it owed is owed no longer.

    Raises:
        Refusal: `not-yet-over`, `sanction-state`.
    """
    at = moment(at)
    if sanction.turn_until is None or sanction.turn_until >= day_of(at):
        raise Refusal(
            code="not-yet-over",
            sentence=_("The deadline for the next step has not passed yet."),
            rule="IV",
            remedy=_("Wait until its day has passed."),
        )
    moved = _move(by=None, at=at, sanction=sanction, action="expire sanction")
    void_open_invoice(by=None, at=at, sanction=moved, reason="The application expired.")
    return moved


def _move(
    *,
    by: Person | None,
    at: dt.datetime,
    sanction: Sanction,
    action: str,
    why: str = "",
    **changes: Any,
) -> Sanction:
    """Take one step under the locks of the club and the sanction, as `STEPS` allows."""
    step = STEPS[action]
    locked_club(sanction.club_id)
    locked = Sanction.objects.select_for_update(no_key=True).get(pk=sanction.pk)
    if locked.state not in step.sources:
        raise Refusal(
            code="sanction-state",
            sentence=_("This application is %(state)s and cannot become %(target)s.")
            % {"state": locked.get_state_display(), "target": step.target.label},
            rule="IV",
            remedy=_("Look at the application as it is now."),
        )
    before = {"state": locked.state}
    if step.target == State.GRANTED:
        changes = {**changes, "number": next_number("sanction"), "granted_at": at}
    under = changes.get("applied_under", locked.applied_under)
    changes = {**changes, "state": step.target, "turn_until": last_day_of_turn(step.target, at, under)}
    sanction.refresh_from_db()
    for name, value in changes.items():
        setattr(sanction, name, value)
    sanction.save(update_fields=list(changes))
    after = {"state": step.target, "number": sanction.number}
    entry = note(by=by, at=at, action=action, thing=sanction, why=why, before=before, after=after)
    invoice = None
    if step.target == State.APPROVED:
        invoice = _invoice_of(by, at, sanction)
    tell_of_step(by=by, at=at, sanction=sanction, entry=entry, invoice=invoice)
    return sanction


def _invoice_of(by: Person | None, at: dt.datetime, sanction: Sanction) -> Invoice:
    """The invoice that an application approved subject to its fee is granted upon."""
    assert by is not None
    assert sanction.fee is not None
    assert sanction.turn_until is not None
    # What is on the paper is in the language of the authority, whoever approved it.
    with translation.override(authority().language):
        text = _("Fee for the sanction of %(purpose)s, %(level)s, %(type)s") % {
            "purpose": sanction.purpose,
            "level": sanction.level,
            "type": sanction.type,
        }
    return issue_invoice(
        by=by,
        at=at,
        club=sanction.club,
        amount=sanction.fee,
        text=text[:300],
        due_on=sanction.turn_until,
        sanction=sanction,
    )


def _require_a_fee(sanction: Sanction) -> None:
    """An individual sanction is granted upon payment of a fee; where none is set it cannot be."""
    if sanction.kind == Sanction.Kind.INDIVIDUAL and not sanction.fee and sanction.state == State.SUBMITTED:
        raise Refusal(
            code="individual-without-a-fee",
            sentence=_("No fee was set for individual sanctions on the day of this application."),
            rule=_("IV: upon payment of the fee"),
            remedy=_("Adopt a fee schedule that has one, and have the club apply again."),
        )


def _require_applicant(by: Person, at: dt.datetime, club: Club) -> None:
    require(
        may_apply_for_sanction(by, day_of(at), club),
        what=_("apply for this club"),
        who=_("an officer or director of the club"),
        rule="IV",
    )


def _require_authority(by: Person, at: dt.datetime) -> None:
    require(
        may_decide_sanction(by, day_of(at)),
        what=_("decide on sanctions"),
        who=_("the Managing Executor"),
        rule="IV",
    )
