"""The pad of a game of Columbus Whist: rows of hands, what they come to, two signatures, the director."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, seat, second_event
from tests.support.team_events import signed_in
from tests.tournaments.slips.test_team_event_pages import read, send
from tournaments.games.models import Game

WON = {
    "first-club": "1",
    "hands-1-bids": "p 3 p p",
    "hands-1-books": "10",
    "hands-2-bid": "2",
    "hands-2-by": "1",
    "hands-2-books": "9",
}


@pytest.fixture
def game(cast: Cast) -> Game:
    event, teams = columbus_event(cast, 4)
    return seat(cast, event, teams, [(1, 2), (3, 4)])


def at(game: Game, place: str = "g1-t1") -> str:
    return f"/events/{game.event.slug}/slips/{place}/"


@pytest.mark.both_databases
def test_a_sheet_is_told_before_it_is_handed_in_and_then_locked_by_the_other_team(
    cast: Cast, game: Game
) -> None:
    reporter, other = signed_in(cast.players[0]), signed_in(cast.players[2])
    page = read(reporter, at(game))
    assert page.count('name="hands-') == 4 * 10
    assert "See the result" in page
    text = send(reporter, at(game), 200, count="1", key="a", replaces=0, **WON)
    assert "After hand 1: Team 1 4, Team 2 0." in text
    assert "Team 1 won by five points: Team 1 7, Team 2 0." in text
    assert not game.slips.exists()
    further = send(reporter, at(game), 200, more="hands", key="a", replaces=0, **WON)
    assert further.count('name="hands-') == 8 * 10
    assert 'value="p 3 p p"' in further
    send(reporter, at(game), key="a", replaces=0, **WON)
    slip = game.slips.get()
    assert slip.body["hands"][0] == {"bids": "p 3 p p", "books": 10}
    page = read(reporter, at(game))
    assert "Team 1 won by five points" in page
    assert "Sign it" not in page
    everything = f"/events/{game.event.slug}/slips/"
    own = signed_in(cast.players[1])
    assert "signed by the other team of the table" in send(own, everything, 403, sign="g1-t1:1")
    assert "signed by the other team of the table" in send(
        signed_in(cast.director), everything, 403, sign="g1-t1:1"
    )
    assert "Sign it as it is" in read(other, at(game))
    send(other, everything, sign="g1-t1:1")
    assert "Correct it" not in read(reporter, at(game))
    locked = send(reporter, at(game), 403, key="b", replaces=1, reason="Oh no.", **WON)
    assert "Call the director" in locked
    send(
        signed_in(cast.director),
        at(game),
        key="c",
        replaces=1,
        reason="The books were turned over: nine.",
        **{**WON, "hands-1-books": "9"},
    )
    assert "The books were turned over: nine." in read(other, at(game))
    send(other, everything, sign="g1-t1:2")


@pytest.mark.parametrize(
    ("typed", "place", "words"),
    [
        ({"hands-1-bids": "p 2 trump"}, "hands-1-bids", "is not how a bid is written"),
        ({"hands-1-bids": "p 8 p p"}, "hands-1-bids", "“8” is not how a bid is written"),
        ({"hands-1-books": ""}, "hands-1-books", "Hand 1: its books are missing"),
        ({"hands-1-books": "14"}, "hands-1-books", "is a whole number from 0 to 13"),
        ({"hands-2-by": ""}, "hands-2-bid", "which team bid it"),
        ({"hands-2-by": "3"}, "hands-2-by", "is one of"),
        ({"wrong-1-hand": "9", "wrong-1-kind": "stopped", "wrong-1-by": "2"}, "wrong-1-hand", "hand 9"),
        ({"wrong-1-kind": "conduct"}, "wrong-1-by", "which team was disorderly"),
        ({"wrong-1-kind": "stopped", "wrong-1-by": "2"}, "wrong-1-hand", "in which hand"),
        ({"wrong-1-hand": "1", "wrong-1-kind": "exposed"}, "", "names the team"),
    ],
)
def test_what_cannot_be_meant_is_pointed_at_and_what_was_typed_stays(
    cast: Cast, game: Game, typed: dict[str, Any], place: str, words: str
) -> None:
    answer = send(signed_in(cast.players[0]), at(game), 422, key="a", replaces=0, **{**WON, **typed})
    assert words in answer
    assert 'value="9"' in answer
    assert not place or f'name="{place}"' in answer.split('aria-invalid="true"')[0].rsplit("<", 1)[1]
    assert not game.slips.exists()


def test_sheets_come_as_rows_from_a_program_too(cast: Cast, game: Game) -> None:
    client = signed_in(cast.players[0])
    values = {
        "first-club": "1",
        "hands": [{"bids": "p 3 p p", "books": 10}, {"bid": "3", "by": "1", "books": 9}],
    }
    slips = f"/api/v1/events/{game.event.slug}/slips/"
    sheet = client.get(f"{slips}g1-t1/").json()
    assert [field["name"] for field in sheet["asks"]] == sheet["slip"]["fields"]
    assert sheet["asks"][1]["columns"][2]["choices"] == [["1", "Team 1"], ["2", "Team 2"]]
    send = partial(client.post, content_type="application/json")
    preview = send(f"{slips}g1-t1/preview/", {"values": values})
    assert preview.json()["words"][0] == "After hand 1: Team 1 4, Team 2 0."
    wrong = send(f"{slips}g1-t1/preview/", {"values": {"hands": [{"books": 14}]}})
    assert (wrong.status_code, wrong.json()["facts"]) == (422, {"field": "hands-1-books"})
    assert send(f"{slips}g9-t1/preview/", {"values": values}).status_code == 404
    assert not game.slips.exists()
    answer = send(f"{slips}g1-t1/", {"values": values}, headers={"Idempotency-Key": "x"})
    assert (answer.status_code, answer.json()["values"]) == (201, values)
    assert game.slips.get().body == values
    listed = client.get(slips, {"only": "missing"})
    assert [line["place"] for line in listed.json()["lines"]] == ["g1-t2"]
    assert listed.headers["X-Total-Count"] == "1"
    assert [(row["slips"], row["reported"]) for row in listed.json()["phases"]] == [(3, 1), (1, 0)]
    assert client.get(slips, {"only": "strange"}).status_code == 400


def test_the_director_begins_a_game_and_sees_what_is_to_come(cast: Cast, game: Game) -> None:
    everything = f"/events/{game.event.slug}/slips/"
    director = signed_in(cast.director)
    page = read(director, everything)
    assert "2&nbsp;are still to come." in page
    assert "The Boston pot holds" in page
    send(director, everything, key="k", **{"g1-start:begins": "now"})
    page = read(director, everything)
    assert "data-until" in page
    assert "The game begins</button>" not in page
    send(signed_in(cast.players[0]), at(game), key="a", replaces=0, **WON)
    page = read(director, everything)
    assert "1&nbsp;is not signed by the other team." in page
    assert "Five minutes" in page
    assert "The Boston pot holds" in read(director, f"/events/{game.event.slug}/live/")
    assert "The Boston pot holds" in read(director, f"/events/{game.event.slug}/manage/check-in/")


@pytest.mark.usefixtures("waiting_counted_each_time")
def test_pages_ask_the_same_with_two_tables_and_with_six(cast: Cast, game: Game) -> None:
    client = signed_in(cast.director)
    event, teams = second_event(cast, 12)
    larger = seat(cast, event, teams, [(n, n + 1) for n in range(1, 12, 2)])
    for of_game in (game, larger):
        send(client, at(of_game), key=f"k{of_game.pk}", replaces=0, **WON)
    pages = ("slips/", "slips/g1-t1/", "slips/g1-t2/", "live/", "projector/", "manage/check-in/", "teams/")
    for page in pages:
        few, many = (asked(client, f"/events/{of_game.event.slug}/{page}") for of_game in (game, larger))
        assert few == many, page


def asked(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


RULED: tuple[dict[str, str], ...] = (
    {"ruling": "Mine.", "winner": "1"},
    {**WON, "rulings-1-hand": "1", "rulings-1-reason": "Mine.", "rulings-1-points-1": "5"},
)


@pytest.mark.parametrize("typed", RULED)
def test_a_player_writes_no_ruling_of_the_director(cast: Cast, game: Game, typed: dict[str, str]) -> None:
    player, director = signed_in(cast.players[0]), signed_in(cast.director)
    assert 'name="ruling' not in read(player, at(game))
    assert 'name="ruling"' in read(director, at(game))
    for more in ({}, {"count": "1"}):
        refused = send(player, at(game), 403, key="a", replaces=0, **typed, **more)
        assert "Only somebody who runs the event" in refused
        assert "C-33" in refused
    assert not game.slips.exists()
    send(director, at(game), key="b", replaces=0, **typed)
    page = read(player, at(game))
    assert "Mine." in page
    assert "Correct it" not in page
    ruled = send(player, at(game), 403, key="c", replaces=1, reason="Not so.", **WON)
    assert "director&#x27;s version applies" in ruled


def test_a_director_who_plays_at_the_table_writes_no_ruling_there(cast: Cast, game: Game) -> None:
    appoint(
        by=cast.managing,
        person=cast.players[0],
        office=Office.DIRECTOR,
        club=cast.club,
        first_day=MARCH.date(),
        at=MARCH,
    )
    client = signed_in(cast.players[0])
    refused = send(client, at(game), 403, key="a", replaces=0, **RULED[0])
    assert "Only somebody who runs the event, and not a player of the table, can write" in refused
    assert not game.slips.exists()


def test_a_player_writes_no_ruling_by_program_nor_an_ending_by_one(cast: Cast, game: Game) -> None:
    client = signed_in(cast.players[0])
    slip = f"/api/v1/events/{game.event.slug}/slips/g1-t1/"
    assert not {"ruling", "rulings"} & set(client.get(slip).json()["slip"]["fields"])
    refusals: dict[str, int] = {}
    for values in ({"ruling": "Mine.", "winner": "1"}, {"ending": "ruling", "winner": "1"}):
        for address in (slip, f"{slip}preview/"):
            answer = client.post(
                address, {"values": values}, "application/json", headers={"Idempotency-Key": "x"}
            )
            refusals[answer.json()["code"]] = answer.status_code
    assert refusals == {"field-of-the-official": 403, "field-unreadable": 422}
    assert not game.slips.exists()
