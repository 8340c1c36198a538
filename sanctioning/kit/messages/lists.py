"""The lists of messages: a line for each thread."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.messages.kinds import GROUPS
from sanctioning.kit.messages.selectors import ThreadLine
from sanctioning.kit.wording.localised import whole

MESSAGES: Final = ListTable[ThreadLine](
    name="messages",
    label=_("Messages"),
    columns=(
        Column(
            label=_("Message"),
            value=lambda line: line.latest.subject,
            template="sanctioning/kit/messages/cells/thread.html",
            sort="subject",
        ),
        Column(
            label=_("About"),
            value=lambda line: str(GROUPS.get(line.latest.group, "")),
            bare=True,
        ),
        Column(label=_("Day"), value=lambda line: line.latest.at, sort="when", bare=True),
        Column(
            label=_("E-mail"),
            value=lambda line: line.latest.mail_label,
            show=lambda line: format_html('<span class="nowrap">{}</span>', line.latest.mail_label),
            sort="mail",
            bare=True,
        ),
        Column(label=_("Archive"), template="sanctioning/kit/messages/cells/archive.html", bare=True),
    ),
    count=lambda count: ngettext("%(count)s thread", "%(count)s threads", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No messages yet"),
        next=_("You will find news about your applications, certificates, degrees and offices here."),
    ),
)
NO_OTHERS: Final = Empty(
    what=_("No other messages"), next=_("All your messages are about something that waits for you.")
)
ARCHIVED: Final = replace(
    MESSAGES,
    name="archived-messages",
    label=_("Archive"),
    empty=Empty(
        what=_("The archive is empty"),
        next=_("Messages that you archive stay here. You can search and read them at any time."),
    ),
)
