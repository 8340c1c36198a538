"""A channel that writes messages into a chat, by the address that a chat gives to programs (a web hook)."""

from __future__ import annotations

import json

from sanctioning.kit.messages.channels import Channel, Notice
from sanctioning.webhooks.addresses import require_address


class ChatSilent(OSError):
    """The chat did not take the notice."""


def deliver(address: str, notice: Notice) -> None:
    """Send it as Slack, Mattermost and others take it; to public addresses only, within fifteen seconds."""
    from sanctioning.webhooks.sending import post

    body = json.dumps({"text": f"{notice.subject}\n{notice.text}\n{notice.link}"})
    outcome = post(address, headers={}, body=body)
    if not outcome.accepted:
        raise ChatSilent(outcome.fault or f"The chat answered {outcome.status}.")


CHAT = Channel(
    slug="chat",
    title="Chat",
    address="Address of the chat's web hook",
    help="Your chat shows it where you add an integration; it begins with https://.",
    check=require_address,
    deliver=deliver,
)
