"""The messages of a webhook as a list."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of
from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.wording.localised import day_short, whole
from sanctioning.templatetags.saas import clock
from sanctioning.webhooks.selectors.webhooks import DeliveryLine

DELIVERIES: Final = ListTable[DeliveryLine](
    name="deliveries",
    label=_("Messages"),
    columns=(
        Column(
            label=_("Message"),
            value=lambda line: line.message_id,
            template="sanctioning/webhooks/cells/message.html",
            sort="number",
        ),
        Column(
            label=_("When"),
            value=lambda line: line.happened_at,
            show=lambda line: f"{day_short(day_of(line.happened_at))}, {clock(line.happened_at)}",
            sort="happened",
            bare=True,
        ),
        Column(
            label=_("State"),
            value=lambda line: line.state_label,
            template="sanctioning/webhooks/cells/state.html",
            bare=True,
        ),
        Column(
            label=_("Attempts"),
            value=lambda line: len(line.attempts),
            template="sanctioning/webhooks/cells/attempts.html",
        ),
        Column(label=_("Send again"), template="sanctioning/webhooks/cells/again.html", bare=True),
    ),
    count=lambda count: ngettext("%(count)s message", "%(count)s messages", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No messages yet"), next=_("Send a test message to see whether the program receives it.")
    ),
)
