"""What a printed paper of the authority says, as frozen data."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from sanctioning.kit.installation.selectors import authority


def authority_name() -> str:
    return authority().name_on_papers


def signs_for() -> str:
    """After "For" and "To": ours in short."""
    return authority().own_name or "the Sanctioning Authority"


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
