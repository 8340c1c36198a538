"""The published keys, by which anybody can prove a paper of the Authority without asking it."""

from __future__ import annotations

from sanctioning.signing.models import SigningKey


def published_keys() -> list[SigningKey]:
    """Every key there ever was, the newest first."""
    return list(SigningKey.objects.order_by("-first_day"))


def key_list() -> str:
    """The certificates of all keys, one after the other, as programs read them (PEM)."""
    return "".join(f"{key.certificate_pem.strip()}\n" for key in published_keys())


def has_signing_key() -> bool:
    """Whether the first one is made; the worker makes it with the first paper."""
    return SigningKey.objects.exists()
