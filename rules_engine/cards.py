"""The deck: 52 cards in four suits of equal rank, and two jokers (I/Deck, I/Rank of Cards).

Inside the engine a card is a small number, `suit * 13 + rank`, with suits in the order spades, hearts,
diamonds, clubs and ranks from the two (0) to the ace (12). Outside it is text: rank and suit ("9C", "TD",
"10D" is read as "TD"), or "*" for a joker.
"""

from collections.abc import Sequence
from typing import Final

from rules_engine.sentences import says

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
SUIT_NAMES: Final = (says("spades"), says("hearts"), says("diamonds"), says("clubs"))
RANK_NAMES: Final = (
    *(says("two"), says("three"), says("four"), says("five"), says("six"), says("seven"), says("eight")),
    *(says("nine"), says("ten"), says("jack"), says("queen"), says("king"), says("ace")),
)

JOKER: Final = 52
NO_CARD: Final = 53
"""Stands where text named no card of the deck."""

NO_SUIT: Final = 4
NO_RANK: Final = -1
DECK_SIZE: Final = 54
TWO_DECKS: Final = 108
"""No hand has more cards, no bid and no trick a higher number: whatever is beyond cannot be meant."""

DECK: Final[tuple[int, ...]] = (*range(52), JOKER, JOKER)
SUIT: Final = bytes([*(card // 13 for card in range(52)), NO_SUIT, NO_SUIT])
RANK: Final[tuple[int, ...]] = (*(card % 13 for card in range(52)), NO_RANK, -2)
TEXT: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "*", "?")
COPIES: Final[tuple[int, ...]] = (*(1 for _ in range(52)), 2, DECK_SIZE)
"""How many of each card the deck holds; text that is no card is never counted against it."""

CODES: Final[dict[str, int]] = {
    **{TEXT[card]: card for card in range(53)},
    **{"10" + suit: number * 13 + 8 for number, suit in enumerate(SUITS)},
}

_UNREAD: Final = 99
_RANK_READ: Final = bytes(RANKS.index(chr(at)) if chr(at) in RANKS else _UNREAD for at in range(128))
_SUIT_READ: Final = bytes(SUITS.index(chr(at)) * 13 if chr(at) in SUITS else _UNREAD for at in range(128))


def card_named(text: str) -> int:
    """The card that `text` names, `NO_CARD` where it names none.

    The check reads every card of a record by it: two letters are looked up by themselves, without a hash.
    """
    if len(text) == 2:
        rank = ord(text[0])
        suit = ord(text[1])
        if rank < 128 and suit < 128:
            card = _RANK_READ[rank] + _SUIT_READ[suit]
            return card if card < JOKER else NO_CARD
    return CODES.get(text, NO_CARD)


def seniority(card: int) -> tuple[int, int]:
    """Sorts cards exposed in one act from oldest to youngest penalty card (II/Improperly exposed cards).

    A joker before the ace, down to the two; equal ranks in the order spades, hearts, diamonds, clubs.
    """
    return (-1, 0) if card == JOKER else (12 - RANK[card], SUIT[card])


def texts(cards: Sequence[int]) -> list[str]:
    """The text of each card."""
    return [TEXT[card] for card in cards]
