"""Adding, renaming and removing the passkeys of an account, and showing one.

Invariants: the owner is told of each that is added or removed, in the transaction that writes the trail; the
last second factor of somebody who owes one stays. A passkey whose count of uses does not grow may have been
copied, and opens nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from allauth.mfa.base.internal.flows import delete_dangling_recovery_codes
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.passkeys import Question, credential_of, made_by, shown_by
from sanctioning.accounts.selectors.passkeys import passkeys_of, uses_of
from sanctioning.accounts.selectors.second_factor import OWED, is_last_second_factor, owes_second_factor
from sanctioning.accounts.services.owner_messages import mail_owner, tell_owner
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import NOTHING, note
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.pages.asker import person_behind
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.typed_input import require_words, visible

PASSKEY_MAIL_JOB = "sanctioning.passkey_mail"
ADDED, REMOVED = "passkey-added", "passkey-removed"
MOST = 20
LONGEST_NAME = 60


def require_name(name: str) -> str:
    """The name of a passkey as it is kept.

    Raises:
        Refusal: `name-invisible`, `passkey-name-missing`, `passkey-name-too-long`.
    """
    name = require_words(
        visible(name, "name"),
        "passkey-name-missing",
        _("The passkey has no name."),
        rule=_("A passkey has a name, so that you know which one to remove when a device is lost."),
        remedy=_("Name the device or key that holds it."),
        field="name",
    )
    if len(name) > LONGEST_NAME:
        raise wrong_field(
            "name",
            code="passkey-name-too-long",
            sentence=_("The name has %(length)s characters; at most %(most)s are allowed.")
            % {"length": len(name), "most": LONGEST_NAME},
            rule=_("A passkey has a name, so that you know which one to remove when a device is lost."),
            remedy=_("Use fewer words."),
        )
    return name


@transaction.atomic
def add_passkey(
    *, by: Account, name: str, question: Question, answer: str, at: dt.datetime | None = None
) -> tuple[Authenticator, bool]:
    """Take in the passkey that the browser's answer to a question brings. Gives it, and whether recovery
    codes were made with it.

    Raises:
        Refusal: `name-invisible`, `passkey-answer-late`, `passkey-known`, `passkey-name-missing`,
            `passkey-name-too-long`, `passkey-unproven`, `passkeys-too-many`.
    """
    at, name = moment(at), require_name(name)
    account = Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    made = made_by(question, answer)
    others = list(passkeys_of(account))
    known = {credential_of(row.data["credential"]).credential_id for row in others}
    if made.credential.credential_id in known:
        raise Refusal(
            code="passkey-known",
            sentence=_("This passkey belongs to this account already."),
            rule=_("Each passkey is added once."),
            remedy=_("Use it to sign in, or add one of another device."),
        )
    if len(others) >= MOST:
        raise Refusal(
            code="passkeys-too-many",
            sentence=_("This account has %(most)s passkeys.") % {"most": MOST},
            rule=_("Keep only as many passkeys as you can keep an eye on."),
            remedy=_("Remove one that is no longer used."),
        )
    passkey = Authenticator.objects.create(
        user=account,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "credential": made.answer, "uses": made.uses},
        created_at=at,
    )
    codes = Authenticator.objects.filter(user=account, type=Authenticator.Type.RECOVERY_CODES)
    made_codes = not codes.exists()
    RecoveryCodes.activate(account)
    _tell(account, ADDED, name, _note(account, "add passkey", at=at, after={"name": name}), at)
    return passkey, made_codes


@transaction.atomic
def rename_passkey(*, by: Account, number: int, name: str, at: dt.datetime | None = None) -> None:
    """Call one of one's own passkeys something else.

    Raises:
        Refusal: `name-invisible`, `passkey-name-missing`, `passkey-name-too-long`, `passkey-not-yours`.
    """
    name = require_name(name)
    passkey = _own(by, number)
    before = passkey.data["name"]
    if name == before:
        return
    passkey.data["name"] = name
    passkey.save(update_fields=["data"])
    _note(by, "rename passkey", at=moment(at), before={"name": before}, after={"name": name})


@transaction.atomic
def remove_passkey(*, by: Account, number: int, at: dt.datetime | None = None) -> None:
    """Take one of one's own passkeys away; with the last second factor the recovery codes go, too.

    Raises:
        Refusal: `passkey-not-yours`, `second-factor-last`.
    """
    at = moment(at)
    account = Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    passkey = _own(account, number)
    if owes_second_factor(account) and is_last_second_factor(passkey):
        raise Refusal(
            code="second-factor-last",
            sentence=_("Your office requires a second factor, and this passkey is the only one you have."),
            rule=OWED,
            remedy=_("Add another passkey or an authenticator app first, then remove this one."),
        )
    name = passkey.data["name"]
    passkey.delete()
    delete_dangling_recovery_codes(account)
    _tell(account, REMOVED, name, _note(account, "remove passkey", at=at, before={"name": name}), at)


@transaction.atomic
def show_passkey(*, by: Account, question: Question, answer: str) -> Authenticator:
    """The passkey of theirs that the browser's answer proves.

    Raises:
        Refusal: `passkey-answer-late`, `passkey-copied`, `passkey-unknown`, `passkey-unproven`.
    """
    held = passkeys_of(by).select_for_update(no_key=True)
    rows = [(credential_of(row.data["credential"]), row) for row in held]
    shown = shown_by(question, answer, [credential for credential, _row in rows])
    passkey = next(row for credential, row in rows if credential == shown.credential)
    before = uses_of(passkey)
    # Most devices keep no count, and always say 0.
    if (shown.uses or before) and shown.uses <= before:
        raise Refusal(
            code="passkey-copied",
            sentence=_("This passkey may have been copied: it was used elsewhere since."),
            rule=_("A security key counts each use, and the count never goes back."),
            remedy=_("Use a code or another passkey, and remove this one under My account."),
            status=403,
        )
    passkey.data["uses"] = shown.uses
    passkey.save(update_fields=["data"])
    return passkey


def mail_of_passkey(running: RunningJob) -> None:
    """Send the mail about a passkey to the address of its account."""
    account = Account.objects.get(pk=running.payload["account"])
    context = {"name": running.payload["name"]}
    mail_owner(account, kind=running.payload["kind"], page="mfa_index", context=context)


def _own(account: Account, number: int) -> Authenticator:
    # Whole: it may be about to be removed, and nothing is to refer to it meanwhile.
    passkey = passkeys_of(account).select_for_update().filter(pk=number).first()
    if passkey is None:
        raise Refusal(
            code="passkey-not-yours",
            sentence=_("You have no such passkey."),
            rule=_("Only its owner can change or remove a passkey."),
            remedy=_("Look at the list of your passkeys."),
            status=404,
        )
    return passkey


def _note(
    account: Account,
    action: str,
    *,
    at: dt.datetime,
    before: Mapping[str, Any] = NOTHING,
    after: Mapping[str, Any] = NOTHING,
) -> AuditEntry:
    """On the trail of the person; an account that belongs to nobody has one of its own."""
    person = person_behind(account)
    thing = person or account
    return note(by=person, at=at, action=action, thing=thing, before=before, after=after)


def _tell(account: Account, kind: str, name: str, entry: AuditEntry, at: dt.datetime) -> None:
    tell_owner(
        account.pk,
        kind=kind,
        occasion=entry.pk,
        page="mfa_index",
        context={"name": name},
        mail_job=PASSKEY_MAIL_JOB,
        payload={"account": account.pk, "kind": kind, "name": name},
        at=at,
    )
