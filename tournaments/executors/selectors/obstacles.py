"""What keeps an executor from a game: one reading of it for proposals, appointments and seating.

Purpose: whoever is proposed can be appointed, and whoever is refused is never proposed as free.
Invariant: a constant number of queries, however many executors and games are asked about.
Rule section: IV (an Acting Executor for each sanctioned game), reading 73 (executors who play).
Terms: obstacle (what is in the way; it bars the appointment, or only speaks against it), span (the time
that a game takes: to the end of its event, at most `SITTING`). The games of one event are at one place: an
executor may rule several of its tables at once, and nothing of another event meanwhile.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import CharField, Count, Q, QuerySet, Value
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import identity_id, identity_of
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording import localised
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.law.articles import read_articles
from sanctioning.offices.models.executor import Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict
from sanctioning.offices.permissions import EXECUTORS
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.executors.models import EventExecutor
from tournaments.games.models import Game, GamePlayer

SITTING = dt.timedelta(hours=12)
UNDER_WAY = Game.UNDER_WAY
SEATED: Final = "seated"
ENTERED: Final = "entered"
IMPARTIAL = _lazy("Nobody judges their own case.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """`bars` says whether it refuses the appointment or only speaks against it."""

    code: str
    sentence: str
    rule: str
    bars: bool = True

    def refusal(self) -> Refusal:
        return Refusal(
            code=self.code, sentence=self.sentence, rule=self.rule, remedy=_("Appoint another executor.")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleFacts:
    """Everything that bears on who may rule some games; people by the keys of the records that are kept."""

    seated: dict[int, set[int]]
    entered: dict[int, set[int]]
    tables: dict[int, int]
    leaves: dict[int, list[Leave]]
    conflicts: dict[int, list[DeclaredConflict]]
    ruling: dict[int, list[Game]]


def facts_about(games: Sequence[Game], executors: Iterable[Appointment]) -> ObstacleFacts:
    """Four queries, and one where an executor may play. The games come with their event, its club, sanction
    and Articles."""
    people = {identity_id(executor.person) for executor in executors}
    own = _is_one_of(people, "person")
    seated: dict[int, set[int]] = defaultdict(set)
    entered: dict[int, set[int]] = defaultdict(set)
    for where, key, person in _players_of(games):
        (seated if where == SEATED else entered)[key].add(person)
    leaves = defaultdict(list)
    for leave in Leave.objects.filter(own).select_related("person"):
        leaves[identity_id(leave.person)].append(leave)
    conflicts = defaultdict(list)
    either = own | _is_one_of(people, "with_person")
    for conflict in DeclaredConflict.objects.filter(either).select_related("person", "with_person"):
        for side in sides_of(conflict):
            conflicts[side].append(conflict)
    ruling = defaultdict(list)
    for ruler, game in _around(games, people):
        ruling[ruler].append(game)
    return ObstacleFacts(
        seated=seated,
        entered=entered,
        tables=_tables_of(games),
        leaves=leaves,
        conflicts=conflicts,
        ruling=ruling,
    )


def obstacles(
    facts: ObstacleFacts, game: Game, executor: Appointment, joining: Collection[int] = ()
) -> tuple[Obstacle, ...]:
    """What stands between this executor and this game, what bars first; `joining` are about to be seated, by
    the keys of the records that are kept."""
    name, person = executor.person.name, identity_id(executor.person)
    day = game.event.local_day(game.starts_at)
    in_the_way = []
    if executor.office not in EXECUTORS or not executor.runs_on(day):
        in_the_way.append(_no_executor(name, day))
    players = facts.seated.get(game.pk, set()) | set(joining)
    if not may_play(facts, game):
        if person in players:
            in_the_way.append(_plays(name))
        elif person in facts.entered.get(game.event_id, set()):
            in_the_way.append(_entered(name, game))
    in_the_way += _conflicts(facts, game, name, person, players, day)
    busy = next((other for other in facts.ruling.get(person, []) if _clash(other, game)), None)
    if busy is not None:
        in_the_way.append(_busy(name, busy))
    away = next(
        (leave for leave in facts.leaves.get(person, []) if leave.first_day <= day <= leave.last_day), None
    )
    if away is not None:
        sentence = _("%(name)s is away until %(last_day)s.") % {
            "name": name,
            "last_day": localised.day(away.last_day),
        }
        in_the_way.append(Obstacle(code="executor-away", sentence=sentence, rule="IV", bars=False))
    return tuple(sorted(in_the_way, key=lambda obstacle: not obstacle.bars))


def may_rule(facts: ObstacleFacts, game: Game, executor: Appointment) -> bool:
    """Whether nothing bars the executor from the game."""
    return not any(obstacle.bars for obstacle in obstacles(facts, game, executor))


def require_none(
    facts: ObstacleFacts,
    game: Game,
    executor: Appointment,
    *,
    joining: Collection[int] = (),
    only: Collection[str] = (),
) -> None:
    """Refuse where something bars the executor from the game; `only` these obstacles where they are named."""
    for obstacle in obstacles(facts, game, executor, joining):
        if obstacle.bars and (not only or obstacle.code in only):
            raise obstacle.refusal()


def _players_of(games: Sequence[Game]) -> QuerySet[Any, Any]:
    """Who sits at these games, by the game, and who is entered, by the event. One query."""
    events = {game.event_id for game in games}
    entered = Entry.objects.filter(event__in=events, state__in=(Entry.State.ENTERED, Entry.State.WAITING))
    opened = [game.pk for game in games if game.pk is not None]
    at_tables = GamePlayer.objects.filter(game__in=opened).order_by()
    seated = at_tables.values_list(Value(SEATED, output_field=CharField()), "game", identity_of("person"))
    return seated.union(
        entered.order_by().values_list(
            Value(ENTERED, output_field=CharField()), "event", identity_of("person")
        )
    )


def _tables_of(games: Sequence[Game]) -> dict[int, int]:
    """How many tables each event has whose Articles let an executor play. One query where there is one."""
    events = {game.event_id for game in games if articles_let_executors_play(game.event)}
    if not events:
        return {}
    first_tables = Game.objects.filter(event__in=events, parent__isnull=True).order_by()
    return dict(first_tables.values_list("event").annotate(Count("pk")))


def may_play(facts: ObstacleFacts, game: Game) -> bool:
    """Only where the Articles of the sanction allow it, and only at an event of one table."""
    return executor_may_play(game.event, facts.tables.get(game.event_id, 0))


def executor_may_play(event: Event, tables: int) -> bool:
    """The same of an event with so many tables."""
    return tables == 1 and articles_let_executors_play(event)


def articles_let_executors_play(event: Event) -> bool:
    sanction = event.sanction
    if sanction is None or sanction.articles is None:
        return False
    return read_articles(sanction.articles.body).executor_may_play_at_one_table


def term_over(executor: Appointment) -> Obstacle:
    """Whoever rules a game holds his office on the day on which he rules."""
    sentence = _("%(person)s has not been an executor since %(last_day)s.") % {
        "person": executor.person.name,
        "last_day": localised.day(executor.last_day),
    }
    return Obstacle(code="executor-term-over", sentence=sentence, rule=_("IV: the term runs on that day"))


def span(game: Game) -> tuple[dt.datetime, dt.datetime]:
    """From when to when it keeps its executor."""
    latest = game.starts_at + SITTING
    ends = min(game.event.ends_at, latest)
    return game.starts_at, ends if ends > game.starts_at else latest


def _around(games: Sequence[Game], people: Collection[int]) -> list[tuple[int, Game]]:
    """Games under way that these people rule about the same time, each with the key of its executor, and for
    each event to which one of them is appointed then a game to come. One query."""
    if not games:
        return []
    about = {
        "starts_at__gte": min(game.starts_at for game in games) - SITTING,
        "starts_at__lte": max(game.starts_at for game in games) + SITTING,
    }
    ruled = Game.objects.filter(_is_one_of(people, "acting_executor__person"), state__in=UNDER_WAY, **about)
    of_events = {f"event__{name}": moment for name, moment in about.items()}
    promised = EventExecutor.objects.filter(
        _is_one_of(people, "executor__person"), event__cancelled_at=None, **of_events
    )
    whole = ("event", "event__name", "event__ends_at")
    rows = ruled.order_by().values_list(
        "pk", "number", "group", "starts_at", *whole, identity_of("acting_executor__person")
    )
    none = (Value(0), Value(0), Value("", output_field=CharField()))
    to_come = promised.order_by().values_list(
        *none, "event__starts_at", *whole, identity_of("executor__person")
    )
    return [
        (
            person,
            Game(
                pk=pk or None,
                number=number,
                group=group,
                starts_at=starts_at,
                event=Event(pk=event, name=name, ends_at=ends_at),
            ),
        )
        for pk, number, group, starts_at, event, name, ends_at, person in sorted(rows.union(to_come))
    ]


def _is_one_of(people: Collection[int], path: str) -> Q:
    return Q(**{f"{path}__in": people}) | Q(**{f"{path}__merged_into__in": people})


def game_to_come(event: Event) -> Game:
    """Stands for the games of an event while none is opened; never saved."""
    return Game(event=event, starts_at=event.starts_at)


def sides_of(conflict: DeclaredConflict) -> set[int]:
    """The keys of the people whom a conflict concerns."""
    return {identity_id(side) for side in (conflict.person, conflict.with_person) if side is not None}


def _clash(other: Game, game: Game) -> bool:
    (begins, ends), (starts, stops) = span(other), span(game)
    return other.event_id != game.event_id and begins < stops and starts < ends


def _conflicts(
    facts: ObstacleFacts, game: Game, name: str, person: int, players: set[int], day: dt.date
) -> list[Obstacle]:
    """A conflict with the club or with a player bars; one with somebody entered speaks against it."""
    others: set[int] = set()
    with_club = False
    for conflict in facts.conflicts.get(person, []):
        if conflict.first_day > day or (conflict.last_day is not None and conflict.last_day < day):
            continue
        others |= sides_of(conflict) - {person}
        with_club |= conflict.with_club_id == game.event.club_id
    if with_club or others & players:
        sentence = _("%(name)s has a declared conflict with this game.") % {"name": name}
        return [Obstacle(code="executor-conflicted", sentence=sentence, rule=IMPARTIAL)]
    if others & facts.entered.get(game.event_id, set()):
        sentence = _("%(name)s has a declared conflict with somebody who is entered.") % {"name": name}
        return [Obstacle(code="executor-may-meet-a-conflict", sentence=sentence, rule=IMPARTIAL, bars=False)]
    return []


def _no_executor(name: str, day: dt.date) -> Obstacle:
    sentence = _("%(name)s is not an executor on %(day)s.") % {"name": name, "day": localised.day(day)}
    return Obstacle(code="no-executor", sentence=sentence, rule=_("IV: the term runs on the day of the game"))


def _plays(name: str) -> Obstacle:
    return Obstacle(
        code="executor-plays",
        sentence=_("%(name)s plays in this game and cannot be its Acting Executor.") % {"name": name},
        rule=_("IV, reading 73: executors do not rule where they play."),
    )


def _entered(name: str, game: Game) -> Obstacle:
    return Obstacle(
        code="executor-entered",
        sentence=_("%(name)s is entered at %(event)s and cannot be Acting Executor there.")
        % {"name": name, "event": game.event.name},
        rule=_("IV, reading 73: executors do not rule where they play."),
    )


def _busy(name: str, other: Game) -> Obstacle:
    words = {"name": name, "event": other.event.name}
    return Obstacle(
        code="executor-busy",
        sentence=_("%(name)s is Acting Executor of %(event)s at that time.") % words
        if other.pk is None
        else _("%(name)s rules %(other)s of %(event)s at that time.") % {**words, "other": other.place},
        rule=_("IV: an Acting Executor is present at their game."),
    )
