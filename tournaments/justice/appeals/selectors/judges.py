"""Who may judge an appeal: of each office, who is free of conflict, the fewest open appeals first.

Purpose: nobody judges in their own cause, and one reading of it for assignments, recusals and the College.
Invariants: a constant number of queries, however many executors there are; records that are one person count
as one; who judged a step in one office does not judge another of the same appeal in another office.
Rule section: IV, readings 71 and 73 (DESIGN, "what always holds" 6).
Terms: cause (all that keeps somebody from one appeal), free (nothing does).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import CharField, Q, QuerySet, Value

from rules_engine.justice.appeals import Office as Bench
from sanctioning.identity.same_person import identity_id, identity_of, rows_of
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.executor import Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict, Office
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import AppealStep, CollegeBallot
from tournaments.justice.rulings.models import Ruling

HELD: Final[Mapping[str, str]] = {
    "Acting": Office.ACTING_EXECUTOR,
    "Associate": Office.ASSOCIATE_EXECUTOR,
    "Managing": Office.MANAGING_EXECUTOR,
    "College": Office.COLLEGE,
}
PLAYER: Final = "player"
RULER: Final = "ruler"
PLAYED: Final = _lazy("played there")
RULED: Final = _lazy("ruled there")
CONFLICTED: Final = _lazy("has a declared conflict with a party or the club")
JUDGED: Final = _lazy("judged this appeal in another office")


@dataclass(frozen=True)
class Cause:
    """People by the keys of the records that are kept; `judged` says in which office somebody decided."""

    club: int
    players: frozenset[int]
    rulers: frozenset[int]
    judged: Mapping[int, str] = field(default_factory=dict)
    ruled: int | None = None
    conflicts: tuple[DeclaredConflict, ...] = ()

    def against(self, judge: Person, bench: str) -> str:
        """Why the person cannot sit on that bench; empty where they can."""
        person = identity_id(judge)
        if person in self.players:
            return str(PLAYED)
        if person in self.rulers and not (bench == "Acting" and person == self.ruled):
            return str(RULED)
        if self.judged.get(person, bench) != bench:
            return str(JUDGED)
        return str(CONFLICTED) if self._conflicts(person) else ""

    def _conflicts(self, person: int) -> bool:
        for conflict in self.conflicts:
            sides = {
                identity_id(side) for side in (conflict.person, conflict.with_person) if side is not None
            }
            if person in sides and (conflict.with_club_id == self.club or (sides - {person}) & self.players):
                return True
        return False


def cause_of(game: Game, day: dt.date, *, ruling: Ruling | None, steps: Iterable[AppealStep] = ()) -> Cause:
    """What bears on who may judge a matter of this game. Two queries."""
    players: set[int] = set()
    rulers: set[int] = set()
    for part, person_id in _parts_in(game):
        (players if part == PLAYER else rulers).add(person_id)
    return Cause(
        club=game.event.club_id,
        players=frozenset(players),
        rulers=frozenset(rulers),
        judged=_judged(steps),
        ruled=identity_id(ruling.by.person) if ruling else None,
        conflicts=tuple(DeclaredConflict.objects.on(day).select_related("person", "with_person")),
    )


def _parts_in(game: Game) -> QuerySet[Any, tuple[str, int]]:
    """Who played in the games of this number and who ruled there, each once. One query."""
    player, ruler = (Value(part, output_field=CharField()) for part in (PLAYER, RULER))
    family = Game.objects.filter(event=game.event_id, number=game.number).order_by()
    played = GamePlayer.objects.filter(game__in=family).order_by().values_list(player, identity_of("person"))
    ruling_there = (
        Ruling.objects.filter(game__in=family).order_by().values_list(ruler, identity_of("by__person"))
    )
    appointed = family.filter(acting_executor__isnull=False).values_list(
        ruler, identity_of("acting_executor__person")
    )
    return played.union(ruling_there, appointed)


def cause_in(proceedings: Proceedings, day: dt.date) -> Cause:
    """The same for an appeal as it stands."""
    return cause_of(proceedings.game, day, ruling=proceedings.ruling, steps=proceedings.steps)


def _judged(steps: Iterable[AppealStep]) -> dict[int, str]:
    """Who decided in which office; members of the College by their ballots."""
    decided = [step for step in steps if step.decision]
    judged: dict[int, str] = {
        identity_id(step.decided_by): step.office for step in decided if step.decided_by is not None
    }
    college = [step.pk for step in decided if step.office == "College"]
    if college:
        voted = CollegeBallot.objects.filter(motion__step__in=college).order_by()
        judged |= dict.fromkeys(voted.values_list(identity_of("member__person"), flat=True), "College")
    return judged


def holders(bench: str, day: dt.date) -> QuerySet[Appointment]:
    """Who holds the office of that bench on the day."""
    return Appointment.objects.on(day).filter(office=HELD[bench]).select_related("person").order_by("pk")


def may_judge(cause: Cause, bench: str, day: dt.date) -> list[Appointment]:
    """Who holds the office and is free of conflict. One query."""
    return [holder for holder in holders(bench, day) if not cause.against(holder.person, bench)]


def free_judges(cause: Cause, bench: Bench, day: dt.date) -> list[Appointment]:
    """The same in their order: who is not away first, then the fewest open appeals. Three queries."""
    waiting = AppealStep.objects.waiting().filter(judge__isnull=False).order_by()
    open_now = Counter(waiting.values_list(identity_of("judge__person"), flat=True))
    gone = Leave.objects.filter(Q(first_day__lte=day), last_day__gte=day).order_by()
    away = set(gone.values_list(identity_of("person"), flat=True))
    return sorted(
        may_judge(cause, bench, day),
        key=lambda holder: (
            identity_id(holder.person) in away,
            open_now[identity_id(holder.person)],
            holder.pk,
        ),
    )


def members_sitting(proceedings: Proceedings, day: dt.date) -> list[Appointment]:
    """Members of the College who are free of conflict with the matter, each person once."""
    members: dict[int, Appointment] = {}
    for holder in may_judge(cause_in(proceedings, day), "College", day):
        members.setdefault(identity_id(holder.person), holder)
    return list(members.values())


def sitting_on(matters: Mapping[int, Game], own: Collection[int], day: dt.date) -> set[int]:
    """Of these appeals by key, each with its game, those in which a member with these records may sit.

    The same as `Cause.against`, for one person and many appeals. Six queries.
    """
    events = {game.event_id for game in matters.values()}
    sat = GamePlayer.objects.filter(game__event__in=events)
    played = set(sat.filter(person__in=own).values_list("game__event", "game__number"))
    rules = Q(acting_executor__person__in=own) | Q(rulings__by__person__in=own)
    ruled = set(Game.objects.filter(rules, event__in=events).values_list("event", "number"))
    decided = AppealStep.objects.filter(appeal__in=matters, decided_by__in=own).exclude(office="College")
    judged = set(decided.values_list("appeal", flat=True))
    sides = Q(person__in=own) | Q(with_person__in=own)
    conflicts = list(DeclaredConflict.objects.on(day).filter(sides).select_related("person", "with_person"))
    clubs = {conflict.with_club_id for conflict in conflicts if conflict.with_club_id}
    others = [
        side
        for conflict in conflicts
        for side in (conflict.person, conflict.with_person)
        if side and side.pk not in own
    ]
    met = set(sat.filter(person__in=rows_of(*others)).values_list("game__event", "game__number"))
    return {
        key
        for key, game in matters.items()
        if (game.event_id, game.number) not in played | ruled | met
        and key not in judged
        and game.event.club_id not in clubs
    }
