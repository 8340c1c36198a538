"""A record of a game so far, and what continues it: single stanzas, a longer record, the pad."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rules_engine import draws
from rules_engine.whoopie.random.stanza import RandomStanza
from rules_engine.whoopie.record_writing import Stay, compose, due, seated
from tests.cast import Cast, open_table, sanctioned_event
from tests.support.play import random_body, table
from tests.tournaments.tables.test_table_api import ADDRESS, client_of, send
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.tables.game_folders import read_folder
from tournaments.tables.models.sheet import Sheet, StanzaVersion

RECORD = f"{ADDRESS}record/"
REPORTS = ADDRESS.replace("table/", "reports/")


def played_elsewhere(cast: Cast, stanzas: int) -> dict[str, Any]:
    """A record that another program keeps, of six stanzas; one left and one came before the third."""
    seats = [player.number for player in cast.players[:5]]
    cards = [dict(drawn) for drawn in draws.drawn_to_the_end("elsewhere", seats, [])]
    settled = draws.resolve(cards)
    head: Any = {
        "ruleset": "whoopie-1966",
        "id": "table-7",
        "seats": seats,
        "draw": cards,
        "scorekeeper": settled.scorekeeper,
        "first_dealer": settled.first_dealer,
        "planned": {"stanzas": 6},
    }
    stays = [Stay(player, until=2 if player == seats[1] else None) for player in seats]
    stays.append(Stay(cast.players[6].number, since=3, left_of=seats[4]))
    dice = Random(4)
    bodies: list[Any] = []
    record = compose(head, bodies, stays)
    for number in range(1, stanzas + 1):
        table = seated(seats, stays, number)
        deal = due(record, table)
        stanza = RandomStanza(dice, list(table), deal.dealer, deal.cards, 0.0).play()
        bodies.append({field: stanza[field] for field in ("cards", "dealer", "bids", "taken")})
        record = compose(head, bodies, stays)
    return json.loads(json.dumps(record))


@pytest.fixture
def game(cast: Cast) -> Game:
    """Seated and waiting for its draw."""
    return open_table(cast, sanctioned_event(cast), cast.players[:5], stanzas=6)


@pytest.fixture
def record(cast: Cast, game: Game) -> dict[str, Any]:
    return played_elsewhere(cast, 5)


def post(cast: Cast, record: dict[str, Any], key: str, *, address: str = RECORD) -> Any:
    return client_of(cast.players[0]).post(
        address,
        json.dumps(record),
        content_type="application/json",
        headers={"Idempotency-Key": key},
    )


def first(record: dict[str, Any], stanzas: int) -> dict[str, Any]:
    return {**record, "stanzas": record["stanzas"][:stanzas]}


def record_at_table(game: Game) -> dict[str, Any]:
    return json.loads(json.dumps(read_folder(Game.objects.get(pk=game.pk)).record))


@pytest.mark.both_databases
def test_a_table_is_as_if_each_stanza_had_been_reported_there(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    answer = post(cast, record, "five")
    assert answer.status_code == 201, answer.json()
    assert [stanza["version"] for stanza in answer.json()["stanzas"]] == [1] * 5
    assert answer.json()["state"] == "playing"
    at_table = record_at_table(game)
    assert {**at_table, "id": ""} == {**record, "id": ""}
    assert Sheet.objects.get(game=game).check_document["findings"] == []


def test_a_record_stanzas_and_a_longer_record_follow_each_other(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    assert post(cast, first(record, 1), "one").status_code == 201
    second = {**record["stanzas"][1]}
    assert send(client_of(cast.players[0]), second, number=2, key="stanza 2").status_code == 201
    longer = post(cast, first(record, 4), "four")
    assert longer.status_code == 201, longer.json()
    assert len(longer.json()["stanzas"]) == 4
    assert post(cast, first(record, 4), "four again").status_code == 201
    assert StanzaVersion.objects.filter(game=game).count() == 4
    assert post(cast, record, "five").status_code == 201
    assert {**record_at_table(game), "id": ""} == {**record, "id": ""}


@pytest.mark.both_databases
def test_a_report_of_the_whole_game_is_taken_to_the_table_by_the_same_record(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    assert post(cast, first(record, 2), "two", address=REPORTS).status_code == 201
    seen = post(cast, first(record, 2), "two at the table")
    assert seen.status_code == 201, seen.json()
    body = random_body(table(cast, game), Random(9))
    answer = send(client_of(cast.players[0]), body, number=3, key="three")
    assert len(answer.json()["stanzas"]) == 3
    assert not Report.objects.filter(game=game, current=True).exists()


@pytest.mark.both_databases
def test_the_next_stanza_takes_a_whole_report_to_the_table(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    due = played_elsewhere_due(record)
    assert post(cast, first(record, 2), "two", address=REPORTS).status_code == 201
    assert Game.objects.get(pk=game.pk).state == "reported"
    answer = send(client_of(cast.players[0]), due, number=3, key="three")
    assert answer.status_code == 201, answer.json()
    assert (answer.json()["state"], len(answer.json()["stanzas"])) == ("playing", 3)
    assert send(client_of(cast.players[0]), due, number=3, key="three").json() == answer.json()
    assert [report.current for report in Report.objects.filter(game=game)] == [False]


def played_elsewhere_due(record: dict[str, Any]) -> dict[str, Any]:
    """A third stanza of those five who sat there at the first deal; everybody bids nothing but one."""
    seats, dealer = record["seats"], record["stanzas"][1]["bids"][0][0]
    place = seats.index(dealer) + 1
    order = [*seats[place:], *seats[:place]]
    taken = dict.fromkeys(order, 0) | {order[0]: 3}
    bids = [[player, 1 if player == dealer else 0] for player in order]
    return {"cards": 3, "dealer": dealer, "bids": bids, "taken": taken}


def drawn_alike(cards: list[dict[str, str]]) -> list[dict[str, str]]:
    """Other cards of two players, by which the same people keep score and deal."""
    first, settled = cards[0], draws.resolve(cards)
    for one, other in combinations(first, 2):
        swapped = [{**first, one: first[other], other: first[one]}, *cards[1:]]
        again = draws.resolve(swapped)
        if (again.scorekeeper, again.first_dealer) == (settled.scorekeeper, settled.first_dealer):
            return swapped
    raise AssertionError("no two cards change places without another outcome")


def test_what_differs_is_named_and_nothing_is_taken_in(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    assert post(cast, first(record, 2), "two").status_code == 201
    other = json.loads(json.dumps(record))
    other["stanzas"][1]["bids"][0][1] += 1
    refused = post(cast, other, "other")
    assert (refused.status_code, refused.json()["code"]) == (409, "stanza-reported")
    assert refused.json()["facts"]["pointer"] == "/stanzas/1"
    swapped = {**record, "seats": [*record["seats"][1::-1], *record["seats"][2:]]}
    assert post(cast, swapped, "swapped").json()["facts"]["pointer"] == "/seats"
    redrawn = {**record, "draw": drawn_alike(record["draw"])}
    answer = post(cast, redrawn, "redrawn").json()
    assert (answer["code"], answer["facts"]["pointer"]) == ("record-differs", "/draw")
    stranger = json.loads(json.dumps(record))
    stranger["stanzas"][2]["joins"][0]["player"] = "W-99999-X"
    answer = post(cast, stranger, "stranger").json()
    assert answer["code"] in ("player-not-in-game", "record-malformed"), answer
    assert StanzaVersion.objects.filter(game=game).count() == 2


def test_a_finished_game_that_was_reported_as_a_whole_takes_no_further_stanza(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    Game.objects.filter(pk=game.pk).update(planned={"stanzas": 2})
    whole = {**first(record, 2), "planned": {"stanzas": 2}}
    assert post(cast, whole, "two", address=REPORTS).status_code == 201
    refused = send(client_of(cast.players[0]), played_elsewhere_due(record), number=3, key="three")
    assert refused.json()["code"] == "reported-as-a-whole"
    assert Report.objects.get(game=game).current


def test_only_who_reports_the_game_takes_a_record_to_its_table(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    answer = client_of(cast.players[8]).post(
        RECORD, json.dumps(record), content_type="application/json", headers={"Idempotency-Key": "x"}
    )
    assert answer.status_code == 403
    assert not StanzaVersion.objects.exists()
