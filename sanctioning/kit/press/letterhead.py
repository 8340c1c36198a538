"""What a printed paper of the institution says, as frozen data."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

AUTHORITY = "Sanctioning Authority and Associated System"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvoiceFacts:
    """What an invoice says; the paper reads nothing else."""

    label: str
    club: str
    place: str
    text: str
    amount: Decimal
    issued_on: dt.date
    due_on: dt.date
    issued_by: str
    schedule: str
    pay_to: tuple[str, ...] = ()
    demo: bool = False
