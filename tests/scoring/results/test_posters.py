"""The results of an event for the wall: what they say, and when they are printed again."""

from __future__ import annotations

import pytest
from django.test import Client

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person, Publicity
from scoring.results.posters import RESULTS_POSTER_JOB
from scoring.results.selectors.posters import results_poster
from tests.cast import Cast, certified, open_table, sanctioned_event
from tests.scoring.results.test_advancing import counted, of_the_area
from tests.support.papers import words_of
from tests.support.team_events import close_and_certify, team_event
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases
POSTER = "/events/spring-whoopie/results.pdf"


@pytest.fixture
def event(cast: Cast) -> Event:
    return sanctioned_event(cast)


def printed(client: Client, poster: str = POSTER) -> str:
    assert client.get(poster).status_code == 202
    assert run_waiting(RESULTS_POSTER_JOB) == 1
    paper = client.get(poster)
    assert paper["Content-Type"] == "application/pdf"
    return " ".join(" ".join(words_of(paper.content)).split())


def test_it_says_who_won_what_by_the_names_that_people_allow(
    cast: Cast, event: Event, client: Client
) -> None:
    certified(cast, event, cast.players[:4])
    open_table(cast, event, cast.players[4:7])
    poster = results_poster(event.slug)
    assert poster is not None
    [game] = poster.games
    assert (poster.open, game.placings[0].place) == (1, 1)
    first = game.placings[0]
    words = printed(client)
    assert f"1st {first.name} {first.score}" in words
    assert "1 game is not certified yet." in words
    Person.objects.filter(pk=cast.players[0].pk).update(publicity=Publicity.NUMBER)
    hidden = printed(client)
    assert (cast.players[0].name in words, cast.players[0].name in hidden) == (True, False)


def test_without_results_the_page_of_the_event_says_so(cast: Cast, event: Event, client: Client) -> None:
    assert "No game is certified yet." in client.get(POSTER, follow=True).content.decode()
    assert client.get("/events/nowhere/results.pdf").status_code == 404
    assert POSTER not in client.get(f"/events/{event.slug}/").content.decode()
    certified(cast, event, cast.players[:4])
    assert POSTER in client.get(f"/events/{event.slug}/").content.decode()


def test_results_of_teams_name_the_teams_and_their_players(cast: Cast, client: Client) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    game_of_teams = of_the_area(cast, event)
    counted(cast, game_of_teams, (12, 20, 4))
    close_and_certify(cast, game_of_teams)
    poster = results_poster(event.slug)
    assert poster is not None
    [game] = poster.games
    assert game.teams is not None
    words = printed(client, f"/events/{event.slug}/results.pdf")
    for team in game.teams.lines:
        assert team.name in words
        assert all(player.name in words for player in team.players)
