"""Sheets of Columbus Whist that are not whole: empty, of a game that nobody has won, twice in one stack."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rules_engine.columbus_whist.check.event import check_record
from rules_engine.columbus_whist.reader.event import record_of
from scoring.results.services.slip_corrections import correct_by_slips
from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.refusals import refusal_of, refused
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.models import Slip, SlipSignature
from tournaments.slips.selectors.slips import slip_line
from tournaments.slips.selectors.team_boards import team_board
from tournaments.slips.services.slips import Reported, close_event, report_slip, report_slips, sign_slip
from tournaments.teams.models.team import Team

WON: dict[str, Any] = {"hands": [{"bid": "5", "by": "1", "books": 11}]}
UNDER_WAY: dict[str, Any] = {"hands": [{"bid": "2", "by": "1", "books": 8}]}


@pytest.fixture
def table(cast: Cast) -> tuple[Game, list[Team]]:
    event, teams = columbus_event(cast, 2)
    return seat(cast, event, teams, [(1, 2)]), teams


def test_a_sheet_that_tells_nothing_is_refused_and_the_same_one_twice(cast: Cast, table: Any) -> None:
    game, _teams = table
    player = cast.players[0]
    report = partial(report_slip, by=player, game=game, place="g1-t1", idempotency_key="a")
    signed: dict[str, Any] = {"first-club": "1", "signed-2": cast.players[2].number}
    nothing: list[dict[str, Any]] = [{}, {"hands": [{}]}, signed]
    for typed in nothing:
        refusal = refused("sheet-incomplete", partial(report, typed=typed))
        assert (refusal.status, refusal.rule) == (422, "C-31/41")
    stack = [Reported(place="g1-t1", typed=WON, idempotency_key=key) for key in "ab"]
    twice = refused("slip-twice", partial(report_slips, by=player, game=game, reported=stack))
    assert (twice.status, twice.facts) == (422, {"place": "g1-t1"})
    assert not Slip.objects.exists()


def test_a_game_that_nobody_has_won_is_neither_signed_nor_closed(cast: Cast, table: Any) -> None:
    game, teams = table
    slip = report_slip(
        by=cast.players[0], game=game, place="g1-t1", typed=UNDER_WAY, idempotency_key="a", at=MARCH
    )
    line = slip_line(game, "g1-t1", cast.players[2])
    assert line is not None
    assert (line.said, line.may_sign) == ("Nobody has won yet.", False)
    refusal = refused("slip-unfinished", partial(sign_slip, by=cast.players[2], slip=slip))
    assert "Table 1: Team 1 against Team 2" in refusal.sentence
    for number in range(2, 7):
        seat(cast, game.event, teams, [(1, 2)])
        hand_in(game, f"g{number}-t1", teams, WON)
    SlipSignature.objects.create(slip=slip, reporter=slip.reporter, signer=cast.players[2], at=MARCH)
    last = report_slip(
        by=cast.director, game=game, place="line", typed={"qualifiers": 1}, idempotency_key="l", at=MARCH
    )
    sign_slip(by=cast.players[0], slip=last, at=MARCH)
    refusal = refusal_of(partial(close_event, by=cast.director, game=game, at=MARCH))
    assert (refusal.code, refusal.facts) == ("slips-unfinished", {"places": ["g1-t1"]})
    assert refusal.remedy == "Correct each with how its game ended, and have it signed."
    order = {"ruling": "Ruling 7", "why": "A wrong set.", "idempotency_key": "o"}
    refusal = refusal_of(partial(correct_by_slips, by=cast.managing, game=game, slips=[], at=MARCH, **order))
    assert (refusal.code, refusal.facts) == ("slips-unfinished", {"places": ["g1-t1"]})
    assert refusal.remedy == "Correct each with how its game ended."
    assert "Table 1: Team 1 against Team 2" in refusal.sentence
    findings = check_record(record_of(record_so_far(folder_of(game)))).findings
    assert [(finding.code, finding.place and finding.place["round"]) for finding in findings] == [
        ("game-unfinished", 1)
    ]


def test_hands_without_books_are_asked_for_and_no_set_is_guessed(cast: Cast, table: Any) -> None:
    game, _teams = table
    report = partial(report_slip, by=cast.players[0], game=game, place="g1-t1", at=MARCH, idempotency_key="a")
    bare: dict[str, Any] = {"bid": "2", "by": "2"}
    won: dict[str, Any] = {"bid": "2", "by": "1", "books": 8}
    for typed, hand in (({"hands": [bare, bare]}, 1), ({"hands": [won, bare]}, 2)):
        refusal = refused("hand-untold", partial(report, typed=typed))
        assert (refusal.status, refusal.rule) == (422, "C-6/5")
        assert refusal.facts == {"field": f"hands-{hand}-books"}
        assert f"Hand {hand}: its books are missing" in refusal.sentence
    assert not Slip.objects.exists()
    sheet: dict[str, Any] = {"hands": [bare, bare], "winner": "1", "points-1": 5, "points-2": -4}
    slip = report(typed=sheet)
    line = slip_line(game, "g1-t1", cast.players[2])
    assert line is not None
    assert line.said == "Team 1 won by two sets, with 5 points more: Team 1 5, Team 2 −4."
    tells = folder_of(game).due["g1-t1"].tells
    assert tells is not None
    assert tells(slip.body)[:2] == (
        "After hand 1: not filled in.",
        "After hand 2: not filled in.",
    )
    scored = {"hands": [bare, bare | {"score-1": 5, "score-2": -4}]}
    report(typed=scored, idempotency_key="b", replaces=slip.version, reason="The score.")


def test_a_sheet_typed_from_paper_says_who_signed_it_before_another_officer_signs(
    cast: Cast, table: Any
) -> None:
    game, teams = table
    report = partial(report_slip, by=cast.director, game=game, place="g1-t1", at=MARCH)
    slip = report(typed=WON, idempotency_key="a")
    refusal = refused("signature-of-team-missing", partial(sign_slip, by=cast.players[2], slip=slip))
    assert "nobody has signed for Team 1" in refusal.sentence
    paper = {"signed-1": cast.players[1].number}
    slip = report(typed=WON | paper, idempotency_key="b", replaces=1, reason="The paper.")
    sign_slip(by=cast.players[2], slip=slip, at=MARCH)
    [played] = record_so_far(folder_of(game))["rounds"][0]
    assert [signature["by"] for signature in played["sheet"]] == [
        cast.players[1].number,
        cast.players[2].number,
    ]
    seat(cast, game.event, teams, [(1, 2)])
    awarded = report(typed={"late": "2"}, idempotency_key="c", place="g2-t1")
    sign_slip(by=cast.players[0], slip=awarded, at=MARCH)
    assert "sheet" not in record_so_far(folder_of(game))["rounds"][1][0]


def test_the_pot_is_decided_once_each_sheet_tells_its_bostons(cast: Cast, table: Any) -> None:
    game, teams = table
    sheet: dict[str, Any] = {"ending": "points", "winner": "1", "points-1": 6, "points-2": 0}
    hand_in(game, "g1-t1", teams, sheet)
    for number in range(2, 5):
        seat(cast, game.event, teams, [(1, 2)])
        hand_in(game, f"g{number}-t1", teams, WON)

    def note() -> str:
        fresh = Game.objects.select_related("event", "sheet").get(pk=game.pk)
        return str(team_board(folder_of(fresh)).notes[-1])

    assert "these sheets do not show Bostons: game 1, table 1." in note()
    report_slip(
        by=cast.director,
        game=game,
        place="g1-t1",
        typed=sheet | {"bostons-2": 1},
        idempotency_key="b",
        replaces=1,
        reason="They made one.",
        at=MARCH,
    )
    assert "goes to Team 2 for most Bostons" in note()
