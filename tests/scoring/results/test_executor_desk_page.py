"""The desk of an Acting Executor: what waits, how it is settled there, and the summary before certifying."""

from __future__ import annotations

import html
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import noon, today
from scoring.results.models import Award, Standing
from scoring.results.services.certification import confirm_result
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.fixtures import SignIn
from tests.scoring.players.test_desk_pages import faulty
from tests.support import columbus
from tests.support.play import drawn_table, play, random_body, report, table
from tournaments.games.models import Game
from tournaments.reports.models.report import ReportFinding
from tournaments.reports.services.settling import settle_finding
from tournaments.tables.models.sheet import Settlement
from tournaments.tables.services.seating import get_up

DESK = "/executor/"
GAME = "/events/spring-whoopie/games/1/"


def read(client: Client, path: str = DESK) -> str:
    return html.unescape(client.get(path).content.decode())


def running(cast: Cast) -> Game:
    """A game that is played, its second stanza dealt a card short."""
    game = drawn_table(cast, cast.players[:5])
    play(cast, game, 1, Random(1))
    body = random_body(table(cast, game), Random(2))
    body["cards"] -= 1
    report(cast, game, body)
    return game


def test_only_executors_have_the_desk(cast: Cast, sign_in: SignIn) -> None:
    assert "No open errors" in read(sign_in(cast.executor))
    assert sign_in(cast.director).get(DESK).status_code == 403
    assert Client().get(DESK).status_code == 302


def test_a_finding_of_a_running_game_is_settled_at_the_desk(cast: Cast, sign_in: SignIn) -> None:
    running(cast)
    executor = sign_in(cast.executor)
    page = read(executor)
    mark = page.split('name="mark" value="')[1].split('"')[0]
    assert "Stanza 2" in page
    assert f"{GAME}table/stanzas/2/" in page
    assert "1 game with errors to settle" in read(executor, "/me/waiting/")
    empty = executor.post("/executor/spring-whoopie/1/settle/", {"mark": mark, "reason": " "})
    assert empty.status_code == 422
    while "No open errors" not in page:
        mark = page.split('name="mark" value="')[1].split('"')[0]
        answer = executor.post(
            "/executor/spring-whoopie/1/settle/", {"mark": mark, "reason": "All agreed."}, follow=True
        )
        page = html.unescape(answer.content.decode())
    assert Settlement.objects.filter(by=cast.executor, reason="All agreed.").exists()
    assert "All agreed." in read(Client(), f"{GAME}table/")
    assert "Nothing is waiting for you" in read(executor, "/me/waiting/")


def test_the_head_leads_to_the_tables_of_today_before_their_first_stanza(cast: Cast, sign_in: SignIn) -> None:
    running(cast)
    tonight = sanctioned_event(cast, name="Tonight", at=noon(today()))
    open_table(cast, tonight, cast.players[5:9], at=noon(today()))
    page = read(sign_in(cast.executor))
    assert "Your tables at Tonight" in page
    assert "Your tables at Spring Whoopie" not in page
    assert f"{GAME}table/" in page


@pytest.mark.both_databases
def test_a_finding_of_a_report_is_settled_at_the_desk(cast: Cast, sign_in: SignIn) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    reported(cast, game, faulty(cast))
    finding = ReportFinding.objects.get()
    executor = sign_in(cast.executor)
    assert "Stanza 3 on the sheet" in read(executor)
    sent = {"finding": str(finding.pk), "reason": "A slip of the pen."}
    assert sign_in(cast.director).post("/executor/spring-whoopie/1/settle/", sent).status_code == 403
    executor.post("/executor/spring-whoopie/1/settle/", sent)
    finding.refresh_from_db()
    assert finding.reason == "A slip of the pen."


@pytest.mark.both_databases
def test_who_left_without_a_word_is_asked_for(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:5])
    play(cast, game, 2, Random(1))
    get_up(by=cast.director, game=game, person=cast.players[4], at=MARCH)
    assert "E Elm left; without your authorisation" in read(sign_in(cast.executor))


@pytest.mark.both_databases
def test_the_summary_promises_what_certifying_brings(cast: Cast, sign_in: SignIn) -> None:
    event = sanctioned_event(cast, level="special-event", event_type="tournament", name="Spring Whoopie")
    game = open_table(cast, event, cast.players[:4])
    reported(cast, game, faulty(cast))
    settle_finding(by=cast.executor, finding=ReportFinding.objects.get(), reason="An erasure.", at=MARCH)
    executor = sign_in(cast.executor)
    assert "once a second person has confirmed" in read(executor, f"{GAME}certify/")
    confirm_result(by=cast.director, game=game, at=MARCH)
    assert f'href="{GAME}certify/"' in read(executor)
    page = read(executor, f"{GAME}certify/")
    assert "“An erasure.”" in page
    assert "Dora Finch" in page
    assert not Standing.objects.exists()
    promised = page.split("What it will bring")[1]
    executor.post(f"{GAME}certify/")
    award = Award.objects.get()
    assert f"{award.points:.1f} points in all, on 1\u00a0certificate." in promised
    assert f"{award.blue:.1f}" in promised
    assert award.standing.person.name in promised
    assert "This game is certified" in read(executor, f"{GAME}certify/")
    assert sign_in(cast.director).get(f"{GAME}certify/").status_code == 403


def test_the_desk_asks_the_same_with_few_games_and_with_many(cast: Cast, sign_in: SignIn) -> None:
    event = sanctioned_event(cast)
    client = sign_in(cast.executor)

    def more(count: int) -> None:
        for number in range(count):
            game = open_table(cast, event, cast.players[:4])
            reported(cast, game, record_of(cast.players[:4]) if number % 2 else faulty(cast))

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(DESK)
        return len(captured)

    more(2)
    few = queries()
    more(5)
    assert queries() == few


def test_an_event_of_teams_is_never_split(cast: Cast, sign_in: SignIn) -> None:
    event, teams = columbus.columbus_event(cast, 6)
    game = columbus.seat(cast, event, teams, [(1, 2), (3, 4), (5, 6)])
    columbus.hand_in(game, "g1-t1", teams[:2], {"late": "2"})
    assert "you may split the game" not in read(sign_in(cast.executor))
