"""Checks the reported hands of a stanza against each other and against the deal (I/Deck, I/Stanza)."""

from collections.abc import Collection

from rules_engine.cards import COPIES, NO_CARD, TEXT
from rules_engine.findings import Finding
from rules_engine.whoopie.record import Stanza


def check_hands(
    stanza: Stanza,
    number: int,
    holdings: dict[str, int],
    repeated: Collection[int],
    strangers: Collection[str],
) -> list[Finding]:
    """Each hand has as many cards as were dealt, and no card is in hands more often than the deck has it.

    `holdings` are the players with a wrong count, `repeated` the cards and `strangers` the players whose
    play has been found to contradict the hands already.
    """
    if stanza.hands is None:
        return []
    findings: list[Finding] = []
    counts = [0] * (NO_CARD + 1)
    if stanza.defining is not None:
        counts[stanza.defining] = 1
    for player, hand in stanza.hands.items():
        due = holdings.get(player, stanza.cards)
        if len(hand) != due:
            message = f"{player}'s hand has {len(hand)} cards, not {due}."
            findings.append(Finding("hand-size", "I/Stanza", message, number, None, player))
        for card in hand:
            counts[card] += 1
            if (
                counts[card] > COPIES[card]
                and card not in repeated
                and not _explained(stanza, card, strangers)
            ):
                message = f"{TEXT[card]} is in {player}'s hand, but the deck has no further one."
                findings.append(Finding("card-repeated", "I/Deck", message, number, None, player))
    return findings


def _explained(stanza: Stanza, card: int, strangers: Collection[str]) -> bool:
    hands = stanza.hands or {}
    return any(card in hands.get(player, ()) for player in strangers)
