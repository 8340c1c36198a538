"""The link by which somebody who has no member number confirms the address that they typed.

Invariant: what was typed is in the link, signed, and is kept nowhere until the link is opened: who types
other people's addresses fills no table.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict, dataclass
from typing import Final

from django.core.signing import BadSignature, TimestampSigner
from django.urls import reverse

SIGNER: Final = TimestampSigner(salt="entry without a member number", sep=".")
GOOD_FOR: Final = dt.timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlineEntry:
    """`event` and `club` are keys; `fee` is what becomes of the fee, unpaid or promised; `place` is the open
    place in a team, 0 for none, and `turn` the invitation to it."""

    event: int
    given_names: str
    family_name: str
    email: str
    club: int | None = None
    fee: str = ""
    place: int = 0
    turn: int = 0


def confirming_path(entry: OnlineEntry) -> str:
    page = "confirm-place" if entry.place else "confirm-entry"
    return reverse(page, args=[SIGNER.sign_object(asdict(entry), compress=True)])


def entry_confirmed(code: str) -> OnlineEntry | None:
    """What was typed; None where the link was not made here, or is too old."""
    try:
        return OnlineEntry(**SIGNER.unsign_object(code, max_age=GOOD_FOR))
    except (BadSignature, TypeError, ValueError):
        return None
