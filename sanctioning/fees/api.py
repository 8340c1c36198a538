"""Fees for programs: accounts, invoices, payments and the bank's file."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

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
    club_account,
    invoice_line,
    invoice_of,
    invoices_open,
)
from sanctioning.fees.services.bank_file import LARGEST_FILE, ReceiptState, book_bank_file, read_bank_file
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.money import Money
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


class AccountView(MemberEndpoint):
    @extend_schema(operation_id="club_account", responses=serializer_for(ClubAccount))
    def get(self, request: Request, slug: str) -> Response:
        """The account of a club: invoices, entries, balance."""
        return or_not_found(club_account(asker=acting_person(request), club_slug=slug))


class OpenInvoicesView(MemberEndpoint):
    @list_schema(
        "open_invoices",
        InvoiceLine,
        filters=("search", "overdue"),
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
        receipts = read_bank_file(by=person, data=data)
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
            for receipt in receipts
        )
        return Response(as_data(lines))


def _invoice(person: Person, number: int) -> Invoice:
    invoice = invoice_of(asker=person, number=number)
    if invoice is None:
        raise NotFound
    return invoice
