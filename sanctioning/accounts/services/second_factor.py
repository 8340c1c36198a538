"""A lost device: the second factor of somebody else is taken away, for a new one to be set up."""

from __future__ import annotations

import datetime as dt

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.accounts.permissions import may_reset_second_factor
from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person


@transaction.atomic
def reset_second_factor(*, by: Person | None, number: str, why: str, at: dt.datetime | None = None) -> Person:
    """Take away app, passkeys and recovery codes of whoever has the member number. Gives the person.

    `by` is None for who runs the machine (`manage.py reset_second_factor`).

    Raises:
        Refusal: `no-second-factor`, `not-allowed`, `number-unknown`, `reason-missing`.
    """
    at = moment(at)
    person = _numbered(number)
    require(
        by is None or may_reset_second_factor(by, day_of(at), person),
        what=_("reset this second factor"),
        who=_("the registrar or the Managing Executor, and nobody for their own account"),
        rule=_("Before you reset a second factor, make sure that it is really them."),
    )
    why = require_reason(
        why,
        _("A second factor is only reset for a reason."),
        rule=_("The audit trail keeps the reason, and how you knew that it was really them."),
        remedy=_("Say what was lost, and how you made sure who is asking."),
    )
    rows = Authenticator.objects.filter(user__person__in=rows_of(person))
    before = {
        "second factors": sorted(row.type for row in rows),
        "passkeys": [row.data["name"] for row in rows if row.type == Authenticator.Type.WEBAUTHN],
    }
    taken, _kinds = rows.delete()
    if not taken:
        raise Refusal(
            code="no-second-factor",
            sentence=_("%(person)s has no second factor.") % {"person": person.name},
            rule=_("There is nothing to reset."),
            remedy=_("Ask for the member number again."),
        )
    entry = note(by=by, at=at, action="reset second factor", thing=person, why=why, before=before)
    send(
        to=person,
        kind="second-factor-reset",
        about=person,
        occasion=entry.pk,
        path=reverse("my-account"),
        context={"by": by},
        at=at,
    )
    return person


def _numbered(number: str) -> Person:
    person = person_numbered(number=number)
    if person is None:
        raise Refusal(
            code="number-unknown",
            sentence=_("Nobody has the number %(number)s.") % {"number": number.strip()},
            rule=_("A member number ends in a check character."),
            remedy=_("Compare it with the certificate, or find the person by name."),
            status=422,
        )
    return person
