"""Invoices, payments, credit and refunds: exact, booked once, and an account that always adds up."""

from __future__ import annotations

import contextlib
import io
from decimal import Decimal
from functools import partial
from typing import Any

import pikepdf
import pypdfium2
import pytest
from django.db import IntegrityError, transaction
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanctioning.authority.services import describe_authority
from sanctioning.clubs.services.clubs import register_club
from sanctioning.fees.documents import invoice_pdf
from sanctioning.fees.models import CreditNote, FeeEntry, Invoice, Payment
from sanctioning.fees.selectors.fees import club_account, invoices_open
from sanctioning.fees.selectors.invoice_facts import invoice_facts
from sanctioning.fees.services.club_accounts import add_entry, credit_of, open_amount
from sanctioning.fees.services.payments import credit_invoice, record_payment, refund_credit, use_credit
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.installation.selectors import authority_of, keep
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.lists.lists import ask
from sanctioning.kit.money import hundredths, money, read_amount
from sanctioning.kit.refusals import Refusal
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import approve_sanction, cancel_sanction, withdraw_sanction
from tests.cast import JANUARY, MARCH, Cast
from tests.support.fees import DAY, OPEN_FEE, adopt_fees, invoiced, pay, submitted
from tests.support.seeds import examples

NOTHING = Decimal(0)


@pytest.fixture
def invoice(cast: Cast) -> Invoice:
    adopt_fees(cast)
    return invoiced(cast)


def state_of(invoice: Invoice) -> str:
    return Sanction.objects.get(invoice=invoice).state


def account_adds_up(cast: Cast) -> Decimal:
    """The balance, after every line was followed."""
    balance = NOTHING
    for position, entry in enumerate(FeeEntry.objects.filter(club=cast.club), start=1):
        balance += entry.amount
        assert (entry.position, entry.balance) == (position, balance)
    seen = club_account(asker=cast.director, club_slug=cast.club.slug)
    assert seen is not None
    assert seen.balance == balance == sum(line.open for line in seen.invoices) - seen.credit
    return balance


def test_an_approval_issues_the_invoice_and_its_payment_grants(cast: Cast, invoice: Invoice) -> None:
    assert (invoice.label, invoice.amount, invoice.currency) == ("INV-00001", OPEN_FEE, "GBP")
    assert state_of(invoice) == "approved"
    pay(cast, invoice, Decimal("7.50"))
    assert (state_of(invoice), open_amount(invoice)) == ("approved", Decimal("12.50"))
    assert [line.state for line in ask(invoices_open(asker=cast.registrar), {}).lines] == ["partly paid"]
    pay(cast, invoice, Decimal("12.50"), MARCH + DAY)
    sanction = Sanction.objects.get(invoice=invoice)
    assert (sanction.state, sanction.number, sanction.granted_at) == ("granted", 1, MARCH + DAY)
    assert account_adds_up(cast) == 0
    assert list(ask(invoices_open(asker=cast.registrar), {}).lines) == []
    last = AuditEntry.objects.filter(action="grant on payment").get()
    assert (last.by, last.before) == (cast.registrar, {"state": "approved"})


def test_nothing_is_paid_or_refunded_on_the_invoice_of_another_club(cast: Cast, invoice: Invoice) -> None:
    other = register_club(by=cast.director, name="Stow Whoopie Club", at=MARCH)
    on_it: dict[str, Any] = {"by": cast.registrar, "club": other, "invoice": invoice, "amount": OPEN_FEE}
    for act in (
        partial(record_payment, received_on=MARCH.date(), at=MARCH),
        partial(refund_credit, reason="Cancelled.", at=MARCH),
    ):
        with pytest.raises(Refusal) as refusal:
            act(**on_it)
        assert refusal.value.code == "invoice-of-another"


def test_a_settled_invoice_takes_no_second_payment(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice)
    with pytest.raises(Refusal) as refusal:
        pay(cast, invoice)
    assert refusal.value.code == "invoice-settled"
    assert Payment.objects.count() == 1


def test_what_is_paid_too_much_stands_to_the_credit_and_pays_the_next(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice, Decimal("35.00"))
    assert (account_adds_up(cast), credit_of(cast.club)) == (Decimal(-15), Decimal(15))
    second = invoiced(cast)
    assert use_credit(by=cast.registrar, invoice=second, at=MARCH) == Decimal(15)
    assert (open_amount(second), account_adds_up(cast)) == (Decimal(5), Decimal(5))
    with pytest.raises(Refusal) as refusal:
        use_credit(by=cast.registrar, invoice=second, at=MARCH)
    assert refusal.value.code == "credit-too-small"
    pay(cast, second, Decimal(5))
    assert state_of(second) == "granted"


def test_a_cancelled_sanction_is_credited_and_refunded(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice)
    sanction = Sanction.objects.get(invoice=invoice)
    cancel_sanction(by=cast.director, sanction=sanction, why="The hall burnt down.", at=MARCH)
    with pytest.raises(Refusal) as refusal:
        refund_credit(by=cast.registrar, club=cast.club, amount=OPEN_FEE, reason="Cancelled.", at=MARCH)
    assert refusal.value.code == "credit-too-small"
    note = credit_invoice(by=cast.registrar, invoice=invoice, amount=OPEN_FEE, reason="Cancelled.", at=MARCH)
    assert (note.label, account_adds_up(cast)) == ("CN-00001", -OPEN_FEE)
    with pytest.raises(Refusal) as refusal:
        credit_invoice(by=cast.registrar, invoice=invoice, amount=Decimal("0.01"), reason="x", at=MARCH)
    assert refusal.value.code == "credit-too-large"
    refund_credit(
        by=cast.registrar, club=cast.club, amount=OPEN_FEE, reason="Cancelled.", invoice=invoice, at=MARCH
    )
    assert account_adds_up(cast) == 0
    seen = club_account(asker=cast.director, club_slug=cast.club.slug)
    assert seen is not None
    assert [line.state for line in seen.invoices] == ["refunded"]


def test_what_is_withdrawn_owes_nothing_and_what_was_paid_is_credit(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice, Decimal("7.50"))
    withdraw_sanction(by=cast.director, sanction=Sanction.objects.get(invoice=invoice), at=MARCH)
    assert (open_amount(invoice), credit_of(cast.club)) == (NOTHING, Decimal("7.50"))
    assert account_adds_up(cast) == Decimal("-7.50")


def test_what_was_credited_before_is_not_credited_again_with_the_withdrawal(
    cast: Cast, invoice: Invoice
) -> None:
    pay(cast, invoice, Decimal("7.50"))
    credit_invoice(by=cast.registrar, invoice=invoice, amount=Decimal(5), reason="Reduced.", at=MARCH)
    withdraw_sanction(by=cast.director, sanction=Sanction.objects.get(invoice=invoice), at=MARCH)
    assert (open_amount(invoice), credit_of(cast.club)) == (NOTHING, Decimal("7.50"))


def test_a_fee_is_not_waived_into_a_grant(cast: Cast, invoice: Invoice) -> None:
    with pytest.raises(Refusal) as refusal:
        credit_invoice(by=cast.registrar, invoice=invoice, amount=OPEN_FEE, reason="Kindness.", at=MARCH)
    assert refusal.value.code == "fee-waived"
    credit_invoice(by=cast.registrar, invoice=invoice, amount=Decimal(5), reason="Reduced.", at=MARCH)
    pay(cast, invoice, Decimal(15))
    assert state_of(invoice) == "granted"


def test_the_rest_of_a_part_paid_fee_may_be_credited_and_grants(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice, Decimal(15))
    credit_invoice(by=cast.registrar, invoice=invoice, amount=Decimal(5), reason="Reduced.", at=MARCH)
    assert (state_of(invoice), open_amount(invoice), account_adds_up(cast)) == ("granted", NOTHING, NOTHING)


@pytest.mark.parametrize("amount", ["0", "-3", "1.005"])
def test_amounts_are_exact_and_above_nothing(cast: Cast, invoice: Invoice, amount: str) -> None:
    with pytest.raises(Refusal) as refusal:
        pay(cast, invoice, Decimal(amount))
    assert refusal.value.code == "amount-impossible"


def test_only_who_keeps_the_books_records_payments(cast: Cast, invoice: Invoice) -> None:
    for stranger in (cast.director, cast.executor, cast.outsider):
        with pytest.raises(Refusal) as refusal:
            record_payment(
                by=stranger,
                club=cast.club,
                amount=OPEN_FEE,
                received_on=MARCH.date(),
                invoice=invoice,
                at=MARCH,
            )
        assert refusal.value.code == "not-allowed"
    assert club_account(asker=cast.outsider, club_slug=cast.club.slug) is None


def test_numbers_have_no_gaps_also_after_a_refused_step(cast: Cast, invoice: Invoice) -> None:
    for _ in range(3):
        with contextlib.suppress(RuntimeError), transaction.atomic():
            approve_sanction(by=cast.managing, sanction=submitted(cast), at=MARCH)
            raise RuntimeError
    assert invoiced(cast).label == "INV-00002"


@pytest.mark.both_databases
def test_the_database_keeps_the_books(cast: Cast, invoice: Invoice) -> None:
    pay(cast, invoice, Decimal(5))
    for change, message in (
        (lambda: FeeEntry.objects.update(text="x"), "never changed"),
        (lambda: FeeEntry.objects.all().delete(), "never deleted|foreign key|FOREIGN KEY"),
        (lambda: Payment.objects.update(amount=1), "never changed"),
        (lambda: Invoice.objects.update(amount=1), "never changes"),
        (lambda: Invoice.objects.filter(pk=invoice.pk).update(number=7), "never changes"),
    ):
        with pytest.raises(IntegrityError, match=message), transaction.atomic():
            change()
    wrong = {
        "club": cast.club,
        "kind": "transfer",
        "day": MARCH.date(),
        "entered_at": MARCH,
        "text": "wrong",
        "position": 9,
    }
    with pytest.raises(IntegrityError, match="add up"), transaction.atomic():
        FeeEntry.objects.create(**wrong, amount=1, balance=1)
    with pytest.raises(IntegrityError, match="add up"), transaction.atomic():
        FeeEntry.objects.create(**wrong, amount=-16, balance=-1, invoice=invoice)
    with pytest.raises(IntegrityError), transaction.atomic():
        add_entry(
            club=cast.club,
            kind=FeeEntry.Kind.PAYMENT,
            amount=Decimal(-1),
            day=MARCH.date(),
            at=MARCH,
            text="of nothing",
        )
    assert account_adds_up(cast) == Decimal(15)


AMOUNTS = st.decimals(min_value="0.01", max_value="60.00", places=2)
ACTS = st.lists(
    st.tuples(st.sampled_from(["invoice", "pay", "pay-on-account", "credit", "refund", "use"]), AMOUNTS),
    max_size=12,
)


@settings(
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(acts=ACTS)
def test_the_balance_is_the_sum_whatever_happens_in_whatever_order(
    cast: Cast, acts: list[tuple[str, Decimal]]
) -> None:
    with transaction.atomic():
        adopt_fees(cast)
        for act, amount in acts:
            with contextlib.suppress(Refusal):
                do(cast, act, amount)
            account_adds_up(cast)
        for invoice in Invoice.objects.all():
            assert 0 <= open_amount(invoice) <= invoice.amount
            assert (state_of(invoice) == "granted") == (open_amount(invoice) == 0)
        paid = sum(payment.amount for payment in Payment.objects.all())
        credited = sum(credit_note.amount for credit_note in CreditNote.objects.all())
        refunded = sum(-entry.amount for entry in FeeEntry.objects.filter(kind="refund"))
        charged = sum(bill.amount for bill in Invoice.objects.all())
        assert account_adds_up(cast) == charged - paid - credited - refunded
        transaction.set_rollback(True)


def do(cast: Cast, act: str, amount: Decimal) -> None:
    newest, by = Invoice.objects.order_by("-number").first(), cast.registrar
    if act == "invoice":
        invoiced(cast)
    elif act == "pay-on-account":
        record_payment(by=by, club=cast.club, amount=amount, received_on=MARCH.date(), at=MARCH)
    elif act == "refund":
        refund_credit(by=by, club=cast.club, amount=amount, reason="Asked for.", at=MARCH)
    elif newest is None:
        return
    elif act == "pay":
        pay(cast, newest, amount)
    elif act == "credit":
        credit_invoice(by=by, invoice=newest, amount=amount, reason="Reduced.", at=MARCH)
    else:
        use_credit(by=by, invoice=newest, at=MARCH)


@pytest.mark.both_databases
def test_an_invoice_is_printed_once_and_always_the_same(cast: Cast, invoice: Invoice) -> None:
    job = Job.objects.get(kind="sanctioning.invoice-document")
    assert run_waiting() >= 1
    job.refresh_from_db()
    invoice.refresh_from_db()
    assert (job.state, invoice.document[:18]) == ("done", "invoices/INV-00001")
    first, again = invoice_pdf(invoice_facts(invoice)), invoice_pdf(invoice_facts(invoice))
    assert first == again
    assert first.startswith(b"%PDF")


@override_settings(PAY_TO="Sanctioning Authority|Sort code 00-00-00, account 12345678|")
def test_an_invoice_says_where_to_pay(invoice: Invoice) -> None:
    page = pypdfium2.PdfDocument(invoice_pdf(invoice_facts(invoice)))[0].get_textpage().get_text_range()
    assert "Pay to" in page
    assert "Sort code 00-00-00, account 12345678" in page


def test_an_invoice_is_in_the_language_of_the_authority(cast: Cast) -> None:
    keep(authority_of(describe_authority(by=cast.managing, language="de", at=JANUARY)))
    adopt_fees(cast)
    invoice = invoiced(cast)
    page = pypdfium2.PdfDocument(invoice_pdf(invoice_facts(invoice)))[0].get_textpage().get_text_range()
    assert "Rechnung" in page
    assert "Gebühr für die Anerkennung von" in page
    assert "Invoice" not in page.replace(invoice.label, "")
    with pikepdf.open(io.BytesIO(invoice_pdf(invoice_facts(invoice)))) as pdf:
        assert pdf.Root.Lang == "de"


def test_money_is_read_and_shown_exactly() -> None:
    assert (money("1204.5"), money(-3)) == ("GBP\u00a01,204.50", "GBP\u00a0−3.00")
    read = {text: read_amount(text) for text in ("1,204.50", "12", "GBP 3.5", "1.005", "-1", "1,20", "x", "")}
    assert list(read.values()) == [
        Decimal("1204.50"),
        Decimal(12),
        Decimal("3.50"),
        None,
        None,
        Decimal("1.20"),
        None,
        None,
    ]
    with pytest.raises(TypeError):
        hundredths(1.1)
    with pytest.raises(ValueError):
        hundredths("0.001")
