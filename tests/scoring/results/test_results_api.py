"""From an open game to its result, by programs alone."""

from __future__ import annotations

from typing import Any

from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from tests.cast import Cast, open_table, record_of, sanctioned_event
from tests.scoring.results.test_api import client_of
from tests.support.keyed import keyed
from tournaments.entries.services.entries import enter_event
from tournaments.games.models import Game

GAMES = "/api/v1/events/spring-whoopie/games/"
GAME = f"{GAMES}1/"


def faulty(cast: Cast) -> dict[str, Any]:
    """A record with a wrong running total in its third stanza."""
    record = record_of(cast.players[:4])
    scores = record["stanzas"][2]["scores"]
    first = next(iter(scores))
    record["stanzas"][2]["scores"] = {**scores, first: scores[first] + 3}
    return record


def report(cast: Cast, record: dict[str, Any]) -> Any:
    return client_of(cast.players[0]).post(
        f"{GAME}reports/",
        as_file(record),
        content_type="application/json",
        headers={"Idempotency-Key": "phone-1"},
    )


def test_a_game_is_opened_with_those_entered(cast: Cast) -> None:
    event = sanctioned_event(cast)
    for player in cast.players[:3]:
        enter_event(by=cast.director, event=event, person=player)
    numbers = [player.number for player in cast.players[:4]]
    director = client_of(cast.director)
    stranger = director.post(
        GAMES, {"planned": {"stanzas": 14}, "players": numbers}, format="json", **keyed()
    )
    assert (stranger.status_code, numbers[3] in str(stranger.data)) == (400, True)
    answer = director.post(
        GAMES, {"planned": {"stanzas": 14}, "players": numbers[:3]}, format="json", **keyed()
    )
    assert (answer.status_code, answer.data["game"]) == (201, "game 1")
    assert [player.person.number for player in Game.objects.get().players.order_by("seat")] == numbers[:3]
    outsider = client_of(cast.outsider).post(
        GAMES, {"planned": {"stanzas": 14}, "players": []}, format="json", **keyed()
    )
    assert outsider.status_code == 403


def test_a_finding_is_settled_and_the_result_confirmed_and_certified(cast: Cast) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:4])
    assert report(cast, faulty(cast)).status_code == 201
    executor, director = client_of(cast.executor), client_of(cast.director)
    blocked = director.post(f"{GAME}confirm/")
    assert (blocked.status_code, blocked.data["code"]) == (409, "open-findings")
    finding = next(each for each in executor.get(GAME).data["findings"] if each["blocks"])
    settle = f"{GAME}findings/{finding['id']}/"
    assert director.post(settle, {"why": "I say so."}, format="json").status_code == 403
    assert executor.post(settle, {"why": ""}, format="json").status_code == 422
    settled = executor.post(settle, {"why": "The sheet was misread."}, format="json")
    assert settled.status_code == 200
    seen = director.get(GAME).data["report"]["version"]
    overtaken = director.post(f"{GAME}confirm/", {"version": seen + 1}, format="json")
    assert (overtaken.status_code, overtaken.data["code"]) == (409, "report-changed")
    assert director.post(f"{GAME}confirm/", {"version": seen}, format="json").data["state"] == "confirmed"
    certified = executor.post(f"{GAME}certify/", {"version": seen}, format="json")
    assert (certified.status_code, certified.data["state"]) == (200, "certified")
    assert Certificate.objects.exists()
    assert director.post(f"{GAME}certify/").status_code == 403


def test_what_is_not_there_is_404(cast: Cast) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:4])
    executor = client_of(cast.executor)
    assert executor.post(f"{GAMES}1B/confirm/").status_code == 404
    assert executor.post(f"{GAME}findings/1/", {"why": "So."}, format="json").status_code == 404
    assert (
        client_of(cast.director).post("/api/v1/events/none/games/", {}, format="json", **keyed()).status_code
        == 404
    )
