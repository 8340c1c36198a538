"""Fees for programs: accounts, invoices, payments and the bank's file."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.fees.commands import INVOICE_COMMANDS
from sanctioning.fees.models import Invoice
from sanctioning.fees.selectors.fees import (
    ClubAccount,
    InvoiceLine,
    WaitingReceipt,
    club_account,
    invoice_line,
    invoice_numbered,
    invoice_of,
    invoices_open,
    receipts,
    unmatched_line,
)
from sanctioning.fees.services.bank_file import (
    LARGEST_FILE,
    ReceiptState,
    assign_line,
    book_bank_file,
    read_bank_file,
    require_bookkeeper,
)
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, flag_parameter
from sanctioning.kit.money import Money
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person


class BankSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, default="bank file", max_length=200)
    text = serializers.CharField(trim_whitespace=False, max_length=LARGEST_FILE)
    book = serializers.BooleanField(default=False, help_text="False only shows what the file would bring.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptLine:
    day: dt.date
    amount: Money
    payer: str
    reference: str
    state: ReceiptState
    invoice: str
    why: str


class AssignedReceiptSerializer(serializers.Serializer[Any]):
    invoice = serializers.CharField(max_length=20, help_text="Its number, such as INV-00012 or 12.")


class AccountView(MemberEndpoint):
    @extend_schema(operation_id="club_account", responses=serializer_for(ClubAccount))
    def get(self, request: Request, slug: str) -> Response:
        """The account of a club: invoices, entries, balance."""
        return or_not_found(club_account(asker=acting_person(request), club_slug=slug))


class OpenInvoicesView(MemberEndpoint):
    @list_schema(
        "open_invoices",
        InvoiceLine,
        filters=(SEARCH, flag_parameter("overdue", "With `true` only what is overdue.")),
        sorts=("number", "club", "due", "amount", "open"),
    )
    def get(self, request: Request) -> Response:
        """Every invoice of which something is open, for who keeps the authority's accounts."""
        return list_answer(request, invoices_open(asker=acting_person(request)))


class InvoiceView(MemberEndpoint):
    @extend_schema(operation_id="invoice", responses=serializer_for(InvoiceLine))
    def get(self, request: Request, number: int) -> Response:
        """One invoice, with what is open of it."""
        return Response(as_data(invoice_line(_invoice(acting_person(request), number))))


class InvoiceActView(MemberEndpoint):
    needs_key = frozenset({"pay", "credit", "refund"})
    path_values = {"act": INVOICE_COMMANDS}

    @extend_schema(
        operation_id="act_on_invoice",
        request=INVOICE_COMMANDS.serializer,
        responses={200: serializer_for(InvoiceLine), **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """Book what came of an invoice: pay, credit, refund (each with an amount), or use the credit."""
        person = acting_person(request)
        invoice = _invoice(person, number)
        INVOICE_COMMANDS.run_sent(request, act, by=person, thing=invoice)
        return Response(as_data(invoice_line(invoice)))


class BankView(MemberEndpoint):
    @extend_schema(
        operation_id="read_bank_file",
        request=BankSerializer,
        responses={200: serializer_for(ReceiptLine)(many=True), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """See what a bank's file brings, or book it; sent again, nothing is booked twice."""
        person = acting_person(request)
        typed = valid(BankSerializer(data=request.data))
        values = typed
        data = values["text"].encode()
        read = read_bank_file(by=person, data=data)
        if values["book"]:
            book_bank_file(by=person, name=values["name"], data=data)
        lines = tuple(
            ReceiptLine(
                day=receipt.day,
                amount=receipt.amount,
                payer=receipt.payer,
                reference=receipt.reference,
                state=receipt.state,
                invoice=receipt.invoice.label if receipt.invoice else "",
                why=receipt.why,
            )
            for receipt in read
        )
        return Response(as_data(lines))


class ReceiptsView(MemberEndpoint):
    @list_schema("bank_receipts", WaitingReceipt, filters=(SEARCH,), sorts=("day", "amount", "payer"))
    def get(self, request: Request) -> Response:
        """Receipts of the bank's file that name no open invoice and wait to be assigned."""
        person = acting_person(request)
        require_bookkeeper(person, moment(None))
        return list_answer(request, receipts(asker=person))


class ReceiptView(MemberEndpoint):
    @extend_schema(
        operation_id="assign_receipt",
        request=AssignedReceiptSerializer,
        responses={200: serializer_for(InvoiceLine), **REFUSED},
    )
    def post(self, request: Request, line: int) -> Response:
        """Book a receipt to an invoice; the answer is the invoice after it."""
        person = acting_person(request)
        require_bookkeeper(person, moment(None))
        receipt = unmatched_line(asker=person, line_id=line)
        if receipt is None:
            raise NotFound
        typed = valid(AssignedReceiptSerializer(data=request.data))["invoice"]
        invoice = invoice_numbered(asker=person, text=typed)
        if invoice is None:
            raise Refusal(
                code="invoice-unknown",
                sentence=_("“%(typed)s” is not an invoice. Write its number, such as INV-00012.")
                % {"typed": typed},
                rule=_("Every payment is booked once."),
                remedy=_("Look at the account of the club."),
                status=422,
                facts={"invoice": typed},
            )
        assign_line(by=person, line=receipt, invoice=invoice)
        return Response(as_data(invoice_line(invoice)))


def _invoice(person: Person, number: int) -> Invoice:
    invoice = invoice_of(asker=person, number=number)
    if invoice is None:
        raise NotFound
    return invoice
