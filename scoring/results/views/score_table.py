"""The running scores of a game as a table: a row a stanza, a column a player.

The numbers are the check's, as the selector gives them; here they only find their cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.results.selectors.games import FindingView, GameDetail, Player, StanzaView
from tournaments.tables.incident_words import incident_words


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one stanza; `seated` is false where he did not play."""

    seated: bool
    score: int | None
    delta: int
    bid: int | None
    taken: int | None
    made: bool | None
    dealer: bool


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    cards: int
    defining: str
    replayable: bool
    cells: tuple[Cell, ...]
    findings: tuple[FindingView, ...]
    incidents: tuple[str, ...]
    leaves: tuple[str, ...]
    joins: tuple[str, ...]

    @property
    def is_remarked(self) -> bool:
        return bool(self.incidents or self.leaves or self.joins)


def score_table(game: GameDetail) -> tuple[Row, ...]:
    """Every stanza of the current report."""
    return tuple(_row(stanza, game) for stanza in game.stanzas)


def _row(stanza: StanzaView, game: GameDetail) -> Row:
    body, names = stanza.body, game.names
    return Row(
        number=stanza.number,
        cards=body.get("cards", 0),
        defining=body.get("defining") or "",
        replayable=stanza.replayable,
        cells=tuple(_cell(stanza, player) for player in game.players),
        findings=tuple(finding for finding in game.findings if finding.stanza == stanza.number),
        incidents=tuple(incident_words(incident, names) for incident in body.get("incidents", [])),
        leaves=tuple(names.get(player, player) for player in body.get("leaves", [])),
        joins=tuple(names.get(join.get("player"), str(join.get("player"))) for join in body.get("joins", [])),
    )


def _cell(stanza: StanzaView, player: Player) -> Cell:
    who, body = player.record_id, stanza.body
    bids = dict(body.get("bids", []))
    taken = (stanza.taken or body.get("taken") or {}).get(who)
    return Cell(
        seated=who in bids,
        score=stanza.scores.get(who),
        delta=stanza.deltas.get(who, 0),
        bid=bids.get(who),
        taken=taken,
        made=body.get("made", {}).get(who),
        dealer=body.get("dealer") == who,
    )
