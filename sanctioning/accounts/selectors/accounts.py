"""What somebody sees of the own account."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from sanctioning.accounts.identity_provider import identity_provider
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.models.provider_sign_in import ProviderSignIn
from sanctioning.accounts.selectors.second_factor import has_second_factor, owes_second_factor
from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person


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
    provider: ProviderSignIn | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    """`ended` is empty while the token opens something, else why it no longer does."""

    id: int
    name: str
    ending: str
    scope: str
    networks: str
    made_at: dt.datetime
    expires_at: dt.datetime
    last_used_at: dt.datetime | None
    revoked_at: dt.datetime | None
    ended: Literal["", "revoked", "expired", "password-changed"]


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
        tokens=open_tokens(account=account, at=moment(None)).count(),
        provider=_provider_sign_in(account),
    )


def _provider_sign_in(account: Account) -> ProviderSignIn | None:
    provider = identity_provider()
    if provider is None:
        return None
    return ProviderSignIn.objects.filter(account=account.pk, issuer=provider.issuer).first()


def open_tokens(*, account: Account, at: dt.datetime) -> QuerySet[ApiToken]:
    """The tokens of an account that open something at a moment."""
    alive = ApiToken.objects.filter(account=account.pk, revoked_at=None, expires_at__gt=at)
    changed = account.password_changed_at
    return alive.filter(made_at__gte=changed) if changed else alive


def tokens_of(*, account: Account) -> tuple[TokenLine, ...]:
    """All tokens of an account, the latest first."""
    at = moment(None)
    return tuple(
        TokenLine(
            id=token.pk,
            name=token.name,
            ending=token.ending,
            scope=token.scope,
            networks=token.networks,
            made_at=token.made_at,
            expires_at=token.expires_at,
            last_used_at=token.last_used_at,
            revoked_at=token.revoked_at,
            ended=_ended(token, account, at),
        )
        for token in ApiToken.objects.filter(account=account.pk)
    )


def _ended(
    token: ApiToken, account: Account, at: dt.datetime
) -> Literal["", "revoked", "expired", "password-changed"]:
    if token.revoked_at is not None:
        return "revoked"
    if account.password_changed_at is not None and token.made_at < account.password_changed_at:
        return "password-changed"
    return "expired" if token.expires_at <= at else ""
