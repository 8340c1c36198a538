"""The robots of a practice event: they bid and play by the rules, at random, and finish their tables.

Invariant: they report, confirm and certify by the same services as people do, each as somebody who may.
Terms: slip (what is played at a table, on paper, before somebody reports it).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from rules_engine.whoopie.document import StanzaDocument
from rules_engine.whoopie.random.stanza import RandomStanza
from sanctioning.people.models.person import Person
from scoring.practice.roles import DIRECTOR, EXECUTOR
from scoring.results.services.certification import certify_result, confirm_result
from tournaments.games.models import Game
from tournaments.tables.selectors.table import Table, table_of_game
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.stanzas import report_stanza

State = Game.State


def play_next(*, games: Iterable[Game], random: Random) -> int:
    """One stanza more at each of these tables, closed when it has come to its end; gives how many played."""
    return sum(_play(game, random) for game in games)


def finish(*, games: Iterable[Game], random: Random) -> None:
    """These tables to their end: played, closed, confirmed and certified."""
    director, executor = _wearing(DIRECTOR.email), _wearing(EXECUTOR.email)
    for game in games:
        while _play(game, random):
            pass
        game.refresh_from_db()
        if game.state == State.REPORTED:
            confirm_result(by=director, game=game)
            game.refresh_from_db()
        if game.state == State.CONFIRMED:
            certify_result(by=executor, game=game)


def _play(game: Game, random: Random) -> bool:
    """The stanza that is due, reported by whoever keeps the score there; False where none is."""
    now = _table(game)
    if now.state not in Game.RUNNING or now.due is None:
        return False
    seated = [seat.player for seat in now.seated]
    if now.is_over:
        close_game(by=_player(game, seated[0]), game=game, sure=True)
        return False
    body = _stanza(now, random)
    keeper = _player(game, now.due.scorekeeper or seated[0])
    report_stanza(by=keeper, game=game, number=now.due.number, body=body, idempotency_key=str(uuid.uuid4()))
    if _table(game).is_over:
        close_game(by=keeper, game=game, sure=True)
    return True


def _stanza(now: Table, random: Random) -> StanzaDocument:
    """The stanza that is due, bid and played by the rules."""
    assert now.due is not None
    seated = [seat.player for seat in now.seated]
    return RandomStanza(random, seated, now.due.dealer, now.due.cards, 0.0).play()


def _table(game: Game) -> Table:
    table = table_of_game(game=Game.objects.select_related("event").get(pk=game.pk))
    assert table is not None, "a practice event is sanctioned in its own database"
    return table


def _player(game: Game, record_id: str) -> Person:
    return game.players.select_related("person").get(record_id=record_id).person


def _wearing(email: str) -> Person:
    return Person.objects.get(account__email=email)


@dataclass(frozen=True, slots=True)
class RobotLine:
    name: str
    bid: int
    taken: int


def slip_of(game: Game, seed: str) -> tuple[RobotLine, ...]:
    """What the robots would play next at that table, in bidding order, for somebody who reports it himself.

    The same seed gives the same slip until the stanza is reported.
    """
    now = _table(game)
    if now.due is None:
        return ()
    body = _stanza(now, Random(f"{seed}/{game.pk}/{now.due.number}"))
    taken: dict[str, int] = dict.fromkeys(now.due.order, 0) | body["taken"]
    return tuple(RobotLine(now.names[player], bid, taken[player]) for player, bid in body["bids"])
