"""An application through all its states: what is allowed, whose turn it is, what each step leaves."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from sanctioning.fees.models import Invoice
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.sanctions.models import STEPS, Sanction
from sanctioning.sanctions.selectors import acts_of, turn_of
from sanctioning.sanctions.services.applications import (
    answer_sanction,
    approve_sanction,
    cancel_sanction,
    expire_sanction,
    grant_sanction,
    refuse_sanction,
    return_sanction,
    submit_sanction,
    withdraw_sanction,
)
from sanctioning.sanctions.services.lapsing import expire_what_is_over
from tests.cast import MARCH, Cast
from tests.support.fees import DAY, OPEN_FEE, adopt_fees, draft, invoiced, pay, submitted
from tests.support.refusals import refused

State = Sanction.State
LATE = MARCH + dt.timedelta(days=200)


def in_state(cast: Cast, state: str) -> Sanction:
    """A new application, brought to that state; one that is approved has a fee, a granted one none."""
    if state == State.DRAFT:
        return draft(cast)
    if state == State.APPROVED:
        adopt_fees(cast, MARCH.date(), MARCH)
        sanction = invoiced(cast).sanction
        assert sanction is not None
        return sanction
    if state == State.EXPIRED:
        sanction = draft(cast)
        return expire_sanction(sanction=sanction, at=LATE)
    sanction = submitted(cast)
    if state == State.CANCELLED:
        sanction = grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    if state != State.SUBMITTED:
        STEP[state](cast, sanction)
    return sanction


def submit_or_answer(cast: Cast, sanction: Sanction) -> object:
    if sanction.state == State.RETURNED:
        return answer_sanction(by=cast.director, sanction=sanction, answer="Forty.", at=MARCH)
    return submit_sanction(by=cast.director, sanction=sanction, at=MARCH)


def approve(cast: Cast, sanction: Sanction) -> object:
    Sanction.objects.filter(pk=sanction.pk, state=State.SUBMITTED).update(fee=OPEN_FEE)
    return approve_sanction(by=cast.managing, sanction=sanction, at=MARCH)


def grant(cast: Cast, sanction: Sanction) -> object:
    invoice = Invoice.objects.filter(sanction=sanction, sanction__state=State.APPROVED).first()
    if invoice is not None:
        pay(cast, invoice)
        return invoice
    return grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)


STEP: dict[str, Callable[[Cast, Sanction], object]] = {
    State.SUBMITTED: submit_or_answer,
    State.RETURNED: lambda cast, sanction: return_sanction(
        by=cast.managing, sanction=sanction, question="How many tables?", at=MARCH
    ),
    State.APPROVED: approve,
    State.GRANTED: grant,
    State.REFUSED: lambda cast, sanction: refuse_sanction(
        by=cast.managing, sanction=sanction, why="It clashes.", at=MARCH
    ),
    State.WITHDRAWN: lambda cast, sanction: withdraw_sanction(by=cast.director, sanction=sanction, at=MARCH),
    State.CANCELLED: lambda cast, sanction: cancel_sanction(
        by=cast.director, sanction=sanction, why="No hall.", at=MARCH
    ),
    State.EXPIRED: lambda cast, sanction: expire_sanction(sanction=sanction, at=LATE),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("state", list(State))
def test_states_change_only_as_the_table_says(cast: Cast, state: str) -> None:
    reached = set()
    for to, step in STEP.items():
        with contextlib.suppress(Refusal), transaction.atomic():
            sanction = in_state(cast, state)
            noted = AuditEntry.objects.count()
            step(cast, sanction)
            reached.add(to)
            assert Sanction.objects.get(pk=sanction.pk).state == to
            assert AuditEntry.objects.count() > noted
            transaction.set_rollback(True)
    assert reached == {step.target for step in STEPS.values() if state in step.sources}


def test_a_question_is_answered_and_the_turn_goes_back(cast: Cast) -> None:
    sanction = submitted(cast)
    assert (turn_of(sanction).whose, turn_of(sanction).until) == ("authority", MARCH.date() + 30 * DAY)
    return_sanction(by=cast.managing, sanction=sanction, question=" How many tables? ", at=MARCH)
    assert (turn_of(sanction).whose, turn_of(sanction).waits_for) == ("club", "the answer of the club")
    with pytest.raises(Refusal) as refusal:
        answer_sanction(by=cast.director, sanction=sanction, answer=" ", at=MARCH)
    assert refusal.value.code == "answer-missing"
    answer_sanction(by=cast.director, sanction=sanction, answer="Ten.", at=MARCH)
    assert turn_of(sanction).whose == "authority"
    [question] = sanction.questions.all()
    assert (question.question, question.answer) == ("How many tables?", "Ten.")
    assert (question.asked_by, question.answered_by) == (cast.managing, cast.director)


def test_a_second_question_leaves_the_first_answer_as_it_was(cast: Cast) -> None:
    sanction = submitted(cast)
    for question, answer in (("How many tables?", "Ten."), ("In which hall?", "At the mill.")):
        return_sanction(by=cast.managing, sanction=sanction, question=question, at=MARCH)
        answer_sanction(by=cast.director, sanction=sanction, answer=answer, at=MARCH)
    assert list(sanction.questions.order_by("pk").values_list("question", "answer")) == [
        ("How many tables?", "Ten."),
        ("In which hall?", "At the mill."),
    ]


def test_each_step_is_for_whom_the_table_names(cast: Cast) -> None:
    day, sanction = MARCH.date(), submitted(cast)
    assert acts_of(sanction, cast.director, day) == {"withdraw sanction"}
    assert acts_of(sanction, cast.managing, day) == {
        *("return sanction", "approve sanction", "grant sanction", "refuse sanction"),
    }
    assert acts_of(sanction, cast.outsider, day) == acts_of(sanction, None, day) == frozenset()
    for step in (State.RETURNED, State.REFUSED):
        with pytest.raises(Refusal) as refusal:
            STEP[step](Cast(**{**vars(cast), "managing": cast.registrar}), sanction)
        assert refusal.value.code == "not-allowed"
    with pytest.raises(Refusal) as refusal:
        withdraw_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    assert refusal.value.code == "not-allowed"


def test_what_nobody_follows_up_lapses_and_owes_nothing(cast: Cast) -> None:
    adopt_fees(cast)
    invoice = invoiced(cast)
    alive = submitted(cast)
    assert invoice.sanction is not None
    until = invoice.sanction.turn_until
    assert until == invoice.due_on
    assert expire_what_is_over(at=MARCH + 30 * DAY) == 0
    refused("not-yet-over", expire_sanction, sanction=invoice.sanction, at=MARCH + 30 * DAY)
    assert expire_what_is_over(at=MARCH + 31 * DAY) == 1
    assert expire_what_is_over(at=MARCH + 31 * DAY) == 0
    invoice.sanction.refresh_from_db()
    assert (invoice.sanction.state, turn_of(invoice.sanction).until) == ("expired", None)
    assert sum(entry.amount for entry in invoice.entries.all()) == 0
    assert Sanction.objects.get(pk=alive.pk).state == "submitted"
    assert turn_of(alive, MARCH.date() + 31 * DAY).overdue


@pytest.mark.both_databases
def test_an_individual_sanction_has_grounds_and_is_granted_only_when_paid(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        draft(cast, kind="individual")
    assert refusal.value.code == "grounds-missing"
    adopt_fees(cast)
    sanction = draft(cast, kind="individual", grounds="The last game of a founder.")
    submit_sanction(by=cast.director, sanction=sanction, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    assert refusal.value.code == "fee-unpaid"
    approve_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    law = {"number": 1, "articles": cast.articles, "rule_set": cast.rule_set, "granted_at": MARCH}
    with pytest.raises(IntegrityError, match="when its fee is paid"), transaction.atomic():
        Sanction.objects.filter(pk=sanction.pk).update(state="granted", **law)
    invoice = Invoice.objects.get()
    pay(cast, invoice, invoice.amount)
    sanction.refresh_from_db()
    assert (sanction.state, sanction.label, sanction.articles) == ("granted", "S-00001", cast.articles)


def test_without_a_fee_for_it_an_individual_sanction_is_never_granted(cast: Cast) -> None:
    sanction = draft(cast, kind="individual", grounds="The last game of a founder.")
    submit_sanction(by=cast.director, sanction=sanction, at=MARCH)
    for decide in (approve_sanction, grant_sanction):
        with pytest.raises(Refusal) as refusal:
            decide(by=cast.managing, sanction=sanction, at=MARCH)
        assert refusal.value.code == "individual-without-a-fee"


def test_a_cancelled_sanction_keeps_its_number_and_law(cast: Cast) -> None:
    sanction = in_state(cast, State.CANCELLED)
    assert (sanction.number, sanction.articles, sanction.reason) == (1, cast.articles, "No hall.")
    second = in_state(cast, State.GRANTED)
    assert second.number == 2


def test_the_fee_is_that_of_the_day_of_application(cast: Cast) -> None:
    free = submitted(cast)
    adopt_fees(cast, MARCH.date() + DAY, MARCH)
    assert (free.fee, free.fee_schedule) == (0, None)
    later = submitted(cast, MARCH + DAY)
    assert later.fee == OPEN_FEE
    assert approve_sanction(by=cast.managing, sanction=free, at=MARCH + 2 * DAY).state == "granted"
    with pytest.raises(Refusal) as refusal:
        adopt_fees(cast, MARCH.date(), MARCH + DAY)
    assert refusal.value.code == "first-day-over"
