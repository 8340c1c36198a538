"""Every version of a stanza, as it was reported and as it was found then."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from rules_engine.whoopie.document import StanzaDocument
from sanctioning.identity.names import shown
from sanctioning.people.models.person import Person
from tournaments.events.selectors.events import is_seen_by
from tournaments.formats.kept_check import KeptFinding
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
    stanza: StanzaDocument
    scores: dict[str, int]
    findings: list[KeptFinding]


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
    states = tuple(
        StanzaState(
            version=version.version,
            reporter=named(version.reporter),
            by_link=version.link_id is not None,
            received_at=version.received_at,
            reason=version.reason,
            stanza=version.body,
            scores=version.outcome["scores"],
            findings=version.findings,
        )
        for version in versions.order_by("version")
    )
    return StanzaHistory(number=number, versions=states) if states else None
