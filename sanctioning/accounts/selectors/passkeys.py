"""The passkeys of an account."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from sanctioning.accounts.models.account import Account


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyLine:
    id: int
    name: str
    added_at: dt.datetime
    last_used_at: dt.datetime | None


def passkeys_of(account: Account) -> QuerySet[Authenticator]:
    """In the order in which they were added."""
    rows: QuerySet[Authenticator] = Authenticator.objects.filter(
        user=account.pk, type=Authenticator.Type.WEBAUTHN
    ).order_by("created_at", "pk")
    return rows


def uses_of(passkey: Authenticator) -> int:
    """How often it was used, as it says itself; 0 where it keeps no count."""
    return int(passkey.data.get("uses", 0))


def passkey_lines(passkeys: Iterable[Authenticator]) -> list[PasskeyLine]:
    """In the order in which they were added."""
    return sorted(map(passkey_line, passkeys), key=lambda line: (line.added_at, line.id))


def passkey_line(passkey: Authenticator) -> PasskeyLine:
    return PasskeyLine(
        id=passkey.pk,
        name=passkey.data["name"],
        added_at=passkey.created_at,
        last_used_at=passkey.last_used_at,
    )


def own_passkey(account: Account, number: int) -> PasskeyLine | None:
    passkey = passkeys_of(account).filter(pk=number).first()
    return passkey_line(passkey) if passkey else None
