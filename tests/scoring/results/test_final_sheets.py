"""Final sheets on one page: confirmed and certified one by one, without leaving the list."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.demo.sample_records import as_file
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.fixtures import SignIn
from tournaments.directing.selectors.floor import floor_of
from tournaments.directing.views.cards import card_of, with_sheets_apart
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.reports.services.reports import take_report
from tournaments.reports.services.settling import settle_finding

pytestmark = pytest.mark.both_databases

PAGE = "/events/spring-whoopie/sheets/"


@pytest.fixture
def event(cast: Cast) -> Event:
    """Two games that are reported."""
    event = sanctioned_event(cast)
    for players in (cast.players[:4], cast.players[4:8]):
        reported(cast, open_table(cast, event, players), record_of(players))
    return event


def act(client: Client, event: Event, number: int, what: str) -> str:
    sent = {"back": "sheets", "version": "1"}
    answer = client.post(f"/events/{event.slug}/games/{number}/{what}/", sent)
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def test_each_sheet_is_confirmed_and_certified_from_the_list(
    cast: Cast, event: Event, sign_in: SignIn
) -> None:
    director, executor = sign_in(cast.director), sign_in(cast.executor)
    page = director.get(PAGE).content.decode()
    assert "0 of 2 confirmed" in page
    assert page.count(">Confirm<") == 2
    assert cast.players[0].name in page
    assert act(director, event, 1, "confirm") == f"{PAGE}#sheet-2"
    assert "1 of 2 confirmed" in director.get(PAGE).content.decode()
    ruled = executor.get(PAGE).content.decode()
    assert ruled.count(">Certify<") == 1
    assert ">Confirm<" not in ruled
    assert act(director, event, 2, "confirm") == PAGE
    assert act(executor, event, 1, "certify") == f"{PAGE}#sheet-2"
    assert act(executor, event, 2, "certify") == PAGE
    assert set(Game.objects.values_list("state", flat=True)) == {Game.State.CERTIFIED}
    assert "2 certified" in executor.get(PAGE).content.decode()


def test_a_game_with_a_settled_finding_says_so_and_is_certified_after_what_it_brings(
    cast: Cast, sign_in: SignIn
) -> None:
    event = sanctioned_event(cast)
    game = open_table(cast, event, cast.players[:4])
    record = record_of(cast.players[:4])
    record["stanzas"][0]["scores"] = dict.fromkeys(record["stanzas"][0]["scores"], 77)
    report = reported(cast, game, record)
    errors = list(report.findings.filter(severity="error"))
    for finding in errors:
        settle_finding(by=cast.executor, finding=finding, reason="Played so.", at=MARCH)
    director, executor = sign_in(cast.director), sign_in(cast.executor)
    act(director, event, 1, "confirm")
    page = executor.get(PAGE).content.decode()
    assert f"{len(errors)} settled" in page.replace("&nbsp;", " ")
    assert ">Certify<" not in page
    address = "/events/spring-whoopie/games/1/certify/?back=sheets"
    assert f'href="{address}"' in page
    summary = executor.get(address).content.decode()
    assert "Played so." in summary
    assert 'name="back" value="sheets"' in summary
    assert act(executor, event, 1, "certify") == PAGE


def test_only_who_runs_or_rules_sees_the_list(cast: Cast, event: Event, sign_in: SignIn) -> None:
    assert Client().get(PAGE).status_code == 302
    for person in (cast.players[1], cast.outsider):
        assert sign_in(person).get(PAGE).status_code == 403


def test_who_reported_a_sheet_is_told_that_somebody_else_confirms_it(cast: Cast, sign_in: SignIn) -> None:
    event = sanctioned_event(cast)
    players = [cast.director, *cast.players[:3]]
    game = open_table(cast, event, players)
    data, key = as_file(record_of(players)), f"{game.pk}/first"
    take_report(by=cast.director, game=game, data=data, idempotency_key=key, at=MARCH)
    page = sign_in(cast.director).get(PAGE).content.decode()
    assert "You reported it" in page
    assert ">Confirm<" not in page


def test_on_the_floor_tables_that_only_wait_for_their_sheets_are_one_line(
    cast: Cast, event: Event, sign_in: SignIn
) -> None:
    cards = [card_of(event, table) for table in floor_of(event).needing]
    alone, [together] = with_sheets_apart(cards)
    assert alone == []
    assert (together.need, len(together.cards)) == ("confirm", 2)
    page = sign_in(cast.director).get(f"/events/{event.slug}/floor/").content.decode()
    assert "2 tables are waiting for a second person" in " ".join(page.split())
    assert f'href="{PAGE}"' in page
    assert f'href="{PAGE}#sheet-1"' in page


def test_more_tables_take_no_more_queries(cast: Cast, event: Event, sign_in: SignIn) -> None:
    director = sign_in(cast.director)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert director.get(PAGE).status_code == 200
        return len(queries)

    asked()
    before = asked()
    players = [*cast.players[8:10], cast.outsider, cast.registrar]
    third = open_table(cast, event, players)
    data, key = as_file(record_of(players)), "third"
    take_report(by=cast.director, game=third, data=data, idempotency_key=key, at=MARCH)
    asked()  # what waits for the reader is read anew once something has happened
    assert asked() == before <= 15
