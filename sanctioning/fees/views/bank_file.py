"""The bank's file: looked at first, then booked; receipts that name no invoice are assigned by hand."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.fees.permissions import may_handle_fees
from sanctioning.fees.selectors.fees import invoice_numbered, unmatched_line
from sanctioning.fees.services.bank_file import assign_line, book_bank_file, read_bank_file
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person


class BankForm(forms.Form):
    """The file, or its text as it was shown."""

    file = forms.FileField(
        label=_lazy("The bank's file"),
        required=False,
        allow_empty_file=True,
        help_text=_lazy(
            "CSV with the columns date, amount, payer, reference; add id if the bank numbers its lines."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )
    text = forms.CharField(
        label=_lazy("Or its lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if not cleaned.get("file") and not (cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste its lines below."))
        return cleaned

    def read(self) -> tuple[str, bytes]:
        file = self.cleaned_data["file"]
        if file:
            return file.name, bytes(file.read())
        return _("pasted lines"), self.cleaned_data["text"].encode()


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def upload(request: HttpRequest, person: Person) -> HttpResponse:
    """See what the file would bring; then, from the same page, book it."""
    try:
        require(
            may_handle_fees(person, today()),
            what=_("book bank payments"),
            who=_("the registrar or the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    context: dict[str, object] = {"section": "mine", "form": BankForm()}
    if request.method != "POST":
        return render(request, "sanctioning/fees/bank.html", context)
    form = BankForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "sanctioning/fees/bank.html", {**context, "form": form}, status=422)
    name, data = form.read()
    shown = data.decode("utf-8-sig", errors="replace")
    context["form"] = BankForm(initial={"text": shown})
    try:
        if request.POST.get("act") == "book":
            done = book_bank_file(by=person, name=name, data=data)
            messages.success(
                request, _("%(count)s new payments are booked or listed.") % {"count": done.lines.count()}
            )
            return redirect("fees")
        context["receipts"] = read_bank_file(by=person, data=data)
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "sanctioning/fees/bank.html", context, status=refusal.status)
    return only_looked(render(request, "sanctioning/fees/bank.html", context))


@require_POST
@signed_in
def assign(request: HttpRequest, person: Person, line: int) -> HttpResponse:
    """Book a receipt against the invoice whose number was typed."""
    receipt = unmatched_line(asker=person, line_id=line)
    if receipt is None:
        raise Http404(_("There is no such unmatched payment, or you may not book it."))
    typed = request.POST.get("invoice", "")
    invoice = invoice_numbered(asker=person, text=typed)
    if invoice is None:
        messages.error(
            request,
            _("“%(typed)s” is not an invoice. Write its number, such as INV-00012.") % {"typed": typed},
        )
        return redirect("fees")
    try:
        assign_line(by=person, line=receipt, invoice=invoice)
    except Refusal as refusal:
        messages.error(request, f"{refusal.sentence} {refusal.remedy}")
        return redirect("fees")
    messages.success(request, _("The payment is booked to %(invoice)s.") % {"invoice": invoice.label})
    return redirect("fees")
