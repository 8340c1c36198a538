"""Making, using and revoking the tokens of an account.

Invariants: every token ends on its day, with its password, or when it is revoked, whichever comes first; its
owner is told when one is made.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.selectors.accounts import open_tokens
from sanctioning.accounts.services.owner_messages import mail_owner, tell_owner
from sanctioning.accounts.token_networks import networks_of
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import visible

BEGINS = "saas_"
TOKEN_MADE = "token-made"
TOKEN_MAIL_JOB = "sanctioning.token_mail"
MOST = 20
# How exactly the last use is kept: a program that asks every second does not write every second.
USE_KEPT = dt.timedelta(minutes=10)
LONGEST = dt.timedelta(days=366)
USUAL = dt.timedelta(days=90)


@transaction.atomic
def make_token(
    *,
    by: Account,
    name: str,
    scope: str = ApiToken.Scope.READ,
    networks: str = "",
    lasts: dt.timedelta = USUAL,
    at: dt.datetime | None = None,
) -> tuple[ApiToken, str]:
    """Make one. Gives its row and the token itself, which nobody can read again.

    `networks` are the addresses and networks from which it is taken, in any order; from all where empty.

    Raises:
        Refusal: `name-invisible`, `network-impossible`, `token-name-missing`, `token-scope-unknown`,
            `token-too-long`, `tokens-too-many`.
    """
    at = moment(at)
    name = visible(name, "name")[:60]
    if not name:
        raise Refusal(
            code="token-name-missing",
            sentence=_("The token has no name."),
            rule=_("A token has a name, so that you know when you no longer need it."),
            remedy=_("Name the program that will use the token."),
            status=422,
        )
    _require_bounds(scope, lasts)
    account = Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    if open_tokens(account=account, at=at).count() >= MOST:
        raise Refusal(
            code="tokens-too-many",
            sentence=_("This account has %(most)s tokens.") % {"most": MOST},
            rule=_("Keep only as many tokens as you can keep an eye on."),
            remedy=_("Revoke one that is no longer used."),
        )
    secret = BEGINS + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        account=account,
        name=name,
        scope=scope,
        networks=" ".join(map(str, networks_of(networks))),
        ending=secret[-4:],
        sha256=hash_of(secret),
        made_at=at,
        expires_at=at + lasts,
    )
    tell_owner(
        row.account_id,
        kind=TOKEN_MADE,
        occasion=row.pk,
        page="tokens",
        context=_said_of(row),
        mail_job=TOKEN_MAIL_JOB,
        payload={"token": row.pk},
        at=at,
    )
    return row, secret


def _require_bounds(scope: str, lasts: dt.timedelta) -> None:
    if scope not in ApiToken.Scope.values:
        raise Refusal(
            code="token-scope-unknown",
            sentence=_("“%(scope)s” is not a kind of token.") % {"scope": scope},
            rule=_("A token reads, and changes only what it was made for."),
            remedy=_("Choose one of %(scopes)s.") % {"scopes": ", ".join(ApiToken.Scope.values)},
            status=422,
        )
    if not dt.timedelta(0) < lasts <= LONGEST:
        raise Refusal(
            code="token-too-long",
            sentence=_("A token cannot last %(days)s days.") % {"days": lasts.days},
            rule=_("A token lasts a year at most, so that a forgotten one does no harm."),
            remedy=_("Choose between 1 and %(most)s days.") % {"most": LONGEST.days},
            status=422,
        )


def mail_of_token(running: RunningJob) -> None:
    """Send the mail of a token to the address of its account."""
    token = ApiToken.objects.select_related("account").get(pk=running.payload["token"])
    mail_owner(token.account, kind=TOKEN_MADE, page="tokens", context=_said_of(token))


def _said_of(token: ApiToken) -> dict[str, object]:
    return {"name": token.name, "scope": ApiToken.Scope(token.scope).label, "until": token.expires_at}


def revoke_token(*, by: Account, number: int, at: dt.datetime | None = None) -> None:
    """End one of one's own tokens; revoked twice it is revoked once.

    Raises:
        Refusal: `token-unknown`.
    """
    own = ApiToken.objects.filter(account=by, pk=number)
    if not own.filter(revoked_at=None).update(revoked_at=moment(at)) and not own.exists():
        raise Refusal(
            code="token-unknown",
            sentence=_("You have no such token."),
            rule=_("Only its owner can revoke a token."),
            remedy=_("Look at the list of your tokens."),
            status=404,
        )


def account_of_token(secret: str, *, at: dt.datetime | None = None) -> tuple[Account, ApiToken] | None:
    """The account that a token acts for; None where it opens nothing."""
    at = moment(at)
    row = (
        ApiToken.objects.select_related("account")
        .filter(sha256=hash_of(secret), revoked_at=None, expires_at__gt=at, account__is_active=True)
        .filter(Q(account__password_changed_at=None) | Q(made_at__gte=F("account__password_changed_at")))
        .first()
    )
    if row is None:
        return None
    stale = Q(last_used_at=None) | Q(last_used_at__lt=at - USE_KEPT)
    if row.last_used_at is None or row.last_used_at < at - USE_KEPT:
        ApiToken.objects.filter(stale, pk=row.pk).update(last_used_at=at)
    return row.account, row


def hash_of(secret: str) -> str:
    """A token is as random as a key, so that a plain hash keeps it."""
    return hashlib.sha256(secret.encode()).hexdigest()
