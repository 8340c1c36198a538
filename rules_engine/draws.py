"""Drawing cards for scorekeeper and first dealer, and to break ties.

Section I, "Scorekeeper and First Dealer"; inventory W-6 to W-8, reading 8. A joker ranks above an ace,
suits do not matter. A card is a string, rank and suit ("9C", "TD" or "10D") or "*" for a joker.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules_engine.cards import CODES, COPIES, DECK, JOKER, RANK, TEXT
from rules_engine.shuffling import shuffled

RULE = "I/Scorekeeper and First Dealer"

_JOKER_RANK = 13

Round = Mapping[str, str]


class Draw(NamedTuple):
    """Whom the draw made scorekeeper and First Dealer (None while tied), and who must draw again."""

    scorekeeper: str | None
    first_dealer: str | None
    open: tuple[str, ...]


def rank(card: str) -> int:
    """The rank of a card, 0 for a two to 12 for an ace and 13 for a joker; ValueError for no such card."""
    number = CODES.get(card)
    if number is None:
        raise ValueError(f"{card!r} is no card")
    return _JOKER_RANK if number == JOKER else RANK[number]


def repeated(cards: Iterable[str]) -> str | None:
    """The first card that a round of a draw holds too often: a suit card twice, a joker three times.

    All must be cards, as `rank` takes them.
    """
    left = list(COPIES)
    for card in cards:
        number = CODES[card]
        left[number] -= 1
        if left[number] < 0:
            return card
    return None


def resolve(rounds: Sequence[Round]) -> Draw:
    """Settle the opening draw, `rounds` being who drew what, round after round.

    The players tied for highest and those tied for lowest each compare among themselves in later rounds; if
    all tie, the redraw settles both ends. Cards of players who are not tied are ignored, and a tied group
    of which somebody did not draw in a round is not touched by that round.

    Raises:
        ValueError: for a string that is no card.
    """
    if not rounds or not rounds[0]:
        return Draw(None, None, ())
    highest, lowest = drew_highest(rounds), drew_lowest(rounds)
    still = {player for group in (highest, lowest) if len(group) > 1 for player in group}
    return Draw(
        scorekeeper=highest[0] if len(highest) == 1 else None,
        first_dealer=lowest[0] if len(lowest) == 1 else None,
        open=tuple(player for player in rounds[0] if player in still),
    )


def untied(rounds: Sequence[Round]) -> tuple[int, str] | None:
    """The first later round, counting from 1, in which somebody drew who was not tied then, and who it was.

    Raises:
        ValueError: for a string that is no card.
    """
    highest = lowest = tuple(rounds[0]) if rounds else ()
    for number, drawn in enumerate(rounds, 1):
        if number > 1:
            tied = {player for group in (highest, lowest) if len(group) > 1 for player in group}
            for player in drawn:
                if player not in tied:
                    return number, player
        highest, lowest = _extreme(highest, drawn, 1), _extreme(lowest, drawn, -1)
    return None


def drew_highest(rounds: Sequence[Round]) -> tuple[str, ...]:
    """Who drew highest: one, or those still tied; at least one round, of whom only the tied count later.

    Raises:
        ValueError: for a string that is no card.
    """
    return _drew(rounds, 1)


def drew_lowest(rounds: Sequence[Round]) -> tuple[str, ...]:
    """Who drew lowest, in the same way."""
    return _drew(rounds, -1)


def _drew(rounds: Sequence[Round], sign: int) -> tuple[str, ...]:
    group = tuple(rounds[0])
    for drawn in rounds:
        group = _extreme(group, drawn, sign)
    return group


def drawn_from(seed: str, players: Sequence[str], number: int) -> dict[str, str]:
    """The cards of round `number`, counting from 1, when a seed draws: the whole deck in the order that the
    seed gives it for the purpose "cards NUMBER", one card each from its top, in the order of `players`."""
    deck = shuffled(DECK, seed, f"cards {number}")
    return {player: TEXT[card] for player, card in zip(players, deck, strict=False)}


def drawn_to_the_end(seed: str, players: Sequence[str], rounds: Sequence[Round] = ()) -> list[Round]:
    """The rounds so far and those after them that a seed draws, until nobody is tied.

    `players` are at least two; in a later round the tied ones draw, in the same order.
    """
    drawn = list(rounds)
    while not drawn or resolve(drawn).open:
        still = set(resolve(drawn).open) if drawn else set(players)
        drawing = [player for player in players if player in still]
        drawn.append(drawn_from(seed, drawing, len(drawn) + 1))
    return drawn


def ordered_to_the_end(seed: str, tied: Sequence[str]) -> list[Round]:
    """The rounds that a seed draws until `tied` players, two at least, stand in order (`rank_tied`)."""
    drawn: list[Round] = []
    while still := [group for group in rank_tied(tied, drawn) if len(group) > 1]:
        drawing = [player for group in still for player in group]
        drawn.append(drawn_from(seed, drawing, len(drawn) + 1))
    return drawn


def _extreme(group: tuple[str, ...], drawn: Round, sign: int) -> tuple[str, ...]:
    if len(group) == 1 or any(player not in drawn for player in group):
        return group
    best = max(sign * rank(drawn[player]) for player in group)
    return tuple(player for player in group if sign * rank(drawn[player]) == best)


def rank_tied(tied: Sequence[str], rounds: Sequence[Round]) -> tuple[tuple[str, ...], ...]:
    """Put `tied` players in order, high card ahead, equals drawing again among themselves.

    Returns groups from first to last place; a group of more than one is still tied and must draw again.
    Players within it keep the order of `tied`.

    Raises:
        ValueError: for a string that is no card.
    """
    groups: list[tuple[str, ...]] = [tuple(tied)] if tied else []
    for drawn in rounds:
        groups = [finer for group in groups for finer in _divide(group, drawn)]
    return tuple(groups)


def highest_left(rounds: Sequence[Round], seated: Sequence[str]) -> str | None:
    """Who of those still `seated` drew highest, and so is scorekeeper (reading 9); None if two are tied.

    Raises:
        ValueError: for a string that is no card.
    """
    drew = tuple(rounds[0]) if rounds else ()
    for group in rank_tied(drew, rounds):
        left = [player for player in group if player in seated]
        if left:
            return left[0] if len(left) == 1 else None
    return None


def _divide(group: tuple[str, ...], drawn: Round) -> list[tuple[str, ...]]:
    if len(group) == 1 or any(player not in drawn for player in group):
        return [group]
    by_rank: dict[int, list[str]] = {}
    for player in group:
        by_rank.setdefault(rank(drawn[player]), []).append(player)
    return [tuple(by_rank[place]) for place in sorted(by_rank, reverse=True)]


class TieDraw(NamedTuple):
    """A recorded draw among players of equal score: who was `tied`, and the cards of each round."""

    tied: tuple[str, ...]
    rounds: tuple[Round, ...]
