"""What lies on somebody's desk: the games of an executor, of a director, of a player; the offices held.

Invariant: only games in which the person has something to do or to watch over; a constant number of
queries.
Terms: open errors (findings that block certification until they are settled or corrected).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from sanctioning.clock import today
from sanctioning.identity import rows_of
from sanctioning.models import Person
from sanctioning.permissions import clubs_run_by, is_executor, may_decide_sanction
from sanctioning.selectors.clubs import clubs_kept_by
from scoring.models import ReportFinding, Roster
from scoring.permissions import may_compile_roster, may_record
from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskGame:
    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    game_label: str
    played_on: dt.date
    state: str
    acting_executor: str
    open_errors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """`executor` and `director` are games with something left to do; the flags say which desks are open."""

    executor: tuple[DeskGame, ...]
    director: tuple[DeskGame, ...]
    clubs: tuple[tuple[str, str], ...]
    registered: tuple[tuple[str, str], ...]
    executor_number: str
    records: bool
    compiles: bool
    decides: bool

    @property
    def anything(self) -> bool:
        return bool(
            self.executor
            or self.director
            or self.clubs
            or self.registered
            or self.executor_number
            or self.records
            or self.compiles
            or self.decides
        )


def desk(*, person: Person) -> Desk:
    """What waits for this person, the oldest game first."""
    day = today()
    clubs = list(clubs_run_by(person, day))
    return Desk(
        executor=_lines(Q(acting_executor__person__in=rows_of(person))),
        director=_lines(Q(event__club__in=clubs)) if clubs else (),
        clubs=tuple((club.name, club.slug) for club in clubs),
        registered=tuple((club.name, club.slug) for club in clubs_kept_by(person)),
        executor_number=person.number if is_executor(person, day) else "",
        records=may_record(person, day),
        compiles=may_compile_roster(person, day),
        decides=may_decide_sanction(person, day),
    )


def _lines(whose: Q) -> tuple[DeskGame, ...]:
    open_error = Q(
        reports__current=True,
        reports__findings__severity="error",
        reports__findings__settled_at__isnull=True,
    )
    waiting: QuerySet[Game] = (
        Game.objects.filter(whose)
        .exclude(state__in=(Game.State.CERTIFIED, Game.State.SPLIT, Game.State.VOID))
        .select_related("event", "acting_executor__person")
        .annotate(open_errors=Count("reports__findings", filter=open_error, distinct=True))
        .order_by("starts_at", "number", "group")
    )
    return tuple(map(_line, waiting))


def _line(game: Game) -> DeskGame:
    return DeskGame(
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_number=game.number,
        game_group=game.group,
        game_label=game.label,
        played_on=game.event.local_day(game.starts_at),
        state=game.state,
        acting_executor=game.acting_executor.person.name if game.acting_executor else "",
        open_errors=game.open_errors,  # type: ignore[attr-defined]
    )


def runs_club_at(*, person: Person, club_slug: str) -> bool:
    """Whether the person is an officer or director of that club today."""
    return clubs_run_by(person, today()).filter(slug=club_slug).exists()


def finding_of(*, game: Game, finding_id: int) -> ReportFinding | None:
    """A finding of the game, of whatever report."""
    return ReportFinding.objects.select_related("report").filter(pk=finding_id, report__game=game).first()


def roster_of(*, as_of: dt.date) -> Roster | None:
    """The roster as of that day, for those who compile it."""
    return Roster.objects.filter(as_of=as_of).first()
