"""Who may do what in a tournament: predicates on a person, a day and a thing, denied by default."""

from __future__ import annotations

import datetime as dt

from django.db.models import Case, Exists, F, Q, QuerySet, When

from sanctioning.clubs.models import Club
from sanctioning.identity.same_person import identity_id, rows_of, same_person
from sanctioning.kit.prepared_queries import Prepared, PreparedValues
from sanctioning.kit.request_cache import asked_once
from sanctioning.offices.permissions import runs_club
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.permissions import may_decide_sanction
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.stay import Stay


def may_register_event(person: Person | None, day: dt.date, club: Club) -> bool:
    return runs_club(person, day, club)


def may_run_event(person: Person | None, day: dt.date, event: Event) -> bool:
    """Entries, games and seats: whoever runs the club."""
    return runs_club(person, day, event.club)


def may_cancel_event(person: Person | None, day: dt.date, event: Event) -> bool:
    """Whoever runs the club; once it is sanctioned also who may cancel the sanction."""
    granted = event.sanction is not None and event.sanction.state == Sanction.State.GRANTED
    return may_run_event(person, day, event) or (granted and may_decide_sanction(person, day))


def may_see_registration(person: Person | None, day: dt.date, event: Event) -> bool:
    """Whoever runs the event, and who decides on its sanction."""
    return may_run_event(person, day, event) or may_decide_sanction(person, day)


def rules_game(person: Person | None, day: dt.date, game: Game) -> bool:
    """Whether the person is the Acting Executor of that game, by a term that runs on the day."""
    executor = game.acting_executor
    return executor is not None and executor.runs_on(day) and same_person(person, executor.person)


def directors_rule(game: Game) -> str:
    """The rule of the game's book by which its director's ruling is final; empty where the book has none."""
    rulings = format_named(game.event.format).rulings
    return str(rulings.final) if rulings else ""


def may_rule_in(person: Person | None, day: dt.date, game: Game) -> bool:
    """Its Acting Executor; where the book makes a director the final authority, also whoever runs the event
    and does not play in it."""
    if rules_game(person, day, game):
        return True
    directs = bool(directors_rule(game)) and may_run_event(person, day, game.event)
    return directs and not plays_in_family(person, game)


def plays_in(person: Person | None, game: Game) -> bool:
    return bool(_seats(person, game))


def _seats(person: Person | None, game: Game) -> tuple[bool, ...]:
    """For each row of the person in the game, whether he sits there now. One query, once in a page."""
    if person is None:
        return ()
    keys = (game.pk, identity_id(person))
    return asked_once(("seats", *keys), lambda: tuple(sits for (sits,) in _SEATS(*keys)))


def _seats_of(game: int, person: int) -> QuerySet[GamePlayer]:
    return GamePlayer.objects.filter(game=game, person__in=rows_of(Person(pk=person))).order_by()


def sits_at(person: Person | None, game: Game) -> bool:
    """Whether the person plays there and has not left the table; once play has ended, whether that was so at
    its end. Where nobody's coming and going is written down, everybody in the game sits there."""
    return any(_seats(person, game))


def _held_seats(game: int, person: int) -> QuerySet[GamePlayer, tuple[bool]]:
    sits = Q(stays__isnull=False, stays__until__isnull=True)
    until_its_end = Q(stays__until=F("game__stanzas_played")) & ~Q(game__state__in=Game.RUNNING)
    nothing_written = ~Exists(Stay.objects.filter(player__game=game))
    held = Case(When(sits | until_its_end | nothing_written, then=True), default=False)
    return _seats_of(game, person).annotate(sits=held).values_list("sits")


_SEATS = PreparedValues(_held_seats)


def may_keep_table(person: Person | None, day: dt.date, game: Game, *, sits: bool | None = None) -> bool:
    """Who comes and goes is written down at the table (`sits`, where that is known), by its director or by
    its Acting Executor."""
    sits = sits_at(person, game) if sits is None else sits
    return sits or rules_game(person, day, game) or may_run_event(person, day, game.event)


def may_see_table(person: Person | None, day: dt.date, game: Game) -> bool:
    """Everybody there by name, and who was called: those who keep the table, and who left it."""
    return may_keep_table(person, day, game) or plays_in(person, game)


_PLAYS_IN_FAMILY = Prepared(
    lambda event, number, person: (
        GamePlayer.objects.filter(game__event=event, game__number=number)
        .filter(person__in=rows_of(Person(pk=person)))
        .order_by()[:1]
    )
)


def plays_in_family(person: Person | None, game: Game) -> bool:
    """Whether the person plays, or played, in the game or in one that came of the same."""
    if person is None:
        return False
    keys = (game.event_id, game.number, identity_id(person))
    return asked_once(("plays in family", *keys), lambda: bool(_PLAYS_IN_FAMILY(*keys)))
