"""A tie played off at random, as its part of a `military-whist/1` record."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules_engine.cards import DECK, JOKER, TEXT
from rules_engine.military_whist import ties
from rules_engine.military_whist.hand import TRICKS

_CARDS = [TEXT[card] for card in DECK if card != JOKER]


def random_playoff(random: Random, teams: Sequence[int]) -> dict[str, Any]:
    """The play-off of these teams; of four or more, the leader's ruling."""
    playoff: dict[str, Any] = {"teams": list(teams)}
    if len(teams) > max(ties.PLAYED_OFF):
        order = random.sample(list(teams), len(teams))
        return playoff | {"ruling": "The leader drew the order.", "order": order}
    names = [str(team) for team in teams]
    draw: list[dict[str, str]] = []
    if len(teams) == max(ties.PLAYED_OFF):
        drawing = names
        while len(drawing) > 1:
            draw.append(_drawn(random, drawing))
            drawing = list(ties.bye(draw).open)
        playoff |= {"draw": draw, "bye": int(ties.bye(draw).name or 0)}
    hands: list[dict[str, Any]] = []
    ended: list[ties.Extra] = []
    while next_ := ties.play_off(names, draw, ended).next:
        hand = _hand(random, next_)
        hands.append(hand)
        ended.append(ties.Extra((next_[0], next_[1]), ties.awarded(tuple(hand["tricks"]))))
    order = [int(team) for team in ties.play_off(names, draw, ended).order]
    return playoff | {"hands": hands, "order": order}


def _hand(random: Random, teams: Sequence[str]) -> dict[str, Any]:
    cut = random.choice(_CARDS)
    cuts: list[dict[str, str]] = []
    cutting = [f"{team}{letter}" for team in teams for letter in ties.PLAYERS]
    while len(cutting) > 1:
        cuts.append(_drawn(random, cutting))
        cutting = list(ties.dealer(cuts).open)
    tricks = random.randint(0, TRICKS)
    return {
        "teams": [int(team) for team in teams],
        "trump_cut": cut,
        "trump": ties.trump(cut),
        "cuts": cuts,
        "dealer": ties.dealer(cuts).name,
        "tricks": [tricks, TRICKS - tricks],
    }


def _drawn(random: Random, names: Sequence[str]) -> dict[str, str]:
    return dict(zip(names, random.sample(_CARDS, len(names)), strict=True))
