"""Who is proposed as Acting Executor of games, best first, with the reasons said in words.

Invariant: a constant number of queries for any number of executors and games.
Terms: near (he lives in the place, or covers the place or the club), lately (the last events of the club
before this one, so that work is spread).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.identity.same_person import identity_id, identity_of, rows_of
from sanctioning.kit.clock import today
from sanctioning.offices.models.executor import Area
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import EXECUTORS
from tournaments.events.localities import places_in
from tournaments.events.models.event import Event
from tournaments.executors.selectors.obstacles import (
    UNDER_WAY,
    Obstacle,
    ObstacleFacts,
    facts_about,
    game_to_come,
    obstacles,
    term_over,
)
from tournaments.games.models import Game

LATELY = 5
LOOKING_BACK = dt.timedelta(days=730)
ORDER = (Office.ACTING_EXECUTOR, Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """`may` is that nothing bars him, `free` that nothing speaks against it either; for all games asked."""

    appointment: int
    name: str
    number: str
    office: str
    may: bool
    free: bool
    near: bool
    ruled_lately: int
    reasons: tuple[str, ...]

    @property
    def shown(self) -> str:
        return f"{self.name}: {self.reasons[0]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameProposal:
    game_number: int
    game_group: str
    label: str
    place: str
    starts_at: dt.datetime
    executor: str
    candidates: tuple[Candidate, ...]

    @property
    def address(self) -> str:
        return f"{self.game_number}{self.game_group}"

    @property
    def eligible(self) -> list[Candidate]:
        return [candidate for candidate in self.candidates if candidate.may]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventProposal:
    """For all games of the event that have no Acting Executor, and for each of them; without games for those
    that are still to be opened."""

    event_name: str
    event_slug: str
    club_name: str
    place: str
    first_day: dt.date
    games: tuple[GameProposal, ...]
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Troubled:
    """A game whose Acting Executor can no longer rule it, or had better not."""

    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    label: str
    place: str
    day: dt.date
    executor: str
    bars: bool
    why: tuple[str, ...]

    @property
    def address(self) -> str:
        return f"{self.game_number}{self.game_group}"


@dataclass(frozen=True, slots=True)
class GamesToRule:
    """Games under way that have no Acting Executor, and those that have one, with those to be certified whose
    executor's term is over. `over` are further games that have one, where one event is asked about."""

    unruled: tuple[Game, ...]
    ruled: tuple[Game, ...]
    over: tuple[Game, ...] = ()


def games_to_rule(event: Event | None = None) -> GamesToRule:
    """With all that a proposal needs. One query."""
    left_without = Q(state=Game.State.CONFIRMED, acting_executor__last_day__lt=today())
    to_rule = Q(event=event) if event is not None else left_without | Q(state__in=UNDER_WAY)
    games = _whole(Game.objects.filter(to_rule))
    in_order = list(games.order_by("event__starts_at", "event_id", "starts_at", "number", "group"))
    with_one = sorted((game for game in in_order if game.acting_executor), key=lambda game: game.starts_at)
    return GamesToRule(
        unruled=tuple(game for game in in_order if not game.acting_executor and game.state in UNDER_WAY),
        ruled=tuple(game for game in with_one if _is_to_be_ruled(game)),
        over=tuple(game for game in with_one if not _is_to_be_ruled(game)),
    )


def _is_to_be_ruled(game: Game) -> bool:
    executor = game.acting_executor
    ended = executor is not None and executor.last_day is not None and executor.last_day < today()
    return game.state in UNDER_WAY or (game.state == Game.State.CONFIRMED and ended)


def unruled_games(event: Event | None = None) -> list[Game]:
    """Games without an Acting Executor, with all that a proposal needs. One query."""
    games = Game.objects.filter(acting_executor__isnull=True, state__in=UNDER_WAY)
    if event is not None:
        games = games.filter(event=event)
    return list(_whole(games).order_by("event__starts_at", "event_id", "starts_at", "number", "group"))


def propose(games: Sequence[Game]) -> tuple[EventProposal, ...]:
    """Proposals for these games, by event. Eight queries."""
    executors = _executors(games)
    return _proposals(games, executors, facts_about(games, executors)) if games else ()


def proposals_of(event: Event) -> tuple[EventProposal, ...]:
    """For its games that have no Acting Executor; before any is open and anybody appointed, for the event."""
    unruled = unruled_games(event)
    if not unruled and not event.executors.exists() and not event.games.exists():
        unruled = [game_to_come(event)]
    return propose(unruled)


def troubled_games(event: Event | None = None) -> tuple[Troubled, ...]:
    """Games to be certified whose executor is barred, or had better not rule. Five queries."""
    return troubled_among(games_to_rule(event).ruled)


def troubled_among(ruled: Sequence[Game]) -> tuple[Troubled, ...]:
    """Those of these games whose executor is barred, or had better not rule. Four queries."""
    return _troubled(ruled, facts_about(ruled, _ruling(ruled))) if ruled else ()


def proposals_and_troubled(
    games: GamesToRule, to_come: Iterable[Event] = ()
) -> tuple[tuple[EventProposal, ...], tuple[Troubled, ...]]:
    """Both, for a page that shows both: what bears on all of these games is read once. For those events
    `to_come` that have no game without an executor there is a proposal too. Seven queries."""
    open_already = {game.event_id for game in games.unruled}
    unruled = [*games.unruled, *(game_to_come(event) for event in to_come if event.pk not in open_already)]
    executors = _executors(unruled)
    facts = facts_about([*unruled, *games.ruled], [*executors, *_ruling(games.ruled)])
    proposals = _proposals(unruled, executors, facts) if unruled else ()
    return proposals, _troubled(games.ruled, facts)


def _ruling(games: Sequence[Game]) -> list[Appointment]:
    return [game.acting_executor for game in games if game.acting_executor is not None]


def _proposals(
    games: Sequence[Game], executors: Sequence[Appointment], facts: ObstacleFacts
) -> tuple[EventProposal, ...]:
    lately, areas = _lately(games), _areas(executors)
    events: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        events[game.event_id].append(game)
    return tuple(_event_proposal(facts, areas, executors, lately, own) for own in events.values())


def _troubled(games: Sequence[Game], facts: ObstacleFacts) -> tuple[Troubled, ...]:
    ruled = [(game, game.acting_executor) for game in games if game.acting_executor is not None]
    troubled = ((game, executor, _in_the_way(facts, game, executor)) for game, executor in ruled)
    return tuple(
        Troubled(
            event_name=game.event.name,
            event_slug=game.event.slug,
            game_number=game.number,
            game_group=game.group,
            label=game.label,
            place=game.place,
            day=game.event.local_day(game.starts_at),
            executor=executor.person.name,
            bars=any(obstacle.bars for obstacle in why),
            why=tuple(obstacle.sentence for obstacle in why),
        )
        for game, executor, why in troubled
        if why
    )


def _in_the_way(facts: ObstacleFacts, game: Game, executor: Appointment) -> tuple[Obstacle, ...]:
    in_the_way = obstacles(facts, game, executor)
    over = executor.last_day is not None and executor.last_day < today()
    ruled = executor.runs_on(game.event.local_day(game.starts_at))
    return (term_over(executor), *in_the_way) if over and ruled else in_the_way


def nearness(areas: Sequence[Area], event: Event) -> tuple[int, str]:
    """0 at home, 1 where the executor covers the place or the club, 2 elsewhere; and that in words."""
    places = places_in(event.place) | places_in(event.club.place)
    here = [area for area in areas if area.place and " ".join(area.place.split()).casefold() in places]
    home = next((area for area in here if area.home), None)
    if home is not None:
        return 0, _("lives in %(place)s") % {"place": home.place}
    if any(area.club_id == event.club_id for area in areas):
        return 1, _("covers %(club)s") % {"club": event.club.name}
    return (
        (1, _("covers %(place)s") % {"place": here[0].place})
        if here
        else (2, _("does not cover %(place)s") % {"place": event.place})
    )


def _whole(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related(
        "event__club", "event__sanction__articles", "round", "acting_executor__person"
    )


def _executors(games: Sequence[Game]) -> list[Appointment]:
    """Terms of executors that run on the day of one of the games. One query."""
    if not games:
        return []
    days = [game.event.local_day(game.starts_at) for game in games]
    held = Appointment.objects.filter(office__in=EXECUTORS, first_day__lte=max(days))
    running = held.exclude(last_day__lt=min(days)).select_related("person")
    return sorted(running, key=lambda term: (ORDER.index(Office(term.office)), term.pk))


def _areas(executors: Sequence[Appointment]) -> dict[int, list[Area]]:
    """The places and clubs that each of these people covers. One query."""
    people = rows_of(*(executor.person for executor in executors))
    areas: dict[int, list[Area]] = defaultdict(list)
    for area in Area.objects.filter(person__in=people).select_related("club", "person"):
        areas[identity_id(area.person)].append(area)
    return areas


def _lately(games: Sequence[Game]) -> dict[int, list[tuple[dt.datetime, int, set[int]]]]:
    """For each club its events with games, the latest first, and who ruled there. One query."""
    clubs = {game.event.club_id for game in games}
    since = min(game.event.starts_at for game in games) - LOOKING_BACK
    rows = Game.objects.filter(
        event__club__in=clubs, event__starts_at__gte=since, acting_executor__isnull=False
    ).values_list("event__club", "event", "event__starts_at", identity_of("acting_executor__person"))
    events: dict[tuple[int, int], tuple[dt.datetime, set[int]]] = {}
    for club, event, starts_at, person in rows.order_by().distinct():
        events.setdefault((club, event), (starts_at, set()))[1].add(person)
    history: dict[int, list[tuple[dt.datetime, int, set[int]]]] = defaultdict(list)
    for (club, event), (starts_at, people) in events.items():
        history[club].append((starts_at, event, people))
    return {club: sorted(those, key=lambda past: past[:2], reverse=True) for club, those in history.items()}


def _event_proposal(
    facts: ObstacleFacts,
    areas: Mapping[int, Sequence[Area]],
    executors: Sequence[Appointment],
    lately: dict[int, list[tuple[dt.datetime, int, set[int]]]],
    games: Sequence[Game],
) -> EventProposal:
    event = games[0].event
    before = [
        past for past in lately.get(event.club_id, []) if past[0] < event.starts_at and past[1] != event.pk
    ]
    last = [people for _, _, people in before[:LATELY]]
    return EventProposal(
        event_name=event.name,
        event_slug=event.slug,
        club_name=event.club.name,
        place=event.place,
        first_day=event.first_day,
        games=tuple(
            GameProposal(
                game_number=game.number,
                game_group=game.group,
                label=game.label,
                place=game.place,
                starts_at=game.starts_at,
                executor=game.acting_executor.person.name if game.acting_executor else "",
                candidates=_ranked(facts, areas, executors, last, [game]),
            )
            for game in games
            if game.pk is not None
        ),
        candidates=_ranked(facts, areas, executors, last, games),
    )


def _ranked(
    facts: ObstacleFacts,
    areas: Mapping[int, Sequence[Area]],
    executors: Sequence[Appointment],
    last: Sequence[set[int]],
    games: Sequence[Game],
) -> tuple[Candidate, ...]:
    """Everybody once, by the term that serves best: who may before who may not, then free, near, rested."""
    best: dict[int, tuple[tuple[object, ...], Candidate]] = {}
    for executor in executors:
        person = identity_id(executor.person)
        key, candidate = _candidate(facts, areas.get(person, ()), executor, last, games)
        if person not in best or key < best[person][0]:
            best[person] = key, candidate
    return tuple(candidate for _, candidate in sorted(best.values(), key=lambda ranked: ranked[0]))


def _in_words(name: str, in_the_way: Sequence[Obstacle]) -> list[str]:
    """What stands in the way, each once, without the name that stands beside it."""
    return list(
        dict.fromkeys(obstacle.sentence.removeprefix(f"{name} ").rstrip(".") for obstacle in in_the_way)
    )


def _candidate(
    facts: ObstacleFacts,
    areas: Sequence[Area],
    executor: Appointment,
    last: Sequence[set[int]],
    games: Sequence[Game],
) -> tuple[tuple[object, ...], Candidate]:
    person, event = identity_id(executor.person), games[0].event
    in_the_way = [obstacle for game in games for obstacle in obstacles(facts, game, executor)]
    may, free = not any(obstacle.bars for obstacle in in_the_way), not in_the_way
    distance, where = nearness(areas, event)
    ruled = sum(person in people for people in last)
    reasons = [_("available")] if free else _in_words(executor.person.name, in_the_way)
    reasons.append(where)
    if last:
        sentence = ngettext(
            "ruled %(ruled)s of the last %(count)s event there",
            "ruled %(ruled)s of the last %(count)s events there",
            len(last),
        )
        reasons.append(sentence % {"ruled": ruled or _("none"), "count": len(last)})
    key = (
        not may,
        not free,
        ORDER.index(Office(executor.office)),
        distance,
        ruled,
        len(facts.ruling.get(person, [])),
        executor.person.sort_name,
        executor.pk,
    )
    return key, Candidate(
        appointment=executor.pk,
        name=executor.person.name,
        number=executor.person.number,
        office=executor.get_office_display(),
        may=may,
        free=free,
        near=distance < 2,
        ruled_lately=ruled,
        reasons=tuple(reasons),
    )
