"""The bank's file: read without a change, matched by number, booked once however often it comes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sanctioning.fees.models import BankLine, BankUpload, Invoice, Payment
from sanctioning.fees.selectors.fees import receipts
from sanctioning.fees.services.bank_file import assign_line, book_bank_file, read_bank_file
from sanctioning.fees.services.club_accounts import credit_of, open_amount
from sanctioning.kit.lists.lists import ask
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees, invoiced, pay

HEAD = "date,amount,payer,reference\n"
FILE = (
    HEAD
    + "2025-03-08,20.00,Arden Whoopie Club,Fee inv 1 with thanks\n"
    + "07/03/2025,5.00,Arden Whoopie Club,for our event\n"
    + "2025-03-08,-3.20,The bank,charges\n"
    + "2025-03-08,4.00,Somebody,INV-00099\n"
).encode()


@pytest.fixture
def invoice(cast: Cast) -> Invoice:
    adopt_fees(cast)
    return invoiced(cast)


def unmatched(asker: Person) -> list[BankLine]:
    return list(ask(receipts(asker=asker), {}).rows)


def test_reading_shows_what_would_happen_and_changes_nothing(cast: Cast, invoice: Invoice) -> None:
    receipts = read_bank_file(by=cast.registrar, data=FILE, at=MARCH)
    assert [(receipt.state, receipt.amount, receipt.why) for receipt in receipts] == [
        ("matched", Decimal("20.00"), ""),
        ("unmatched", Decimal("5.00"), "names no invoice"),
        ("unmatched", Decimal("4.00"), "names an invoice that does not exist"),
    ]
    assert not BankLine.objects.exists()
    assert open_amount(invoice) == Decimal(20)


@pytest.mark.parametrize("minus", ["-", "\N{MINUS SIGN}"])
def test_what_went_out_is_no_receipt_with_either_minus(cast: Cast, minus: str) -> None:
    lines = f"{HEAD}2025-03-08,{minus}3.20,The bank,charges\n"
    assert read_bank_file(by=cast.registrar, data=lines.encode(), at=MARCH) == ()


def test_a_file_is_booked_once_and_grants(cast: Cast, invoice: Invoice) -> None:
    for name in ("march.csv", "march again.csv"):
        book_bank_file(by=cast.registrar, name=name, data=FILE, at=MARCH)
    [payment] = Payment.objects.all()
    assert (payment.invoice, payment.method, payment.amount) == (invoice, "bank", Decimal(20))
    assert Sanction.objects.get(invoice=invoice).state == "granted"
    assert (BankLine.objects.count(), BankUpload.objects.count()) == (3, 2)
    states = {receipt.state for receipt in read_bank_file(by=cast.registrar, data=FILE, at=MARCH)}
    assert states == {"booked already"}
    more = FILE + b"2025-03-08,1.00,Arden,again\n2025-03-08,1.00,Arden,again\n"
    book_bank_file(by=cast.registrar, name="april.csv", data=more, at=MARCH)
    assert BankLine.objects.count() == 5


@pytest.mark.both_databases
def test_what_is_unmatched_is_listed_and_assigned_by_hand(cast: Cast, invoice: Invoice) -> None:
    book_bank_file(by=cast.registrar, name="march.csv", data=FILE, at=MARCH)
    for_club, for_nobody = unmatched(cast.registrar)
    assert unmatched(cast.director) == []
    assign_line(by=cast.registrar, line=for_club, club=cast.club, at=MARCH)
    assert credit_of(cast.club) == Decimal(5)
    with pytest.raises(Refusal) as refusal:
        assign_line(by=cast.registrar, line=for_club, club=cast.club, at=MARCH)
    assert refusal.value.code == "line-assigned"
    second = invoiced(cast)
    assign_line(by=cast.managing, line=for_nobody, invoice=second, at=MARCH)
    assert open_amount(second) == Decimal(16)
    assert unmatched(cast.registrar) == []


def test_a_receipt_for_a_settled_invoice_waits_for_a_person(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice)
    book_bank_file(by=cast.registrar, name="march.csv", data=FILE, at=MARCH)
    assert Payment.objects.count() == 1
    assert "nothing is left to pay on INV-00001" in [line.why_unmatched for line in BankLine.objects.all()]


@pytest.mark.both_databases
def test_two_receipts_for_one_invoice_in_one_file(cast: Cast, invoice: Invoice) -> None:
    lines = HEAD + "2025-03-08,12.00,Arden,INV-1\n" * 3
    book_bank_file(by=cast.registrar, name="march.csv", data=lines.encode(), at=MARCH)
    assert open_amount(invoice) == 0
    assert credit_of(cast.club) == Decimal(4)
    assert [line.amount for line in unmatched(cast.registrar)] == [Decimal(12)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "its first line"),
        ("day,sum\n", "its first line"),
        (HEAD + "yesterday,5.00,a,b\n", "line 2 has no date"),
        (HEAD + "2025-03-08,5.00,a,b\n2025-03-08,much,a,b\n", "line 3 has no amount"),
        (HEAD + "2025-03-08,1.005,a,b\n", "line 2 has no amount"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_books_nothing(
    cast: Cast, text: str, sentence: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        book_bank_file(by=cast.registrar, name="x.csv", data=text.encode(), at=MARCH)
    assert (refusal.value.code, sentence in refusal.value.sentence) == ("bank-file-unreadable", True)
    assert not BankLine.objects.exists()


def test_semicolons_other_letters_and_the_banks_own_numbers_are_read(cast: Cast, invoice: Invoice) -> None:
    line = ";08.03.2025;INV-00001;Zoë;20.00\n"
    text = f"ID;Date;Reference;Payer;Amount\n77{line}78{line}"
    receipts = read_bank_file(by=cast.registrar, data=text.encode("latin-1"), at=MARCH)
    assert [receipt.payer for receipt in receipts] == ["Zoë", "Zoë"]
    assert len({receipt.key for receipt in receipts}) == 2


def test_only_who_keeps_the_books_reads_the_file(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        read_bank_file(by=cast.director, data=FILE, at=MARCH)
    assert refusal.value.code == "not-allowed"


def test_a_program_lists_what_waits_and_assigns_it(cast: Cast, invoice: Invoice, sign_in: SignIn) -> None:
    book_bank_file(by=cast.registrar, name="march.csv", data=FILE, at=MARCH)
    second = invoiced(cast)
    registrar = sign_in(cast.registrar)
    waiting = registrar.get("/api/v1/bank/receipts/").json()
    assert [line["why"] for line in waiting] == [line.why_unmatched for line in unmatched(cast.registrar)]
    address = f"/api/v1/bank/receipts/{waiting[-1]['id']}/"
    unknown = registrar.post(address, {"invoice": "tea"}, content_type="application/json")
    assert (unknown.status_code, unknown.json()["code"]) == (422, "invoice-unknown")
    booked = registrar.post(address, {"invoice": second.label}, content_type="application/json")
    assert (booked.status_code, booked.json()["label"]) == (200, second.label)
    assert BankLine.objects.get(pk=waiting[-1]["id"]).payment is not None
    assert (
        registrar.post(address, {"invoice": second.label}, content_type="application/json").status_code == 404
    )
    assert sign_in(cast.director).get("/api/v1/bank/receipts/").status_code == 403
