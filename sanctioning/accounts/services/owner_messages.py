"""What the owner of an account hears of a new way into it: one that they did not make is a thief's.

Invariant: an account that belongs to no person has no messages, so it gets the mail alone, by a job.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import override

from sanctioning.accounts.models.account import Account
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.kit.messages.mail_text import link_to, mail_of, words
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person


def tell_owner(
    account_id: int,
    *,
    kind: str,
    occasion: int,
    page: str,
    context: Mapping[str, object],
    mail_job: str,
    payload: dict[str, object],
    at: dt.datetime,
) -> None:
    """Send the message, or have `mail_job` send the mail of the same `kind` from its payload. `occasion` is
    the key of the new way in, `page` the name of the page on which it is ended."""
    person = Person.objects.filter(account=account_id).first()
    if person is None:
        enqueue(kind=mail_job, key=str(occasion), payload=payload)
        return
    send(
        to=person.identity,
        kind=kind,
        about=person.identity,
        occasion=occasion,
        path=reverse(page),
        context=dict(context),
        at=at,
    )


def mail_owner(account: Account, *, kind: str, page: str, context: Mapping[str, object]) -> None:
    """Send the mail to the address of the account, in its language."""
    with override(account.language or authority().language):
        subject, text = words(kind, dict(context))
        mail = mail_of(to=account.email, subject=subject, text=text, link=link_to(reverse(page)))
    mail.send()
