"""The words of a mail, from a template to text and HTML in the site's look.

Terms: template (a file under `templates/mail/`: the subject in the first line, a blank line, paragraphs; text
and HTML are made of the same words).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context
from django.template.loader import get_template, render_to_string
from django.utils.text import Truncator

from sanctioning.kit.installation.selectors import is_demo

NAME = "Sanctioning Authority and Associated System"
LONGEST_SUBJECT = 200


def words(template: str, context: Mapping[str, Any]) -> tuple[str, str]:
    """Subject and paragraphs of a template, as plain text."""
    compiled: Any = get_template(f"mail/{template}.txt")
    said = compiled.template.render(Context(dict(context), autoescape=False))
    subject, _, body = said.strip().partition("\n")
    paragraphs = (" ".join(one.split()) for one in body.split("\n\n"))
    return Truncator(" ".join(subject.split())).chars(LONGEST_SUBJECT), "\n\n".join(filter(None, paragraphs))


def framed(subject: str, text: str, link: str, *, foot: str = "", demo: bool | None = None) -> str:
    """The words as the HTML of a mail; `foot` is an address that its last line leads to."""
    facts = {
        "subject": subject,
        "paragraphs": text.split("\n\n"),
        "link": link,
        "foot": foot,
        "demo": is_demo() if demo is None else demo,
    }
    return render_to_string("mail/frame.html", facts)


def mail_of(
    *, to: str, subject: str, text: str, link: str, html: str, foot: str = "", headers: Mapping[str, str]
) -> EmailMultiAlternatives:
    """A mail with the same words as text and as HTML."""
    last = f"{NAME}. {foot}".strip()
    mail = EmailMultiAlternatives(
        subject,
        f"{text}\n\n{link}\n\n-- \n{last}\n",
        to=[to],
        headers={"Auto-Submitted": "auto-generated", **headers},
    )
    mail.attach_alternative(html, "text/html")
    return mail


def link_to(path: str) -> str:
    """The address of a page for somebody who is not on the site."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"
