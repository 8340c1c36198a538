"""The secret link of an entry: whoever has it sees the page of the entry, and answers there for its player.

Purpose: a player without an account gets the link by mail, and can withdraw like anybody else.
Invariant: the link is signed, never kept, so that nobody can list or guess it.
"""

from __future__ import annotations

from typing import Final

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournaments.entries.models.entry import Entry

SIGNER: Final = Signer(salt="page of an entry", sep=".")


def entry_path(entry: Entry) -> str:
    """The page of an entry, for its player alone."""
    return reverse("entry-page", args=[SIGNER.sign(f"{entry.pk}")])


def entry_with(code: str) -> int:
    """The key of the entry whose link has this code; 0, the key of none, where it was not made here."""
    try:
        return int(SIGNER.unsign(code))
    except (BadSignature, ValueError):
        return 0


def linked_entry(code: str) -> Entry | None:
    """The entry of a link, with its event and its player."""
    rows = Entry.objects.filter(pk=entry_with(code))
    return rows.select_related("event__club", "event__sanction", "person__merged_into").first()
