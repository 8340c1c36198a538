"""A season registered by a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cast import Cast
from tests.sanctioning.kit.test_messages import client_of
from tournaments.events.models.event import Event

SEASON = "/api/v1/clubs/arden-whoopie-club/events/season/"


def season(*conditions: Mapping[str, object]) -> dict[str, Any]:
    return {
        "name": "Friday Table",
        "place": "Town Hall, Arden",
        "starts_at": "2099-03-06T19:00:00Z",
        "ends_at": "2099-03-06T22:00:00Z",
        "level": "open",
        "type": "club-game",
        "days": ["2099-03-06", "2099-03-13"],
        "conditions": list(conditions),
    }


def test_a_condition_has_the_members_of_its_kind_alone(cast: Cast) -> None:
    director, invitation = (
        client_of(cast.director),
        {"kind": "invitation", "people": [cast.players[0].number]},
    )
    refused = director.post(SEASON, season(invitation, {**invitation, "zzz": 1}), "application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "member-unknown")
    assert refused.json()["facts"] == {
        "unknown": ["conditions.1.zzz"],
        "known": ["conditions.1.kind", "conditions.1.people"],
    }
    assert not Event.objects.exists()
    registered = director.post(SEASON, season(invitation), "application/json")
    assert (registered.status_code, len(registered.json())) == (201, 2)
    assert [event.entry_conditions for event in Event.objects.all()] == [[invitation]] * 2
