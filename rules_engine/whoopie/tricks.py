"""Trumps, Whoopie cards and jokers: who wins a trick, and what is trump after it.

Section I, "Play", "Trumps and Whoopie cards" and "Jokers"; inventory W-24 to W-41, readings 16 to 20. A card
is trump or not at the moment it is laid and stays so; of equal trumps the first laid wins.
"""

from typing import Final

from rules_engine.cards import JOKER, NO_RANK, NO_SUIT, RANK, SUIT, SUITS

J_TRUMP: Final = 4
"""The J-Trump condition: no lasting trump suit, each trick's led suit is trump."""
UNFIXED: Final = 5
"""A joker was turned up and no suit card has been led yet: no trump, no Whoopie denomination."""

ALL_SUITS: Final = 6
NO_TRUMP: Final = 7

_TRUMP: Final = 20
"""Added to the rank of a trump: more than any rank, so that the lowest trump beats every plain card."""
_WINS_BY_ITSELF: Final = 100
_LOSES: Final = -1


class CardsOnTable:
    """The cards on the table while one stanza is played.

    `trump` is what lasts from trick to trick: a suit, `J_TRUMP` or `UNFIXED`. `live` is what a suit card laid
    next must be of to be trump: a suit, `ALL_SUITS` or `NO_TRUMP`. `winner` is the position in the trick,
    from 0, of the card that is winning; `led` the suit led, `NO_SUIT` when a joker was.
    """

    __slots__ = ("best", "denomination", "laid", "led", "live", "trump", "winner")

    def __init__(self, defining: int) -> None:
        self.trump = UNFIXED if defining == JOKER else SUIT[defining]
        self.denomination = RANK[defining]
        self.live = NO_TRUMP
        self.led = NO_SUIT
        self.best = _LOSES
        self.winner = 0
        self.laid = 0

    def lead(self, card: int) -> None:
        """Lay the first card of a trick."""
        self.winner = 0
        self.laid = 1
        suit = SUIT[card]
        self.led = suit
        if suit == NO_SUIT:
            self._lead_without_suit(card)
            return
        if self.denomination == NO_RANK:
            self.denomination = RANK[card]
            self.trump = suit
        elif RANK[card] == self.denomination:
            self.trump = suit
        self.live = suit if self.trump == J_TRUMP else self.trump
        self.best = RANK[card] + _TRUMP if suit == self.live else RANK[card]

    def _lead_without_suit(self, card: int) -> None:
        if card != JOKER:
            self.live = self.trump
            self.best = _LOSES
        elif self.denomination == NO_RANK:
            self.live = NO_TRUMP
            self.best = _WINS_BY_ITSELF
        else:
            self.trump = J_TRUMP
            self.live = ALL_SUITS
            self.best = self.denomination + _TRUMP

    def follow(self, cards: list[int]) -> None:
        """Lay further cards of the trick, in the order in which they were played."""
        led = self.led
        live = self.live
        best = self.best
        denomination = self.denomination
        at = self.laid
        for card in cards:
            rank = RANK[card]
            suit = SUIT[card]
            strength = _LOSES
            if card == JOKER:
                if denomination != NO_RANK:
                    self.trump = J_TRUMP
                    live = ALL_SUITS if led == NO_SUIT else led
                    strength = denomination + _TRUMP
            elif rank == denomination:
                self.trump = live = suit
                strength = rank + _TRUMP
            elif suit == live or live == ALL_SUITS:
                strength = rank + _TRUMP
            elif suit == led:
                strength = rank
            if strength > best:
                best = strength
                self.winner = at
            at += 1
        self.live = live
        self.best = best
        self.laid = at

    def lay_trick(self, cards: list[int]) -> None:
        """Lay a whole trick."""
        self.lead(cards[0])
        self.follow(cards[1:])

    def calls_for_whoopie(self, card: int) -> bool:
        """Whether `card`, laid next, must be called: a Whoopie card, once there is a denomination."""
        return card != JOKER and RANK[card] == self.denomination


def trump_letter(trump: int) -> str | None:
    """ "S", "H", "D", "C", or "J" for J-Trump; None while nothing is fixed."""
    if trump == UNFIXED:
        return None
    return "J" if trump == J_TRUMP else SUITS[trump]
