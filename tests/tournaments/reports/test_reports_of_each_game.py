"""A program seats the teams of each game, reports a slip, and sends a record as far as it was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.columbus_whist.random.event import random_event as random_columbus
from rules_engine.military_whist.random.event import random_event as random_military
from tests.cast import Cast, open_table, record_of, sanctioned_event
from tests.support.bid_whist import seat_round, sheet_typed, tournament_of
from tests.support.columbus import columbus_event, seat, typed_of
from tests.support.own_event import PLANS
from tests.support.team_events import enter_teams, seat_in_order, signed_in, team_event
from tournaments.games.models import Game
from tournaments.teams.models.team import Team

JSON = "application/json"
RULES = {
    "bid-whist": "cardsharks",
    "columbus-whist": "columbus-first-club-2016",
    "military-whist": "alberta-55-plus",
}
BEGINS = (
    *("format", "ruleset", "id", "seats", "first_dealer"),
    *("tournament", "entry_fee", "director"),
)
Reported = tuple[Game, str, dict[str, Any], dict[str, Any]]
"""A game, the place of a slip, what is typed there, and the record as far as it was played."""


def whoopie(cast: Cast) -> Reported:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    record = record_of(cast.players[:4])
    return game, "", {}, begun(record) | {"stanzas": record["stanzas"][:2]}


def bid_whist(cast: Cast) -> Reported:
    event, teams = tournament_of(cast, 4)
    record = random_tournament(4, 1)
    played = record["rounds"][0]
    game = seat_round(cast, event, teams, played)
    record = begun(record) | {"rounds": [played], "teams": named(record["teams"], teams)}
    return game, "r1-t1", sheet_typed(played[0]), record


def columbus_whist(cast: Cast) -> Reported:
    event, teams = columbus_event(cast, 4)
    record = random_columbus(4, 1)
    played = record["rounds"][0]
    game = seat(cast, event, teams, [table["teams"] for table in played])
    record = begun(record) | {"rounds": [played], "teams": named(record["teams"], teams)}
    return game, "g1-t1", typed_of(played[0]), record


def military_whist(cast: Cast) -> Reported:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    teams = enter_teams(cast, event, 2)
    plan = {"level": "open", "days": [[2]], "moves": "circle", "pattern": "sample"}
    game = seat_in_order(cast, event, teams, plan)
    record = random_military(2, 3, days=[[2]])
    record |= {"teams": named(record["teams"], teams)}
    return game, "d1-before-1", {"flags": record["days"][0]["before"][0]}, record


def begun(record: dict[str, Any]) -> dict[str, Any]:
    """Without what is known at the end alone."""
    return {name: record[name] for name in BEGINS if name in record}


def named(written: list[dict[str, Any]], teams: list[Team]) -> list[dict[str, Any]]:
    """The teams of a record of the engine with the people of an event."""
    renamed = []
    for before, team in zip(written, teams, strict=True):
        numbers = {member.letter: member.entry.person.number for member in team.members.all()}
        players = numbers if isinstance(before["players"], dict) else list(numbers.values())
        renamed.append({"name": team.name, "players": players})
    return renamed


@pytest.mark.parametrize("format_slug", PLANS)
def test_a_program_seats_the_teams(cast: Cast, format_slug: str) -> None:
    event = team_event(cast, format_slug, RULES[format_slug])
    enter_teams(cast, event, 4 if format_slug != "military-whist" else 2)
    sent = {"planned": PLANS[format_slug], "mode": "draw"}
    address = f"/api/v1/events/{event.slug}/rounds/"
    seated = signed_in(cast.director).post(
        address, sent, content_type=JSON, headers={"Idempotency-Key": "first"}
    )
    assert seated.status_code == 201, seated.content
    assert len(seated.json()[0]["tables"]) == 2


@pytest.mark.parametrize("reported_of", [bid_whist, columbus_whist, military_whist])
def test_a_program_reports_a_slip(cast: Cast, reported_of: Callable[[Cast], Reported]) -> None:
    game, place, typed, _record = reported_of(cast)
    client, address = signed_in(cast.director), f"/api/v1/events/{game.event.slug}/slips/{place}/"
    asks = client.get(address).json()["asks"]
    assert set(typed) <= {field["name"] for field in asks}
    sent = {"values": typed}
    assert client.post(f"{address}preview/", sent, content_type=JSON).status_code == 200
    slip = client.post(address, sent, content_type=JSON, headers={"Idempotency-Key": "slip"})
    assert (slip.status_code, slip.json()["version"]) == (201, 1)


@pytest.mark.parametrize("reported_of", [whoopie, bid_whist, columbus_whist, military_whist])
def test_a_program_sends_a_record(cast: Cast, reported_of: Callable[[Cast], Reported]) -> None:
    game, _place, _typed, record = reported_of(cast)
    client, address = signed_in(cast.director), f"/api/v1/events/{game.event.slug}/games/1/"
    sent = client.post(f"{address}reports/", record, content_type=JSON, headers={"Idempotency-Key": "whole"})
    assert (sent.status_code, sent.json().get("version")) == (201, 1), sent.content
    assert client.get(f"{address}record/").json() == record
