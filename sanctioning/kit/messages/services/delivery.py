"""Handing a message to the mail server.

Invariants: claimed and counted before the server is spoken to, sent under one Message-ID however often;
what went wrong stands in the message for its reader. Between the server's yes and ours a worker may die:
then the same mail goes again under the same Message-ID, by which mailboxes know it.
"""

from __future__ import annotations

from collections.abc import Iterable
from smtplib import SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from sanctioning.identity.lookup import address_for, language_for
from sanctioning.kit.clock import today
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.messages.mail_files import files_of
from sanctioning.kit.messages.mail_text import MailPart, link_to, mail_of
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.services.messages import MESSAGES, NO_ADDRESS
from sanctioning.kit.refusals import Refusal

State = Message.State
FOR_GOOD = 500


def deliver(running: RunningJob) -> None:
    """Send the copy of one message with those that go in its mail, unless it went already or its reader was
    forgotten in the meantime.

    Raises:
        Refusal: `mail-refused`.
    """
    messages = Message.objects.select_related("to__account", "to__private")
    message = messages.filter(key=running.payload["message"]).first()
    if message is None:
        return
    companions = message.companions.order_by("pk")
    rows = Message.objects.filter(Q(pk=message.pk) | Q(goes_with=message)).exclude(state=State.SENT)
    address = address_for(message.to, today())
    if not address:
        with running.completing():
            rows.update(state=State.NO_ADDRESS, reason=NO_ADDRESS)
        return
    if not rows.update(attempts=F("attempts") + 1, tried_at=timezone.now()):
        return
    try:
        as_mail(message, address, companions).send()
    except OSError as failure:
        refused = _refused_for_good(failure)
        last = refused or running.attempt >= running.kind.attempts
        rows.update(state=State.FAILED if last else State.WAITING, reason=_said(failure))
        if refused:
            raise Refusal(
                code="mail-refused",
                sentence=_("The mail server refuses this mail permanently."),
                rule=_("A refused mail is not sent again."),
                remedy=_("Correct the person's address, then try again."),
            ) from None
        raise
    with running.completing():
        rows.update(state=State.SENT, sent_at=timezone.now(), reason="")


def as_mail(message: Message, address: str, companions: Iterable[Message] = ()) -> EmailMultiAlternatives:
    """The mail of a message, under its own Message-ID, with what else goes in it."""
    also = list(companions)
    with override(language_for(message.to)):
        return mail_of(
            to=address,
            subject=message.subject,
            text=message.text,
            link=link_to(message.path),
            also=[
                MailPart(subject=other.subject, text=other.text, link=link_to(other.path)) for other in also
            ],
            messages=link_to(MESSAGES),
            headers={"Message-ID": f"<{message.key}@{urlsplit(settings.SITE_ADDRESS).hostname}>"},
            files=[file for part in (message, *also) for file in files_of(part)],
        )


def _refused_for_good(failure: Exception) -> bool:
    if isinstance(failure, SMTPRecipientsRefused):
        return all(code >= FOR_GOOD for code, _said_by in failure.recipients.values())
    return isinstance(failure, SMTPSenderRefused | SMTPResponseException) and failure.smtp_code >= FOR_GOOD


def _said(failure: Exception) -> str:
    """Without addresses and host names: the reader needs to know that it failed, the log says the rest."""
    if isinstance(failure, SMTPRecipientsRefused):
        return gettext_noop("The mail server does not accept mail to your address.")
    if isinstance(failure, SMTPResponseException):
        return gettext_noop("The mail server refused it.")
    return gettext_noop("The mail server could not be reached.")
