"""How many cards are dealt in a stanza, and by whom: as it was reported, or as it is due while it is played.

Rule section: I/First Dealer and subsequent deals.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.table_size import FEWEST_PLAYERS
from rules_engine.whoopie.deals_ahead import Written, deals
from rules_engine.whoopie.hand_sizes import Hand
from tournaments.games.game_families import Family, seats_of
from tournaments.games.models import Game
from tournaments.games.selectors.reported_stanzas import reported_stanzas


@dataclass(frozen=True, slots=True)
class DealOfStanza:
    """`dealer` by record id."""

    cards: int
    dealer: str


def deal_of_stanza(family: Family, game: Game, number: int) -> DealOfStanza | None:
    """Of a family that was read with its sheets; none of a stanza that is neither reported nor due."""
    stanzas = reported_stanzas(game)
    if number in stanzas:
        return DealOfStanza(stanzas[number]["cards"], stanzas[number]["dealer"])
    players, seated = family.players_of(game), family.table_of(game)
    first = next((player.record_id for player in players if player.pk == game.first_dealer_id), "")
    if not first or len(seated) < FEWEST_PLAYERS or game.state not in Game.RUNNING:
        return None
    if number != len(stanzas) + 1:
        return None
    written = [
        Written(tuple(player for player, _bid in body["bids"]), body["cards"], body["dealer"])
        for _number, body in sorted(stanzas.items())
    ]
    due = deals(first, _start(game), [*written, Written(seated)], seats_of(players))[-1]
    return DealOfStanza(due.cards, due.dealer)


def _start(game: Game) -> Hand | None:
    """The hand that a group carried over from its parent."""
    start = game.sheet.start if hasattr(game, "sheet") else None
    return (start["cards"], start["direction"]) if start else None
