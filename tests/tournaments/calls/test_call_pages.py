"""The pages of calls and announcements, as tables, Acting Executors and everybody at an event use them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from sanctioning.kit.clock import noon, today
from tests.cast import Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table
from tournaments.calls.models import Call
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.announcement import Announcement
from tournaments.events.services.announcements import announce

EVENT = "/events/spring-whoopie/"
CALLS = f"{EVENT}games/1/calls/"


def test_a_player_calls_and_the_acting_executor_answers_from_his_desk(cast: Cast, sign_in: SignIn) -> None:
    drawn_table(cast, cast.players[:4])
    player = sign_in(cast.players[0])
    assert CALLS in player.get(f"{EVENT}games/1/table/").content.decode()
    wrong = player.post(CALLS, {"kind": "other", "about": " ", "stanza": "1", "key": "a"})
    assert wrong.status_code == 422
    form = {"kind": "other", "about": "A card fell.", "stanza": "", "key": "a"}
    for _ in range(2):
        assert player.post(CALLS, form).status_code == 302
    call = Call.objects.get()
    assert (call.by, call.stanza) == (cast.players[0], None)
    executor = sign_in(cast.executor)
    own_page = executor.get("/me/").content.decode()
    assert "1 call from a table" in own_page
    called = rf"\d\d:\d\d: {re.escape(str(call.get_kind_display()))}"
    assert re.search(called, own_page), "at what time, which a day does not say"
    for client, answers in ((executor, True), (player, False)):
        shown = client.get(CALLS).content.decode()
        assert "A card fell." in shown
        assert (f'action="{CALLS}{call.pk}/answer/"' in shown) is answers
    answer = f"{CALLS}{call.pk}/answer/"
    asked = executor.post(answer, {"note": "Put back."}).content.decode()
    assert "Answer this call?" in asked
    assert 'value="Put back."' in asked
    assert not Call.objects.get().ended
    executor.post(answer, {"note": "Put back.", "sure": "yes"})
    assert "Put back." in player.get(CALLS).content.decode()
    assert player.post(f"{CALLS}{call.pk}/withdraw/").status_code == 409
    assert sign_in(cast.outsider).get(CALLS).status_code == 403


@pytest.mark.both_databases
def test_the_director_announces_and_everybody_reads_it(cast: Cast, sign_in: SignIn) -> None:
    drawn_table(cast, cast.players[:4])
    director = sign_in(cast.director)
    wrong = director.post(f"{EVENT}announcements/", {"text": "  ", "minutes": "10"})
    assert wrong.status_code == 422
    director.post(f"{EVENT}announcements/", {"text": "Supper at eight.", "minutes": "10"})
    assert "Supper at eight." in Client().get(f"{EVENT}announcements/").content.decode()
    director.post(f"{EVENT}announcements/{Announcement.objects.get().pk}/down/")
    assert "No announcements" in Client().get(f"{EVENT}announcements/").content.decode()


@pytest.mark.both_databases
def test_on_the_floor_an_announcement_stands_at_the_head_with_its_way_back(
    cast: Cast, sign_in: SignIn
) -> None:
    drawn_table(cast, cast.players[:4])
    floor, director = "/events/spring-whoopie/floor/", sign_in(cast.director)
    sent = {"text": "Ten minutes.", "back": "floor"}
    page = director.post("/events/spring-whoopie/announcements/", sent, follow=True).content.decode()
    assert "It is announced." in page
    assert page.index("Take it down") < page.index('id="said"') < page.index('id="floor"')
    assert page.count("Take it down") == 1
    assert 'id="announced"' in director.get(floor).content.decode()


def test_players_read_what_is_announced_at_their_table_and_on_their_own_page(
    cast: Cast, sign_in: SignIn
) -> None:
    event = sanctioned_event(cast, at=noon(today()))
    enter_event(by=cast.players[0], event=event, person=cast.players[0], at=noon(today()))
    drawn_table(cast, cast.players[:4], event=event)
    player, table = sign_in(cast.players[0]), f"{EVENT}games/1/table/"
    before = player.get(table).content.decode()
    etag = re.search(r'If-None-Match": "\\"([^\\]+)', before)
    assert etag is not None
    part = {"hx-request": "true", "hx-target": "table-now", "if-none-match": f'"{etag[1]}"'}
    assert player.get(table, headers=part).status_code == 304
    announce(by=cast.director, event=event, text="Supper at eight.")
    for client, path in ((player, table), (Client(), table), (player, "/me/")):
        assert "Supper at eight." in client.get(path).content.decode()
    assert player.get(table, headers=part).status_code == 200
    assert "Supper at eight." not in sign_in(cast.players[5]).get("/me/").content.decode()


def test_programs_call_and_announce_too(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4])
    api = f"/api/v1{CALLS}"
    player = sign_in(cast.players[0])
    for _ in range(2):
        answer = player.post(api, {"kind": "score"}, "application/json", headers={"Idempotency-Key": "k"})
    assert answer.status_code == 201
    [call] = answer.json()["open"]
    ended = player.post(f"{api}{call['number']}/withdraw/", {}, "application/json").json()["ended"]
    assert [call["number"] for call in ended] == [call["number"]]
    announce(by=cast.director, event=game.event, text="Supper.")
    read = Client().get(f"/api/v1{EVENT}announcements/").json()
    assert [announcement["text"] for announcement in read] == ["Supper."]
