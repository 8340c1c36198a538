"""The bank's file of receipts: read, matched to invoices by number, booked once.

Invariants: reading changes nothing; a line is booked once, however often and in whatever file it is
uploaded (its key is made of what the bank says of it, or of the bank's own number where there is one).
Terms: unmatched (a receipt that names no open invoice; it is kept, listed, and assigned by hand).
"""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import io
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.fees.models import BankLine, BankUpload, Invoice, Payment
from sanctioning.fees.permissions import may_handle_fees
from sanctioning.fees.services.club_accounts import open_amount
from sanctioning.fees.services.payments import record_payment
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.money import read_amount
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person

COLUMNS = ("date", "amount", "payer", "reference")
NUMBER = re.compile(r"\bINV[- ]?0*([1-9][0-9]{0,8})\b", re.IGNORECASE)
LARGEST_FILE = 2_000_000
DAYS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y")


ReceiptState = Literal["booked already", "matched", "unmatched"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One line of the file, and what becomes of it."""

    day: dt.date
    amount: Decimal
    payer: str
    reference: str
    key: str
    booked: bool
    invoice: Invoice | None
    why: str

    @property
    def state(self) -> ReceiptState:
        return "booked already" if self.booked else "matched" if self.invoice else "unmatched"


def read_bank_file(*, by: Person, data: bytes, at: dt.datetime | None = None) -> tuple[Receipt, ...]:
    """What the file would bring; nothing is changed.

    Raises:
        Refusal: `bank-file-unreadable`, `not-allowed`.
    """
    require_bookkeeper(by, moment(at))
    lines = _lines(data)
    booked = set(BankLine.objects.filter(key__in=[key for *_, key in lines]).values_list("key", flat=True))
    numbers = {int(digits) for *_, reference, _ in lines for digits in NUMBER.findall(reference)}
    invoices = {
        invoice.number: invoice
        for invoice in Invoice.objects.filter(number__in=numbers).select_related("club")
    }
    receipts = []
    for day, amount, payer, reference, key in lines:
        invoice, why = _match(reference, invoices)
        receipts.append(
            Receipt(
                day=day,
                amount=amount,
                payer=payer,
                reference=reference,
                key=key,
                booked=key in booked,
                invoice=invoice,
                why=why,
            )
        )
    return tuple(receipts)


@transaction.atomic
def book_bank_file(*, by: Person, name: str, data: bytes, at: dt.datetime | None = None) -> BankUpload:
    """Book every receipt of the file that is not booked yet, wholly or not at all.

    Raises:
        Refusal: `bank-file-unreadable`, `not-allowed` and what `record_payment` raises.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    upload = BankUpload.objects.create(
        name=name[:200] or "bank file",
        sha256=hashlib.sha256(data).hexdigest(),
        uploaded_by=by,
        uploaded_at=at,
    )
    new = 0
    # Always in the order of the clubs, so that two uploads at once never wait for each other in a circle.
    for receipt in sorted(
        read_bank_file(by=by, data=data, at=at),
        key=lambda receipt: receipt.invoice.club_id if receipt.invoice else 0,
    ):
        line, created = BankLine.objects.get_or_create(
            key=receipt.key,
            defaults={
                "upload": upload,
                "day": receipt.day,
                "amount": receipt.amount,
                "payer": receipt.payer[:200],
                "reference": receipt.reference[:300],
                "why_unmatched": receipt.why or "not booked yet",
            },
        )
        new += created
        if created and receipt.invoice:
            _book_if_open(by, at, line, receipt.invoice)
    note(by=by, at=at, action="book bank file", thing=upload, after={"lines": new, "sha256": upload.sha256})
    return upload


@transaction.atomic
def assign_line(
    *,
    by: Person,
    line: BankLine,
    invoice: Invoice | None = None,
    club: Club | None = None,
    at: dt.datetime | None = None,
) -> Payment:
    """Say by hand what an unmatched receipt was for: an invoice, or a club's credit.

    Raises:
        Refusal: `line-assigned`, `not-allowed` and what `record_payment` raises.
    """
    at = moment(at)
    require_bookkeeper(by, at)
    line = BankLine.objects.select_for_update(no_key=True).get(pk=line.pk)
    if line.payment_id is not None or (invoice is None and club is None):
        raise Refusal(
            code="line-assigned",
            sentence=_("This payment has already been booked, or nothing was chosen for it."),
            rule=_("Every payment is booked once."),
            remedy=_("Look at the account of the club."),
        )
    return _book(by, at, line, invoice, club)


def _book_if_open(by: Person, at: dt.datetime, line: BankLine, invoice: Invoice) -> None:
    """Another receipt, or another desk, may have settled the invoice since the file was read."""
    try:
        with transaction.atomic():
            _book(by, at, line, invoice)
    except Refusal as refusal:
        if refusal.code != "invoice-settled":
            raise
        BankLine.objects.filter(pk=line.pk).update(why_unmatched=f"nothing is left to pay on {invoice.label}")


def _book(
    by: Person, at: dt.datetime, line: BankLine, invoice: Invoice | None, club: Club | None = None
) -> Payment:
    payer = invoice.club if invoice else club
    assert payer is not None
    line.payment = record_payment(
        by=by,
        club=payer,
        amount=line.amount,
        received_on=line.day,
        invoice=invoice,
        reference=line.reference,
        method=Payment.Method.BANK,
        at=at,
    )
    line.why_unmatched = ""
    line.save(update_fields=["payment", "why_unmatched"])
    return line.payment


def _match(reference: str, invoices: dict[int, Invoice]) -> tuple[Invoice | None, str]:
    numbers = {int(digits) for digits in NUMBER.findall(reference)}
    if not numbers:
        return None, "names no invoice"
    if len(numbers) > 1:
        return None, "names several invoices"
    invoice = invoices.get(numbers.pop())
    if invoice is None:
        return None, "names an invoice that does not exist"
    if not open_amount(invoice):
        return None, f"nothing is left to pay on {invoice.label}"
    return invoice, ""


def _lines(data: bytes) -> list[tuple[dt.date, Decimal, str, str, str]]:
    if len(data) > LARGEST_FILE:
        raise _unreadable(_("it is larger than two megabytes"), _("Upload the file in parts."))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    first = text.partition("\n")[0]
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    try:
        table = [[cell.strip() for cell in row] for row in rows]
    except csv.Error as wrong:
        raise _unreadable(str(wrong), _("Save it again as CSV.")) from None
    heads = [head.lower() for head in table[0]] if table else []
    if any(column not in heads for column in COLUMNS):
        wanted = ", ".join(COLUMNS)
        raise _unreadable(
            _("its first line does not name %(wanted)s") % {"wanted": wanted},
            _("Name the columns %(wanted)s. You may add id.") % {"wanted": wanted},
        )
    seen: Counter[tuple[str, ...]] = Counter()
    return [
        read
        for number, row in enumerate(table[1:], start=2)
        if any(row) and (read := _line(number, dict(zip(heads, row, strict=False)), seen))
    ]


def _line(
    number: int, row: dict[str, str], seen: Counter[tuple[str, ...]]
) -> tuple[dt.date, Decimal, str, str, str] | None:
    """One receipt; None for what went out."""
    written = row.get("amount", "")
    if written.startswith(("-", "−")):
        return None
    amount, day = read_amount(written.removeprefix("+")), _day(row.get("date", ""))
    if not amount or day is None:
        what = "date" if day is None else "amount"
        raise _unreadable(
            _("line %(number)s has no %(what)s that can be read") % {"number": number, "what": what},
            _("Correct that line. Nothing has been booked."),
        )
    payer, reference = row.get("payer", ""), row.get("reference", "")
    same = (day.isoformat(), str(amount), payer, reference)
    seen[same] += 1
    of_bank = row.get("id", "")
    name = ("id", of_bank) if of_bank else (*same, str(seen[same]))
    return day, amount, payer, reference, hashlib.sha256("\x1f".join(name).encode()).hexdigest()


def _day(text: str) -> dt.date | None:
    for form in DAYS:
        try:
            return dt.datetime.strptime(text, form).date()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def _unreadable(what: str, remedy: str) -> Refusal:
    return Refusal(
        code="bank-file-unreadable",
        sentence=_("The file cannot be read: %(what)s.") % {"what": what},
        rule=_("A bank file is booked as a whole or not at all."),
        remedy=remedy,
        status=422,
    )


def require_bookkeeper(by: Person, at: dt.datetime) -> None:
    """Raises:
    Refusal: `not-allowed`.
    """
    require(
        may_handle_fees(by, day_of(at)),
        what=_("book bank payments"),
        who=_("the registrar or the Managing Executor"),
        rule="IV",
    )
