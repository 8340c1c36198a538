"""Rivals and best games on a player's page, the ladder of degrees, and who sees which of them."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections import Counter

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.people.services.merging import merge_people
from scoring.certificates.models import Certificate
from scoring.players.selectors.player_page import player_page
from scoring.players.selectors.rivals import Rival, rivals_of
from scoring.players.views.degree_distance import rungs
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Standing
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.fixtures import SignIn
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.teams.models.team import Team, TeamMember

APRIL = noon(dt.date(2025, 4, 1))


@pytest.fixture
def event(cast: Cast) -> Event:
    """Five games, so that places differ: four of some four, one of another."""
    event = sanctioned_event(cast)
    some = list(cast.players)
    for turn in range(4):
        certified(cast, event, some[turn:4] + some[:turn])
    certified(cast, event, [some[0], some[4], some[5], some[1]])
    return event


def rivals(person: Person, *, all_of_them: bool = True) -> dict[str, Rival]:
    return {rival.number: rival for rival in rivals_of(person, "whoopie", all_of_them=all_of_them)}


def page_of(client: Client, path: str) -> str:
    return html.unescape(client.get(path).content.decode())


@pytest.mark.both_databases
def test_results_with_each_rival_are_those_of_the_games(cast: Cast, event: Event) -> None:
    player = cast.players[0]
    places: dict[int, dict[str, int]] = {}
    for standing in Standing.objects.select_related("person"):
        places.setdefault(standing.certification_id, {})[standing.person.number] = standing.place
    expected: dict[str, Counter[str]] = {}
    for of_game in places.values():
        for number, place in of_game.items():
            if player.number in of_game and number != player.number:
                own = of_game[player.number]
                word = "ahead" if own < place else "tied" if own == place else "behind"
                expected.setdefault(number, Counter())[word] += 1
    shown = rivals_of(player, "whoopie", all_of_them=False)
    assert [(rival.number, rival.met) for rival in shown] == [
        (cast.players[1].number, 5),
        *sorted(
            ((cast.players[index].number, 4) for index in (2, 3)),
            key=lambda met: (-expected[met[0]]["ahead"], met[0]),
        ),
    ]
    for rival in shown:
        counted = expected[rival.number]
        assert (rival.ahead, rival.tied, rival.behind) == tuple(
            counted[word] for word in ("ahead", "tied", "behind")
        )
    assert rivals_of(player, "whist", all_of_them=True) == ()


@pytest.mark.both_databases
def test_a_list_of_rivals_names_whom_lists_may_name(cast: Cast, event: Event, sign_in: SignIn) -> None:
    player, *others = cast.players
    Person.objects.filter(pk=others[0].pk).update(publicity=Publicity.RESULTS)
    Person.objects.filter(pk=others[1].pk).update(publicity=Publicity.NUMBER)
    PrivateData.objects.filter(person=others[2]).update(birth_date=today())
    public = page_of(Client(), f"/players/{player.number}/")
    assert "Rivals met most often" not in public
    assert rivals(player, all_of_them=False) == {}
    named = [rival.name for rival in rivals_of(player, "whoopie", all_of_them=True)]
    assert sorted(named) == sorted([others[0].name, others[1].number, "D D."])
    own = page_of(sign_in(player), "/me/")
    assert f"/players/{others[0].number}/" not in own.split("Rivals met most often")[1].split("</table>")[0]
    assert "Rivals met most often" in page_of(sign_in(cast.registrar), f"/players/{player.number}/")
    assert "Rivals met most often" not in page_of(sign_in(cast.director), f"/players/{player.number}/")


@pytest.mark.both_databases
def test_a_person_of_two_records_is_one_rival(cast: Cast, event: Event) -> None:
    player, kept, _, _, other, *_ = cast.players
    met = rivals(player)[kept.number].met
    assert other.number not in rivals(player)  # met once
    once_together = sanctioned_event(cast, name="Another")
    certified(cast, once_together, [player, other, *cast.players[6:8]])
    assert rivals(player)[other.number].met == 2
    Person.objects.filter(pk=other.pk).update(account=None)
    other.refresh_from_db()
    merge_people(by=cast.registrar, kept=cast.players[2], merged=other, reason="The same.", at=APRIL)
    assert rivals(player)[cast.players[2].number].met == 4 + 2
    assert other.number not in rivals(player)
    assert rivals(player)[kept.number].met == met
    other.refresh_from_db()
    assert rivals(other)[player.number].met == 4 + 2


@pytest.mark.both_databases
def test_whoever_plays_in_the_same_team_is_no_rival(cast: Cast, event: Event) -> None:
    player, partner, opponent = cast.players[0], cast.players[1], cast.players[2]
    team = Team.objects.create(event=event, number=1, name="A pair", entered_by=player, entered_at=MARCH)
    for letter, person in (("A", player), ("B", partner)):
        entry = enter_event(by=person, event=event, person=person, at=MARCH)
        TeamMember.objects.create(team=team, entry=entry, letter=letter, since=MARCH)
    assert set(rivals(player)) == {opponent.number, cast.players[3].number}
    assert partner.number in rivals(opponent)


def test_a_corrected_result_counts_as_it_stands_now(cast: Cast, event: Event) -> None:
    player = cast.players[0]
    before = rivals(player)
    assert sum(rival.met for rival in before.values()) == 5 + 4 + 4
    standing = Standing.objects.filter(person=player).first()
    assert standing is not None
    type(standing.certification).objects.filter(pk=standing.certification_id).update(current=False)
    assert sum(rival.met for rival in rivals(player).values()) == 5 + 4 + 4 - 3


def test_rivals_are_asked_for_once(cast: Cast, event: Event) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert rivals_of(cast.players[0], "whoopie", all_of_them=False)
    assert len(queries) == 2  # the records of the player, which a page has asked for already


def test_best_games_are_those_that_won_most(cast: Cast, event: Event) -> None:
    pages = {}
    for player in cast.players[:4]:
        page = player_page(number=player.number)
        assert page is not None
        pages[player.number] = [game for game in page.detail.games if game.points]
    number = max(pages, key=lambda number: len(pages[number]))
    shown = page_of(Client(), f"/players/{number}/")
    best = shown.split('id="best-games"')[1].split("</ol>")[0]
    assert best.count("<li>") == min(3, len(pages[number]))
    points = [float(value) for value in re.findall(r'class="points[^>]*>([\d.]+)', best)]
    assert points == sorted((float(game.points) for game in pages[number]), reverse=True)[:3]
    played_once = page_of(Client(), f"/players/{cast.players[4].number}/")
    assert "best-games" not in played_once


def test_the_ladder_tells_which_degree_is_held_and_which_is_next(season: Cast) -> None:
    winner, novice = season.players[0], season.players[2]
    record_certificates(by=season.registrar, person=winner, codes=[Certificate.objects.get().code])
    page = player_page(number=winner.number)
    assert page is not None
    ladder = rungs(page.detail)
    assert [rung.degree for rung in ladder] == [
        "Champion", "Grand Master", "Senior Master", "Master", "Junior Master", "Novice",
    ]  # fmt: skip
    assert [rung.degree for rung in ladder if rung.is_held] == ["Junior Master"]
    assert [rung.degree for rung in ladder if rung.is_reached] == ["Junior Master", "Novice"]
    assert [rung.degree for rung in ladder if rung.is_next] == ["Master"]
    shown = page_of(Client(), f"/players/{winner.number}/")
    text = re.sub(r"<[^>]+>|\s+", " ", shown.split("Degrees of Whoopie")[1].split("</table>")[0])
    assert re.search(r"Master\s+next degree\s+25\.0\s+2\.0", text)
    assert re.search(r"Junior Master\s+held now, since", text)
    other = page_of(Client(), f"/players/{novice.number}/")
    assert re.search(r"Novice\s*<small[^>]*>\s*held now", other)


def test_a_degree_that_was_taken_away_stays_told(season: Cast) -> None:
    winner = season.players[0]
    record_certificates(by=season.registrar, person=winner, codes=[Certificate.objects.get().code], at=MARCH)
    held = DegreeHeld.objects.get(person=winner, degree="Junior Master")
    DegreeHeld.objects.filter(pk=held.pk).update(until=held.since + dt.timedelta(days=3))
    page = player_page(number=winner.number)
    assert page is not None
    [rung] = [rung for rung in rungs(page.detail) if rung.degree == "Junior Master"]
    assert (rung.is_held, rung.since) == (False, None)
    assert rung.lost_on == (held.since + dt.timedelta(days=3),)
    assert "after a correction" in " ".join(page_of(Client(), f"/players/{winner.number}/").split())
