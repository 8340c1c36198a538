"""Every version of a stanza, as it was reported and as it was found then."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sanctioning.identity.names import shown
from sanctioning.people.models.person import Person
from tournaments.events.selectors.events import is_seen_by
from tournaments.games.models import Game
from tournaments.tables.selectors.table import named_for


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaState:
    """One version as it was reported, with what was found then; `by_link`: through the table's link, so that
    the reporter is the scorekeeper of that moment."""

    version: int
    reporter: str
    by_link: bool
    received_at: dt.datetime
    reason: str
    stanza: dict[str, Any]
    scores: dict[str, int]
    findings: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaHistory:
    """All versions of a stanza; the last one stands."""

    number: int
    versions: tuple[StanzaState, ...]


def stanza_history(*, game: Game, number: int, asker: Person | None = None) -> StanzaHistory | None:
    """Every version of a stanza; None where there is none to see."""
    if not is_seen_by(asker, game.event):
        return None
    named = named_for(asker, game)
    versions = game.stanza_versions.filter(number=number).select_related(*shown("reporter"))
    found = tuple(
        StanzaState(
            version=one.version,
            reporter=named(one.reporter),
            by_link=one.link_id is not None,
            received_at=one.received_at,
            reason=one.reason,
            stanza=one.body,
            scores=one.outcome["scores"],
            findings=one.findings,
        )
        for one in versions.order_by("version")
    )
    return StanzaHistory(number=number, versions=found) if found else None
