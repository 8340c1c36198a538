"""Signing in with the identity provider: finding the account, making one, joining and leaving.

Invariants: an account that is there already is joined only by whoever is signed in to it, never by an
address alone; a new one is made only for an address that the provider has confirmed. Its owner is told of
each joining.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.accounts.identity_provider import IdentityProvider, ProvenIdentity
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.provider_sign_in import ProviderSignIn
from sanctioning.accounts.services.owner_messages import mail_owner, tell_owner
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import lazily as _lazy

JOINED, JOINED_PAGE = "sign-in-joined", "my-account"
JOINED_MAIL_JOB = "sanctioning.sign_in_mail"
RULE = _lazy("One person at the identity provider goes with one account here.")


@looks_again
def account_proven(
    *, identity: ProvenIdentity, provider: IdentityProvider, at: dt.datetime | None = None
) -> Account | None:
    """The account of somebody whom the provider has proven, made where there is none yet; None where the
    address has one already, which only its owner can join.

    Raises:
        Refusal: `account-locked`, `address-unconfirmed`.
    """
    at = moment(at)
    known = ProviderSignIn.objects.select_related("account")
    sign_in = known.filter(issuer=identity.issuer, subject=identity.subject).first()
    if sign_in is not None:
        if not sign_in.account.is_active:
            raise _locked()
        ProviderSignIn.objects.filter(pk=sign_in.pk).update(last_used_at=at)
        return sign_in.account
    if not identity.email:
        raise Refusal(
            code="address-unconfirmed",
            sentence=_("%(provider)s has not confirmed an e-mail address of yours.")
            % {"provider": provider.name},
            rule=_("An account belongs to a confirmed address."),
            remedy=_(
                "Confirm your address there and come back. If you have an account here, sign in with your "
                "password and link the two under My account."
            ),
            status=403,
        )
    if Account.objects.filter(email=identity.email).exists():
        return None
    account = Account.objects.create_user(identity.email)
    _joined(account, identity, at)
    return account


@looks_again
def join_provider(
    *, by: Account, identity: ProvenIdentity, provider: IdentityProvider, at: dt.datetime | None = None
) -> ProviderSignIn:
    """From now on they can sign in to their account with the provider, too.

    Raises:
        Refusal: `provider-joined`.
    """
    at = moment(at)
    account = Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    rows = ProviderSignIn.objects.filter(issuer=identity.issuer)
    own = rows.filter(account=account).first()
    if own is not None and own.subject == identity.subject:
        return own
    if own is not None or rows.filter(subject=identity.subject).exists():
        raise Refusal(
            code="provider-joined",
            sentence=(
                _("Your account is linked to somebody else at %(provider)s.")
                if own is not None
                else _("Another account signs in as this person at %(provider)s.")
            )
            % {"provider": provider.name},
            rule=RULE,
            remedy=_("Unlink it under My account first."),
        )
    sign_in = _joined(account, identity, at)
    tell_owner(
        account.pk,
        kind=JOINED,
        occasion=sign_in.pk,
        page=JOINED_PAGE,
        context={"provider": provider.name},
        mail_job=JOINED_MAIL_JOB,
        payload={"account": account.pk, "provider": provider.name},
        at=at,
    )
    return sign_in


@transaction.atomic
def leave_provider(*, by: Account, provider: IdentityProvider) -> None:
    """They sign in with their password alone again.

    Raises:
        Refusal: `last-way-in`.
    """
    account = Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    if not account.has_usable_password():
        raise Refusal(
            code="last-way-in",
            sentence=_("Without %(provider)s you could no longer sign in.") % {"provider": provider.name},
            rule=_("Every account needs a way to sign in."),
            remedy=_("Set a password under My account first."),
        )
    ProviderSignIn.objects.filter(account=account, issuer=provider.issuer).delete()


def mail_joined(running: RunningJob) -> None:
    """Send the mail of a joining to the address of its account."""
    account = Account.objects.get(pk=running.payload["account"])
    mail_owner(account, kind=JOINED, page=JOINED_PAGE, context={"provider": running.payload["provider"]})


def _joined(account: Account, identity: ProvenIdentity, at: dt.datetime) -> ProviderSignIn:
    return ProviderSignIn.objects.create(
        account=account, issuer=identity.issuer, subject=identity.subject, joined_at=at, last_used_at=at
    )


def _locked() -> Refusal:
    return Refusal(
        code="account-locked",
        sentence=_("This account cannot sign in at present."),
        rule=_("An account that was closed stays closed, whichever way you sign in."),
        remedy=_("Ask the registrar."),
        status=403,
    )
