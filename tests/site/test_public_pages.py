"""What anybody sees: each page answers, says what it is there for, and shows nothing private."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client

from rules_engine.points.degrees import DEGREES
from sanctioning.kit.clock import noon
from scoring.certificates.models import Certificate
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast

GAME = "/events/arden-special/games/1/"


def text_of(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return answer.content.decode().replace("\u00a0", " ")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", "No games have been certified yet"),
        ("/calendar/", "No coming events"),
        ("/results/", "No games have been certified yet"),
        ("/players/", "No players are listed yet"),
        ("/clubs/", "No clubs have been approved yet"),
        ("/rosters/", "No roster is published yet"),
        ("/check/", "Check a certificate"),
        ("/login/", "Sign in"),
        ("/components/", "Everything"),
    ],
)
def test_an_empty_site_says_what_to_do_next(client: Client, path: str, words: str) -> None:
    assert words in text_of(client, path)


def test_the_front_page_shows_results_with_their_points(client: Client, season: Cast) -> None:
    page = text_of(client, "/")
    assert "Arden Special, game 1" in page
    assert f"/players/{season.players[0].number}/" in page
    assert "12.0" in page
    assert "2.0 blue" in page


def test_an_event_shows_its_games_and_the_law_it_is_judged_by(client: Client, season: Cast) -> None:
    page = text_of(client, "/events/arden-special/")
    assert "Acting Executor Edgar Hale" in page
    assert "Official Rules of Whoopie, 18 April 1966" in page
    assert "S-00001" in page


def test_a_game_shows_running_scores_and_standings(client: Client, season: Cast) -> None:
    page = text_of(client, GAME)
    assert "Standings and awards" in page
    assert "stanzas/1/" in page
    assert "RPC-000001" in page
    assert "Players counted" in page


def test_a_stanza_is_replayed_with_trump_winner_and_rule(client: Client, season: Cast) -> None:
    page = text_of(client, f"{GAME}stanzas/2/")
    assert "Stanza 2, card by card" in page
    assert page.count("data-trick=") == 2
    assert page.count('class="play') - page.count('class="plays') == 8
    assert "Now winning:" in page
    assert "Section I, Play" in page


def test_a_replay_names_each_card_and_speaks_the_readers_language(client: Client, season: Cast) -> None:
    english, german = (spoken(client, language) for language in ("en", "de"))
    assert len(english) == len(german) == 9, "the deal and eight cards"
    assert not set(english) & set(german)
    cards = [sentence for sentence in english if re.search(r": ([a-z]+ of [a-z]+|joker)\.", sentence)]
    assert len(cards) == 8


def spoken(client: Client, language: str) -> list[str]:
    """What the replay says at each moment."""
    page = client.get(f"{GAME}stanzas/2/", headers={"accept-language": language}).content.decode()
    templates = re.findall(r"<template data-say(?:-deal)?>(.*?)</p>", page, re.DOTALL)
    return [re.sub(r"<[^>]+>|\s+", " ", sentence).strip().replace(" .", ".") for sentence in templates]


@pytest.mark.parametrize("path", [f"{GAME}stanzas/999/", "/events/none/", "/events/arden-special/games/9/"])
def test_what_is_not_there_is_a_404_of_our_own(client: Client, season: Cast, path: str) -> None:
    assert "Page not found" in text_of(client, path, 404)


def test_a_player_shows_points_distance_and_games_and_no_code(client: Client, season: Cast) -> None:
    player = season.players[0]
    code = Certificate.objects.get().code
    page = text_of(client, f"/players/{player.number}/")
    assert "1.0 points to Junior Master of Whoopie." in page
    assert "Arden Special, game 1" in page
    assert code not in page
    assert "@example.org" not in page


def test_players_are_found_by_any_part_of_the_name(client: Client, season: Cast) -> None:
    assert "Birch, B" in text_of(client, "/players/?search=bir")
    assert "No matches" in text_of(client, "/players/?search=nobody")
    assert "At most 480 characters" in text_of(client, "/players/?search=" + "birch" * 20_000)


def test_a_club_shows_its_people_and_events(client: Client, season: Cast) -> None:
    page = text_of(client, "/clubs/arden-whoopie-club/")
    assert "Dora Finch" in page
    assert "Arden Special" in page


def test_a_roster_is_searched_and_handed_out_as_csv(client: Client, season: Cast) -> None:
    roster = compile_roster(by=season.registrar, as_of=dt.date(2025, 5, 15), at=MARCH)
    assert "Page not found" in text_of(client, "/rosters/2025-05-15/", 404)
    publish_roster(by=season.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    assert "4 players" in text_of(client, "/rosters/2025-05-15/")
    lines = text_of(client, "/rosters/2025-05-15/?search=ash&degree=Novice+of+Whoopie")
    assert "1 player found" in lines
    assert 'value="ash"' in lines
    assert client.get("/rosters/2025-05-15/roster.csv").getvalue().startswith(b"name,number")
    being_made = client.get("/rosters/2025-05-15/roster.pdf")
    assert (being_made.status_code, being_made["Refresh"]) == (202, "3")


def test_a_genuine_code_tells_its_state_and_not_whose_it_is(client: Client, season: Cast) -> None:
    certificate = Certificate.objects.get()
    typed = certificate.code.lower().replace("-", " ")
    answer = client.get("/check/", {"code": typed}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(f"/check/{certificate.code}/", 302)]
    assert "Genuine. It can be recorded." in page
    assert certificate.serial in page
    assert certificate.person.name not in page
    assert certificate.person.number not in page


def test_a_slip_in_a_code_is_told_from_a_stranger(client: Client, season: Cast) -> None:
    code = Certificate.objects.get().code
    slip = code[:-1] + ("2" if code[-1] != "2" else "3")
    assert "Not a code" in text_of(client, f"/check/{slip}/", 404)
    assert slip in text_of(client, f"/check/{slip}/", 404)


def test_every_page_has_one_title_landmarks_and_no_other_host(client: Client, season: Cast) -> None:
    for path in ("/", GAME, f"{GAME}stanzas/1/", "/check/", "/players/", "/login/"):
        page = text_of(client, path)
        assert page.count("<h1") == 1, path
        assert '<main id="content"' in page
        assert 'lang="en-gb"' in page
        assert " style=" not in page, f"{path}: the content policy refuses inline styles"
        for name in ("http://www.w3.org", "https://schema.org", "http://testserver"):
            page = page.replace(name, "")
        assert "//" not in page, f"{path} names another host"


@pytest.mark.parametrize("path", ["/players/%00/", "/players/?search=a%00", "/api/v1/players/%00/", "/%00"])
def test_a_null_character_in_an_address_is_a_slip_and_no_error(
    client: Client, season: Cast, path: str
) -> None:
    assert "null character" in text_of(client, path, 400)


def test_a_null_character_in_a_form_is_a_slip_and_no_error(client: Client, season: Cast) -> None:
    answer = client.post("/login/", {"username": "a\0@example.org", "password": "x"})
    assert answer.status_code == 400


@pytest.mark.both_databases
def test_a_name_is_found_on_every_published_roster(client: Client, season: Cast) -> None:
    for as_of in (dt.date(2025, 5, 15), dt.date(2025, 11, 15)):
        roster = compile_roster(by=season.registrar, as_of=as_of, at=MARCH)
        publish_roster(by=season.registrar, roster=roster)
    page = text_of(client, "/rosters/?search=ash")
    roster_pages = [
        f"/rosters/{day}/players/{season.players[0].number}/" for day in ("2025-11-15", "2025-05-15")
    ]
    assert [path in page for path in roster_pages] == [True, True]
    assert "Birch, B" not in page
    assert "No published roster has “nobody”" in text_of(client, "/rosters/?search=nobody")


@pytest.mark.both_databases
def test_the_degrees_say_how_they_are_reached_and_who_holds_them(client: Client, season: Cast) -> None:
    page = text_of(client, "/degrees/")
    for step in DEGREES:
        assert step.name in page
    assert "1,000.0" in page
    assert "adds up to 25.0 or more" in page
