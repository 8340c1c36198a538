"""A season registered by its pages: form, days, applications; decided and withdrawn together."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from sanctioning.kit.clock import today
from sanctioning.kit.messages.models import Message
from sanctioning.sanctions.models import Sanction
from tests.cast import Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.events.models.event import Event
from tournaments.series.services import announce_series

pytestmark = pytest.mark.both_databases

NEXT_YEAR = today().year + 1
FIRST = dt.date(NEXT_YEAR, 1, 8)
SEASON = "/clubs/arden-whoopie-club/events/season/"


def form(cast: Cast, **more: Any) -> dict[str, Any]:
    return {
        "name": "Friday Table",
        "place": "Town Hall, Arden",
        "first_day": FIRST.isoformat(),
        "rhythm": "1",
        "count": "12",
        "begins": "19:30",
        "ends": "22:30",
        "time_zone": "Europe/London",
        "format": "whoopie",
        "level": cast.levels["open"].pk,
        "type": cast.types["club-game"].pk,
        "games_planned": "2",
        "entry_fee": "3.50",
        "description": "Bring a friend.",
        **more,
    }


def days_on(page: Any) -> list[str]:
    return [planned.day.isoformat() for planned in page.context["days"]]


def registered(client: Client, cast: Cast, **more: Any) -> list[Event]:
    days = days_on(client.post(SEASON, form(cast, **more)))
    client.post(SEASON, {**form(cast, **more), "days": days, "register": "yes"})
    return list(Event.objects.order_by("starts_at"))


def test_twelve_evenings_come_of_one_form(cast: Cast, sign_in: SignIn) -> None:
    director = sign_in(cast.director)
    page = director.post(SEASON, form(cast))
    assert page.status_code == 200
    assert not Event.objects.exists()
    days = days_on(page)
    assert len(days) == 12
    # The third is a holiday.
    kept = days[:2] + days[3:]
    answer = director.post(SEASON, {**form(cast), "days": kept, "register": "yes"})
    events = list(Event.objects.order_by("starts_at"))
    assert answer["Location"] == f"/events/{events[0].slug}/application/"
    assert [event.name for event in events] == [f"Friday Table, no. {number}" for number in range(1, 12)]
    assert [event.first_day.isoformat() for event in events] == kept
    assert {event.entry_fee for event in events} == {events[0].entry_fee}
    assert {event.sanction.state for event in events if event.sanction} == {"submitted"}


def test_the_hints_say_what_opens_and_what_closes(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.director).get(SEASON).content.decode()
    assert page.count("the others open equally long before") == 1
    assert page.count("the others close equally long before") == 1


def test_a_season_has_so_many_evenings_at_most(
    cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.seasons.services.MOST_EVENINGS", 3)
    director = sign_in(cast.director)
    assert registered(director, cast, count="4") == []
    assert len(registered(director, cast, count="3")) == 3


def test_a_season_may_belong_to_a_series(cast: Cast, sign_in: SignIn) -> None:
    series = announce_series(by=cast.director, club=cast.club, name="Winter", basis="points", playoff=8)
    director = sign_in(cast.director)
    events = registered(director, cast, series=series.pk, count="3")
    assert {(event.series, event.series_part) for event in events} == {(series, "ordinary")}


def test_other_events_of_the_same_days_are_named(cast: Cast, sign_in: SignIn) -> None:
    director = sign_in(cast.director)
    events = registered(director, cast, count="3")
    page = director.post(SEASON, form(cast, name="Another Table", count="4"))
    assert [[clash.name for clash in planned.clashes] for planned in page.context["days"]] == [
        [event.name] for event in events
    ] + [[]]


def test_what_is_refused_keeps_what_was_typed_and_registers_nothing(cast: Cast, sign_in: SignIn) -> None:
    director = sign_in(cast.director)
    registered(director, cast, count="3")
    before = Event.objects.count()
    days = days_on(director.post(SEASON, form(cast)))
    taken = director.post(SEASON, {**form(cast), "days": days, "register": "yes"})
    assert taken.status_code == 409
    page = taken.content.decode()
    assert "has already registered Friday Table, no. 1" in page
    assert 'name="place" value="Town Hall, Arden"' in page
    alone = director.post(SEASON, {**form(cast, name="Other"), "days": days[:1], "register": "yes"})
    assert alone.status_code == 422
    assert "A season has from 2 to 53 evenings." in alone.content.decode()
    assert [planned.kept for planned in alone.context["days"]] == [True] + 11 * [False]
    assert Event.objects.count() == before
    changed = director.post(SEASON, {**form(cast), "days": days, "change": "yes"})
    assert 'value="Friday Table"' in changed.content.decode()
    assert director.post(SEASON, form(cast, count="1")).status_code == 422
    assert director.post(SEASON, form(cast, ends="18:00")).status_code == 422
    assert sign_in(cast.outsider).get(SEASON).status_code == 403
    assert director.get("/clubs/nowhere/events/season/").status_code == 404


def test_an_event_is_held_again_with_everything_but_its_days(cast: Cast, sign_in: SignIn) -> None:
    event = sanctioned_event(cast, name="Spring Whoopie 2025", level="special-event")
    Event.objects.filter(pk=event.pk).update(capacity=40, entry_fee="5.00", entries_until=event.first_day)
    conditions = [{"kind": "age", "at_least": 18}]
    event = set_entry_conditions(by=cast.director, event=event, conditions=conditions)
    director = sign_in(cast.director)
    page = director.get(f"/clubs/arden-whoopie-club/events/new/?like={event.slug}")
    typed = page.context["form"].initial
    assert typed["name"] == "Spring Whoopie 2026"
    assert (typed["capacity"], str(typed["entry_fee"])) == (40, "5.00")
    assert typed["level"] == cast.levels["special-event"].pk
    assert not {"first_day", "last_day", "entries_from", "entries_until"} & set(typed)
    sent = {**typed, "first_day": FIRST.isoformat(), "like": event.slug, "capacity": "40"}
    director.post("/clubs/arden-whoopie-club/events/new/", {name: str(sent[name]) for name in sent})
    again = Event.objects.get(name="Spring Whoopie 2026")
    assert again.entry_conditions == event.entry_conditions
    assert again.entries_until is None
    season = director.get(f"{SEASON}?like={event.slug}")
    assert season.context["form"].initial["capacity"] == 40
    assert "form" in sign_in(cast.director).get(f"{SEASON}?like=nothing").context


def test_applications_of_a_season_are_told_of_and_decided_together(cast: Cast, sign_in: SignIn) -> None:
    adopt_fees(cast)
    director, managing = sign_in(cast.director), sign_in(cast.managing)
    events = registered(director, cast, count="3")
    told = Message.objects.get(to=cast.managing, kind="sanction-submitted")
    assert told.subject == "Arden Whoopie Club: 3 applications submitted (Friday Table, no. 1 and others)"
    assert all(event.name in told.text for event in events)
    application = f"/events/{events[1].slug}/application/"
    assert "Approve all 3 that were applied for" in " ".join(
        managing.get(application).content.decode().split()
    )
    managing.post(f"{application}approve-all/")
    assert set(Sanction.objects.values_list("state", flat=True)) == {"approved"}
    told = Message.objects.get(to=cast.director, kind="sanction-approved")
    for sanction in Sanction.objects.all():
        assert sanction.invoice.label in told.text
    director.post(f"{application}withdraw-all/", {"text": "The hall is closed."})
    assert set(Sanction.objects.values_list("state", flat=True)) == {"withdrawn"}
    told = Message.objects.get(to=cast.managing, kind="sanction-withdrawn")
    assert "The reason: The hall is closed." in told.text


def test_one_that_was_decided_alone_is_left_as_it_is(cast: Cast, sign_in: SignIn) -> None:
    director, managing = sign_in(cast.director), sign_in(cast.managing)
    events = registered(director, cast, count="3")
    managing.post(f"/events/{events[0].slug}/application/refuse/", {"text": "Too early."})
    managing.post(f"/events/{events[1].slug}/application/approve-all/")
    states = [event.sanction.state for event in Event.objects.order_by("starts_at") if event.sanction]
    assert states == ["refused", "granted", "granted"]
    assert director.post(f"/events/{events[1].slug}/application/approve-all/").status_code == 403


def test_a_program_registers_a_season(cast: Cast, sign_in: SignIn) -> None:
    adopt_fees(cast)
    days = [FIRST + dt.timedelta(weeks=week) for week in range(3)]
    sent = {
        "name": "Friday Table",
        "place": "Town Hall, Arden",
        "starts_at": f"{FIRST}T19:30:00Z",
        "ends_at": f"{FIRST}T22:30:00Z",
        "time_zone": "Europe/London",
        "level": "open",
        "type": "club-game",
        "days": [day.isoformat() for day in days],
    }
    director, address = sign_in(cast.director), f"/api/v1{SEASON}"
    one = director.post(address, {**sent, "days": sent["days"][:1]}, content_type="application/json")
    assert (one.status_code, one.json()["code"]) == (422, "season-size")
    unknown = director.post(address, {**sent, "series": "none"}, content_type="application/json")
    assert unknown.status_code == 400
    answer = director.post(address, sent, content_type="application/json", headers={"Idempotency-Key": "s"})
    assert answer.status_code == 201, answer.content
    assert [event["name"] for event in answer.json()] == [f"Friday Table, no. {n}" for n in (1, 2, 3)]
    events = Event.objects.order_by("starts_at")
    assert [event.starts_at.date() for event in events] == days
    assert set(Sanction.objects.values_list("state", flat=True)) == {Sanction.State.SUBMITTED}
