"""From an application through questions, invoice and the bank's file to the grant, by the pages alone."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from sanctioning.fees.models import BankLine, Invoice
from sanctioning.fees.services.payments import record_payment
from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.sanctions.models import Sanction
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees
from tests.tournaments.directing.test_from_application_to_table import event_form

NEW = "/clubs/arden-whoopie-club/events/new/"
APPLICATION = "/events/spring-whoopie/application/"


def law(cast: Cast) -> dict[str, str]:
    return {"level": str(cast.levels["open"].pk), "type": str(cast.types["club-game"].pk)}


@pytest.fixture
def applied(cast: Cast, sign_in: SignIn) -> Cast:
    adopt_fees(cast, today(), noon(today(), 0))
    sign_in(cast.director).post(NEW, event_form(**law(cast)))
    return cast


@pytest.mark.both_databases
def test_questions_answers_invoice_bank_and_grant(applied: Cast, sign_in: SignIn) -> None:
    cast, director, managing = applied, sign_in(applied.director), sign_in(applied.managing)
    page = managing.get("/authority/").content.decode()
    assert "fee GBP\u00a020.00" in page
    managing.post(f"{APPLICATION}return/", {"text": "How many tables?"})
    assert "Waiting for the clubs" in managing.get("/authority/").content.decode()
    page = director.get(APPLICATION).content.decode()
    assert "It is the turn of Arden Whoopie Club" in page
    silent = director.post(f"{APPLICATION}answer/", {"text": " "})
    assert (silent.status_code, "has not been answered yet" in silent.content.decode()) == (422, True)
    page = director.post(f"{APPLICATION}answer/", {"text": "Ten of them."}, follow=True).content.decode()
    assert "It is the authority's turn" in page
    assert "Ten of them." in page
    page = managing.post(
        "/authority/sanctions/spring-whoopie/", {"act": "grant"}, follow=True
    ).content.decode()
    assert "It is granted when GBP\u00a020.00 is paid" in page

    account = director.get("/clubs/arden-whoopie-club/account/").content.decode()
    assert "INV-00001" in account
    booked = account[account.index('id="entries"') :]
    assert re.search(r'aria-sort="descending"><a[^>]*>Number<', booked), "the last first, as it was booked"
    early = director.get("/invoices/1/invoice.pdf")
    assert (early.status_code, "INV-00001" in early.content.decode()) == (202, True)
    run_waiting()
    assert director.get("/invoices/1/invoice.pdf").content.startswith(b"%PDF")

    registrar = sign_in(cast.registrar)
    file = f"date,amount,payer,reference\n{today()},20.00,Arden,INV-00001\n{today()},3.00,Arden,tea\n"
    upload = SimpleUploadedFile("bank.csv", file.encode(), "text/csv")
    page = registrar.post("/fees/bank/", {"file": upload, "act": "look"}).content.decode()
    assert "INV-00001, Arden Whoopie Club" in page
    assert "names no invoice" in page
    assert not BankLine.objects.exists()
    page = registrar.post("/fees/bank/", {"text": file, "act": "book"}, follow=True).content.decode()
    assert "2 new payments" in page
    assert Sanction.objects.get().state == "granted"
    page = director.get(APPLICATION).content.decode()
    assert "S-00001" in page
    line = BankLine.objects.get(payment=None)
    page = registrar.post(f"/fees/bank/{line.pk}/", {"invoice": "x"}, follow=True).content.decode()
    assert "is not an invoice" in page


def test_payments_credit_and_refund_at_the_desk(applied: Cast, sign_in: SignIn) -> None:
    registrar = sign_in(applied.registrar)
    sign_in(applied.managing).post(f"{APPLICATION}approve/")
    wrong = registrar.post("/invoices/1/pay/", {"amount": "much", "text": "by cheque"})
    page = wrong.content.decode()
    assert (wrong.status_code, "This is not an amount" in page, "by cheque" in page) == (422, True, True)
    registrar.post("/invoices/1/pay/", {"amount": "7.50", "received_on": str(today())})
    assert "partly paid" in registrar.get("/fees/").content.decode()
    record_payment(by=applied.registrar, club=applied.club, amount=Decimal(20), received_on=today())
    registrar.post("/invoices/1/use/")
    assert Sanction.objects.get().state == "granted"
    sign_in(applied.director).post(f"{APPLICATION}cancel/", {"text": "No hall."})
    registrar.post("/invoices/1/credit/", {"amount": "20", "text": "Cancelled."})
    late = registrar.post("/invoices/1/refund/", {"amount": "500", "text": "Cancelled."})
    assert (late.status_code, "500" in late.content.decode()) == (409, True)
    done = registrar.post("/invoices/1/refund/", {"amount": "27.50", "text": "All."}, follow=True)
    assert "refunded" in done.content.decode()
    assert "GBP\u00a00.00" in registrar.get("/clubs/arden-whoopie-club/account/").content.decode()


def test_an_account_is_for_its_club_and_the_books(applied: Cast, sign_in: SignIn) -> None:
    sign_in(applied.managing).post(f"{APPLICATION}approve/")
    outsider = sign_in(applied.outsider)
    for path in (
        "/clubs/arden-whoopie-club/account/",
        "/invoices/1/",
        APPLICATION,
        "/invoices/1/invoice.pdf",
    ):
        assert outsider.get(path).status_code == 404
    director = sign_in(applied.director)
    for path in ("/fees/", "/fees/bank/"):
        assert (outsider.get(path).status_code, director.get(path).status_code) == (403, 403)
    assert "Record the payment" not in director.get("/invoices/1/").content.decode()
    refused = director.post("/invoices/1/pay/", {"amount": "20"})
    assert (refused.status_code, Invoice.objects.get().payments.count()) == (403, 0)


@pytest.mark.both_databases
def test_other_events_of_the_same_days_are_shown_before_registering(applied: Cast, sign_in: SignIn) -> None:
    director, form = (
        sign_in(applied.director),
        event_form(name="Second", grounds="A birthday.", **law(applied)),
    )
    hint = director.post(NEW, form).content.decode()
    assert "Other events around that time" in hint
    assert 'value="Second"' in hint
    assert Sanction.objects.count() == 1
    director.post(NEW, {**form, "seen": form["first_day"]})
    second = Sanction.objects.get(purpose="Second")
    assert (second.kind, second.grounds, second.fee) == ("individual", "A birthday.", Decimal("7.50"))
