"""What the incidents of a stanza are called."""

from __future__ import annotations

from rules_engine.whoopie.document import IncidentDocument
from sanctioning.kit.wording.localised import lazily as _lazy

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


def incident_words(incident: IncidentDocument, names: dict[str, str]) -> str:
    """An incident in words, with the player's name."""
    kind = str(incident.get("kind", ""))
    words = INCIDENTS.get(kind, kind)
    who = incident.get("player")
    if not who:
        reason = incident.get("reason")
        return f"{words}: {reason}" if reason else words
    return f"{names.get(who, str(who))}: {words}"
