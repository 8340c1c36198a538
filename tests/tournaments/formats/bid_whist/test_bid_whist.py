"""Bid Whist on the site: rounds drawn and moved, sheets, standings and ties against the engine's records."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules_engine.bid_whist.check.tournament import check_record
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.reader.tournament import record_of
from tests.cast import MARCH, Cast
from tests.support.bid_whist import MAIN, decider_typed, many_teams, report_round, seat_round, tournament_of
from tests.support.refusals import refusal_of, refused
from tests.support.team_events import signed_in
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import settle_entry_fee, undo_check_in
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.rounds.services.rounds import confirm_round, plan_round, seat_round_again
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.models import Slip
from tournaments.slips.selectors.slips import slip_list
from tournaments.slips.selectors.team_boards import team_board
from tournaments.slips.services.slips import Reported, report_slip, report_slips, sign_slip
from tournaments.teams.seated_players import barred_teams


def findings(game: Game) -> list[str]:
    game.refresh_from_db()
    return [finding["code"] for finding in folder_of(game).game.sheet.check_document["findings"]]


def play_rounds(cast: Cast, document: dict[str, Any]) -> Game:
    event, teams = tournament_of(cast, len(document["teams"]))
    for number, games in enumerate(document["rounds"], start=1):
        game = seat_round(cast, event, teams, games)
        report_round(cast, game, number, games)
    return game


@pytest.mark.parametrize(("teams", "seed"), [(8, 3), (9, 5)])
def test_the_engines_tournament_comes_to_the_same_standings(cast: Cast, teams: int, seed: int) -> None:
    document = random_tournament(teams, seed, mishaps=0.6)
    game = play_rounds(cast, document)
    assert findings(game) == []
    ties = [place for place in folder_of(game).due if place.startswith("seat-tie")]
    assert len(ties) == len(document["deciders"])
    stack = [
        Reported(place=place, typed=decider_typed(decider), idempotency_key=place)
        for place, decider in zip(ties, document["deciders"], strict=True)
    ]
    report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    folder = folder_of(game)
    record = record_so_far(folder)
    assert (record["standings"], record["seeds"]) == (document["standings"], document["seeds"])
    assert record["moving"] == document["moving"]
    assert [line.team for line in lines(game)] == [row[1] for row in document["standings"]]
    check = check_record(record_of(record))
    assert [finding.code for finding in check.findings] == []


def lines(game: Game) -> Any:
    folder = folder_of(game)
    return folder.slipping.board(folder.head, folder.standing, game.sheet.check_document).lines


def sheet(first: int, other: int, hands: Mapping[int, Mapping[str, str]] | None = None, **more: str) -> Any:
    """Four fours made by the first team, of which some hands are otherwise."""
    four = [{"by": str(first), "bid": "4", "end": "4", **(hands or {}).get(at, {})} for at in (1, 2, 3, 4)]
    return {"hands": four, "brought": str(other), **more}


def test_numbers_are_drawn_and_the_teams_move_round_by_round(cast: Cast) -> None:
    event, _teams = tournament_of(cast, 5)
    for number in (1, 2, 3, 4):
        this_round = plan_round(
            by=cast.director, event=event, planned=MAIN if number == 1 else None, at=MARCH
        )
        [game] = confirm_round(by=cast.director, round=this_round, at=MARCH)
        if number == 1:
            appoint(cast, game)
        head = folder_of(game).head
        [(table, guest)] = head.guests[-1].items()
        assert head.rounds[-1][table - 1][1] == guest
        played = [team for tables in head.rounds[-1] for team in tables]
        assert sorted(played) == sorted([*range(1, 6), guest])
        stack = [
            Reported(place=f"r{number}-t{at}", typed=sheet(two[0], two[1]), idempotency_key=f"{number}/{at}")
            for at, two in enumerate(head.rounds[-1], start=1)
        ]
        report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
        assert "pairing" not in findings(game)
        assert "opponent-again" not in findings(game)
    refused("no-further-round", plan_round, by=cast.director, event=event)


@pytest.mark.both_databases
def test_only_pairs_that_paid_and_came_are_drawn_and_late_ones_come_last(cast: Cast) -> None:
    event, teams = tournament_of(cast, 4)
    Entry.objects.filter(memberships__team=teams[1]).update(fee=Decimal(50))
    undo_check_in(by=cast.director, entry=teams[2].members.get(letter="B").entry, at=MARCH)
    [(owing, why), (away, gone)] = barred_teams(event)
    assert (owing.number, away.number) == (2, 3)
    assert [sentence for _rule, sentence in why] == ["A has not paid.", "B has not paid."]
    assert [sentence for _rule, sentence in gone] == ["B is not here."]
    this_round = plan_round(by=cast.director, event=event, planned=MAIN, at=MARCH)
    assert len(this_round.tables) == 1
    for entry in Entry.objects.filter(memberships__team=teams[1]):
        settle_entry_fee(by=cast.director, entry=entry, to="paid", at=MARCH)
    refused("seating-unreadable", confirm_round, by=cast.director, round=this_round)
    before = this_round.tables
    again = partial(seat_round_again, by=cast.director, round=this_round, mode="draw", at=MARCH)
    this_round = again(why="They have paid.")
    assert len(this_round.tables) == 2
    assert before != this_round.tables
    [game] = confirm_round(by=cast.director, round=this_round, at=MARCH)
    appoint(cast, game)
    assert sorted(folder_of(game).head.teams) == [1, 2, 4]
    two = folder_of(game).head.rounds[0][0]
    report_slip(
        by=cast.director, game=game, place="r1-t1", typed=sheet(two[0], two[1]), idempotency_key="a", at=MARCH
    )
    assert findings(game) == []
    assert record_so_far(folder_of(game))["teams"][2] == {"drawn": False}


@pytest.mark.parametrize(
    ("hands", "more", "field"),
    [
        ({2: {"end": ""}}, {}, "hands-2-end"),
        ({2: {"bid": ""}}, {}, "hands-2-bid"),
        ({3: {"end": "renege"}}, {}, "hands-3-fault"),
        ({3: {"fault": "joker-kept"}}, {}, "hands-3-fault"),
        ({4: {"by": "", "bid": "", "end": ""}}, {}, "hands-4-by"),
        ({1: {"bid": "8 No"}}, {}, "hands-1-bid"),
        ({1: {"bid": "4 High"}}, {}, "hands-1-bid"),
        ({}, {"forfeit": "2"}, "hands-1-by"),
        ({}, {"winner": "9"}, "winner"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_at_its_field(
    cast: Cast, pair: Game, hands: Any, more: dict[str, str], field: str
) -> None:
    typed = sheet(1, 2, hands, **more)
    wrong = refusal_of(
        report_slip, by=cast.director, game=pair, place="r1-t1", typed=typed, idempotency_key="k", at=MARCH
    )
    assert wrong.facts == {"field": field}


def test_a_sheet_is_signed_by_those_who_reported_and_signed_it(cast: Cast, pair: Game) -> None:
    reporter, other = cast.players[0], cast.players[2]
    hands = {"hands": sheet(1, 2)["hands"]}
    slip = report_slip(by=other, game=pair, place="r1-t1", typed=hands, idempotency_key="a", at=MARCH)
    written = ("signed", "brought_by")
    [[game]] = record_so_far(folder_of(pair))["rounds"]
    assert [game.get(name) for name in written] == [None, None]
    sign_slip(by=reporter, slip=slip, at=MARCH)
    [[game]] = record_so_far(folder_of(pair))["rounds"]
    assert [game.get(name) for name in written] == [[1, 2], None]
    assert findings(pair) == []
    again = partial(report_slip, by=cast.director, game=pair, place="r1-t1", replaces=1, reason="Read again.")
    slip = again(typed={**hands, "signed": "2"}, idempotency_key="b", at=MARCH)
    [[game]] = record_so_far(folder_of(pair))["rounds"]
    assert game["signed"] == [2]


def test_a_sheet_typed_from_paper_says_who_signed_it_before_it_is_signed(cast: Cast, pair: Game) -> None:
    hands = {"hands": sheet(1, 2)["hands"]}
    report = partial(report_slip, by=cast.director, game=pair, place="r1-t1", at=MARCH)
    slip = report(typed=hands, idempotency_key="a")
    refusal = refused("signature-of-team-missing", partial(sign_slip, by=cast.players[2], slip=slip))
    assert "nobody has signed for Team 1" in refusal.sentence
    slip = report(typed={**hands, "signed": "both"}, idempotency_key="b", replaces=1, reason="The paper.")
    sign_slip(by=cast.players[2], slip=slip, at=MARCH)
    assert findings(pair) == []


def test_what_a_sheet_breaks_stands_at_it(cast: Cast, pair: Game) -> None:
    report = partial(report_slip, by=cast.director, game=pair, place="r1-t1", at=MARCH)
    report(typed=sheet(1, 2, winner="2", signed="1", brought="1"), idempotency_key="a")
    folder = folder_of(pair)
    wrong = folder.game.sheet.check_document["findings"]
    assert {finding["code"] for finding in wrong} == {"sheet-winner", "signature", "brought-by"}
    assert {folder.slipping.place_of(folder.head, finding) for finding in wrong} == {"r1-t1"}
    assert folder.due["r1-t1"].said == "16 : 0, won by team 1"
    again = sheet(1, 2, {1: {"bid": "4 No"}, 2: {"end": "set"}})
    report(typed=again, idempotency_key="b", replaces=1, reason="Read again.")
    assert findings(pair) == []
    assert folder_of(pair).due["r1-t1"].said == "16 : 4, won by team 1"


def test_a_number_that_was_left_empty_follows_the_hands(cast: Cast, pair: Game) -> None:
    """The winner is in the record, and is no longer the old one once the other team has won."""
    report = partial(report_slip, by=cast.director, game=pair, place="r1-t1", at=MARCH)
    report(typed=sheet(1, 2), idempotency_key="a")
    assert "winner" not in Slip.objects.get().body
    assert record_so_far(folder_of(pair))["rounds"][0][0]["winner"] == 1
    turned = sheet(1, 2, {hand: {"by": "2"} for hand in (1, 2, 3)})
    report(typed=turned, idempotency_key="b", replaces=1, reason="Read again.")
    assert record_so_far(folder_of(pair))["rounds"][0][0]["winner"] == 2
    assert findings(pair) == []


def test_a_tied_round_is_told_apart_by_one_hand_or_by_the_director(cast: Cast, pair: Game) -> None:
    report = partial(report_slip, by=cast.director, game=pair, at=MARCH)
    tied = sheet(1, 2, {3: {"by": "2"}, 4: {"by": "2"}})
    report(place="r1-t1", typed=tied, idempotency_key="a")
    assert findings(pair) == ["sheet-tie"]
    assert list(folder_of(pair).due) == ["r1-t1", "r1-t1-more"]
    empty = refusal_of(report, place="r1-t1-more", typed={"winner": "2"}, idempotency_key="b")
    assert empty.code == "sheet-incomplete"
    report(place="r1-t1-more", typed={"winner": "2", "ruling": "Cut."}, idempotency_key="b")
    assert findings(pair) == []
    hand = {"hands": [{"by": "1", "bid": "5 Special", "end": "6"}]}
    report(place="r1-t1-more", typed=hand, idempotency_key="c", replaces=1, reason="It was played.")
    assert findings(pair) == []
    game = record_so_far(folder_of(pair))["rounds"][0][0]
    assert (game["extra"]["made"], game["winner"]) == (6, 1)


@pytest.fixture
def pair(cast: Cast) -> Game:
    """Two teams at one table."""
    event, teams = tournament_of(cast, 2)
    return seat_round(cast, event, teams, [{"table": 1, "teams": [1, 2]}])


def appoint(cast: Cast, game: Game) -> None:
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)


def test_the_pad_tells_what_a_sheet_comes_to(cast: Cast, pair: Game) -> None:
    tells = folder_of(pair).due["r1-t1"].tells
    assert tells
    renege = {"end": "renege", "fault": "joker-kept", "against": "2", "bid": "5 No"}
    body = sheet(1, 2, {1: {"bid": "6 No", "end": "7"}, 2: {"end": "set"}, 3: renege}, winner="2")
    assert tells(body) == (
        "Hand 1: 14 : 0.",
        "Hand 2: 0 : 4.",
        "Hand 3: 10 : 0.",
        "Hand 4: 4 : 0.",
        "28 : 4, won by team 1.",
        "Team 2 is noted as the winner; by the points it is 1.",
    )
    assert tells({"hands": body["hands"][:2]}) == ("Hand 1: 14 : 0.", "Hand 2: 0 : 4.")


def test_a_team_late_to_its_seat_forfeits_the_game_without_points(cast: Cast, pair: Game) -> None:
    report = partial(report_slip, by=cast.director, game=pair, place="r1-t1", at=MARCH)
    report(typed={"forfeit": "1"}, idempotency_key="a")
    assert findings(pair) == []
    assert [(line.team, line.figures[-2:]) for line in lines(pair)] == [(2, (0, 1)), (1, (0, 0))]
    report(typed={"forfeit": "both"}, idempotency_key="b", replaces=1, reason="Nobody came.")
    assert folder_of(pair).due["r1-t1"].said == "forfeited by both teams"
    assert findings(pair) == []
    assert {line.figures[-1] for line in lines(pair)} == {0}


@pytest.mark.parametrize("name", ["friday-night-special", "main-event", "sunday-brunch"])
def test_plans(name: str) -> None:
    plan = format_named("bid-whist").plan
    body = plan.typed({"tournament": name})
    if name == "sunday-brunch":
        assert refusal_of(plan.read, body).code == "plan-unreadable"
        return
    plan.read(body)
    rounds = 4 if name == "main-event" else 3
    assert ends_words(body) == f"after {rounds} rounds of 4 hands and the playoff"


def test_standings_and_floor_ask_as_often_for_256_teams_as_for_8(cast: Cast) -> None:
    assert asked(cast, 256, MARCH) == asked(cast, 8, MARCH + dt.timedelta(days=2))


def asked(cast: Cast, count: int, day: dt.datetime) -> list[int]:
    """How many queries a report, the standings and the list of slips take with so many teams."""
    event = many_teams(cast, count, day)
    this_round = plan_round(by=cast.director, event=event, planned=MAIN, at=day)
    [game] = confirm_round(by=cast.director, round=this_round, at=day)
    appoint(cast, game)
    stays, moves = folder_of(game).head.rounds[0][0]
    report = partial(report_slip, by=cast.director, game=game, place="r1-t1", at=day)
    counts = []
    with CaptureQueriesContext(connection) as queries:
        report(typed=sheet(stays, moves), idempotency_key=event.slug)
    counts.append(len(queries))
    game = Game.objects.get(pk=game.pk)
    with CaptureQueriesContext(connection) as queries:
        assert len(team_board(folder_of(game)).lines) == count
    counts.append(len(queries))
    with CaptureQueriesContext(connection) as queries:
        assert len(slip_list(game, cast.director).phases[0].lines) == count // 2
    return [*counts, len(queries)]


def test_the_late_fee_is_announced_before_anybody_is_late(cast: Cast) -> None:
    """B-5: on the page of the event, beside the entry fee."""
    event = many_teams(cast, 2)
    words = signed_in(cast.players[0]).get(f"/events/{event.slug}/").content.decode()
    assert "<dt>Late fee</dt>" in words
    assert re.search(r"\b10\S* more for each player who registers after the start", words)
