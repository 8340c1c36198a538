"""From a director's application to an open table, by the pages alone."""

from __future__ import annotations

import datetime as dt

from django.test import Client

from sanctioning.kit.clock import noon, today
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from tests.cast import Cast, record_of, sanctioned_event
from tests.fixtures import SignIn
from tests.scoring.players.test_desk_pages import upload
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.games.models import Game


def event_form(**changes: str) -> dict[str, str]:
    day = (today() + dt.timedelta(days=1)).isoformat()
    typed = {
        "name": "Spring Whoopie",
        "place": "Arden Hall",
        "first_day": day,
        "begins": "14:00",
        "last_day": "",
        "ends": "22:00",
        "time_zone": "Europe/London",
        "games_planned": "1",
        "level": "",
        "type": "",
        "description": "",
    }
    return {**typed, **changes}


def test_an_event_is_registered_sanctioned_entered_and_played(cast: Cast, sign_in: SignIn) -> None:
    director, managing = sign_in(cast.director), sign_in(cast.managing)
    law = {"level": str(cast.levels["open"].pk), "type": str(cast.types["tournament"].pk)}
    done = director.post("/clubs/arden-whoopie-club/events/new/", event_form(**law), follow=True)
    page = done.content.decode()
    assert "Spring Whoopie is registered" in page
    assert "No games before the sanction" in page
    assert sign_in(cast.outsider).get("/events/spring-whoopie/").status_code == 404

    assert "Spring Whoopie" in managing.get("/authority/").content.decode()
    managing.post("/authority/sanctions/spring-whoopie/", {"act": "grant"})
    assert Event.objects.get().sanction.state == "granted"  # type: ignore[union-attr]

    four = cast.players[:4]
    for player in four:
        director.post("/events/spring-whoopie/manage/enter/", {"number": player.number.lower()})
    director.post(
        "/events/spring-whoopie/manage/games/",
        {"kind": "stanzas", "value": "14", "players": [player.number for player in four]},
    )
    game = Game.objects.get()
    assert (game.planned, game.players.count()) == ({"stanzas": 14}, 4)

    chosen = {"executor": str(cast.executor_appointment.pk)}
    page = managing.post("/authority/executors/spring-whoopie/1/", chosen, follow=True).content.decode()
    assert "Edgar Hale is Acting Executor of game 1" in page
    assert "Every game has an executor" in page

    upload(sign_in(four[0]), as_file(record_of(four)))
    director.post("/events/spring-whoopie/games/1/confirm/")
    sign_in(cast.executor).post("/events/spring-whoopie/games/1/certify/")
    assert Certificate.objects.count() == 1


def test_a_form_of_an_event_keeps_what_was_typed(cast: Cast, sign_in: SignIn) -> None:
    director = sign_in(cast.director)
    answer = director.post(
        "/clubs/arden-whoopie-club/events/new/", event_form(name="Kept Name", time_zone="Nowhere/Town")
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Kept Name" in page
    assert "There is no such time zone" in page
    assert 'id="id_time_zone_error"' in page


def test_a_new_event_is_open_unless_said_otherwise_and_limits_are_said_in_sentences(
    cast: Cast, sign_in: SignIn
) -> None:
    director, path = sign_in(cast.director), "/clubs/arden-whoopie-club/events/new/"
    assert f'<option value="{cast.levels["open"].pk}" selected>' in director.get(path).content.decode()
    page = director.post(path, event_form(games_planned="0", capacity="x", begins="25")).content.decode()
    for sentence in ("1 or more.", "Write a whole number.", "This is not a time"):
        assert sentence in page


def test_only_those_who_run_the_club_come_in(cast: Cast, sign_in: SignIn) -> None:
    refused = sign_in(cast.outsider).get("/clubs/arden-whoopie-club/events/new/")
    assert refused.status_code == 403
    assert "You may not register events of Arden Whoopie Club" in refused.content.decode()
    assert sign_in(cast.director).get("/authority/").status_code == 403


def test_a_refused_application_tells_why(cast: Cast, sign_in: SignIn) -> None:
    director, managing = sign_in(cast.director), sign_in(cast.managing)
    law = {"level": str(cast.levels["open"].pk), "type": str(cast.types["tournament"].pk)}
    director.post("/clubs/arden-whoopie-club/events/new/", event_form(**law))
    silent = managing.post("/authority/sanctions/spring-whoopie/", {"act": "refuse", "why": " "})
    assert silent.status_code == 422
    managing.post("/authority/sanctions/spring-whoopie/", {"act": "refuse", "why": "The hall is taken."})
    assert "The hall is taken." in director.get("/events/spring-whoopie/manage/").content.decode()


def test_entries_are_taken_by_number_and_withdrawn(cast: Cast, sign_in: SignIn) -> None:
    sanctioned_event(cast)
    director = sign_in(cast.director)
    wrong = director.post("/events/spring-whoopie/manage/enter/", {"number": "W-00000-0"})
    assert wrong.status_code == 422
    assert 'value="W-00000-0"' in wrong.content.decode()
    director.post("/events/spring-whoopie/manage/enter/", {"number": cast.players[0].number})
    twice = director.post("/events/spring-whoopie/manage/enter/", {"number": cast.players[0].number})
    assert "is already entered" in twice.content.decode()
    director.post("/events/spring-whoopie/manage/withdraw/", {"entry": Entry.objects.get().pk})
    assert Entry.objects.get().state == "withdrawn"


def test_a_game_without_players_or_plan_is_told_beside_the_fields(cast: Cast, sign_in: SignIn) -> None:
    sanctioned_event(cast)
    director = sign_in(cast.director)
    director.post("/events/spring-whoopie/manage/enter/", {"number": cast.players[0].number})
    page = director.post("/events/spring-whoopie/manage/games/", {"kind": "stanzas", "value": ""})
    assert page.status_code == 422
    assert "Choose the players who sit down" in page.content.decode()
    strange = director.post(
        "/events/spring-whoopie/manage/games/",
        {"kind": "stanzas", "value": "many", "players": [cast.players[0].number]},
    )
    assert "A game needs a plan" in strange.content.decode()
    assert 'value="many"' in strange.content.decode()
    endless = director.post(
        "/events/spring-whoopie/manage/games/",
        {"kind": "stanzas", "value": "99999999", "players": [cast.players[0].number]},
    )
    assert "No game lasts that long" in endless.content.decode()


def test_an_event_is_changed_with_a_notice_and_cancelled(cast: Cast, sign_in: SignIn) -> None:
    director = sign_in(cast.director)
    at = noon(today() + dt.timedelta(days=9))
    event = sanctioned_event(cast, at=at)
    page, place = f"/events/{event.slug}/edit/", {"place": "The Mill", "games_planned": "3"}
    assert "The Mill" not in director.get(page).content.decode()
    typed = event_form(first_day=event.first_day.isoformat(), entry_fee="2.50", **place)
    silent = director.post(page, typed)
    assert (silent.status_code, 'value="The Mill"' in silent.content.decode()) == (422, True)
    director.post(page, {**typed, "notice": "The roof of the hall leaks."})
    assert "The roof of the hall leaks." in Client().get(f"/events/{event.slug}/").content.decode()
    assert sign_in(cast.outsider).get(page).status_code == 403
    empty = director.post(f"/events/{event.slug}/cancel/", {"why": " "})
    assert (empty.status_code, "<details open>" in empty.content.decode()) == (422, True)
    cancel = {"why": "Snow."}
    asked = director.post(f"/events/{event.slug}/cancel/", cancel).content.decode()
    assert "This cannot be undone." in asked
    assert 'name="why" value="Snow."' in asked
    director.post(f"/events/{event.slug}/cancel/", {**cancel, "sure": "yes"})
    assert "This event is not held" in Client().get(f"/events/{event.slug}/").content.decode()
