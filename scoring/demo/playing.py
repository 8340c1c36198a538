"""Playing the demo's events: sanctioned, entered, seated, reported, confirmed, certified."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from rules_engine.whoopie.check.game import check_bytes
from rules_engine.whoopie.random.game import random_game
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanction_paid
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.sample_records import as_file, players_of, sample, with_names
from scoring.demo.season import DemoEvent
from scoring.demo.whoopie.series import join_series
from scoring.results.services.certification import certify_result, confirm_result
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import take_report
from tournaments.reports.services.settling import settle_finding


def played_record(
    *,
    people: Sequence[Person],
    strengths: dict[int, float],
    seed: int,
    stanzas: int,
    lively: float,
    newcomers: int,
) -> dict[str, Any]:
    """A whole game of these people; the last `newcomers` of them come in later, if the game has it so."""
    seats = len(people) - newcomers
    record = random_game(
        [f"@{at}" for at in range(seats)],
        seed,
        stanzas=stanzas,
        mishaps=lively,
        newcomers=[f"@{at}" for at in range(seats, len(people))],
        changes=newcomers > 0,
        game_id=f"demo-{seed}",
    )
    return with_names(record, _names(record, people, strengths, Random(seed)))


def sample_for(
    record: dict[str, Any], people: Sequence[Person], strengths: dict[int, float], seed: int
) -> dict[str, Any]:
    """A sample record with these people at its table."""
    return with_names(record, _names(record, people, strengths, Random(seed)))


def with_slip(record: dict[str, Any]) -> dict[str, Any]:
    """The same record with one total written down a point too high in the middle of the game."""
    slipped = copy.deepcopy(record)
    stanza = slipped["stanzas"][len(slipped["stanzas"]) // 2]
    player = stanza["bids"][0][0]
    stanza["scores"][player] += 1
    return slipped


def _names(
    record: dict[str, Any], people: Sequence[Person], strengths: dict[int, float], random: Random
) -> dict[str, str]:
    """Who sits where: the places of the game go to people in the order of strength, with luck."""
    players = players_of(record)
    came = people[: len(players)]
    ranking = [player for _, player, _ in check_bytes(as_file(record)).ranking]
    ahead = sorted(came, key=lambda person: strengths[person.pk] + random.gauss(0, 1.2), reverse=True)
    return {player: person.number for player, person in zip(ranking, ahead, strict=True)}


SAMPLES = (
    "sample-3-players",
    "sample-4-players",
    "sample-7-players",
    "sample-10-players",
    "sample-score-level",
)
DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
LATECOMERS = 2


@dataclass(frozen=True)
class GameToPlay:
    """One game to be played: its people, its record and what is to become of it."""

    game: Game
    people: list[Person]
    record: dict[str, Any]
    starts_at: dt.datetime


def play_event(authority: DemoAuthority, number: int, planned: DemoEvent) -> Event:
    """The whole life of one event, as far as the season's story takes it."""
    begins = dt.datetime.combine(planned.day, dt.time(13), tzinfo=ZoneInfo(planned.time_zone))
    director = authority.directors[planned.club]
    event = _sanctioned(authority, planned, begins, director)
    random = Random(number)
    field = _field(authority, planned, random)
    if planned.granted:
        _enter(event, field, begins, random)
    if planned.played:
        tables = list(_tables(authority, event, planned, number, field, begins, random))
        for index, table in enumerate(tables):
            left = len(tables) - index
            _finish(authority, planned, table, index, left)
    return event


def _sanctioned(authority: DemoAuthority, planned: DemoEvent, begins: dt.datetime, director: Person) -> Event:
    event = register_event(
        by=director,
        club=authority.clubs[planned.club],
        name=planned.name,
        place=planned.place,
        description=planned.description,
        starts_at=begins,
        ends_at=begins + 8 * HOUR,
        time_zone=planned.time_zone,
        at=begins - 80 * DAY,
    )
    join_series(event, director, begins - 80 * DAY)
    if planned.level == "restricted":
        own = {"kind": "clubs", "clubs": [authority.clubs[planned.club].slug]}
        set_entry_conditions(by=director, event=event, conditions=[own], at=begins - 80 * DAY)
    sanction = apply_for_sanction(
        by=director,
        event=event,
        level=authority.levels[planned.level],
        event_type=authority.types[planned.type],
        at=begins - 79 * DAY,
    )
    if planned.granted:
        sanction_paid(authority, sanction, begins - 70 * DAY)
    event.refresh_from_db()
    return event


def _field(authority: DemoAuthority, planned: DemoEvent, random: Random) -> list[Person]:
    """Who comes: a restricted event is for the club's own; the strong come more often to the others."""
    needed = sum(planned.tables) + (LATECOMERS * len(planned.tables) if planned.comings else 0)
    club = authority.clubs[planned.club]
    own = [player for player in authority.players if player.home_club_id == club.pk]
    candidates = own if planned.level == "restricted" else authority.players
    keen = sorted(
        candidates, key=lambda player: authority.strengths[player.pk] + random.gauss(0, 1.5), reverse=True
    )
    field = keen[:needed]
    random.shuffle(field)
    return field


def _enter(event: Event, field: list[Person], begins: dt.datetime, random: Random) -> None:
    """Most enter early; one withdraws with a cold and comes after all."""
    for person in field:
        enter_event(by=person, event=event, person=person, at=begins - random.randint(66, 69) * DAY)
    absent = random.choice(field)
    entry = event.entries.get(person=absent)
    withdraw_entry(by=absent, entry=entry, why="A cold.", at=begins - 65 * DAY)
    enter_event(by=absent, event=event, person=absent, at=begins - 64 * DAY)


def _tables(
    authority: DemoAuthority,
    event: Event,
    planned: DemoEvent,
    number: int,
    field: list[Person],
    begins: dt.datetime,
    random: Random,
) -> Iterator[GameToPlay]:
    """Open, seat and play every table of every round."""
    games = 0
    for round_number in range(planned.rounds):
        starts_at = begins + round_number * 2.5 * HOUR
        people = field[:]
        for size in planned.tables:
            games += 1
            late = LATECOMERS if planned.comings and size < 9 else 0
            seed = 1000 * number + games
            seated, people = people[: size + late], people[size + late :]
            if planned.story == "samples":
                record = sample_for(sample(SAMPLES[games - 1]), seated, authority.strengths, seed)
            else:
                record = played_record(
                    people=seated,
                    strengths=authority.strengths,
                    seed=seed,
                    stanzas=planned.stanzas,
                    lively=planned.lively,
                    newcomers=late,
                )
            came = set(players_of(record))
            at_table = [person for person in seated if person.number in came]
            yield _open(authority, event, planned, games, at_table, record, starts_at)
        random.shuffle(field)


def _open(
    authority: DemoAuthority,
    event: Event,
    planned: DemoEvent,
    games: int,
    people: list[Person],
    record: dict[str, Any],
    starts_at: dt.datetime,
) -> GameToPlay:
    director = authority.directors[planned.club]
    eve = starts_at - DAY
    game = open_game(
        by=director,
        event=event,
        planned=record.get("planned", {"stanzas": len(record["stanzas"])}),
        starts_at=starts_at,
        at=eve,
    )
    seat_players(by=director, game=game, people=people, at=starts_at)
    free = authority.executors[:2] if planned.club == 2 else authority.executors
    executor = authority.executors[0] if planned.story else free[games % len(free)]
    game = appoint_acting_executor(by=authority.managing, game=game, appointment=executor, at=eve)
    return GameToPlay(game=game, people=people, record=record, starts_at=starts_at)


def _finish(authority: DemoAuthority, planned: DemoEvent, table: GameToPlay, index: int, left: int) -> None:
    """Report, confirm and certify a game; the last ones of an unfinished event stay on the way."""
    unfinished = left if planned.story == "unfinished" and left <= 4 else 0
    if unfinished == 1:
        return
    reported_at = table.starts_at + 2 * HOUR
    slips = unfinished == 2 or (planned.story in ("settled", "corrected") and index == 1)
    report = _report(table, with_slip(table.record) if slips else table.record, "sheet", reported_at)
    if planned.story == "corrected" and slips:
        _report(table, table.record, "corrected sheet", reported_at + HOUR, "A score was copied wrong.")
    if planned.story == "settled" and slips:
        _settle(report, reported_at + 2 * HOUR)
    if unfinished in (2, 3):
        return
    confirm_result(by=_confirmer(table), game=table.game, at=reported_at + 3 * HOUR)
    if unfinished == 4:
        return
    executor = table.game.acting_executor
    assert executor is not None
    certify_result(by=executor.person, game=table.game, at=reported_at + 20 * HOUR)


def _report(
    table: GameToPlay, record: dict[str, Any], what: str, at: dt.datetime, reason: str = ""
) -> Report:
    return take_report(
        by=_scorekeeper(table),
        game=table.game,
        data=as_file(record),
        idempotency_key=f"demo/{table.game.pk}/{what}",
        reason=reason,
        at=at,
    )


def _settle(report: Report, at: dt.datetime) -> None:
    executor = report.game.acting_executor
    assert executor is not None
    for finding in report.findings.filter(severity="error"):
        settle_finding(
            by=executor.person,
            finding=finding,
            reason="A slip of the pen on the sheet: all four at the table remember the stanza alike, and the "
            "totals that the rules give stand.",
            at=at,
        )


def _scorekeeper(table: GameToPlay) -> Person:
    number = table.record.get("scorekeeper", table.record["seats"][0])
    return next(person for person in table.people if person.number == number)


def _confirmer(table: GameToPlay) -> Person:
    scorekeeper = _scorekeeper(table)
    return next(person for person in table.people if person.pk != scorekeeper.pk)
