"""The language of an account: in which its pages open on a new device, and its mail is written."""

from __future__ import annotations

from sanctioning.accounts.models.account import Account


def keep_language(*, account: Account, language: str) -> None:
    """Remember the language that was chosen; sent twice, it stays the same."""
    Account.objects.filter(pk=account.pk).exclude(language=language).update(language=language)
