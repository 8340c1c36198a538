"""Making, using and revoking the tokens of an account."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.clock import moment
from sanctioning.models import Account, ApiToken
from sanctioning.refusal import Refusal

BEGINS = "saas_"
MOST = 20
# How exactly the last use is kept: a program that asks every second does not write every second.
USE_KEPT = dt.timedelta(minutes=10)


@transaction.atomic
def make_token(*, by: Account, name: str, at: dt.datetime | None = None) -> tuple[ApiToken, str]:
    """Make one. Gives its row and the token itself, which nobody can read again."""
    name = name.strip()[:60]
    if not name:
        raise Refusal(
            code="token-name-missing",
            sentence=_("The token has no name."),
            rule=_("A token says what it is for, so that it can be revoked when that is over."),
            remedy=_("Name the program that will use it."),
            status=422,
        )
    Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    if ApiToken.objects.filter(account=by, revoked_at=None).count() >= MOST:
        raise Refusal(
            code="tokens-too-many",
            sentence=_("This account has %(most)s tokens.") % {"most": MOST},
            rule=_("No more tokens than somebody can keep an eye on."),
            remedy=_("Revoke one that is not used any more."),
        )
    secret = BEGINS + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        account=by, name=name, ending=secret[-4:], sha256=hash_of(secret), made_at=moment(at)
    )
    return row, secret


def revoke_token(*, by: Account, number: int, at: dt.datetime | None = None) -> None:
    """End one of one's own tokens; revoked twice it is revoked once."""
    own = ApiToken.objects.filter(account=by, pk=number)
    if not own.filter(revoked_at=None).update(revoked_at=moment(at)) and not own.exists():
        raise Refusal(
            code="token-unknown",
            sentence=_("None of your tokens is this one."),
            rule=_("A token is revoked by whose it is."),
            remedy=_("Look at the list of your tokens."),
            status=404,
        )


def account_of_token(secret: str, *, at: dt.datetime | None = None) -> tuple[Account, ApiToken] | None:
    """The account that a token acts for; None where it opens nothing."""
    at = moment(at)
    row = (
        ApiToken.objects.select_related("account")
        .filter(sha256=hash_of(secret), revoked_at=None, account__is_active=True)
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
