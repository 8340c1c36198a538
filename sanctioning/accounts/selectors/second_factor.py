"""Who owes a second factor, who has one, and which session has shown it.

Invariants: whoever holds, today, an office that judges or keeps the records owes it, and whoever may enter
the administration pages, which reach all of it; a demo installation asks nobody. What was removed or reset
since counts no more.
Terms: second factor (an authenticator app, or a passkey; recovery codes stand in for either).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Final

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.pages.asker import person_behind
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds

# Where a session keeps the moment at which the first code of a new app was shown.
FIRST_CODE_AT: Final = "second_factor_first_code_at"
# The first code is shown a moment before the app is taken into the account.
SETTING_UP: Final = dt.timedelta(seconds=30)
KINDS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
OFFICES: Final = (
    Office.ACTING_EXECUTOR,
    Office.ASSOCIATE_EXECUTOR,
    Office.MANAGING_EXECUTOR,
    Office.COLLEGE,
    Office.REGISTRAR,
)


OWED: Final = _lazy(
    "Judges, the registrar and everyone who runs the site sign in with a second factor as well as a password."
)


def owes_second_factor(account: Account) -> bool:
    if not settings.SECOND_FACTOR_REQUIRED:
        return False
    if account.is_staff or account.is_superuser:
        return not is_demo()
    person = person_behind(account)
    return person is not None and holds(person, today(), *OFFICES) and not is_demo()


def has_second_factor(account: Account) -> bool:
    return bool(second_factors_since(account))


def second_factors_since(account: Account) -> dict[int, float]:
    """The app and each passkey by its key, with the moment from which on it counts."""
    rows = Authenticator.objects.filter(user=account.pk, type__in=KINDS).values_list("pk", "created_at")
    return {key: (made_at - SETTING_UP).timestamp() for key, made_at in rows}


def is_last_second_factor(authenticator: Authenticator) -> bool:
    """Whether the account has nothing else to show, but recovery codes."""
    others = Authenticator.objects.filter(user=authenticator.user_id, type__in=KINDS)
    return not others.exclude(pk=authenticator.pk).exists()


def has_shown_second_factor(request: HttpRequest, account: Account, since: Mapping[int, float]) -> bool:
    """Whether this session has shown an app or a passkey that the account still has, or, since it has any,
    the first code of a new app or a recovery code."""
    earliest = min(since.values())
    first = request.session.get(FIRST_CODE_AT)
    if first is not None and first >= earliest:
        return True
    for record in get_authentication_records(request, account):
        if record.get("method") != "mfa":
            continue
        of_a_kind = record.get("type") in KINDS
        if record.get("id") in since if of_a_kind else record["at"] >= earliest:
            return True
    return False


def second_factor_missing() -> Refusal:
    return Refusal(
        code="second-factor-missing",
        sentence=_("This account needs a second factor and does not have one yet."),
        rule=OWED,
        remedy=_("Sign in on the site and set up an authenticator app or a passkey."),
        status=403,
    )


def second_factor_not_shown() -> Refusal:
    return Refusal(
        code="second-factor-not-shown",
        sentence=_("You signed in with your password alone, but this account needs a second factor as well."),
        rule=OWED,
        remedy=_("Sign in again with a passkey, or with the code of your authenticator app."),
        status=403,
    )
