"""The running scores of a game as a table: a row a stanza, a column a player.

The numbers are the check's, as the selector gives them; here they only find their cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sanctioning.localised import lazily as _lazy
from scoring.selectors.games import FindingView, GameDetail, Player, StanzaView


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
        incidents=tuple(incident_words(one, names) for one in body.get("incidents", [])),
        leaves=tuple(names.get(one, one) for one in body.get("leaves", [])),
        joins=tuple(names.get(one.get("player"), str(one.get("player"))) for one in body.get("joins", [])),
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


INCIDENTS = {
    "no-whoopie-call": _lazy("did not call Whoopie"),
    "bid-out-of-turn": _lazy("bid out of turn"),
    "illegal-bid": _lazy("an illegal bid, replaced"),
    "changed-bid": _lazy("a changed bid, void"),
    "misdeal": _lazy("misdeal"),
    "exposed-card": _lazy("exposed a card"),
    "played-out-of-turn": _lazy("played out of turn"),
    "revoke-corrected": _lazy("a revoke, corrected"),
    "revoke-self": _lazy("a revoke, called by themselves"),
    "revoke-other": _lazy("a revoke, called by another"),
    "revoke-late": _lazy("a revoke, found too late"),
    "wrong-card-count": _lazy("a wrong number of cards"),
    "type-1": _lazy("type 1 violation"),
    "type-2-finding": _lazy("finding of a type 2 violation"),
    "type-2-penalty": _lazy("penalty of a type 2 violation"),
    "adjusted-score": _lazy("adjusted score"),
}


def incident_words(incident: dict[str, Any], names: dict[str, str]) -> str:
    """An incident in words, with the player's name."""
    kind = str(incident.get("kind", ""))
    words = INCIDENTS.get(kind, kind)
    who = incident.get("player")
    if not who:
        reason = incident.get("reason")
        return f"{words}: {reason}" if reason else words
    return f"{names.get(who, str(who))}: {words}"
