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
def house(cast: Cast) -> Cast:
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


def test_sent_in_it_is_the_managing_executor_s_turn(house: Cast) -> None:
    submitted(house)
    assert heard("sanction-submitted") == [house.managing]
    assert "decide by 7 April 2025" in message_text("sanction-submitted")
    assert Message.objects.count() == 1


def test_a_draft_is_told_to_nobody(house: Cast) -> None:
    withdraw_sanction(by=house.director, sanction=draft(house), at=MARCH)
    assert heard("sanction-withdrawn") == [house.players[9]]
    assert Message.objects.count() == 1


def test_returned_twice_it_is_told_twice_and_each_answer_once(house: Cast) -> None:
    sanction = submitted(house)
    for number in (1, 2):
        return_sanction(by=house.managing, sanction=sanction, question=f"How many? {number}", at=MARCH)
        answer_sanction(by=house.director, sanction=sanction, answer=f"Ten. {number}", at=MARCH)
    assert heard("sanction-returned") == [house.director] * 2 + [house.players[9]] * 2
    assert heard("sanction-answered") == [house.managing] * 2
    assert "How many? 2" in message_text("sanction-returned")
    assert "Ten. 2" in message_text("sanction-answered")


def test_approved_it_names_the_invoice_and_the_last_day(house: Cast) -> None:
    adopt_fees(house)
    invoice = invoiced(house)
    assert heard("sanction-approved") == [house.director, house.players[9]]
    assert f"Invoice {invoice.label} asks for GBP 20.00" in message_text("sanction-approved")
    assert heard("invoice-issued") == []


def test_paid_it_is_booked_and_granted(house: Cast) -> None:
    adopt_fees(house)
    pay(house, invoiced(house))
    assert heard("payment-booked") == heard("sanction-granted") == [house.director, house.players[9]]
    assert "The invoice is paid." in message_text("payment-booked")
    assert "S-00001" in message_text("sanction-granted")


def test_a_part_paid_says_what_is_open(house: Cast) -> None:
    adopt_fees(house)
    invoice = invoiced(house)
    pay(house, invoice, amount=invoice.amount / 4)
    assert "GBP 15.00 of the invoice are still open" in message_text("payment-booked")


def test_refused_withdrawn_and_cancelled_give_their_reason(house: Cast) -> None:
    refuse_sanction(by=house.managing, sanction=submitted(house), why="No such hall.", at=MARCH)
    withdraw_sanction(by=house.director, sanction=submitted(house), why="Snow.", at=MARCH)
    granted = grant_sanction(by=house.managing, sanction=submitted(house), at=MARCH)
    cancel_sanction(by=house.director, sanction=granted, why="Fire.", at=MARCH)
    assert heard("sanction-refused") == [house.director, house.players[9]]
    assert heard("sanction-withdrawn") == heard("sanction-cancelled") == [house.managing, house.players[9]]
    assert "No such hall." in message_text("sanction-refused")
    assert "Snow." in message_text("sanction-withdrawn")
    assert "Fire." in message_text("sanction-cancelled")


@pytest.mark.both_databases
def test_expired_is_told_once_however_often_the_clock_looks(house: Cast) -> None:
    adopt_fees(house)
    invoice = invoiced(house)
    for _ in range(2):
        expire_what_is_over(at=MARCH + 60 * DAY)
    assert Sanction.objects.get(invoice=invoice).state == "expired"
    assert heard("sanction-expired") == [house.director, house.players[9]]


def test_the_applicant_hears_it_also_after_the_term(house: Cast) -> None:
    sanction = submitted(house)
    house.director.appointments.update(last_day=MARCH.date())
    grant_sanction(by=house.managing, sanction=sanction, at=MARCH + 5 * DAY)
    assert heard("sanction-granted") == [house.director, house.players[9]]


def test_an_individual_application_says_so(house: Cast) -> None:
    adopt_fees(house)
    sanction = draft(house, kind="individual", grounds="She is ninety.")
    submit_sanction(by=house.director, sanction=sanction, at=MARCH)
    assert "applies for an individual sanction" in message_text("sanction-submitted")
    approve_sanction(by=house.managing, sanction=sanction, at=MARCH)
    pay(house, Invoice.objects.get(sanction=sanction), amount=Invoice.objects.get().amount)
    assert heard("sanction-granted") == [house.director, house.players[9]]


def test_an_office_is_told_to_who_holds_it(house: Cast) -> None:
    appoint(by=house.managing, person=house.outsider, office=Office.COLLEGE, first_day=FIRST_DAY, at=MARCH)
    assert heard("office-given") == [house.outsider]
    assert "Morgan Vale appointed you member of the College of Executors from 6 January 2025" in message_text(
        "office-given"
    )


def test_a_step_that_is_refused_tells_nobody(house: Cast) -> None:
    sanction = submitted(house)
    Message.objects.all().delete()
    with pytest.raises(Exception, match="still time"):
        expire_sanction(sanction=sanction, at=MARCH)
    assert not Message.objects.exists()
