"""Cards in play: the kitty, the ranks in each kind of bid, what may be played, and who wins a book.

Section 3, R4, R5, R22 and 6C; inventory B-14, B-18 to B-20, B-33. Fifty-four cards: rank and suit as text,
"9C", "TD", "AS", and the two jokers, "BJ" big and "LJ" little (Guarantee). In a trump bid the jokers are the
two highest trumps; in a No bid they win nothing and go at the first chance.

Terms: book (four cards, one of each player), contract (kind, direction and trump of the hand), uptown (high
cards win), downtown and special (low cards win, the ace still first).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from rules_engine.cards import RANKS, SUITS

BIG: Final = "BJ"
LITTLE: Final = "LJ"
DECK: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), LITTLE, BIG)
HAND: Final = 12
KITTY: Final = 6
ENDS: Final = 4
"""So many cards at the beginning and at the end of the deal never go to the kitty."""

_LOW: Final = "KQJT98765432A"


class Contract(NamedTuple):
    """How a hand is played: which way cards rank, and the trump; None in a No bid."""

    direction: Literal["up", "down"]
    trump: str | None

    @property
    def ranks(self) -> str:
        """The ranks from the lowest to the highest."""
        return RANKS if self.direction == "up" else _LOW


def suit(card: str, contract: Contract) -> str | None:
    """The suit of a card in this contract; a joker is a trump, and of no suit where there is none."""
    return contract.trump if card in (BIG, LITTLE) else card[1]


def book_winner(cards: Sequence[str], contract: Contract) -> int:
    """Which of the cards, in the order played, wins the book.

    Where a joker leads in a No bid the suit of the next card that is none governs.

    Raises:
        ValueError: for no card, or a book of jokers alone in a No bid.
    """
    led = suit_led(cards, contract)
    if led is None:
        raise ValueError("no card of any suit was played")
    worth = [_strength(card, led, contract) for card in cards]
    return max(range(len(cards)), key=worth.__getitem__)


def suit_led(cards: Sequence[str], contract: Contract) -> str | None:
    """The suit that governs a book; None while there is none."""
    for card in cards:
        governs = suit(card, contract)
        if governs is not None:
            return governs
    return None


def _strength(card: str, led: str, contract: Contract) -> int:
    trumps = 100 if suit(card, contract) == contract.trump else 0
    if card in (BIG, LITTLE):
        return -1 if contract.trump is None else trumps + (51 if card == BIG else 50)
    if trumps or card[1] == led:
        return trumps + contract.ranks.index(card[0])
    return -1


def playable(hand: Sequence[str], played: Sequence[str], contract: Contract) -> tuple[str, ...]:
    """The cards of a hand that do not renege on the cards `played` so far to this book."""
    led = suit_led(played, contract)
    if led is None:
        return tuple(hand)
    following = tuple([card for card in hand if suit(card, contract) == led])
    if following:
        return following
    jokers = tuple([card for card in hand if card in (BIG, LITTLE)])
    return jokers if jokers and contract.trump is None else tuple(hand)


def kitty_faults(places: Sequence[int]) -> tuple[str, ...]:
    """What is wrong with a kitty, by the places of its cards in the deal, 1 to 54; empty where nothing is."""
    faults: list[str] = []
    ordered = sorted(places)
    if len(ordered) != KITTY or len(set(ordered)) != KITTY:
        faults.append(f"the kitty has {KITTY} cards")
    if ordered and ordered[0] <= ENDS:
        faults.append(f"none of the first {ENDS} cards dealt goes to the kitty")
    if ordered and ordered[-1] > len(DECK) - ENDS:
        faults.append(f"none of the last {ENDS} cards dealt goes to the kitty")
    if any(place + 1 == next_place for place, next_place in pairwise(ordered)):
        faults.append("no two consecutive cards go to the kitty")
    return tuple(faults)
