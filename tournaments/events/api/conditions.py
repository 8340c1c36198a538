"""Conditions of entry as programs send them, in one shape wherever they are set."""

from __future__ import annotations

from collections.abc import Collection

from sanctioning.kit.api.members import refuse_unknown
from tournaments.events.entry_conditions import EntryCondition, read_conditions


def require_known_conditions(sent: Collection[EntryCondition]) -> None:
    """Each has the members that its kind reads, and no others.

    Raises:
        Refusal: `condition-unreadable`, `member-unknown`.
    """
    for number, (condition, read) in enumerate(zip(sent, read_conditions(sent), strict=True)):
        refuse_unknown(condition, read, f"conditions.{number}.")
