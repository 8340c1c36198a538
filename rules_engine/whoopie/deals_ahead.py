"""The deals ahead of a table: what a scoresheet has printed on it, and what a sheet being typed is due.

Section I, "First Dealer and subsequent deals"; inventory W-15 to W-19, readings 10 to 12. A stanza that was
dealt otherwise is followed as it was written down, as the check does.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules_engine.whoopie.course import DealCourse, HandCourse
from rules_engine.whoopie.hand_sizes import Direction, Hand, first_hand, limit, next_hand

LAST_OF_A_CYCLE: Final[Hand] = (1, "down")


class Written(NamedTuple):
    """What is written of a stanza's deal: who sat there; where it is known how many cards, and who dealt."""

    table: tuple[str, ...]
    cards: int | None = None
    dealer: str | None = None


class Deal(NamedTuple):
    """How a stanza must be dealt after those before it."""

    cards: int
    direction: Direction
    dealer: str


def deals(
    first_dealer: str, start: Hand | None, sheet: Sequence[Written], seats: Sequence[str] = ()
) -> tuple[Deal, ...]:
    """The deal due in each stanza of a sheet; `start` is the first hand of a group after a split.

    `seats` are those who drew, where one of them may have got up before the first deal.

    Raises:
        ValueError: nobody sits at the table of a stanza.
    """
    hands = HandCourse(start)
    course = DealCourse(first_dealer, None, tuple(seats) or (sheet[0].table if sheet else ()))
    ahead = []
    for written in sheet:
        cards, direction = hands.due(len(written.table))
        dealer = course.due(written.table)
        ahead.append(Deal(cards, direction, dealer))
        hands.follow(cards if written.cards is None else written.cards, len(written.table))
        course.follow(dealer if written.dealer is None else written.dealer, written.table)
    return tuple(ahead)


def stanzas_planned(planned: Mapping[str, Any], players: int, start: Hand | None = None) -> int | None:
    """After how many stanzas a game of so many `players` throughout ends; None where a clock ends it."""
    if "stanzas" in planned:
        return int(planned["stanzas"])
    return stanzas_of_cycles(planned["cycles"], players, start) if "cycles" in planned else None


def stanzas_of_cycles(cycles: int, players: int, start: Hand | None = None) -> int:
    """How many stanzas so many full cycles take, from the first hand up and down to one card."""
    hand, stanzas = first_hand(start, players), 1
    while hand != LAST_OF_A_CYCLE:
        hand = next_hand(*hand, players)
        stanzas += 1
    return stanzas + (cycles - 1) * 2 * (limit(players) - 1)
