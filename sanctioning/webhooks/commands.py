"""What is done with a webhook."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from rest_framework import serializers

from sanctioning.kit.commands import Command, Commands, or_none
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.webhooks.models import Webhook
from sanctioning.webhooks.services.sending_again import replay_since, send_test
from sanctioning.webhooks.services.webhooks import switch_webhook_off, switch_webhook_on


@dataclass(frozen=True, slots=True)
class ReplaySince:
    """`since` is the moment from which on a replay tells again."""

    since: dt.datetime | None = or_none(serializers.DateTimeField)


WEBHOOK_COMMANDS: Final = Commands[Webhook, ReplaySince, object](
    ReplaySince,
    {
        "test": Command(
            lambda by, webhook, asked: send_test(by=by, webhook=webhook), _("The test message is on its way.")
        ),
        "replay": Command(
            lambda by, webhook, asked: replay_since(by=by, webhook=webhook, since=asked.since),
            _("The messages are being sent again."),
        ),
        "switch-off": Command(
            lambda by, webhook, asked: switch_webhook_off(by=by, webhook=webhook),
            _("The webhook is switched off."),
        ),
        "switch-on": Command(
            lambda by, webhook, asked: switch_webhook_on(by=by, webhook=webhook),
            _("The webhook is switched on."),
        ),
    },
)
