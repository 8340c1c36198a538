"""Rosters of the time before this system, which are documents and nothing more."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scoring.rosters.models import EarlierRoster


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierLine:
    key: int
    card_game: str
    as_of: dt.date
    title: str
    file_name: str
    sha256: str


def earlier_rosters() -> tuple[EarlierLine, ...]:
    """The latest first. One query."""
    return tuple(
        EarlierLine(
            key=roster.pk,
            card_game=roster.card_game,
            as_of=roster.as_of,
            title=roster.title,
            file_name=roster.file_name,
            sha256=roster.sha256,
        )
        for roster in EarlierRoster.objects.all()
    )
