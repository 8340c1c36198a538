"""Events for programs: registered, changed with notice, cancelled; the same refusals as the pages."""

from __future__ import annotations

import datetime as dt

from sanctioning.kit.clock import noon, today
from sanctioning.sanctions.services.applications import grant_sanction
from tests.cast import Cast
from tests.tournaments.executors.test_executor_api import client_of
from tournaments.events.models.event import Event


def test_registered_changed_and_cancelled(cast: Cast) -> None:
    begins = noon(today() + dt.timedelta(days=30))
    form = {
        "name": "Autumn Whoopie",
        "place": "Arden Hall",
        "starts_at": begins.isoformat(),
        "ends_at": (begins + dt.timedelta(hours=6)).isoformat(),
        "level": "open",
        "type": "club-game",
        "entry_fee": "4.50",
        "capacity": 12,
    }
    director = client_of(cast.director)
    new = f"/api/v1/clubs/{cast.club.slug}/events/"
    assert client_of(cast.outsider).post(new, form, format="json").json()["code"] == "not-allowed"
    registered = director.post(new, form, format="json")
    assert (registered.status_code, registered.json()["entry_fee"], registered.json()["sanction_state"]) == (
        201,
        "4.50",
        "submitted",
    )
    beside = director.post(new, {**form, "name": "See also"}, format="json").json()
    assert beside["clashes"][0]["why"] == ["the same days", "the same club"]
    page = "/api/v1/events/autumn-whoopie/registration/"
    assert director.patch(page, {"capacity": 20}, format="json").json()["capacity"] == 20
    event = Event.objects.get(slug="autumn-whoopie")
    assert event.sanction is not None
    grant_sanction(by=cast.managing, sanction=event.sanction)
    silent = director.patch(page, {"place": "The Mill"}, format="json")
    assert (silent.status_code, silent.json()["code"]) == (422, "notice-missing")
    changed = director.patch(page, {"place": "The Mill", "notice": "The roof leaks."}, format="json")
    assert changed.json()["place"] == "The Mill"
    assert client_of(cast.players[0]).get(page).status_code == 404
    ended = director.post("/api/v1/events/autumn-whoopie/cancel/", {"why": "Snow."}, format="json").json()
    assert (ended["cancelled_for"], ended["sanction_state"]) == ("Snow.", "cancelled")
