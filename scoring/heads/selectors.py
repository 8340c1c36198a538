"""Signed heads as everybody sees them: the latest ones, and the one that a roster was published with."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sanctioning.signing.models import SigningKey
from scoring.heads.models import SignedHead

SHOWN: Final = 30
AT_ONCE: Final = dt.timedelta(days=1)
"""A worker signs it within moments; one that comes later says more than went into the roster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadShown:
    """`line` is the whole head as it was signed, to be kept elsewhere."""

    number: int
    at: dt.datetime
    line: str


def latest_heads() -> tuple[HeadShown, ...]:
    """The newest first."""
    return tuple(map(_shown, SignedHead.objects.order_by("-number")[:SHOWN]))


def head_since(published_at: dt.datetime | None) -> HeadShown | None:
    """The one that a roster was published with; none until it is signed, and of older rosters."""
    if published_at is None:
        return None
    head = (
        SignedHead.objects.filter(at__range=(published_at, published_at + AT_ONCE))
        .order_by("at", "number")
        .first()
    )
    return _shown(head) if head else None


def keys_by_fingerprint() -> dict[str, str]:
    """The published keys, each as a certificate in PEM."""
    return dict(SigningKey.objects.values_list("fingerprint", "certificate_pem"))


def _shown(head: SignedHead) -> HeadShown:
    return HeadShown(number=head.number, at=head.at, line=head.line)
