"""What a ruling writes into the record of its stanza, and what the scorekeeper wrote of the same matter.

Purpose: the outcome of an irregularity as incidents of `whoopie-game/1`, so that the score follows from the
record. Invariants: each incident can be read (`rules_engine.whoopie.reader.incidents`); cards of several acts
stand in the order in which they age. Rule section: I, II, III; readings 23, 25, 31, 33 and 45.
Terms: matter (the kinds by which the same irregularity may have been written down).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from rules_engine.cards import TEXT
from rules_engine.whoopie.document import IncidentDocument
from rules_engine.whoopie.rulings import Irregularity, Outcome
from rules_engine.whoopie.rulings.bids import BidOutOfTurn, ChangedBid, IllegalBid
from rules_engine.whoopie.rulings.calls import MissingCall
from rules_engine.whoopie.rulings.deals import Misdeal, WrongCount
from rules_engine.whoopie.rulings.facts import slug_of, subjects
from rules_engine.whoopie.rulings.information import ImproperInformation
from rules_engine.whoopie.rulings.outcome import WrongFact
from rules_engine.whoopie.rulings.revokes import Revoke
from rules_engine.whoopie.rulings.table import ExposedCards, OlderCardDue, PlayedOutOfTurn

IMPROPER: Final = "improper-information"
REVOKES: Final = frozenset({"revoke-corrected", "revoke-self", "revoke-other", "revoke-late"})
MATTERS: Final[Mapping[str, frozenset[str]]] = {
    "no-whoopie-call": frozenset({"no-whoopie-call"}),
    "played-out-of-turn": frozenset({"played-out-of-turn"}),
    "exposed-card": frozenset({"exposed-card"}),
    "older-penalty-card": frozenset({"exposed-card"}),
    "wrong-card-count": frozenset({"wrong-card-count"}),
    "bid-out-of-turn": frozenset({"bid-out-of-turn"}),
    "changed-bid": frozenset({"changed-bid", "illegal-bid"}),
    "illegal-bid": frozenset({"changed-bid", "illegal-bid"}),
    "revoke": REVOKES,
    "improper-information": frozenset({"type-1", "type-2-finding"}),
}
_WITH_TRICK: Final = REVOKES | {"exposed-card", "played-out-of-turn", "no-whoopie-call"}


def incidents_of(form: Irregularity, outcome: Outcome, trick: int | None) -> tuple[IncidentDocument, ...]:
    """What the record of the stanza gets; `trick` is the one in which it happened.

    Raises:
        WrongFact: at "trick", where the record needs it and it is not told.
    """
    kind = outcome.incident
    if kind is None:
        return ()
    if kind in _WITH_TRICK and trick is None:
        raise WrongFact("trick", "the trick in which it happened is needed")
    incident: IncidentDocument = {"kind": kind, "player": outcome.player}
    in_trick = trick or 0
    match form:
        case MissingCall():
            return ({**incident, "trick": in_trick},)
        case Misdeal():
            return ({"kind": kind, "reason": form.fault},)
        case WrongCount():
            return ({**incident, "cards": form.held},)
        case BidOutOfTurn() | IllegalBid():
            return ({**incident, "bid": form.bid},)
        case ChangedBid():
            changed = form.then if kind == "changed-bid" or form.same_breath else form.first
            return ({**incident, "bid": changed},)
        case PlayedOutOfTurn():
            return tuple(
                {**incident, "player": who, "card": TEXT[card], "trick": in_trick} for who, card in form.plays
            )
        case ExposedCards():
            return (_of_exposed(form, {**incident, "trick": in_trick}),)
        case OlderCardDue():
            return ({**incident, "card": TEXT[form.card], "trick": in_trick},)
        case Revoke():
            return _of_revoke(form, incident, in_trick)
        case ImproperInformation():
            return ({**incident, "grounds": IMPROPER},)
        case _:
            raise ValueError(f"a ruling on {slug_of(form)} writes nothing down")


def standing_bids(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """By player the bid that stands whatever the record says; of several the last."""
    return {
        outcome.player: outcome.standing
        for outcome in outcomes
        if outcome.bid == "stands" and outcome.standing is not None
    }


def of_same_matter(
    form: Irregularity, trick: int | None, reported: Iterable[IncidentDocument]
) -> tuple[IncidentDocument, ...]:
    """Those of the reported incidents that tell of what is ruled on: same kind, player, trick and cards."""
    kinds = MATTERS.get(slug_of(form), frozenset())
    players = subjects(form)
    shown = _cards_of(form)
    return tuple(
        incident
        for incident in reported
        if incident.get("kind") in kinds
        and incident.get("player") in players
        and incident.get("grounds", IMPROPER) == IMPROPER
        and (trick is None or incident.get("trick", trick) == trick)
        and (not shown or not _written(incident) or bool(_written(incident) & shown))
    )


def _of_exposed(form: ExposedCards, incident: IncidentDocument) -> IncidentDocument:
    exposed = list(form.cards)
    if form.meant is not None:
        exposed.remove(form.meant)
    texts = [TEXT[card] for card in exposed]
    return {**incident, "card": texts[0]} if len(texts) == 1 else {**incident, "cards": texts}


def _of_revoke(form: Revoke, incident: IncidentDocument, trick: int) -> tuple[IncidentDocument, ...]:
    incident["trick"] = trick
    if incident["kind"] != "revoke-corrected":
        return (incident,)
    back: IncidentDocument = {
        "kind": "exposed-card",
        "player": form.player,
        "trick": trick + 1,
        "on_table": 0,
    }
    also: list[IncidentDocument] = [{**back, "card": TEXT[play.card]} for play in form.next_plays]
    return ({**incident, "card": TEXT[form.card]}, *also)


def _cards_of(form: Irregularity) -> frozenset[str]:
    """The cards that tell one act of exposing or playing from another; none where the trick does."""
    match form:
        case PlayedOutOfTurn():
            return frozenset(TEXT[play.card] for play in form.plays)
        case ExposedCards():
            return frozenset(TEXT[card] for card in form.cards)
        case OlderCardDue():
            return frozenset({TEXT[form.card]})
        case _:
            return frozenset()


def _written(incident: IncidentDocument) -> frozenset[str]:
    cards = incident.get("cards")
    listed = cards if isinstance(cards, list) else [incident.get("card")]
    return frozenset(str(card) for card in listed if card)
