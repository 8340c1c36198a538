"""An event for programs: the same steps and refusals as on its pages."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from rest_framework.test import APIClient

from rules_engine.draws import resolve
from sanctioning.people.models.person import Person
from tests.cast import Cast, certified, sanctioned_event
from tests.support.keyed import keyed
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.series.services import add_to_series, announce_series

EVENT = "/api/v1/events/spring-whoopie/"


def client_of(person: Person) -> APIClient:
    client = APIClient()
    client.force_authenticate(person.account)
    return client


def event_of(cast: Cast, **terms: Any) -> Event:
    event = sanctioned_event(cast)
    Event.objects.filter(pk=event.pk).update(**terms)
    return event


def enter_all(client: APIClient, cast: Cast, count: int) -> list[dict[str, Any]]:
    return [
        client.post(f"{EVENT}entries/", {"person": player.number}).json() for player in cast.players[:count]
    ]


@pytest.mark.both_databases
def test_entries_step_by_step(cast: Cast) -> None:
    event_of(cast, capacity=3, entry_fee=1000)
    director, player = client_of(cast.director), client_of(cast.players[0])
    mine = player.post(f"{EVENT}entries/", {"person": cast.players[0].number})
    assert (mine.status_code, mine.json()["state"], mine.json()["fee"]) == (201, "entered", "1000.00")
    other = player.post(f"{EVENT}entries/", {"person": cast.players[1].number})
    assert (other.status_code, other.json()["code"]) == (403, "not-allowed")
    for at in (1, 2, 3):
        given = director.post(f"{EVENT}entries/", {"person": cast.players[at].number}).json()
    assert (given["state"], given["waits_at"]) == ("waiting", 1)
    step = f"{EVENT}entries/{mine.json()['id']}/"
    assert director.post(f"{step}check-in/").json()["present"] is True
    assert director.post(f"{step}waive/", {"text": ""}).status_code == 422
    assert director.post(f"{step}paid/").json()["fee_state"] == "paid"
    assert player.post(f"{step}check-in/").status_code == 403
    assert client_of(cast.outsider).post(f"{step}withdraw/").status_code == 404
    assert player.post(f"{step}withdraw/", {"text": "A cold."}).json()["state"] == "withdrawn"
    listed = director.get(f"{EVENT}entries/").json()
    assert [len(listed[part]) for part in ("entered", "waiting", "gone")] == [3, 0, 1]
    assert player.get(f"{EVENT}entries/").status_code == 404


def test_conditions_are_said_and_refused(cast: Cast) -> None:
    event_of(cast)
    director = client_of(cast.director)
    body = {"conditions": [{"kind": "invitation", "people": [cast.players[0].number]}]}
    assert director.put(f"{EVENT}entries/conditions/", body, format="json").json() == body
    wrong = director.put(f"{EVENT}entries/conditions/", {"conditions": [{"kind": "height"}]}, format="json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "condition-unreadable")
    more = {"conditions": [{**body["conditions"][0], "zzz": 1}]}
    unknown = director.put(f"{EVENT}entries/conditions/", more, format="json")
    assert (unknown.status_code, unknown.json()["facts"]["unknown"]) == (400, ["conditions.0.zzz"])
    assert director.get(f"{EVENT}entries/conditions/").json() == body
    refused = director.post(f"{EVENT}entries/", {"person": cast.outsider.number}).json()
    assert refused["code"] == "condition-unmet"


@pytest.mark.both_databases
def test_a_round_and_a_draw(cast: Cast) -> None:
    event_of(cast)
    director = client_of(cast.director)
    for entry in enter_all(director, cast, 7):
        director.post(f"{EVENT}entries/{entry['id']}/check-in/")
    asked = {"planned": {"stanzas": 9}, "mode": "balanced", "preferred": 4}
    own = director.post(f"{EVENT}rounds/", {**asked, "seed": "mine"}, format="json")
    assert (own.status_code, own.json()["code"]) == (400, "member-unknown")
    [round_facts] = director.post(f"{EVENT}rounds/", asked, format="json").json()
    assert (round_facts["state"], len(round_facts["tables"])) == ("preview", 2)
    assert round_facts["seed"]
    step = f"{EVENT}rounds/{round_facts['id']}/"
    assert client_of(cast.players[0]).post(f"{step}confirm/").status_code == 404
    refused = director.post(f"{step}again/", {"mode": "draw"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "reason-missing")
    seating = {"mode": "draw", "preferred": 4, "why": "A sister."}
    [again] = director.post(f"{step}again/", seating, format="json").json()
    assert [draw["why"] for draw in again["draws"]] == ["", "A sister."]
    director.post(f"{step}confirm/")
    assert APIClient().get(f"{EVENT}rounds/").json()[0]["state"] == "open"
    cards = APIClient().get(f"{EVENT}cards/").json()
    assert [card["table"] for card in cards] == [1, 2]

    seats = [seat["number"] for seat in cards[0]["seats"]]
    cards_drawn = dict(zip(seats, ("QC", "2D", "5S", "9H"), strict=False))
    path = f"{EVENT}games/1/draw/"
    wrong = director.post(path, {"act": "cards", "cards": {seats[0]: "1S"}}, format="json")
    assert (wrong.status_code, wrong.json()["facts"]) == (422, {"player": seats[0]})
    drawn = director.post(path, {"act": "cards", "cards": cards_drawn}, format="json").json()
    assert (drawn["scorekeeper"], drawn["first_dealer"], drawn["seed"]) == (seats[0], seats[1], "")
    director.post(path, {"act": "again", "why": "The deck was short."}, format="json")
    drawn = director.post(path, {"act": "system"}, format="json").json()
    assert resolve(drawn["rounds"]).scorekeeper == drawn["scorekeeper"]
    assert drawn["seed"]
    assert client_of(cast.outsider).post(path, {"act": "system"}).status_code == 404
    assert Game.objects.count() == 2


def test_bars(cast: Cast) -> None:
    event_of(cast)
    managing = client_of(cast.managing)
    asked = {
        "person": cast.players[0].number,
        "reach": [{"kind": "club", "id": cast.club.slug}],
        "first_day": "2025-01-10",
        "why": "Marked cards.",
    }
    assert client_of(cast.director).post("/api/v1/bars/", asked, format="json", **keyed()).status_code == 403
    [bar] = managing.post("/api/v1/bars/", asked, format="json", **keyed()).json()
    assert (bar["reach"], bar["runs"]) == (["club arden-whoopie-club"], True)
    entered = client_of(cast.director).post(f"{EVENT}entries/", {"person": cast.players[0].number})
    assert (entered.status_code, entered.json()["code"]) == (409, "barred")
    assert managing.post(f"/api/v1/bars/{bar['id']}/lift/", {"why": ""}).status_code == 422
    [lifted] = managing.post(f"/api/v1/bars/{bar['id']}/lift/", {"why": "Another deck."}).json()
    assert lifted["runs"] is False


def test_a_series(cast: Cast) -> None:
    director = client_of(cast.director)
    asked = {"club": cast.club.slug, "name": "Arden Series", "basis": "places", "playoff": 3, "ties": "all"}
    created = director.post("/api/v1/series/", asked).json()
    assert (created["slug"], created["lines"]) == ("arden-series", [])
    event = event_of(cast)
    director.post("/api/v1/series/arden-series/add/", {"event": event.slug, "part": "ordinary"})
    certified(cast, Event.objects.get(), cast.players[:4])
    assert client_of(cast.outsider).post("/api/v1/series/arden-series/settle/").status_code == 403
    settled = director.post("/api/v1/series/arden-series/settle/").json()
    held = [line["number"] for line in settled["lines"] if line["part"] == "playoff"]
    assert len(held) >= 3
    gone = director.post("/api/v1/series/arden-series/decline/", {"number": held[0]}).json()
    assert [line["number"] for line in gone["lines"] if line["declined"]] == [held[0]]
    unknown = director.post("/api/v1/series/arden-series/decline/", {"number": "W-1"})
    assert unknown.json()["facts"] == {"field": "number"}
    assert [series["slug"] for series in APIClient().get("/api/v1/series/").json()] == ["arden-series"]


def test_a_series_seen_by_everybody_hides_events_that_are_not_sanctioned(cast: Cast) -> None:
    at = dt.datetime(2025, 1, 20, 12, tzinfo=dt.UTC)
    series = announce_series(
        by=cast.director, club=cast.club, name="Arden Series", basis="points", playoff=4, at=at
    )
    event = event_of(cast)
    add_to_series(by=cast.director, event=event, series=series, part="ordinary", at=at)
    assert len(APIClient().get("/api/v1/series/arden-series/").json()["events"]) == 1
    assert APIClient().get("/api/v1/series/none/").status_code == 404


def test_the_schema_describes_the_hall() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    for path in ("entries/", "rounds/", "cards/", "games/{game}/draw/"):
        assert f"/api/v1/events/{{slug}}/{path}" in schema["paths"]
