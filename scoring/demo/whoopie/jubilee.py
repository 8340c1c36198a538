"""The evening that makes a grand master, days before the demo season is built."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from rules_engine.whoopie.document import StanzaDocument, written_bids
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whoopie.evening import Evening
from tournaments.games.models import Game

DAY: Final = dt.timedelta(days=1)
WHIST: Final = dt.date(2026, 11, 21)
"""The evening of two whist events, at which all three executors rule."""


def evening_before(day: dt.date) -> dt.date:
    """Three days before, or four: on the evening of the whist events no Acting Executor is free."""
    evening = day - 3 * DAY
    return evening - DAY if evening == WHIST else evening


def begin_jubilee(authority: DemoAuthority, name: str, people: Sequence[Person], planned: int) -> Evening:
    return Evening(authority, name, evening_before(today()), people, planned, level="jubilee")


def play_script(evening: Evening, game: Game, makers: Sequence[Mapping[str, int]]) -> None:
    """Stanza after stanza, who makes which bid, by places in the list of players; everybody else fails."""
    players = evening.authority.players
    for of_stanza in makers:
        now = evening.now(game)
        assert now.due is not None
        bids = {players[int(place)].number: bid for place, bid in of_stanza.items()}
        body = _body(now.due.cards, now.due.dealer, now.due.order, bids)
        evening.report(game, now.due, now.seated[0].player, body)


def _body(cards: int, dealer: str, order: Sequence[str], makers: Mapping[str, int]) -> StanzaDocument:
    """A stanza without its cards: those who fail bid them all, one none where nobody makes his bid."""
    failing = [player for player in order if player not in makers]
    bids = {**dict.fromkeys(failing, cards), **makers}
    if not makers:
        bids[failing[0]] = 0
    return {
        "cards": cards,
        "dealer": dealer,
        "bids": written_bids({player: bids[player] for player in order}),
        "made": {player: player in makers for player in order},
    }
