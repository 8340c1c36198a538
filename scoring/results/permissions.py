"""Who may do what on the way from a report to a result: predicates on a person, a day and a game.

Rule section: IV (the Acting Executor administers the rules of his game)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.reports.permissions import (
    may_confirm,
    may_open_again,
    may_order_correction,
    may_report,
    may_see_record,
    may_send_record,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameActs:
    """What somebody may do with a game as it stands, so that a page shows only what will work; `go_on`
    says that he may let a game go on that was closed too early, or ask the Acting Executor for it."""

    report: bool = False
    settle: bool = False
    confirm: bool = False
    certify: bool = False
    correct: bool = False
    reopen: bool = False
    go_on: bool = False
    read_record: bool = False

    @property
    def moves_on(self) -> bool:
        return self.report or self.confirm or self.certify


def may_certify(person: Person | None, day: dt.date, game: Game) -> bool:
    return rules_game(person, day, game)


def acts_on_game(asker: Person | None, day: dt.date, game: Game, report: Report | None) -> GameActs:
    if asker is None:
        return GameActs()
    executor = rules_game(asker, day, game)
    reported = report is not None and game.state == Game.State.REPORTED
    return GameActs(
        report=not game.stanzas_played
        and game.state in (Game.State.OPEN, Game.State.REPORTED)
        and may_send_record(asker, day, game),
        settle=executor and reported,
        confirm=report is not None and reported and may_confirm(asker, day, game, report),
        certify=executor and game.state == Game.State.CONFIRMED,
        correct=game.state == Game.State.CERTIFIED and may_order_correction(asker, day),
        read_record=report is not None and may_see_record(asker, day, game),
        reopen=report is not None and reported and may_open_again(asker, day, game, report),
        go_on=reported and game.stanzas_played > 0 and (executor or may_report(asker, day, game)),
    )
