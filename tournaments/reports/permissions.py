"""Who may do what with a report: predicates on a person, a day and a thing, denied by default.

Rule section: IV (the Acting Executor administers the rules of his game; certificates are recorded with
the authority).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.offices.permissions import is_managing_executor, runs_club
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event, plays_in, rules_game, sits_at
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.reports.models.report import Report


def may_report(person: Person | None, day: dt.date, game: Game, *, sits: bool | None = None) -> bool:
    """Who sits at the table (`sits`, where that is known), or whoever runs the club."""
    sits = sits_at(person, game) if sits is None else sits
    return sits or runs_club(person, day, game.event.club)


def is_of_game(person: Person | None, day: dt.date, game: Game) -> bool:
    """A player of the game, also one who left the table, or whoever runs the club."""
    return plays_in(person, game) or runs_club(person, day, game.event.club)


def may_confirm(person: Person | None, day: dt.date, game: Game, report: Report) -> bool:
    """Somebody of the game or its club who is not the reporter."""
    return not same_person(person, report.reporter) and is_of_game(person, day, game)


def may_send_record(person: Person | None, day: dt.date, game: Game) -> bool:
    """Who reports a game by its whole record: where that is a whole event, whoever runs it alone."""
    if format_named(game.event.format).director_sends_record:
        return may_run_event(person, day, game.event)
    return may_report(person, day, game)


def may_open_again(person: Person | None, day: dt.date, game: Game, report: Report) -> bool:
    """Whoever runs an event whose report was made of its slips."""
    made_of_slips = report.from_sheet and format_named(game.event.format).hands_in_slips
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


def may_order_correction(person: Person | None, day: dt.date) -> bool:
    """Who may have a certified result corrected today; rulings and appeals order it through the same act."""
    return is_managing_executor(person, day)
