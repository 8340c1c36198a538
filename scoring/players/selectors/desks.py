"""What lies on somebody's desk: what waits, the games under way, and which tools the offices held give.

Invariant: only what the person has to do or to watch over; a constant number of queries.
"""

from __future__ import annotations

from dataclasses import dataclass

from sanctioning.kit.waiting.kept import Revision, kept_since, waiting_since
from sanctioning.kit.waiting.registry import Waits, holder_of
from sanctioning.offices.permissions import is_executor
from sanctioning.people.models.person import Person
from sanctioning.sanctions.permissions import may_decide_sanction
from scoring.certificates.permissions import may_record
from scoring.rosters.permissions import may_compile_roster
from scoring.waiting import DeskGame, games_of
from tournaments.events.selectors.events import CalendarLine, coming_events


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """`under_way` are games on which it is another's turn; `coming` are events of clubs run.

    Clubs are name and slug; the flags open tools.
    """

    waits: tuple[Waits, ...]
    under_way: tuple[DeskGame, ...]
    coming: tuple[CalendarLine, ...]
    clubs: tuple[tuple[str, str], ...]
    registered: tuple[tuple[str, str], ...]
    executor_number: str
    records: bool
    compiles: bool
    decides: bool


def desk(*, person: Person, revision: Revision) -> Desk | None:
    """The desk of whoever holds an office, runs a club, registered one or has something to do; else None. It
    is kept until something happens, by which the `revision` is another."""
    return kept_since("desk", person, revision, lambda: _desk(person, revision))


def _desk(person: Person, revision: Revision) -> Desk | None:
    holder = holder_of(person)
    day = holder.day
    games = games_of(holder)
    own_desk = Desk(
        waits=waiting_since(person, revision),
        under_way=tuple(game for game in games if not game.kind and (game.rules or game.runs)),
        coming=coming_events(clubs=holder.clubs) if holder.clubs else (),
        clubs=tuple((club.name, club.slug) for club in holder.clubs),
        registered=tuple((club.name, club.slug) for club in holder.kept),
        executor_number=person.number if is_executor(person, day) else "",
        records=may_record(person, day),
        compiles=may_compile_roster(person, day),
        decides=may_decide_sanction(person, day),
    )
    has_tools = own_desk.clubs or own_desk.registered or own_desk.executor_number or own_desk.compiles
    return own_desk if has_tools or own_desk.decides or own_desk.waits or own_desk.under_way else None
