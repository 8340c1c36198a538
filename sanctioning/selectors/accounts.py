"""What somebody sees of the own account."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from allauth.account.models import EmailAddress

from sanctioning.models import Account, ApiToken, Person
from sanctioning.selectors.second_factor import has_second_factor, owes_second_factor


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDetail:
    """`waiting` is an address that is not confirmed yet; `number` is empty where no record is joined."""

    email: str
    waiting: str
    name: str
    number: str
    has_password: bool
    second_factor: bool
    second_factor_owed: bool
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    id: int
    name: str
    ending: str
    made_at: dt.datetime
    last_used_at: dt.datetime | None
    revoked_at: dt.datetime | None


def account_detail(*, account: Account) -> AccountDetail:
    record = Person.objects.select_related("merged_into").filter(account=account.pk).first()
    person = record.identity if record else None
    waiting = EmailAddress.objects.filter(user=account.pk, verified=False).first()
    return AccountDetail(
        email=account.email,
        waiting=waiting.email if waiting else "",
        name=person.name if person else "",
        number=person.number if person else "",
        has_password=account.has_usable_password(),
        second_factor=has_second_factor(account),
        second_factor_owed=owes_second_factor(account),
        tokens=ApiToken.objects.filter(account=account.pk, revoked_at=None).count(),
    )


def tokens_of(*, account: Account) -> tuple[TokenLine, ...]:
    """All tokens of an account, the latest first."""
    return tuple(
        TokenLine(
            id=one.pk,
            name=one.name,
            ending=one.ending,
            made_at=one.made_at,
            last_used_at=one.last_used_at,
            revoked_at=one.revoked_at,
        )
        for one in ApiToken.objects.filter(account=account.pk)
    )
