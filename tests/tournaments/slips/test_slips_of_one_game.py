"""A slip that is handed in asks for no other game: told alone it is what the whole list says of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules_engine.bid_whist.random.hands import RandomSheets
from rules_engine.columbus_whist.random.event import random_event
from rules_engine.military_whist.random.event import random_event as random_meeting
from tests.cast import Cast
from tests.support.bid_whist import sheets as bid_sheets
from tests.support.columbus import columbus_event, seat, typed_of
from tests.support.seeds import by_seeds
from tests.support.team_events import signed_in
from tests.support.whist_slips import head_of as at_tables
from tests.support.whist_slips import slips_of as typed_slips
from tournaments.formats.fields import read_fields
from tournaments.formats.registry import format_named
from tournaments.formats.slips import Due, EventHead, Slips, TeamHead
from tournaments.slips.models import Slip

Bodies = dict[str, Mapping[str, Any]]
TOLD = [field.name for field in fields(Due) if field.name not in ("read", "tells", "under_way", "unsigned")]
SHEETS_AT_MOST = 28


def head_of(
    ruleset: str, planned: Mapping[str, Any], rounds: Sequence[Sequence[tuple[int, int]]]
) -> EventHead:
    numbers = sorted({number for tables in rounds for table in tables for number in table})
    return EventHead(
        id="main",
        ruleset=ruleset,
        planned=planned,
        teams={
            number: TeamHead(
                number=number, name=f"Team {number}", players={"A": f"{number}a", "B": f"{number}b"}, facts={}
            )
            for number in numbers
        },
        rounds=tuple(map(tuple, rounds)),
        guests=tuple({} for _round in rounds),
    )


def preview(due: Due) -> dict[str, Any]:
    return {name: getattr(due, name) for name in TOLD}


def slips_of(game: str) -> Slips:
    slips = format_named(game).slips
    assert slips is not None
    return slips


def require_alike(slips: Slips, head: EventHead, standing: Bodies) -> dict[str, Due]:
    """Each slip of a game told alone is the one of the list, with every slip that goes with it."""
    assert slips.of_game is not None
    whole = {due.place: due for due in slips.due(head, standing)}
    for place, due in whole.items():
        alone = {near.place: near for near in slips.of_game(head, standing, place)}
        for near in alone.values():
            assert preview(near) == preview(whole[near.place])
        tied = {due.decides, *(other.place for other in whole.values() if other.decides == place)} - {""}
        assert not alone or {place, *tied} <= set(alone)
        assert place in alone or not due.round
    for place in ("r1-t99", "r9-t1", "g1-t99", "g9-t1", "no-place"):
        assert not slips.of_game(head, standing, place)
    return whole


def handed_in(due: Mapping[str, Due], place: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    values = read_fields(due[place].fields, typed, due[place].rule)
    read = due[place].read
    return read(values) if read else values


@by_seeds(4)
def test_a_sheet_of_bid_whist_is_told_alone(seed: int) -> None:
    random, slips, standing = Random(seed), slips_of("bid-whist"), Bodies()
    sheets = RandomSheets(random, 0.3)
    teams = list(range(1, 9))
    rounds = []
    for number in range(1, 5):
        random.shuffle(teams)
        rounds.append([(teams[at], teams[at + 1]) for at in range(0, len(teams), 2)])
        head = head_of("cardsharks", {"tournament": "main-event"}, rounds)
        due = require_alike(slips, head, standing)
        for table, two in enumerate(rounds[-1], start=1):
            if random.random() < 0.1:
                continue
            for sheet in bid_sheets(f"r{number}-t{table}", sheets.sheet(table, two, 0.3)):
                standing[sheet.place] = handed_in(due, sheet.place, sheet.typed)
                due = require_alike(slips, head, standing)


@by_seeds(4)
def test_a_sheet_of_columbus_whist_is_told_alone(seed: int) -> None:
    random, slips, standing = Random(seed), slips_of("columbus-whist"), Bodies()
    record = random_event(8, seed, mishaps=0.5)
    left = {(leaver["round"], leaver["team"]): leaver for leaver in record.get("leavers", ())}
    rounds: list[list[tuple[int, int]]] = []
    for number, games in enumerate(record["rounds"], start=1):
        rounds.append([(game["teams"][0], game["teams"][1]) for game in games])
        head = head_of("columbus-first-club-2016", {"games": 6, "qualifiers": 2, "pot_cents": 0}, rounds)
        due = require_alike(slips, head, standing)
        for table, game in enumerate(games, start=1):
            place = f"g{number}-t{table}"
            leaver = next((left[number, team] for team in game["teams"] if (number, team) in left), None)
            if place not in due or random.random() < 0.1:
                continue
            standing[place] = handed_in(due, place, typed_of(game, leaver))
            due = require_alike(slips, head, standing)


@by_seeds(3)
def test_a_hand_or_count_of_military_whist_is_told_alone(seed: int) -> None:
    random, slips, standing, days = Random(seed), slips_of("military-whist"), Bodies(), [[2, 1], [1]]
    head, typed = at_tables(4, days), typed_slips(random_meeting(4, seed, days=days, mishaps=0.0))
    for moment in ("d1-before", "h1-", "h2-", "h3-", "d1-after", "d2-before", "h4-"):
        for place in random.sample([place for place in typed if place.startswith(moment)], 4):
            due = require_alike(slips, head, standing)
            standing[place] = handed_in(due, place, typed[place])
    require_alike(slips, head, standing)


@pytest.mark.django_db
def test_a_report_asks_as_often_in_each_round(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    client = signed_in(cast.director)
    address = f"/api/v1/events/{event.slug}/slips/"
    games = random_event(4, 3, mishaps=0.0)["rounds"]
    asked = []
    for number, tables in enumerate(games[:3], start=1):
        seat(cast, event, teams, [game["teams"] for game in tables])
        for table, game in enumerate(tables, start=1):
            leads = {f"signed-{team}": _lead(teams[team - 1]) for team in game["teams"]}
            body = json.dumps({"values": typed_of(game) | leads})
            place = f"g{number}-t{table}"
            with CaptureQueriesContext(connection) as queries:
                answer = client.post(
                    f"{address}{place}/", body, "application/json", headers={"Idempotency-Key": place}
                )
            assert answer.status_code == 201, answer.content
            asked.append(len(queries))
            listed = client.get(address, {"search": f"Table {table}"}).json()
            assert answer.json() in listed["lines"], "what is answered is what stands"
    assert max(asked) <= SHEETS_AT_MOST
    assert len(set(asked[2:])) == 1
    assert Slip.objects.count() == 6


@pytest.mark.django_db
@pytest.mark.both_databases
def test_a_program_hands_a_sheet_in_and_finds_it_listed(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    client, address = signed_in(cast.director), f"/api/v1/events/{event.slug}/slips/"
    tables = random_event(4, 3, mishaps=0.0)["rounds"][0]
    seat(cast, event, teams, [game["teams"] for game in tables])
    game = tables[0]
    leads = {f"signed-{team}": _lead(teams[team - 1]) for team in game["teams"]}
    body, key = json.dumps({"values": typed_of(game) | leads}), {"Idempotency-Key": "g1-t1"}
    answer = client.post(f"{address}g1-t1/", body, "application/json", headers=key)
    assert answer.status_code == 201, answer.content
    assert answer.json() in client.get(address).json()["lines"]
    seen_by_executor = signed_in(cast.executor).get(address).json()["lines"]
    assert {"g1-t1", "g1-t2"} <= {line["place"] for line in seen_by_executor}


def _lead(team: Any) -> str:
    return str(team.members.get(letter="A").entry.person.number)
