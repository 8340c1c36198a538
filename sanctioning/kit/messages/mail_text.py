"""The words of a mail, from a template to text and HTML in the site's look.

Terms: template (a file under `templates/mail/`: paragraphs, a blank line between them, the first being the
subject; text and HTML are made of the same words).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import formataddr, parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context
from django.template.loader import get_template, render_to_string
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.installation.selectors import authority, is_demo
from sanctioning.kit.messages.mail_files import MailFile, picture_part

LONGEST_SUBJECT = 200
NOBODY = "saas@localhost"
"""Where neither the settings nor the authority name an address to send from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailPart:
    subject: str
    text: str
    link: str

    @property
    def paragraphs(self) -> list[str]:
        return self.text.split("\n\n")


def words(template: str, context: Mapping[str, Any]) -> tuple[str, str]:
    """Subject and paragraphs of a template, as plain text."""
    compiled: Any = get_template(f"mail/{template}.txt")
    text = compiled.template.render(Context(dict(context), autoescape=False))
    said = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    subject, *paragraphs = list(filter(None, said)) or [""]
    return Truncator(subject).chars(LONGEST_SUBJECT), "\n\n".join(paragraphs)


def mail_of(
    *,
    to: str,
    subject: str,
    text: str,
    link: str,
    messages: str = "",
    headers: Mapping[str, str] | None = None,
    files: Sequence[MailFile] = (),
    also: Sequence[MailPart] = (),
) -> EmailMultiAlternatives:
    """A mail with the same words as text and as HTML, its frame in the language spoken now.

    `messages` is the address of all messages of its reader, for the last line; `also` comes below what the
    mail is about first.
    """
    last = full_stop(authority().name)
    if messages:
        last += f" {_('All your messages:')} {messages}"
    below = "".join(f"{part.subject}\n\n{part.text}\n\n{part.link}\n\n" for part in also)
    mail = EmailMultiAlternatives(
        _subject(subject, len(also)),
        f"{text}\n\n{link}\n\n{below}-- \n{last}\n",
        from_email=sender(),
        to=[to],
        headers={"Auto-Submitted": "auto-generated", **(headers or {})},
    )
    pictures = [file for file in files if file.alt]
    mail.attach_alternative(
        _framed([MailPart(subject=subject, text=text, link=link), *also], messages, pictures), "text/html"
    )
    for file in files:
        if file.alt:
            mail.attach(picture_part(file))
        else:
            mail.attach(file.name, file.content, file.mime_type)
    return mail


def full_stop(text: str) -> str:
    """The text with a full stop; an abbreviation at its end, such as "e. V.", has one already."""
    return text if text.endswith(".") else f"{text}."


def sender() -> str:
    """The address that the installation sends from, else that of the authority's office, under its name."""
    whose = authority()
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL or whose.contact_email or NOBODY)
    return formataddr((whose.own_name, address)) if whose.own_name else address


def _subject(first: str, others: int) -> str:
    if not others:
        return first
    words = ngettext("%(subject)s, and %(n)d more message", "%(subject)s, and %(n)d more messages", others)
    return words % {"subject": first, "n": others}


def _framed(parts: Sequence[MailPart], messages: str, pictures: Sequence[MailFile]) -> str:
    facts = {
        "parts": parts,
        "messages": messages,
        "pictures": pictures,
        "demo": is_demo(),
        "authority": authority(),
    }
    return render_to_string("mail/frame.html", facts)


def link_to(path: str) -> str:
    """The address of a page for somebody who is not on the site."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"
