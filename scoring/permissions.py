"""Who may do what in the books: predicates on a person, a day and a thing, denied by default.

Rule section: IV (the Acting Executor administers the rules of his game; certificates are recorded with
the authority).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from sanctioning.identity import rows_of, same_person
from sanctioning.models import Person
from sanctioning.permissions import is_managing_executor, is_registrar, runs_club
from scoring.models import Report
from tournaments.formats import format_named
from tournaments.models import Game
from tournaments.permissions import may_run_event, plays_in, rules_game, sits_at


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


def may_report(person: Person | None, day: dt.date, game: Game) -> bool:
    """Who sits at the table, or whoever runs the club."""
    return sits_at(person, game) or runs_club(person, day, game.event.club)


def is_of_game(person: Person | None, day: dt.date, game: Game) -> bool:
    """A player of the game, also one who left the table, or whoever runs the club."""
    return plays_in(person, game) or runs_club(person, day, game.event.club)


def may_send_record(person: Person | None, day: dt.date, game: Game) -> bool:
    """Who reports a game by its whole record: where that is a whole event, whoever runs it alone."""
    if format_named(game.event.format).covers_event:
        return may_run_event(person, day, game.event)
    return may_report(person, day, game)


def may_open_again(person: Person | None, day: dt.date, game: Game, report: Report) -> bool:
    """Whoever runs an event whose report was made of its slips."""
    made_of_slips = report.from_sheet and format_named(game.event.format).covers_event
    return made_of_slips and may_run_event(person, day, game.event)


def may_see_record(person: Person | None, day: dt.date, game: Game) -> bool:
    """Who reports the game, rules it, or orders a correction of its result."""
    return is_of_game(person, day, game) or rules_game(person, day, game) or may_order_correction(person, day)


def may_hand_in(person: Person | None, day: dt.date, game: Game, players: Iterable[str]) -> bool:
    """One of these players of the game, by record id, or whoever runs the club."""
    if person is None:
        return False
    own = game.players.filter(person__in=rows_of(person), record_id__in=list(players))
    return runs_club(person, day, game.event.club) or own.exists()


def may_settle(person: Person | None, day: dt.date, game: Game) -> bool:
    return rules_game(person, day, game)


def may_confirm(person: Person | None, day: dt.date, game: Game, report: Report) -> bool:
    """Somebody of the game or its club who is not the reporter."""
    return not same_person(person, report.reporter) and is_of_game(person, day, game)


def may_certify(person: Person | None, day: dt.date, game: Game) -> bool:
    return rules_game(person, day, game)


def may_order_correction(person: Person | None, day: dt.date) -> bool:
    """Who may have a certified result corrected today; rulings and appeals order it through the same act."""
    return is_managing_executor(person, day)


def may_record(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day)


def may_compile_roster(person: Person | None, day: dt.date) -> bool:
    return is_registrar(person, day) or is_managing_executor(person, day)


def may_see_codes(asker: Person | None, day: dt.date, of: Person) -> bool:
    """A code is as good as the paper: only its owner and the registrar see it."""
    return same_person(asker, of) or is_registrar(asker, day)


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
