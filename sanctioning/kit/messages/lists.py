"""The list of messages."""

from __future__ import annotations

from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.messages.selectors import MessageLine
from sanctioning.kit.wording.localised import whole

MESSAGES: Final = ListTable[MessageLine](
    name="messages",
    label=_("Messages"),
    columns=(
        Column(
            label=_("Message"),
            value=lambda line: line.subject,
            template="sanctioning/kit/messages/cells/message.html",
            sort="subject",
        ),
        Column(label=_("Day"), value=lambda line: line.at, sort="when", bare=True),
        Column(
            label=_("E-mail"),
            value=lambda line: line.mail_label,
            show=lambda line: format_html('<span class="nowrap">{}</span>', line.mail_label),
            sort="mail",
            bare=True,
        ),
    ),
    count=lambda count: ngettext("%(count)s message", "%(count)s messages", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No messages yet"),
        next=_("You will find news about your applications, certificates, degrees and offices here."),
    ),
)
