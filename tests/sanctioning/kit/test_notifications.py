"""Each step of an application, each office, invoice and payment is told once to those who must know."""

from __future__ import annotations

import pytest

from sanctioning.fees.models import Invoice
from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
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
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast
from tests.support.fees import DAY, adopt_fees, draft, invoiced, pay, submitted


@pytest.fixture
def office_holders(cast: Cast) -> Cast:
    """The cast with an officer of the club beside its director, and nothing told yet."""
    officer = cast.players[9]
    appoint(
        by=cast.managing,
        person=officer,
        office=Office.CLUB_OFFICER,
        club=cast.club,
        first_day=FIRST_DAY,
        at=JANUARY,
    )
    Message.objects.all().delete()
    return cast


def heard(kind: str) -> list[Person]:
    return [
        message.to for message in Message.objects.filter(kind=kind).select_related("to").order_by("to_id")
    ]


def message_text(kind: str) -> str:
    return Message.objects.filter(kind=kind)[0].text


def test_sent_in_it_is_the_managing_executor_s_turn(office_holders: Cast) -> None:
    submitted(office_holders)
    assert heard("sanction-submitted") == [office_holders.managing]
    assert "decide by 7 April 2025" in message_text("sanction-submitted")
    assert Message.objects.count() == 1


def test_a_draft_is_told_to_nobody(office_holders: Cast) -> None:
    withdraw_sanction(by=office_holders.director, sanction=draft(office_holders), at=MARCH)
    assert heard("sanction-withdrawn") == [office_holders.players[9]]
    assert Message.objects.count() == 1


def test_returned_twice_it_is_told_twice_and_each_answer_once(office_holders: Cast) -> None:
    sanction = submitted(office_holders)
    for number in (1, 2):
        return_sanction(
            by=office_holders.managing, sanction=sanction, question=f"How many? {number}", at=MARCH
        )
        answer_sanction(by=office_holders.director, sanction=sanction, answer=f"Ten. {number}", at=MARCH)
    assert heard("sanction-returned") == [office_holders.director] * 2 + [office_holders.players[9]] * 2
    assert heard("sanction-answered") == [office_holders.managing] * 2
    assert "How many? 2" in message_text("sanction-returned")
    assert "Ten. 2" in message_text("sanction-answered")


def test_approved_it_names_the_invoice_and_the_last_day(office_holders: Cast) -> None:
    adopt_fees(office_holders)
    invoice = invoiced(office_holders)
    assert heard("sanction-approved") == [office_holders.director, office_holders.players[9]]
    assert f"Invoice {invoice.label} is for GBP 20.00" in message_text("sanction-approved")
    assert heard("invoice-issued") == []


def test_paid_it_is_booked_and_granted(office_holders: Cast) -> None:
    adopt_fees(office_holders)
    pay(office_holders, invoiced(office_holders))
    assert (
        heard("payment-booked")
        == heard("sanction-granted")
        == [office_holders.director, office_holders.players[9]]
    )
    assert "The invoice is paid." in message_text("payment-booked")
    assert "S-00001" in message_text("sanction-granted")


def test_a_part_paid_says_what_is_open(office_holders: Cast) -> None:
    adopt_fees(office_holders)
    invoice = invoiced(office_holders)
    pay(office_holders, invoice, amount=invoice.amount / 4)
    assert "GBP 15.00 of the invoice is still to be paid" in message_text("payment-booked")


def test_refused_withdrawn_and_cancelled_give_their_reason(office_holders: Cast) -> None:
    refuse_sanction(
        by=office_holders.managing, sanction=submitted(office_holders), why="No such hall.", at=MARCH
    )
    withdraw_sanction(by=office_holders.director, sanction=submitted(office_holders), why="Snow.", at=MARCH)
    granted = grant_sanction(by=office_holders.managing, sanction=submitted(office_holders), at=MARCH)
    cancel_sanction(by=office_holders.director, sanction=granted, why="Fire.", at=MARCH)
    assert heard("sanction-refused") == [office_holders.director, office_holders.players[9]]
    assert (
        heard("sanction-withdrawn")
        == heard("sanction-cancelled")
        == [office_holders.managing, office_holders.players[9]]
    )
    assert "No such hall." in message_text("sanction-refused")
    assert "Snow." in message_text("sanction-withdrawn")
    assert "Fire." in message_text("sanction-cancelled")


@pytest.mark.both_databases
def test_expired_is_told_once_however_often_the_clock_looks(office_holders: Cast) -> None:
    adopt_fees(office_holders)
    invoice = invoiced(office_holders)
    for _ in range(2):
        expire_what_is_over(at=MARCH + 60 * DAY)
    assert Sanction.objects.get(invoice=invoice).state == "expired"
    assert heard("sanction-expired") == [office_holders.director, office_holders.players[9]]


def test_the_applicant_hears_it_also_after_the_term(office_holders: Cast) -> None:
    sanction = submitted(office_holders)
    office_holders.director.appointments.update(last_day=MARCH.date())
    grant_sanction(by=office_holders.managing, sanction=sanction, at=MARCH + 5 * DAY)
    assert heard("sanction-granted") == [office_holders.director, office_holders.players[9]]


def test_an_individual_application_says_so(office_holders: Cast) -> None:
    adopt_fees(office_holders)
    sanction = draft(office_holders, kind="individual", grounds="She is ninety.")
    submit_sanction(by=office_holders.director, sanction=sanction, at=MARCH)
    assert "applies for an individual sanction" in message_text("sanction-submitted")
    approve_sanction(by=office_holders.managing, sanction=sanction, at=MARCH)
    pay(office_holders, Invoice.objects.get(sanction=sanction), amount=Invoice.objects.get().amount)
    assert heard("sanction-granted") == [office_holders.director, office_holders.players[9]]


def test_an_office_is_told_to_who_holds_it(office_holders: Cast) -> None:
    appoint(
        by=office_holders.managing,
        person=office_holders.outsider,
        office=Office.COLLEGE,
        first_day=FIRST_DAY,
        at=MARCH,
    )
    assert heard("office-given") == [office_holders.outsider]
    assert "Morgan Vale appointed you member of the College of Executors from 6 January 2025" in message_text(
        "office-given"
    )


def test_a_step_that_is_refused_tells_nobody(office_holders: Cast) -> None:
    sanction = submitted(office_holders)
    Message.objects.all().delete()
    with pytest.raises(Exception, match="has not passed yet"):
        expire_sanction(sanction=sanction, at=MARCH)
    assert not Message.objects.exists()
