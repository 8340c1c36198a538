"""The executors: where each rules, when he is away, what conflicts he declared, and his games."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.same_person import every_merged, rows_of, same_person
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import named, one_of, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.offices.models.executor import Area, Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict, Office
from sanctioning.offices.permissions import EXECUTORS, is_managing_executor, may_keep_areas
from sanctioning.offices.selectors import TermLine, terms_of
from sanctioning.people.models.person import Person
from tournaments.executors.permissions import may_see_executor
from tournaments.executors.selectors.obstacles import UNDER_WAY
from tournaments.games.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaLine:
    id: int
    place: str
    club_name: str
    home: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveLine:
    id: int
    first_day: dt.date
    last_day: dt.date
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictLine:
    """`may_end` is whether whoever asks may let it end; declared by another, it names that person."""

    id: int
    name: str
    number: str
    club_name: str
    reason: str
    first_day: dt.date
    last_day: dt.date | None
    over: bool
    declared_by: str
    may_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorGame:
    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    label: str
    place: str
    day: dt.date
    state: Annotated[str, Game.State]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorLine:
    name: str
    number: str
    offices: tuple[str, ...]
    places: tuple[str, ...]
    away_until: dt.date | None
    conflicts: int
    games_under_way: int
    games_ruled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorDetail:
    name: str
    number: str
    keeps: bool
    terms: tuple[TermLine, ...]
    areas: tuple[AreaLine, ...]
    leaves: tuple[LeaveLine, ...]
    conflicts: tuple[ConflictLine, ...]
    under_way: tuple[ExecutorGame, ...]
    ruled: tuple[ExecutorGame, ...]


def all_executors(*, asker: Person | None) -> ListSource[Person, ExecutorLine]:
    """Whoever rules today or will, for the Managing Executor; nobody for others. Nine queries a page."""
    day = today()
    held = Appointment.objects.filter(office__in=EXECUTORS).exclude(last_day__lt=day)
    people = Person.objects.filter(merged_into=None, pk__in=_ruling(held)).distinct()
    return ListSource(
        rows=people if is_managing_executor(asker, day) else people.none(),
        lines=lambda people: _executor_lines(people, held, day),
        sorts={"name": ("family_name", "given_names"), "number": ("number",)},
        order="name",
        filters=(
            named(),
            one_of(
                "office",
                _("Office"),
                "appointments__office",
                [(office, Office(office).label) for office in EXECUTORS],
                all_words=_("all offices"),
            ),
            words("place", _("Place covered"), "areas__place", "areas__club__name"),
        ),
    )


def _ruling(held: QuerySet[Appointment]) -> QuerySet[Any, Any]:
    """Whoever holds these terms, and those into whom they were merged: few, so that nobody else is read."""
    people = held.order_by().values("person")
    merged = Person.objects.filter(merged_into__isnull=False, pk__in=people).order_by()
    return people.union(merged.values("merged_into"))


def _executor_lines(
    people: Sequence[Person], held: QuerySet[Appointment], day: dt.date
) -> tuple[ExecutorLine, ...]:
    """Seven queries, however many there are."""
    merged = every_merged()
    by_id = {person.pk: person for person in people}
    rows = set(by_id) | {row for row, to in merged.items() if to in by_id}
    terms: dict[int, list[Appointment]] = defaultdict(list)
    for term in held.filter(person__in=rows).order_by("first_day", "id"):
        terms[merged.get(term.person_id, term.person_id)].append(term)
    areas: dict[int, list[Area]] = defaultdict(list)
    for area in Area.objects.filter(person__in=rows).select_related("club"):
        areas[merged.get(area.person_id, area.person_id)].append(area)
    away: dict[int, dt.date] = {}
    for leave in Leave.objects.filter(person__in=rows, first_day__lte=day, last_day__gte=day):
        person = merged.get(leave.person_id, leave.person_id)
        away[person] = max(leave.last_day, away.get(person, leave.last_day))
    conflicts: dict[int, int] = defaultdict(int)
    for person in DeclaredConflict.objects.on(day).filter(person__in=rows).values_list("person", flat=True):
        conflicts[merged.get(person, person)] += 1
    under_way: dict[int, int] = defaultdict(int)
    ruled: dict[int, int] = defaultdict(int)
    games = Game.objects.filter(acting_executor__person__in=rows)
    for person, state in games.values_list("acting_executor__person", "state"):
        (under_way if state in UNDER_WAY else ruled)[merged.get(person, person)] += 1
    return tuple(
        ExecutorLine(
            name=executor.name,
            number=executor.number,
            offices=tuple(dict.fromkeys(term.get_office_display() for term in terms[person])),
            places=tuple(str(area.place or area.club) for area in areas[person]),
            away_until=away.get(person),
            conflicts=conflicts[person],
            games_under_way=under_way[person],
            games_ruled=ruled[person],
        )
        for person, executor in by_id.items()
    )


def executor_desk(*, number: str, asker: Person | None) -> ExecutorDetail | None:
    """One executor, for himself and the Managing Executor; None for others. A constant number of queries."""
    day = today()
    record = Person.objects.select_related("merged_into").filter(number=number.strip().upper()).first()
    person = record.identity if record else None
    if person is None or not may_see_executor(asker, day, person):
        return None
    rows = rows_of(person)
    authority = is_managing_executor(asker, day)
    conflicts = DeclaredConflict.objects.filter(Q(person__in=rows) | Q(with_person__in=rows))
    games = (
        Game.objects.filter(acting_executor__person__in=rows).select_related("event").order_by("-starts_at")
    )
    lines = [(game.state in UNDER_WAY, _game(game)) for game in games]
    return ExecutorDetail(
        name=person.name,
        number=person.number,
        keeps=may_keep_areas(asker, day, person),
        terms=tuple(term for term in terms_of(person, day) if term.office in EXECUTORS),
        areas=tuple(
            AreaLine(
                id=area.pk,
                place=area.place,
                club_name=area.club.name if area.club else "",
                home=area.home,
            )
            for area in Area.objects.filter(person__in=rows).select_related("club")
        ),
        leaves=tuple(
            LeaveLine(id=leave.pk, first_day=leave.first_day, last_day=leave.last_day, why=leave.why)
            for leave in Leave.objects.filter(person__in=rows, last_day__gte=day)
        ),
        conflicts=tuple(
            _conflict(conflict, person, authority, day)
            for conflict in conflicts.select_related("person", "with_person", "with_club", "declared_by")
        ),
        under_way=tuple(line for open_, line in lines if open_)[::-1],
        ruled=tuple(line for open_, line in lines if not open_),
    )


def area_of(person: Person, number: int) -> Area | None:
    return Area.objects.select_related("person", "club").filter(person__in=rows_of(person), pk=number).first()


def leave_of(person: Person, number: int) -> Leave | None:
    return Leave.objects.select_related("person").filter(person__in=rows_of(person), pk=number).first()


def conflict_of_executor(person: Person, number: int) -> DeclaredConflict | None:
    rows = rows_of(person)
    own = DeclaredConflict.objects.filter(Q(person__in=rows) | Q(with_person__in=rows), pk=number)
    return own.first()


def _conflict(conflict: DeclaredConflict, person: Person, authority: bool, day: dt.date) -> ConflictLine:
    own = same_person(conflict.person, person)
    other = conflict.with_person if own else conflict.person
    over = conflict.last_day is not None and conflict.last_day < day
    self_declared = own and same_person(conflict.declared_by or conflict.person, person)
    return ConflictLine(
        id=conflict.pk,
        name=other.name if other else "",
        number=other.number if other else "",
        club_name=conflict.with_club.name if conflict.with_club else "",
        reason=conflict.reason,
        first_day=conflict.first_day,
        last_day=conflict.last_day,
        over=over,
        declared_by=(conflict.declared_by or conflict.person).name,
        may_end=not over and (authority or self_declared),
    )


def _game(game: Game) -> ExecutorGame:
    return ExecutorGame(
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_number=game.number,
        game_group=game.group,
        label=game.label,
        place=game.event.place,
        day=game.event.local_day(game.starts_at),
        state=game.state,
    )
