"""Playing a game in tests: seats and cards by draw, stanza after stanza through the services."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules_engine.whoopie.deals_ahead import Written, deals
from rules_engine.whoopie.random.stanza import RandomStanza
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, open_table, sanctioned_event
from tests.support.kept_steps import kept_step
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.selectors.table import Table, table_of_game
from tournaments.tables.services.splits import draw_for_places
from tournaments.tables.services.stanzas import report_stanza

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]


@kept_step
def drawn_table(
    cast: Cast, players: Sequence[Person], *, event: Event | None = None, stanzas: int = 30
) -> Game:
    """A sanctioned game with an executor, its cards drawn."""
    game = open_table(cast, event or sanctioned_event(cast), players, stanzas=stanzas)
    return draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)


def table(cast: Cast, game: Game) -> Table:
    seen = table_of_game(game=Game.objects.get(pk=game.pk), asker=cast.director)
    assert seen is not None
    return seen


def random_body(now: Table, dice: Random, *, mishaps: float = 0.0) -> dict[str, Any]:
    """A stanza as it is due, played at random."""
    assert now.due is not None
    seated = [seat.player for seat in now.seated]
    return _as_reported(RandomStanza(dice, seated, now.due.dealer, now.due.cards, mishaps))


def bodies_ahead(now: Table, count: int) -> list[dict[str, Any]]:
    """The stanzas from the one that is due, so many of them, all played by those who sit there now."""
    assert now.due is not None
    seated = [seat.player for seat in now.seated]
    ahead = deals(now.due.dealer, None, [Written(tuple(seated))] * count)
    return [
        _as_reported(RandomStanza(Random(number), seated, deal.dealer, deal.cards, 0.0))
        for number, deal in enumerate(ahead, 1)
    ]


def _as_reported(stanza: RandomStanza) -> dict[str, Any]:
    """Without what a table does not write down."""
    played = stanza.play()
    return {field: value for field, value in played.items() if field not in ("hands", "tricks", "defining")}


def body_for(now: Table, makers: Mapping[str, int]) -> dict[str, Any]:
    """A stanza in which `makers` bid so many and make it, as far as the cards go; the others fail."""
    assert now.due is not None
    order, left = now.due.order, now.due.cards
    taken: dict[str, int] = {}
    for player in [player for player in order if player in makers]:
        if makers[player] <= left:
            taken[player] = makers[player]
            left -= makers[player]
    failing = [player for player in order if player not in taken]
    bids = {player: taken.get(player, now.due.cards) for player in order}
    if left == now.due.cards:
        bids[failing[0]] = 0  # he takes them all
    return {
        "cards": now.due.cards,
        "dealer": now.due.dealer,
        "bids": [[player, bids[player]] for player in order],
        "made": {player: player in taken for player in order},
    }


def report(
    cast: Cast,
    game: Game,
    body: Mapping[str, Any],
    *,
    by: Person | None = None,
    key: str = "",
    at: dt.datetime = MARCH,
) -> StanzaVersion:
    number = Game.objects.get(pk=game.pk).stanzas_played + 1
    return report_stanza(
        by=by or cast.director,
        game=game,
        number=number,
        body=body,
        idempotency_key=key or f"{game.pk}/{number}",
        at=at,
    )


def play(cast: Cast, game: Game, stanzas: int, dice: Random, *, mishaps: float = 0.0) -> None:
    """So many stanzas at random."""
    for _ in range(stanzas):
        report(cast, game, random_body(table(cast, game), dice, mishaps=mishaps))


def draw_ties(cast: Cast, game: Game, dice: Random, seed: str = "") -> None:
    """Draw until nobody is tied for a place."""
    while (split := table(cast, game).split) is not None and split.open:
        cards = dice.sample(DECK, len(split.open))
        draw_for_places(
            by=cast.executor,
            game=game,
            cards=dict(zip(split.open, cards, strict=True)),
            seed=seed,
            at=MARCH,
        )
