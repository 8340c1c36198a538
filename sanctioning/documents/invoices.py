"""An invoice on paper."""

from __future__ import annotations

import datetime as dt

from sanctioning.documents.facts import InvoiceFacts
from sanctioning.documents.press import crest_svg, press, render
from sanctioning.money import money

AUTHORITY = "Sanctioning Authority and Associated System"
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def invoice_pdf(facts: InvoiceFacts) -> bytes:
    """One page of A4, the same bytes from the same facts."""
    context: dict[str, object] = {
        "facts": facts,
        "authority": AUTHORITY,
        "seal": crest_svg(),
        "amount": money(facts.amount),
        "issued": _day(facts.issued_on),
        "due": _day(facts.due_on),
        "issued_iso": facts.issued_on.isoformat(),
    }
    return press(render("invoice.html", context), style="invoice", identifier=facts.label)


def _day(value: dt.date) -> str:
    return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
