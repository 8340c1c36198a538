"""Pages and API of somebody who has been in two card games: each figure under its own."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client

from sanctioning.kit.clock import noon
from sanctioning.kit.messages.models import Message
from sanctioning.signing.models import SigningKey
from scoring.certificates.models import Certificate
from scoring.degree_names import RANKS
from scoring.recordings.models import DegreeHeld, Submission
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.scoring.results.test_card_games import both as both
from tests.scoring.results.test_card_games import codes, record


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


def test_a_player_of_two_card_games(both: Cast, sign_in: SignIn) -> None:
    ash = both.players[0]
    client = sign_in(ash)
    address = f"/players/{ash.number}/"
    shown = {slug: text(client, f"{address}?card_game={slug}") for slug in ("whoopie", "whist")}
    assert '<h2 id="points">Whist Rating Points</h2>' in shown["whist"]
    assert '<strong aria-current="page">Novice of Whist</strong>' in shown["whist"]
    assert "Whist Rating Points" not in shown["whoopie"]
    assert codes(ash, "whist")[0] in shown["whist"]
    assert codes(ash, "whist")[0] not in shown["whoopie"]
    papers = Certificate.objects.filter(person=ash)
    for here, elsewhere, name in (("whoopie", "whist", "Whist"), ("whist", "whoopie", "Whoopie")):
        count = papers.filter(card_game=elsewhere).count()
        link = f'<a href="?card_game={elsewhere}#certificates">{count}&nbsp;certificate'
        assert link in shown[here]
        assert f"of {name}</a>" in shown[here]
        assert link not in shown[elsewhere]
    page = text(client, "/me/record/")
    assert page.index('<p class="strong">Whoopie</p>') < page.index('<p class="strong">Whist</p>')
    player = client.get(f"/api/v1/players/{ash.number}/?card_game=whist").json()
    assert (player["card_game"], player["awarded"]["points"], player["degree"]) == ("whist", "3.0", "Novice")
    assert [game["slug"] for game in player["card_games"]] == ["whoopie", "whist"]


@pytest.mark.both_databases
def test_a_program_narrows_events_and_results_by_their_card_game(both: Cast) -> None:
    client = Client()
    for path in ("/api/v1/events/?when=all&", "/api/v1/results/?"):
        every = {line.get("slug", line.get("event_slug")) for line in client.get(path).json()}
        of = {
            slug: {line.get("slug", line.get("event_slug")) for line in client.get(f"{path}{slug}").json()}
            for slug in ("card_game=whoopie", "card_game=whist")
        }
        whoopie, whist = of.values()
        assert (bool(whoopie), bool(whist), whoopie & whist, whoopie | whist) == (True, True, set(), every)
    of_format = client.get("/api/v1/events/?when=all&game=whoopie").json()
    assert of_format == client.get("/api/v1/events/?when=all&card_game=whoopie").json()


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/api/v1/events/?card_game=zzz", ["whoopie", "whist"]),
        ("/api/v1/results/?card_game=zzz", ["whoopie", "whist"]),
        ("/api/v1/players/{number}/?card_game=zzz", ["whoopie", "whist"]),
        ("/api/v1/rosters/2026-05-15/?degree=zzz", list(RANKS)),
    ],
)
def test_a_program_is_told_which_values_there_are(cast: Cast, path: str, known: list[str]) -> None:
    refused = Client().get(path.format(number=cast.players[0].number))
    name = path.rpartition("?")[2].partition("=")[0]
    assert (refused.status_code, refused.json()["facts"]["known"]) == (400, {name: known})
    assert set(refused.json()["facts"]["fields"]) == {name}


def test_certificates_of_whist_are_found_before_there_is_a_degree(both: Cast, sign_in: SignIn) -> None:
    ash = both.players[0]
    DegreeHeld.objects.filter(card_game="whist").update(until=MARCH.date())
    page = text(sign_in(ash), "/me/")
    assert "of Whist</a>" in page[page.index('id="certificates"') :]


@pytest.mark.both_databases
def test_who_records_his_whist_hears_what_he_is_of_whist(both: Cast, sign_in: SignIn) -> None:
    ash = both.players[0]
    [paper] = Certificate.objects.filter(person=ash, card_game="whist", kind="rating-points")
    key = SigningKey.objects.create(fingerprint="f" * 64, first_day=dt.date(2025, 1, 1), made_at=MARCH)
    Certificate.objects.update(signed_with=key)
    client = sign_in(ash)
    assert 'href="/me/record/?card_game=whist"' in text(client, "/me/?card_game=whist")
    page = text(client, "/me/record/?card_game=whist")
    assert re.findall(r'name="serial" value="([^"]+)" checked', page) == [paper.serial]
    sent = {"serial": paper.serial, "act": "record"}
    answer = client.post("/me/record/", sent, follow=True).content.decode()
    assert "is recorded. You are now a Junior Master of Whist." in answer
    assert Submission.objects.get().reason == "3.0 points; the player becomes Junior Master of Whist."


def test_rosters_by_card_game_in_the_api(both: Cast, sign_in: SignIn) -> None:
    record(both, both.players[0], "whist")
    registrar = sign_in(both.registrar)
    sent = {"as_of": "2025-05-15", "card_game": "whist"}
    answer = registrar.post("/api/v1/rosters/compile/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["card_game"], answer.json()["players"]) == (200, "whist", 12)
    shown = registrar.get("/api/v1/rosters/whist/2025-05-15/").json()
    assert (shown["head"]["title"], shown["found"]) == ("Whist Roster as of 15 May 2025", 12)
    assert registrar.get("/api/v1/rosters/2025-05-15/").status_code == 404
    assert registrar.get("/api/v1/rosters/bridge/2025-05-15/").status_code == 404
    assert registrar.get("/rosters/whoopie/2025-05-15/").status_code == 404


def test_a_club_shows_its_members_and_hears_of_its_rosters_card_game_by_card_game(
    both: Cast, sign_in: SignIn
) -> None:
    may = dt.date(2025, 5, 15)
    director = both.director.account
    assert director is not None
    director.language = "de"
    director.save()
    for card_game in ("whoopie", "whist"):
        roster = compile_roster(by=both.registrar, as_of=may, card_game=card_game, at=MARCH)
        publish_roster(by=both.registrar, roster=roster, at=noon(may + dt.timedelta(days=1)))
    page = text(Client(), f"/clubs/{both.club.slug}/")
    assert page.index('<h3 id="of-whoopie">Whoopie Roster</h3>') < page.index(
        '<h3 id="of-whist">Whist Roster</h3>'
    )
    assert f"/rosters/whist/2025-05-15/clubs/{both.club.slug}" in page
    messages = Message.objects.filter(kind="roster-published", to=both.director).order_by("pk")
    for subject, name in zip(
        [message.subject for message in messages], ("Whoopie-Rangliste", "Whist-Rangliste"), strict=True
    ):
        assert name in subject
