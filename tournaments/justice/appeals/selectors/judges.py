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
from typing import Final

from django.db.models import Q, QuerySet

from rules_engine.justice.appeals import Office as Bench
from sanctioning.identity.same_person import every_merged, rows_of
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.executor import Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict, Office
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeal_history.dockets import Docket
from tournaments.justice.appeals.models import AppealStep, CollegeBallot
from tournaments.justice.rulings.models import Ruling

HELD: Final[Mapping[str, str]] = {
    "Acting": Office.ACTING_EXECUTOR,
    "Associate": Office.ASSOCIATE_EXECUTOR,
    "Managing": Office.MANAGING_EXECUTOR,
    "College": Office.COLLEGE,
}
PLAYED: Final = _lazy("played there")
RULED: Final = _lazy("ruled there")
CONFLICTED: Final = _lazy("has a declared conflict with a party or the club")
JUDGED: Final = _lazy("judged this appeal in another office")


@dataclass(frozen=True)
class Cause:
    """People by the keys of the records that are kept; `judged` says in which office somebody decided."""

    club: int
    merged: Mapping[int, int]
    players: frozenset[int]
    rulers: frozenset[int]
    judged: Mapping[int, str] = field(default_factory=dict)
    ruled: int | None = None
    conflicts: tuple[DeclaredConflict, ...] = ()

    def kept(self, person_id: int) -> int:
        return self.merged.get(person_id, person_id)

    def against(self, person_id: int, bench: str) -> str:
        """Why the person cannot sit on that bench; empty where he can."""
        person = self.kept(person_id)
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
                self.kept(side) for side in (conflict.person_id, conflict.with_person_id) if side is not None
            }
            if person in sides and (conflict.with_club_id == self.club or (sides - {person}) & self.players):
                return True
        return False


def cause_of(game: Game, day: dt.date, *, ruling: Ruling | None, steps: Iterable[AppealStep] = ()) -> Cause:
    """What bears on who may judge a matter of this game. Five queries."""
    merged = every_merged()

    def kept(person_id: int) -> int:
        return merged.get(person_id, person_id)

    family = Game.objects.filter(event=game.event_id, number=game.number)
    players = GamePlayer.objects.filter(game__in=family).values_list("person", flat=True)
    ruling_there = Ruling.objects.filter(game__in=family).values_list("by__person", flat=True)
    appointed = family.values_list("acting_executor__person", flat=True)
    rulers = {kept(person_id) for person_id in (*ruling_there, *appointed) if person_id is not None}
    return Cause(
        club=game.event.club_id,
        merged=merged,
        players=frozenset(kept(player) for player in players),
        rulers=frozenset(rulers),
        judged=_judged(steps, kept_by=merged),
        ruled=kept(ruling.by.person_id) if ruling else None,
        conflicts=tuple(DeclaredConflict.objects.on(day)),
    )


def cause_in(docket: Docket, day: dt.date) -> Cause:
    """The same for an appeal as it stands."""
    return cause_of(docket.game, day, ruling=docket.ruling, steps=docket.steps)


def _judged(steps: Iterable[AppealStep], kept_by: Mapping[int, int]) -> dict[int, str]:
    """Who decided in which office; members of the College by their ballots."""
    decided = [step for step in steps if step.decision]
    judged = {
        kept_by.get(step.decided_by_id, step.decided_by_id): step.office
        for step in decided
        if step.decided_by_id is not None
    }
    college = [step.pk for step in decided if step.office == "College"]
    if college:
        voted = CollegeBallot.objects.filter(motion__step__in=college)
        judged |= {kept_by.get(pk, pk): "College" for pk in voted.values_list("member__person", flat=True)}
    return judged


def holders(bench: str, day: dt.date) -> QuerySet[Appointment]:
    """Who holds the office of that bench on the day."""
    return Appointment.objects.on(day).filter(office=HELD[bench]).select_related("person").order_by("pk")


def free_judges(cause: Cause, bench: Bench, day: dt.date) -> list[Appointment]:
    """Who may judge there: who is not away first, then the fewest open appeals. Four queries."""
    free = [holder for holder in holders(bench, day) if not cause.against(holder.person_id, bench)]
    waiting = AppealStep.objects.waiting().filter(judge__isnull=False)
    open_now = Counter(cause.kept(judge) for judge in waiting.values_list("judge__person", flat=True))
    gone = Leave.objects.filter(Q(first_day__lte=day), last_day__gte=day).values_list("person", flat=True)
    away = {cause.kept(person_id) for person_id in gone}
    return sorted(
        free,
        key=lambda holder: (
            cause.kept(holder.person_id) in away,
            open_now[cause.kept(holder.person_id)],
            holder.pk,
        ),
    )


def members_sitting(docket: Docket, day: dt.date) -> list[Appointment]:
    """Members of the College who are free of conflict with the matter, each person once."""
    cause = cause_in(docket, day)
    members: dict[int, Appointment] = {}
    for holder in holders("College", day):
        if not cause.against(holder.person_id, "College"):
            members.setdefault(cause.kept(holder.person_id), holder)
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
