"""How many cards each stanza deals.

Section I, "First Dealer and subsequent deals"; inventory W-15 to W-19, reading 11. One card, then one more
a stanza up to the most that leaves a card to turn up, then one fewer a stanza to one, and up again; never
the same twice running. A hand has the direction of its own movement: the highest hand is still "up", the
one after it is the first "down".
"""

from collections.abc import Sequence
from typing import Literal, get_args

Direction = Literal["up", "down"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
Hand = tuple[int, Direction]

RULE = "I/First Dealer and subsequent deals"
FIRST_HAND: Hand = (1, "up")


def limit(players: int) -> int:
    """The most cards each of `players` can be dealt with one left to turn up; ValueError for no players."""
    if players < 1:
        raise ValueError("a deal needs players")
    return 53 // players


def next_hand(cards: int, direction: Direction, players: int) -> Hand:
    """The hand after one of `cards` going in `direction`, for the `players` (3 to 10) seated now."""
    most = limit(players)
    if direction == "up":
        if cards < most:
            return cards + 1, "up"
        return (most if most < cards else cards - 1), "down"
    if cards == 1:
        return 2, "up"
    return min(cards - 1, most), "down"


def first_hand(start: Hand | None, players: int) -> Hand:
    """The first hand of a game: one card, or after a split the hand carried over, up to the limit."""
    if start is None:
        return FIRST_HAND
    cards, direction = start
    return min(cards, limit(players)), direction


def sequence(players: Sequence[int], start: Hand | None = None) -> tuple[int, ...]:
    """Cards dealt in each stanza for the number of `players` in each; `start` is the hand after a split."""
    if not players:
        return ()
    cards, direction = first_hand(start, players[0])
    dealt = [cards]
    for seated in players[1:]:
        cards, direction = next_hand(cards, direction, seated)
        dealt.append(cards)
    return tuple(dealt)
