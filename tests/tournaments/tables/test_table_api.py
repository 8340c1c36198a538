"""The table for programs: what a pad reads and sends."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from sanctioning.people.models.person import Person
from tests.cast import Cast
from tests.support.hiding import hide
from tests.support.play import drawn_table, play, random_body, table
from tournaments.games.models import Game

ADDRESS = "/api/v1/events/spring-whoopie/games/1/table/"


def client_of(person: Person | None) -> APIClient:
    client = APIClient()
    if person is not None:
        client.force_authenticate(person.account)
    return client


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:8])
    play(cast, game, 2, Random(1))
    return game


def send(
    client: APIClient, body: Any, *, number: int, key: str, address: str = ADDRESS, **more: object
) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in {"number": number, **more}.items())
    return client.post(
        f"{address}stanzas/?{asked}",
        json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": key},
    )


def test_one_address_has_all_that_a_pad_needs(cast: Cast, game: Game) -> None:
    seen = client_of(cast.players[0]).get(ADDRESS, {"bids": "1,0,1,0,0,0,0"}).json()
    due = seen["due"]
    assert (due["number"], due["cards"], due["direction"], due["forbidden_bid"]) == (3, 3, "up", 1)
    assert due["order"][-1] == due["dealer"]
    assert len(seen["seated"]) == 8
    assert {seat["player"]: seat["score"] for seat in seen["seated"]} == seen["totals"]
    assert [stanza["version"] for stanza in seen["stanzas"]] == [1, 1]
    assert seen["acts"]["report"]
    assert client_of(None).get(ADDRESS).json()["acts"]["report"] is False


@pytest.mark.both_databases
def test_a_stanza_is_reported_once_and_corrected_with_a_reason(cast: Cast, game: Game) -> None:
    pad, other = client_of(cast.players[0]), client_of(cast.players[1])
    body = random_body(table(cast, game), Random(2))
    answer = send(pad, body, number=3, key="one")
    assert answer.status_code == 201
    assert len(answer.json()["stanzas"]) == 3
    assert send(pad, body, number=3, key="one").json() == answer.json()
    conflict = send(other, {**body, "scorekeeper": "x"}, number=3, key="two")
    assert (conflict.status_code, conflict.json()["code"]) == (409, "stanza-reported")
    assert conflict.json()["facts"]["stanza"] == body
    assert send(other, body, number=3, key="three", replaces=1).status_code == 422
    corrected = send(other, body, number=3, key="four", replaces=1, reason="Looked again.")
    assert corrected.json()["stanzas"][2]["version"] == 2
    versions = client_of(None).get(f"{ADDRESS}stanzas/3/").json()["versions"]
    assert [(version["version"], version["reason"]) for version in versions] == [
        (1, ""),
        (2, "Looked again."),
    ]


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({}, ""),
        ([], ""),
        ({"cards": "three"}, ""),
        ({"taken": 3}, ""),
        ({"joins": 3}, None),
        ({"leaves": [[]]}, None),
        ({"bids": {"a": 1}, "cards": 1, "dealer": "a", "made": {}}, None),
    ],
)
def test_what_is_no_stanza_is_refused(cast: Cast, game: Game, sent: Any, pointer: str | None) -> None:
    answer = send(client_of(cast.players[0]), sent, number=3, key="k")
    assert answer.status_code in (400, 409, 422)
    if pointer is not None:
        assert answer.json()["facts"]["pointer"] == pointer


def test_a_nest_of_a_thousand_levels_is_refused(cast: Cast, game: Game) -> None:
    answer = client_of(cast.players[0]).post(
        f"{ADDRESS}stanzas/?number=3",
        '{"a":' * 900 + "1" + "}" * 900,
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    assert answer.status_code == 422


def test_who_may_do_what(cast: Cast, game: Game) -> None:
    body = random_body(table(cast, game), Random(2))
    assert send(client_of(cast.outsider), body, number=3, key="k").status_code == 403
    assert send(client_of(cast.executor), body, number=3, key="k").status_code == 403
    assert send(client_of(None), body, number=3, key="k").status_code in (401, 403)
    for act, asked in (
        ("split", {"groups": 2}),
        ("plan", {"planned": {"stanzas": 5}, "reason": "Late."}),
        ("extrapolate", {"player": cast.players[0].number, "reason": "Ill."}),
    ):
        answer = client_of(cast.director).post(f"{ADDRESS}{act}/", asked, format="json")
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")


def test_who_reported_is_named_as_far_as_they_allow(cast: Cast, game: Game) -> None:
    keeper = game.stanza_versions.get(number=1).reporter
    player = next(candidate for candidate in cast.players[:8] if candidate != keeper)
    hide([keeper])
    assert reporters(None) == reporters(cast.outsider) == {keeper.number}
    assert reporters(player) == {keeper.name}, "at the table they are known"
    hide([cast.outsider, keeper])
    Person.objects.update(publicity="listed")
    assert reporters(None) == {f"{keeper.given_names} {keeper.family_name[0]}."}, "a minor"


def reporters(asker: Person | None) -> set[str]:
    """Who reported the first stanza, by the table and by the history of the stanza."""
    client = client_of(asker)
    history = client.get(f"{ADDRESS}stanzas/1/").json()["versions"]
    return {client.get(ADDRESS).json()["stanzas"][0]["reporter"], history[0]["reporter"]}


def test_comings_goings_and_the_end(cast: Cast, game: Game) -> None:
    pad, executor = client_of(cast.players[0]), client_of(cast.executor)

    def act(client: APIClient, name: str, **asked: object) -> Any:
        answer = client.post(f"{ADDRESS}{name}/", asked, format="json")
        assert answer.status_code == 200, answer.json()
        return answer.json()

    leaver, body = client_of(cast.players[3]), random_body(table(cast, game), Random(5))
    at_pad = ADDRESS.replace("table", "pad")
    assert send(leaver, body, number=3, key="three").status_code == 201
    act(pad, "leave", player=cast.players[3].number)
    for address in (ADDRESS, at_pad):
        again = send(leaver, body, number=3, key="three", address=address)
        assert again.status_code == 201, "what was kept is kept, also for whoever has left since"
        assert send(leaver, {}, number=4, key="four", address=address).status_code == 403
    seen = act(pad, "sit", player=cast.players[8].number, left_of=cast.players[0].number)
    assert seen["seated"][1]["player"] == cast.players[8].number
    act(executor, "extrapolate", player=cast.players[3].number, reason="A train to catch.")
    seen = act(executor, "plan", planned={"stanzas": 4}, reason="The hall closes.")
    assert seen["planned"] == {"stanzas": 4}
    body = random_body(table(cast, game), Random(2))
    seen = send(pad, body, number=4, key="four").json()
    assert seen["is_over"]
    assert [leaver["extrapolated"] for leaver in seen["gone"]] == [True]
    assert act(pad, "close")["state"] == "reported"
    assert act(executor, "reopen", reason="One more.")["state"] == "playing"
    act(executor, "plan", planned={"stanzas": 6}, reason="There is time.")
    refused = pad.post(f"{ADDRESS}close/", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
    assert refused.json()["facts"] == {"stanzas": 2, "open_errors": 0, "votes": 0}
    assert act(pad, "close", sure=True)["state"] == "reported"
    assert act(executor, "reopen", reason="One more.")["state"] == "playing"
    assert pad.post(f"{ADDRESS}nonsense/", {}, format="json").status_code == 404


@pytest.mark.parametrize(
    "sent",
    [
        {"planned": {"until": "x"}, "players": ["W-00001-A"]},
        {"planned": {"until": "2026-01-01"}, "players": ["W-00001-A"]},
        {"planned": {"stanzas": 9}, "players": []},
    ],
)
def test_no_table_is_opened_that_cannot_be_played(cast: Cast, game: Game, sent: dict[str, Any]) -> None:
    answer = client_of(cast.director).post(
        "/api/v1/events/spring-whoopie/games/", sent, format="json", headers={"Idempotency-Key": "new"}
    )
    assert answer.status_code in (400, 422)
    assert Game.objects.count() == 1


@pytest.mark.both_databases
def test_the_key_of_somebody_else_opens_nothing(cast: Cast, game: Game) -> None:
    """Whoever may not report is told so, also with a key under which another has."""
    body = random_body(table(cast, game), Random(3))
    assert send(client_of(cast.director), body, number=3, key="the director's").status_code == 201
    answer = send(client_of(cast.outsider), body, number=3, key="the director's")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert send(client_of(cast.director), body, number=3, key="the director's").status_code == 201
