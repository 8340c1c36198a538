"""Games: plans, players, executors."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.refusals import Refusal
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.terms.services import end_term
from scoring.results.services.certification import confirm_result
from tests.cast import JANUARY, MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tournaments.entries.services.entries import enter_event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.games import open_game, seat_players


def bare_game(cast: Cast) -> Game:
    return open_game(by=cast.director, event=sanctioned_event(cast), planned={"stanzas": 14}, at=MARCH)


def test_games_are_numbered_in_their_event(cast: Cast) -> None:
    event = sanctioned_event(cast)
    first, second = (
        open_game(by=cast.director, event=event, planned={"cycles": 1}, at=MARCH) for _ in range(2)
    )
    group = open_game(by=cast.director, event=event, planned={"cycles": 1}, parent=first, group="B", at=MARCH)
    third = open_game(by=cast.director, event=event, planned={"until": "22:00"}, at=MARCH)
    assert [game.label for game in (first, second, group, third)] == [
        "game 1",
        "game 2",
        "game 1B",
        "game 3",
    ]


@pytest.mark.parametrize(
    "planned",
    [{}, {"stanzas": 0}, {"stanzas": True}, {"stanzas": "9"}, {"cycles": 1, "until": "22:00"}, {"until": ""}],
)
def test_a_game_needs_a_plan(cast: Cast, planned: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        open_game(by=cast.director, event=sanctioned_event(cast), planned=planned, at=MARCH)
    assert refusal.value.code == "plan-unreadable"


@pytest.mark.both_databases
def test_nobody_is_seated_twice(cast: Cast) -> None:
    game = bare_game(cast)
    seat_players(by=cast.director, game=game, people=cast.players[:3], at=MARCH)
    for again in ([cast.players[0]], [cast.players[5], cast.players[5]]):
        with pytest.raises(Refusal) as refusal:
            seat_players(by=cast.director, game=game, people=again, at=MARCH)
        assert refusal.value.code == "seated-already"
    assert game.players.count() == 3
    with pytest.raises(IntegrityError), transaction.atomic():
        GamePlayer.objects.create(game=game, person=cast.players[0], record_id="another")


@pytest.mark.both_databases
def test_an_executor_who_plays_is_refused_whichever_comes_first(cast: Cast) -> None:
    game = bare_game(cast)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        seat_players(by=cast.director, game=game, people=[cast.executor], at=MARCH)
    assert refusal.value.code == "executor-plays"
    other = open_game(by=cast.director, event=game.event, planned={"stanzas": 14}, at=MARCH)
    seat_players(by=cast.director, game=other, people=[cast.executor], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(by=cast.managing, game=other, appointment=cast.executor_appointment, at=MARCH)
    assert refusal.value.code == "executor-plays"


@pytest.mark.both_databases
def test_articles_may_let_an_executor_play_at_an_event_of_one_table(cast: Cast) -> None:
    body = {**EXAMPLE_ARTICLES, "executor_may_play_at_one_table": True}
    lenient = draft_law(
        by=cast.managing, law=Articles, title="Lenient", first_day=dt.date(2025, 1, 20), body=body, at=JANUARY
    )
    adopt_law(by=cast.managing, version=lenient, at=JANUARY)
    game = bare_game(cast)
    seat_players(by=cast.director, game=game, people=[cast.executor, *cast.players[:3]], at=MARCH)
    appointed = appoint_acting_executor(
        by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH
    )
    assert appointed.acting_executor == cast.executor_appointment
    enter_event(by=cast.director, event=game.event, person=cast.executor, at=MARCH)
    second = open_game(by=cast.director, event=game.event, planned={"stanzas": 14}, at=MARCH)
    seat_players(by=cast.director, game=second, people=[cast.executor], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(
            by=cast.managing, game=second, appointment=cast.executor_appointment, at=MARCH
        )
    assert refusal.value.code == "executor-plays"


@pytest.mark.parametrize("declared_by", ["executor", "player"])
def test_a_declared_conflict_keeps_an_executor_away(cast: Cast, declared_by: str) -> None:
    player = cast.players[0]
    first, other = (cast.executor, player) if declared_by == "executor" else (player, cast.executor)
    declare_conflict(by=first, with_person=other, reason="Cousins.", at=MARCH)
    game = bare_game(cast)
    seat_players(by=cast.director, game=game, people=cast.players[:3], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    assert refusal.value.code == "executor-conflicted"


def test_only_an_executor_in_office_rules(cast: Cast) -> None:
    game = bare_game(cast)
    end_term(
        by=cast.managing,
        appointment=cast.executor_appointment,
        last_day=dt.date(2025, 3, 7),
        why="moves away",
        at=MARCH,
    )
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    assert refusal.value.code == "no-executor"
    director = cast.director.appointments.get()
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(by=cast.managing, game=game, appointment=director, at=MARCH)
    assert refusal.value.code == "no-executor"


def test_the_authority_appoints_not_the_club(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(
            by=cast.director, game=bare_game(cast), appointment=cast.executor_appointment, at=MARCH
        )
    assert refusal.value.code == "not-allowed"


def test_who_played_is_fixed_when_the_sheet_is_confirmed(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    reported(cast, game, record_of(players))
    confirm_result(by=cast.director, game=game, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        seat_players(by=cast.director, game=game, people=[cast.players[7]], at=MARCH)
    assert refusal.value.code == "game-state"


@pytest.mark.both_databases
def test_the_database_wants_an_executor_before_a_report(cast: Cast) -> None:
    game = bare_game(cast)
    with pytest.raises(IntegrityError, match="game_reported_has_an_executor"), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(state=Game.State.REPORTED)
    with pytest.raises(IntegrityError, match="game_group_goes_with_parent"), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(group="B")
