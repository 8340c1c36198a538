"""Numbers and grants when several press the button together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from sanctioning.fees.models import FeeEntry, Invoice, Payment
from sanctioning.fees.services.bank_file import book_bank_file
from sanctioning.fees.services.payments import record_payment
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.people.services.registering import register_person
from sanctioning.people.services.unused_records import delete_record
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import (
    approve_sanction,
    draft_sanction,
    grant_sanction,
    submit_sanction,
    withdraw_sanction,
)
from tests.cast import MARCH, make_cast
from tests.support.fees import OPEN_FEE, adopt_fees, invoiced, submitted
from tests.support.racing import all_at_once, in_the_middle

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def test_eight_at_once_get_eight_numbers() -> None:
    numbers = all_at_once([partial(next_number, "race")] * 8)
    assert sorted(map(int, map(str, numbers))) == list(range(1, 9))


def test_a_sanction_is_granted_once() -> None:
    cast = make_cast()
    sanction = draft_sanction(
        by=cast.director,
        club=cast.club,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        format_slug="whoopie",
        purpose="Race",
        at=MARCH,
    )
    submit_sanction(by=cast.director, sanction=sanction, at=MARCH)
    copies = [Sanction.objects.get(pk=sanction.pk) for _ in range(4)]
    answers = all_at_once(
        [partial(grant_sanction, by=cast.managing, sanction=copy, at=MARCH) for copy in copies]
    )
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refusals] == ["sanction-state"] * 3
    assert Sanction.objects.get(pk=sanction.pk).number == 1


def test_six_approvals_at_once_get_six_invoice_numbers_without_a_gap() -> None:
    cast = make_cast()
    adopt_fees(cast)
    sanctions = [submitted(cast) for _ in range(6)]
    answers = all_at_once(
        [partial(approve_sanction, by=cast.managing, sanction=sanction, at=MARCH) for sanction in sanctions]
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert sorted(Invoice.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    last = FeeEntry.objects.order_by("position").last()
    assert last is not None
    assert (last.position, last.balance) == (6, 6 * OPEN_FEE)


def test_a_record_is_not_deleted_while_something_comes_to_refer_to_it() -> None:
    cast = make_cast()
    stray = register_person(by=cast.registrar, given_names="Celia", family_name="Stray")

    def send_message() -> None:
        """The database looks at once whether the record is there, as it does before any commit."""
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        send(to=stray, kind="token-made", about=stray, path="/", context={"until": MARCH})

    delete = partial(delete_record, by=cast.registrar, person=stray, why="Made by mistake.")
    [refused] = in_the_middle(send_message, [delete])
    assert isinstance(refused, Refusal), refused
    assert refused.code == "record-in-use"


def test_a_payment_entered_at_four_desks_is_booked_once() -> None:
    cast = make_cast()
    adopt_fees(cast)
    invoice = invoiced(cast)
    enter = partial(
        record_payment,
        by=cast.registrar,
        club=cast.club,
        amount=OPEN_FEE,
        received_on=MARCH.date(),
        invoice=invoice,
        at=MARCH,
    )
    answers = all_at_once([enter] * 4)
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["invoice-settled"] * 3
    assert Payment.objects.count() == 1
    assert Sanction.objects.get().state == "granted"


def test_a_bank_file_uploaded_at_three_desks_is_booked_once() -> None:
    cast = make_cast()
    adopt_fees(cast)
    invoice = invoiced(cast)
    data = f"date,amount,payer,reference\n2025-03-08,20.00,A,{invoice.label}\n".encode()
    book = partial(book_bank_file, by=cast.registrar, name="x.csv", data=data, at=MARCH)
    answers = all_at_once([book] * 3)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert Payment.objects.count() == 1


def test_a_payment_and_a_withdrawal_at_once_neither_wait_for_each_other_nor_lose_money() -> None:
    cast = make_cast()
    adopt_fees(cast)
    for _ in range(4):
        invoice = invoiced(cast)
        sanction = Sanction.objects.get(invoice=invoice)
        acts: list[Callable[[], object]] = [
            partial(
                record_payment,
                by=cast.registrar,
                club=cast.club,
                amount=OPEN_FEE,
                received_on=MARCH.date(),
                invoice=invoice,
                at=MARCH,
            ),
            partial(withdraw_sanction, by=cast.director, sanction=sanction, at=MARCH),
        ]
        paid, withdrawn = all_at_once(acts)
        sanction.refresh_from_db()
        first, second = ("granted", withdrawn) if sanction.state == "granted" else ("withdrawn", paid)
        assert sanction.state == first
        assert isinstance(second, Refusal)
        assert sum(entry.amount for entry in invoice.entries.all()) == 0
