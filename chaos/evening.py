"""The evening that is played meanwhile: its tables with their pads' links, and its games to be certified."""

from __future__ import annotations

import datetime as dt
import threading
import time
from typing import Any, Final

from django.db import DatabaseError, InterfaceError, connection

from chaos.load import PlayedTable, Told, stanzas_of
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.demo.sample_records import as_file
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, make_cast, record_of, sanctioned_event
from tests.support.play import bodies_ahead, table
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players
from tournaments.reports.services.reports import take_report
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.services.table_links import make_link, secret_of

PLANNED: Final = 60
DONE_BEFORE: Final = ("game-state",)
"""What the office is told where it was done and the answer was lost."""


class Evening:
    def __init__(self, tables: int, stanzas: int, certified: int) -> None:
        self.cast: Cast = make_cast()
        self.event = sanctioned_event(self.cast, days=2)
        self.tables = [self._played(stanzas) for _ in range(tables)]
        self.games = [self._reported(number) for number in range(certified)]

    def _open(self, players: list[Person], stanzas: int) -> Game:
        game = open_game(by=self.cast.director, event=self.event, planned={"stanzas": stanzas}, at=MARCH)
        seat_players(by=self.cast.director, game=game, people=players, at=MARCH)
        appointment = self.cast.executor_appointment
        return appoint_acting_executor(by=self.cast.managing, game=game, appointment=appointment, at=MARCH)

    def _played(self, stanzas: int) -> PlayedTable:
        opened = self._open(list(self.cast.players[:5]), PLANNED)
        game = draw_cards(by=self.cast.director, game=opened, seed="cards", at=MARCH)
        secret = secret_of(make_link(by=self.cast.director, game=game, at=MARCH))
        bodies = bodies_ahead(table(self.cast, game), stanzas)
        address = f"/api/v1/events/{self.event.slug}/games/{game.number}/pad/stanzas/"
        return PlayedTable(secret, stanzas_of(address, game.pk, bodies))

    def _reported(self, number: int) -> Game:
        game = self._open(list(self.cast.players[:4]), 14)
        record = record_of(self.cast.players[:4])
        take_report(
            by=self.cast.players[0], game=game, data=as_file(record), idempotency_key=f"{number}", at=MARCH
        )
        return game


class Office(threading.Thread):
    """Confirms and certifies one game after the other; each prints its certificates."""

    def __init__(self, evening: Evening, told: Told, pause: float) -> None:
        super().__init__(daemon=True)
        self.evening, self.told, self.pause = evening, told, pause
        self.ended = threading.Event()

    def run(self) -> None:
        for game in self.evening.games:
            steps = (
                (confirm_result, self.evening.cast.director),
                (certify_result, self.evening.cast.executor),
            )
            for act, by in steps:
                while not self._done(act, by, game):
                    if self.ended.is_set():
                        return
                    time.sleep(1)
            self.told.certified.append(game.pk)
            time.sleep(self.pause)

    def _done(self, act: Any, by: Person, game: Game) -> bool:
        try:
            act(by=by, game=Game.objects.get(pk=game.pk), at=MARCH + dt.timedelta(minutes=1))
        except (DatabaseError, InterfaceError, OSError):
            connection.close()
            return False
        except Refusal as refusal:
            return refusal.code in DONE_BEFORE
        return True
