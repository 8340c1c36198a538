"""Checks the reported hands of a stanza against each other and against the deal (I/Deck, I/Stanza)."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from rules_engine.cards import COPIES, JOKER, NO_CARD, TEXT
from rules_engine.findings import Finding
from rules_engine.sentences import Card, Sentence, Several, says
from rules_engine.whoopie.record import STRANGER, Stanza, Tricks

_UNSEEN: Final = -2
_LAID: Final = -3


def cards_agree(stanza: Stanza, tricks: Tricks) -> bool:
    """Whether nothing is wrong with the cards, so that the slower checks need not look for it.

    Every card is there no more often than the deck has it and, where hands are reported, was played from its
    owner's, all of them of the right size.
    """
    # A card is written down once and laid once: one list by card tells both without counting.
    owner = [_UNSEEN] * NO_CARD
    jokers = 2
    if stanza.defining == NO_CARD:
        return False
    if stanza.defining == JOKER:
        jokers = 1
    elif stanza.defining is not None:
        owner[stanza.defining] = _LAID
    if stanza.hands is not None:
        return len(stanza.hands) == len(stanza.seated) and _hands_agree(stanza, tricks, owner, jokers)
    for card in tricks.cards:
        if card == JOKER:
            jokers -= 1
        elif card == NO_CARD or owner[card] != _UNSEEN:
            return False
        else:
            owner[card] = _LAID
    return jokers >= 0


def _hands_agree(stanza: Stanza, tricks: Tricks, owner: list[int], jokers: int) -> bool:
    hands = stanza.hands or {}
    held_jokers = [0] * len(stanza.seated)
    for seat, player in enumerate(stanza.seated):
        hand = hands[player]
        if len(hand) != stanza.cards:
            return False
        for card in hand:
            if card == JOKER:
                held_jokers[seat] += 1
                jokers -= 1
            elif card == NO_CARD or owner[card] != _UNSEEN:
                return False
            else:
                owner[card] = seat
    if jokers < 0:
        return False
    seats = tricks.seats
    for play, card in enumerate(tricks.cards):
        seat = seats[play]
        if card == JOKER and seat != STRANGER and held_jokers[seat] > 0:
            held_jokers[seat] -= 1
        elif card >= JOKER or seat == STRANGER or owner[card] != seat:
            return False
        else:
            owner[card] = _LAID
    return True


def changed_places(stanza: Stanza, tricks: Tricks, play: int, strays: Iterable[int]) -> int | None:
    """The first of the plays `strays` that another player made with a card of this one's hand, while this
    `play` is of a card of the other's."""
    hands = stanza.hands or {}
    player, card = stanza.player(play), tricks.cards[play]
    for other in strays:
        holder = stanza.player(other)
        if holder != player and tricks.cards[other] in hands[player] and card in hands[holder]:
            return other
    return None


def stayed_in_hand(stanza: Stanza, tricks: Tricks, player: str) -> list[int]:
    """The cards of a reported hand that were never played, but for those of which the hands and the defining
    card have more than the deck: one of these is noted wrong."""
    hands = stanza.hands or {}
    held = Counter(card for hand in hands.values() for card in hand)
    if stanza.defining is not None:
        held[stanza.defining] += 1
    played = Counter(card for play, card in enumerate(tricks.cards) if stanza.player(play) == player)
    return [card for card in (Counter(hands[player]) - played).elements() if held[card] <= COPIES[card]]


def told_once(revokes: list[Finding]) -> list[Finding]:
    """The revokes that one card of a hand proves, as one finding: this card noted wrong explains them all."""
    if len(revokes) < 2:
        return revokes
    first, *others = revokes
    assert isinstance(first.message, Sentence)
    facts = {**first.message.facts, "tricks": Several([revoke.trick or 0 for revoke in others])}
    message = says(
        "%(player)s played %(card)s to a lead of %(suit)s while holding the suit, and no incident says so, "
        "nor that they did so again in trick %(tricks)s.",
        **facts,
    )
    return [replace(first, message=message)]


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
            message = says(
                "%(player)s's hand has %(cards)s cards, not %(due)s.", player=player, cards=len(hand), due=due
            )
            findings.append(Finding("hand-size", "I/Stanza", message, number, None, player))
        for card in hand:
            counts[card] += 1
            if (
                counts[card] > COPIES[card]
                and card not in repeated
                and not _explained(stanza, card, strangers)
            ):
                message = says(
                    "%(card)s is in %(player)s's hand, but the deck has no further one.",
                    card=Card(TEXT[card]),
                    player=player,
                )
                findings.append(Finding("card-repeated", "I/Deck", message, number, None, player))
    return findings


def _explained(stanza: Stanza, card: int, strangers: Collection[str]) -> bool:
    hands = stanza.hands or {}
    return any(card in hands.get(player, ()) for player in strangers)


def holdings(stanza: Stanza) -> dict[str, int]:
    """How many cards each player with a wrong count holds."""
    return {
        incident.player: max(0, incident.held)
        for incident in stanza.incidents
        if incident.kind == "wrong-card-count"
    }


def tricks_due(stanza: Stanza, held: dict[str, int]) -> int:
    """As many tricks as cards were dealt, unless everybody is short (II/Incorrect number of cards)."""
    if len(held) < len(stanza.seated):
        return stanza.cards
    return min(stanza.cards, max(held.values()))
