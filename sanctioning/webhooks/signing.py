"""The secrets of webhooks, and messages signed with them (Standard Webhooks)."""

from __future__ import annotations

import base64
import datetime as dt
import secrets
from collections.abc import Iterable
from typing import Final

from cryptography.fernet import Fernet

from sanctioning.kit.encryption import cipher_for
from sanctioning.webhooks.models import Webhook

BEGINS: Final = "whsec_"
BYTES: Final = 32


def new_secret() -> str:
    return BEGINS + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def encrypted(secret: str) -> str:
    return _cipher().encrypt(secret.encode()).decode()


def secrets_of(webhook: Webhook, at: dt.datetime) -> list[str]:
    """Those that sign at that moment, the newest first."""
    kept = [webhook.secret]
    if webhook.old_secret_until is not None and at < webhook.old_secret_until:
        kept.append(webhook.old_secret)
    return [_cipher().decrypt(secret.encode()).decode() for secret in kept]


def signed_headers(*, signing: Iterable[str], message_id: str, at: dt.datetime, body: str) -> dict[str, str]:
    """The headers of a message, with a signature by each secret."""
    # Only workers sign, so that no web server loads it.
    from standardwebhooks import Webhook as Signer

    moment = at.astimezone(dt.UTC)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(Signer(secret).sign(message_id, moment, body) for secret in signing),
    }


_PURPOSE: Final = b"webhook secret"


def _cipher() -> Fernet:
    return cipher_for(_PURPOSE)
