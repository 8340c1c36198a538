"""An evening in the middle of its first round, as its director sees it from the floor in the demo season: a
table in play that calls, an error that was found there, another table that still draws, an announcement.
"""

from __future__ import annotations

import datetime as dt
from random import Random

from rules_engine.whoopie.random.stanza import RandomStanza
from sanctioning.people.models.person import Person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whoopie.live_events import EVENING_CLUB, MINUTE
from tournaments.calls.services.calls import call_executor
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce
from tournaments.games.models import Game
from tournaments.tables.selectors.table import table_of_game
from tournaments.tables.services.stanzas import report_stanza

NAME = "Wetherby Lantern Tables 2026"
SEED = 1966
STANZAS = 4


def play_on_the_floor(authority: DemoAuthority) -> None:
    director, dice = authority.directors[EVENING_CLUB], Random(SEED)
    event = Event.objects.get(name=NAME)
    at = event.starts_at + 30 * MINUTE
    game = event.games.get(first_dealer__isnull=False)
    for number in range(1, STANZAS + 1):
        at += 5 * MINUTE
        _report(director, game, dice, at, wrong=number == STANZAS)
    caller = game.players.order_by("seat")[1].person
    about = "He says that the hand had one card too many."
    call_executor(by=caller, game=game, kind="score", about=about, stanza=STANZAS, at=at + 2 * MINUTE)
    announce(by=director, event=event, text="Supper is served at eight, after the first round.", at=at)


def _report(director: Person, game: Game, dice: Random, at: dt.datetime, *, wrong: bool) -> None:
    """The stanza that is due, or one that was dealt a card too many."""
    now = table_of_game(game=Game.objects.get(pk=game.pk), asker=director)
    assert now is not None
    assert now.due is not None
    seated = [seat.player for seat in now.seated]
    cards = now.due.cards + (1 if wrong else 0)
    body = RandomStanza(dice, seated, now.due.dealer, cards, 0.0).play()
    report_stanza(
        by=director,
        game=game,
        number=now.due.number,
        body=body,
        idempotency_key=f"floor/{game.pk}/{now.due.number}",
        at=at,
    )
