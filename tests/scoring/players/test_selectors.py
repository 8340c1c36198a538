"""What pages and programs are told, whole values for each kind of asker."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from functools import partial
from random import Random

import pytest

from sanctioning.kit.lists.lists import ask
from scoring.certificates.models import Certificate
from scoring.demo.playing import with_slip
from scoring.players.selectors.clubs import club_detail, clubs
from scoring.players.selectors.players import player_detail, players
from scoring.players.selectors.points_held import PointsHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.permissions import GameActs
from scoring.results.selectors.games import game_detail, game_record
from scoring.results.selectors.results import Placing, event_detail, latest_results
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import (
    MARCH,
    Cast,
    certified,
    open_table,
    record_of,
    registered_event,
    reported,
    sanctioned_event,
)
from tests.support.play import drawn_table, play
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.reports.services.settling import settle_finding
from tournaments.tables.services.closing import close_game


@pytest.fixture
def event(cast: Cast) -> Event:
    return sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")


def points(points: str, blue: str) -> PointsHeld:
    return PointsHeld(points=Decimal(points), blue=Decimal(blue))


def test_a_player_sees_points_by_book_and_the_way_to_the_next_degree(cast: Cast, event: Event) -> None:
    certified(cast, event, cast.players[:4])
    certified(cast, event, cast.players[:4])
    first = Certificate.objects.order_by("number")[0]
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[first.code], at=MARCH)
    detail = player_detail(number=cast.players[0].number.lower())
    assert detail is not None
    assert (detail.name, detail.club_name, detail.private) == ("A Ash", "Arden Whoopie Club", None)
    assert detail.awarded == points("32.0", "8.0")
    assert detail.recorded == points("16.0", "4.0")
    assert detail.unrecorded is None, "papers in hand are the player's own business"
    own = player_detail(number=cast.players[0].number, asker=cast.players[0])
    assert own is not None
    assert own.unrecorded == points("16.0", "4.0")
    assert [line.serial for line in own.certificates] == ["DC-000001", "RPC-000002", "RPC-000001"]
    assert (detail.degree, detail.next_degree, detail.needs_points, detail.needs_blue) == (
        "Junior Master",
        "Master",
        Decimal("9.0"),
        Decimal("0.0"),
    )
    assert [(line.serial, line.state, line.recorded_on) for line in detail.certificates] == [
        ("DC-000001", "issued", None),
        ("RPC-000001", "recorded", dt.date(2025, 3, 8)),
    ]
    assert [(game.game_label, game.place, game.score) for game in detail.games] == [
        ("game 2", 1, 9),
        ("game 1", 1, 9),
    ]


@pytest.mark.both_databases
def test_a_number_that_nobody_has(cast: Cast) -> None:
    assert player_detail(number="W-99999-2") is None
    assert ask(players(), {"search": "nobody of that name"}).lines == ()
    assert [line.name for line in ask(players(), {"search": "cedar c"}).lines] == ["Cedar, C"]


def test_an_event_shows_its_games_and_results(cast: Cast, event: Event) -> None:
    certified(cast, event, cast.players[:4])
    open_table(cast, event, cast.players[4:8])
    detail = event_detail(slug=event.slug)
    assert detail is not None
    assert (detail.level, detail.type, detail.sanction, detail.first_day) == (
        "series playoff consolation",
        "tournament",
        "S-00001",
        dt.date(2025, 3, 8),
    )
    assert [(game.label, game.state, game.players, len(game.placings)) for game in detail.games] == [
        ("game 1", "certified", 4, 4),
        ("game 2", "open", 4, 0),
    ]
    [line] = latest_results()
    assert (line.event_slug, line.game_label, line.players) == (event.slug, "game 1", 4)
    assert line.placings == (
        Placing(
            place=1,
            shared=False,
            name="A Ash",
            number=cast.players[0].number,
            record_id=cast.players[0].number,
            score=9,
            extrapolated=0,
            points=Decimal("16.0"),
            blue=Decimal("4.0"),
        ),
    )


def test_an_event_without_a_sanction_is_for_its_club_and_the_managing_executor(cast: Cast) -> None:
    pending = registered_event(cast, "Pending", place="Arden")
    for stranger in (None, cast.players[0], cast.registrar, cast.executor):
        assert event_detail(slug=pending.slug, asker=stranger) is None
    for concerned in (cast.director, cast.managing):
        assert event_detail(slug=pending.slug, asker=concerned) is not None


def test_a_game_offers_each_what_he_may_do_as_it_stands(cast: Cast, event: Event) -> None:
    players = cast.players[:4]
    game = open_table(cast, event, players)
    nobody, everybody = GameActs(), {"nobody": None, "outsider": cast.outsider}
    people = {
        **everybody,
        "reporter": players[0],
        "player": players[1],
        "director": cast.director,
        "executor": cast.executor,
        "managing": cast.managing,
    }

    def offered(game: Game) -> dict[str, GameActs]:
        details = {
            name: game_detail(event_slug=event.slug, number=game.number, asker=asker)
            for name, asker in people.items()
        }
        return {name: detail.acts for name, detail in details.items() if detail and detail.acts != nobody}

    may_report = GameActs(report=True)
    assert offered(game) == {"reporter": may_report, "player": may_report, "director": may_report}
    report = reported(cast, game, with_slip(record_of(players)))
    may = partial(GameActs, read_record=True)
    both = may(report=True, confirm=True)
    assert offered(game) == {
        "reporter": may(report=True),
        "player": both,
        "director": both,
        "executor": may(settle=True),
        "managing": may(),
    }
    settle_finding(by=cast.executor, finding=report.findings.get(), reason="A slip.", at=MARCH)
    confirm_result(by=cast.director, game=game, at=MARCH)
    read_it = dict.fromkeys(("reporter", "player", "director", "executor", "managing"), may())
    assert offered(game) == {**read_it, "executor": may(certify=True)}
    certify_result(by=cast.executor, game=game, at=MARCH)
    assert offered(game) == {**read_it, "managing": may(correct=True)}


def test_a_game_that_was_played_at_the_table_is_let_go_on_until_it_is_confirmed(
    cast: Cast, event: Event
) -> None:
    game = drawn_table(cast, cast.players[:4], event=event)
    everybody = {
        "nobody": None,
        "outsider": cast.outsider,
        "player": cast.players[0],
        "director": cast.director,
        "executor": cast.executor,
        "managing": cast.managing,
    }

    def offered(act: str) -> set[str]:
        details = {
            name: game_detail(event_slug=event.slug, number=game.number, asker=asker)
            for name, asker in everybody.items()
        }
        return {name for name, detail in details.items() if detail and getattr(detail.acts, act)}

    play(cast, game, 1, Random(1))
    assert offered("report") == offered("go_on") == set()
    close_game(by=cast.players[0], game=game, sure=True, at=MARCH)
    assert offered("go_on") == {"player", "director", "executor"}
    assert offered("report") == offered("reopen") == set()
    assert offered("confirm") == {"director"}, "a player closed it"
    confirm_result(by=cast.director, game=game, at=MARCH)
    assert offered("go_on") == offered("confirm") == set()


@pytest.mark.both_databases
def test_a_game_shows_stanzas_findings_and_the_numbers_of_its_awards(cast: Cast, event: Event) -> None:
    certified(cast, event, cast.players[:4])
    detail = game_detail(event_slug=event.slug, number=1)
    assert detail is not None
    assert [stanza.number for stanza in detail.stanzas] == list(range(1, 15))
    assert all(stanza.replayable for stanza in detail.stanzas)
    assert detail.stanzas[-1].scores == {
        player.number: score for player, score in zip(cast.players[:4], (9, -8, -3, -11), strict=True)
    }
    assert (detail.findings, detail.open_errors, detail.versions) == ((), 0, 1)
    assert [(award.certificate, award.numbers["scale"]) for award in detail.awards] == [
        ("RPC-000001", ["16.0"])
    ]
    assert detail.names[cast.players[0].number] == "A Ash"
    assert game_record(event_slug=event.slug, number=1) == record_of(cast.players[:4])
    assert game_record(event_slug=event.slug, number=2) is None


@pytest.mark.both_databases
def test_a_club_shows_who_runs_it(cast: Cast, event: Event) -> None:
    detail = club_detail(slug=cast.club.slug)
    assert detail is not None
    assert [(officer.name, officer.office) for officer in detail.officers] == [("Dora Finch", "director")]
    assert [line.name for line in detail.finished] == [event.name]
    [line] = ask(clubs(), {}).lines
    assert (line.name, line.members, line.events) == ("Arden Whoopie Club", 11, 1)
    assert club_detail(slug="none") is None
