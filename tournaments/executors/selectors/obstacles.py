"""What keeps an executor from a game: one reading of it for proposals, appointments and seating.

Purpose: whoever is proposed can be appointed, and whoever is refused is never proposed as free.
Invariant: a constant number of queries, however many executors and games are asked about.
Rule section: IV (an Acting Executor for each sanctioned game), reading 73 (executors who play).
Terms: obstacle (what is in the way; it bars the appointment, or only speaks against it), span (the time
that a game takes: to the end of its event, at most `SITTING`). The games of one event are in one hall: an
executor may rule several of its tables at once, and nothing of another event meanwhile.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import every_merged
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording import localised
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.law.articles import read_articles
from sanctioning.offices.models.executor import Area, Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict
from sanctioning.offices.permissions import EXECUTORS
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer

SITTING = dt.timedelta(hours=12)
UNDER_WAY = Game.UNDER_WAY
IMPARTIAL = _lazy("Nobody judges in their own cause.")


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
class Facts:
    """Everything that bears on who may rule some games; people by the keys of the records that are kept."""

    merged: dict[int, int]
    seated: dict[int, set[int]]
    entered: dict[int, set[int]]
    tables: dict[int, int]
    areas: dict[int, list[Area]]
    leaves: dict[int, list[Leave]]
    conflicts: dict[int, list[DeclaredConflict]]
    ruling: dict[int, list[Game]]

    def kept(self, person_id: int) -> int:
        return self.merged.get(person_id, person_id)


def facts_about(games: Sequence[Game], executors: Iterable[Appointment]) -> Facts:
    """Eight queries. The games come with their event, its club, sanction and Articles."""
    merged = every_merged()

    def kept(person_id: int) -> int:
        return merged.get(person_id, person_id)

    people = {kept(executor.person_id) for executor in executors}
    rows = people | {row for row, into in merged.items() if into in people}
    events = {game.event_id for game in games}
    seated, entered = defaultdict(set), defaultdict(set)
    for game_id, person in GamePlayer.objects.filter(game__in=games).values_list("game", "person"):
        seated[game_id].add(kept(person))
    entries = Entry.objects.filter(event__in=events, state__in=(Entry.State.ENTERED, Entry.State.WAITING))
    for event_id, person in entries.values_list("event", "person"):
        entered[event_id].add(kept(person))
    counted = Event.objects.filter(pk__in=events).annotate(
        tables=Count("games", filter=Q(games__parent__isnull=True))
    )
    areas, leaves = defaultdict(list), defaultdict(list)
    for area in Area.objects.filter(person__in=rows).select_related("club"):
        areas[kept(area.person_id)].append(area)
    for leave in Leave.objects.filter(person__in=rows):
        leaves[kept(leave.person_id)].append(leave)
    conflicts = defaultdict(list)
    for conflict in DeclaredConflict.objects.filter(Q(person__in=rows) | Q(with_person__in=rows)):
        for side in (conflict.person_id, conflict.with_person_id):
            if side is not None:
                conflicts[kept(side)].append(conflict)
    ruling = defaultdict(list)
    for game in _around(games, rows):
        assert game.acting_executor is not None
        ruling[kept(game.acting_executor.person_id)].append(game)
    return Facts(
        merged=merged,
        seated=seated,
        entered=entered,
        tables=dict(counted.values_list("pk", "tables")),
        areas=areas,
        leaves=leaves,
        conflicts=conflicts,
        ruling=ruling,
    )


def obstacles(
    facts: Facts, game: Game, executor: Appointment, joining: Collection[int] = ()
) -> tuple[Obstacle, ...]:
    """What stands between this executor and this game, what bars first; `joining` are about to be seated."""
    name, person = executor.person.name, facts.kept(executor.person_id)
    day = game.event.local_day(game.starts_at)
    in_the_way = []
    if executor.office not in EXECUTORS or not executor.runs_on(day):
        in_the_way.append(_no_executor(name, day))
    players = facts.seated.get(game.pk, set()) | {facts.kept(person_id) for person_id in joining}
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


def require_none(
    facts: Facts,
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


def may_play(facts: Facts, game: Game) -> bool:
    """Only where the Articles of the sanction allow it, and only at an event of one table."""
    return executor_may_play(game.event, facts.tables.get(game.event_id, 0))


def executor_may_play(event: Event, tables: int) -> bool:
    """The same of an event with so many tables."""
    sanction = event.sanction
    if sanction is None or sanction.articles is None or tables != 1:
        return False
    return read_articles(sanction.articles.body).executor_may_play_at_one_table


def term_over(executor: Appointment) -> Obstacle:
    """Whoever rules a game holds his office on the day on which he rules."""
    sentence = _("%(person)s has been no executor since %(last_day)s.") % {
        "person": executor.person.name,
        "last_day": localised.day(executor.last_day),
    }
    return Obstacle(
        code="executor-term-over", sentence=sentence, rule=_("IV: the term runs on the day of the act")
    )


def span(game: Game) -> tuple[dt.datetime, dt.datetime]:
    """From when to when it keeps its executor."""
    latest = game.starts_at + SITTING
    ends = min(game.event.ends_at, latest)
    return game.starts_at, ends if ends > game.starts_at else latest


def _around(games: Sequence[Game], people: Collection[int]) -> list[Game]:
    """Games under way that these people rule about the same time."""
    if not games:
        return []
    first = min(game.starts_at for game in games) - SITTING
    last = max(game.starts_at for game in games) + SITTING
    near = Game.objects.filter(
        acting_executor__person__in=people, state__in=UNDER_WAY, starts_at__gte=first, starts_at__lte=last
    )
    return list(near.select_related("event", "acting_executor"))


def _clash(other: Game, game: Game) -> bool:
    (begins, ends), (starts, stops) = span(other), span(game)
    return other.event_id != game.event_id and begins < stops and starts < ends


def _conflicts(
    facts: Facts, game: Game, name: str, person: int, players: set[int], day: dt.date
) -> list[Obstacle]:
    """A conflict with the club or with a player bars; one with somebody entered speaks against it."""
    others: set[int] = set()
    with_club = False
    for conflict in facts.conflicts.get(person, []):
        if conflict.first_day > day or (conflict.last_day is not None and conflict.last_day < day):
            continue
        sides = {
            facts.kept(side) for side in (conflict.person_id, conflict.with_person_id) if side is not None
        }
        others |= sides - {person}
        with_club |= conflict.with_club_id == game.event.club_id
    if with_club or others & players:
        sentence = _("%(name)s has a declared conflict with this game.") % {"name": name}
        return [Obstacle(code="executor-conflicted", sentence=sentence, rule=IMPARTIAL)]
    if others & facts.entered.get(game.event_id, set()):
        sentence = _("%(name)s has a declared conflict with somebody who is entered.") % {"name": name}
        return [Obstacle(code="executor-may-meet-a-conflict", sentence=sentence, rule=IMPARTIAL, bars=False)]
    return []


def _no_executor(name: str, day: dt.date) -> Obstacle:
    sentence = _("%(name)s is no executor on %(day)s.") % {"name": name, "day": localised.day(day)}
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
    return Obstacle(
        code="executor-busy",
        sentence=_("%(name)s rules %(other)s of %(event)s at that time.")
        % {"name": name, "other": other.label, "event": other.event.name},
        rule=_("IV: an Acting Executor is at their game."),
    )
