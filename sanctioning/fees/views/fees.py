"""Fees: a club's account and invoices, and the desk of who keeps the accounts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.clubs.models import Club
from sanctioning.fees.commands import INVOICE_COMMANDS, Amount
from sanctioning.fees.lists import CLUB_INVOICES, ENTRIES, OPEN_INVOICES, RECEIPTS
from sanctioning.fees.models import Invoice
from sanctioning.fees.permissions import may_handle_fees
from sanctioning.fees.selectors.fees import (
    account_entries,
    balance_of,
    invoice_line,
    invoice_of,
    invoices_of,
    invoices_open,
    receipts,
)
from sanctioning.fees.selectors.invoice_facts import payee
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import Listing, list_page, listing
from sanctioning.kit.money import read_amount
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.paper_pending import being_made
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person


class AmountForm(forms.Form):
    """An amount, and the words that go with it."""

    amount = forms.CharField(
        label=_lazy("Amount"), max_length=20, error_messages={"required": _lazy("Write the amount.")}
    )
    received_on = forms.DateField(
        label=_lazy("Received on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    text = forms.CharField(label=_lazy("Reference or reason"), max_length=200, required=False)

    def clean_amount(self) -> Decimal:
        amount = read_amount(self.cleaned_data["amount"])
        if amount is None:
            raise forms.ValidationError(_("This is not an amount. Write it as 12.50 or 12,50."))
        return amount


@require_safe
@signed_in
def account(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    club = Club.objects.filter(slug=slug).first()
    balance = balance_of(club, asker=person) if club else None
    if club is None or balance is None:
        raise Http404(_("There is no such account, or you may not see it."))
    lists: dict[str, Listing[Any, Any]] = {
        "invoices": listing(request, invoices_of(club), CLUB_INVOICES),
        "entries": listing(request, account_entries(club), ENTRIES),
    }
    context = {"account": balance, "club": club, "section": "clubs"}
    return list_page(request, "sanctioning/fees/account.html", lists, context)


@require_safe
@signed_in
def invoice(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    return _invoice(request, person, number)


@require_POST
@signed_in
def invoice_act(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    """Book a payment, a credit note or a refund, or use the club's credit."""
    invoice = _found(person, number)
    INVOICE_COMMANDS.or_404(act, invoice)
    form = AmountForm(request.POST)
    if act != "use" and not form.is_valid():
        return _invoice(request, person, number, act=act, form=form, status=422)
    asked = Amount() if act == "use" else Amount(**form.cleaned_data)
    try:
        INVOICE_COMMANDS.run_typed(request, act, by=person, thing=invoice, asked=asked)
    except Refusal as refusal:
        return _invoice(request, person, number, act=act, form=form, refusal=refusal, status=refusal.status)
    return redirect("invoice", number=number)


@require_safe
@read_by_token
@signed_in
def invoice_pdf(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    invoice = _found(person, number)
    if not invoice.document:
        return being_made(request, invoice.label, reverse("invoice", args=[number]))
    with default_storage.open(invoice.document) as paper:
        answer = HttpResponse(paper.read(), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{invoice.label}.pdf"'
    return answer


@require_safe
@signed_in
def desk(request: HttpRequest, person: Person) -> HttpResponse:
    """What is open, and receipts that name no invoice."""
    try:
        require(
            may_handle_fees(person, today()),
            what=_("keep the fee accounts"),
            who=_("the registrar or the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    lists: dict[str, Listing[Any, Any]] = {
        "invoices": listing(request, invoices_open(asker=person), OPEN_INVOICES),
        "receipts": listing(request, receipts(asker=person), RECEIPTS),
    }
    return list_page(request, "sanctioning/fees/fees.html", lists, {"section": "mine"})


def _found(person: Person, number: int) -> Invoice:
    invoice = invoice_of(asker=person, number=number)
    if invoice is None:
        raise Http404(_("There is no such invoice, or you may not see it."))
    return invoice


def _invoice(
    request: HttpRequest,
    person: Person,
    number: int,
    *,
    act: str = "",
    form: AmountForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    invoice = _found(person, number)
    line, account = invoice_line(invoice), balance_of(invoice.club, asker=person)
    initial = {"amount": str(line.open), "received_on": today()}
    context = {
        "invoice": line,
        "entries": invoice.entries.order_by("position"),
        "handles_fees": may_handle_fees(person, today()),
        "pay_to": payee(),
        "credit": account.credit if account else 0,
        "pay": form if act == "pay" else AmountForm(initial=initial, auto_id="pay_%s"),
        "form": form if status == 422 and refusal is None else None,
        "lower": form if act in ("credit", "refund") else AmountForm(auto_id="lower_%s"),
        "refusal": refusal,
        "section": "clubs",
    }
    return render(request, "sanctioning/fees/invoice.html", context, status=status)
