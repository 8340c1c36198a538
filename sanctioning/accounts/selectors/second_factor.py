"""Who owes a second factor, and who has one.

Invariant: whoever holds, today, an office that judges or keeps the records owes it, and whoever may enter the
administration pages, which reach all of it; a demo installation asks nobody.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.pages.asker import person_behind
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds

# Where a session keeps the moment at which the first code of a new app was shown.
FIRST_CODE_AT: Final = "second_factor_first_code_at"
# The first code is shown a moment before the app is taken into the account.
SETTING_UP: Final = dt.timedelta(seconds=30)
OFFICES: Final = (
    Office.ACTING_EXECUTOR,
    Office.ASSOCIATE_EXECUTOR,
    Office.MANAGING_EXECUTOR,
    Office.COLLEGE,
    Office.REGISTRAR,
)


def owes_second_factor(account: Account) -> bool:
    if not settings.SECOND_FACTOR_REQUIRED:
        return False
    if account.is_staff or account.is_superuser:
        return not is_demo()
    person = person_behind(account)
    return person is not None and holds(person, today(), *OFFICES) and not is_demo()


def has_second_factor(account: Account) -> bool:
    return second_factor_since(account) is not None


def second_factor_since(account: Account) -> float | None:
    """From when on a code that is shown counts: one of an app that was reset since does not."""
    app = Authenticator.objects.filter(user=account.pk, type=Authenticator.Type.TOTP).first()
    return (app.created_at - SETTING_UP).timestamp() if app else None


def second_factor_missing() -> Refusal:
    return Refusal(
        code="second-factor-missing",
        sentence=_("This account needs a second factor and does not have one yet."),
        rule=_("Judges, the registrar and everyone who runs the site sign in with a password and a code."),
        remedy=_("Sign in on the site and set up an authenticator app."),
        status=403,
    )


def second_factor_not_shown() -> Refusal:
    return Refusal(
        code="second-factor-not-shown",
        sentence=_("You signed in with your password alone, but this account needs a code as well."),
        rule=_("Judges, the registrar and everyone who runs the site sign in with a password and a code."),
        remedy=_("Sign in again with the code of your authenticator app."),
        status=403,
    )
