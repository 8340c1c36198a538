"""Military Whist on the site: counts of flags, two days, ties played off, places on the board."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from scoring.results.models import Standing
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.slip_corrections import correct_by_slips
from tests.cast import MARCH, Cast
from tests.support.kept_steps import kept_step
from tests.support.papers import words_of
from tests.support.refusals import refusal_of
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.events.models.event import Event
from tournaments.formats.display.registry import papers_of
from tournaments.formats.military_whist.floor import floor_facts
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.games.services.games import open_game
from tournaments.rounds.services.rounds import plan_round
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.models import Slip
from tournaments.slips.selectors.slips import slip_line, slip_words
from tournaments.slips.services.slips import (
    Reported,
    close_event,
    report_slip,
    report_slips,
    sign_slip,
    sign_slips,
)

RULESET = "alberta-55-plus"
EVENING = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}
TWO_DAYS = {**EVENING, "days": [[3], [2]]}


@kept_step
def tables(cast: Cast, count: int, planned: Mapping[str, Any] = EVENING) -> Game:
    event = team_event(cast, "military-whist", RULESET, days=len(planned["days"]))
    return seat_in_order(cast, event, enter_teams(cast, event, count), dict(planned))


def report(cast: Cast, game: Game, place: str, typed: Mapping[str, Any], sign: bool = True) -> Slip:
    replaces = Slip.objects.filter(game=game, place=place).count()
    slip = report_slip(
        by=cast.director,
        game=game,
        place=place,
        typed=typed,
        idempotency_key=f"{place}/{replaces}",
        replaces=replaces,
        reason="Counted again." if replaces else "",
        at=MARCH,
    )
    if sign:
        sign_slip(by=cast.players[0], slip=slip, at=MARCH)
    return slip


def counts(cast: Cast, game: Game, when: str, flags: Sequence[int]) -> None:
    """What tables 1 to so many counted for the first time, handed in and signed in one stack."""
    places = {f"{when}-{table}": held for table, held in enumerate(flags, start=1)}
    stack = [
        Reported(place=place, typed={"flags": held}, idempotency_key=f"{place}/0")
        for place, held in places.items()
    ]
    slips = report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    sign_slips(by=cast.players[0], slips=slips, at=MARCH)


def due(game: Game) -> list[str]:
    """What the event needs."""
    return [place for place, slip in folder_of(game).due.items() if slip.needed]


def lines(game: Game) -> list[tuple[int, int, tuple[int | None, ...]]]:
    folder = folder_of(game)
    board = folder.slipping.board(folder.head, folder.standing, game.sheet.check_document)
    return [(line.place, line.team, line.figures) for line in board.lines]


def said_on_the_board(game: Game) -> list[str]:
    folder = folder_of(game)
    return list(folder.slipping.board(folder.head, folder.standing, game.sheet.check_document).notes)


def findings(game: Game) -> list[str]:
    game.refresh_from_db()
    return [finding["code"] for finding in folder_of(game).game.sheet.check_document["findings"]]


def test_an_evening_from_the_first_count_to_the_result(cast: Cast) -> None:
    game = tables(cast, 3)
    assert due(game) == [f"d1-{when}-{table}" for when in ("before", "after") for table in (1, 2, 3)]
    counts(cast, game, "d1-before", [12, 12, 12])
    counts(cast, game, "d1-after", [14, 12, 10])
    assert lines(game) == [(1, 1, (14, 14)), (2, 2, (12, 12)), (3, 3, (10, 10))]
    report_made = close_event(by=cast.director, game=game, at=MARCH)
    assert not report_made.findings.exists()
    assert (report_made.check_document["totals"], report_made.check_document["ok"]) == ([14, 12, 10], True)
    confirm_result(by=cast.players[0], game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)
    stands = list(Standing.objects.order_by("place", "id").values_list("place", "shared", "score"))
    assert stands == [(place, False, score) for place, score in ((1, 14), (2, 12), (3, 10)) for _ in range(4)]


def test_flags_that_are_not_there_are_found_and_counted_again(cast: Cast) -> None:
    game = tables(cast, 3)
    report(cast, game, "d1-before-2", {"flags": 11})
    assert findings(game) == ["count-before"]
    folder = folder_of(game)
    [finding] = folder.game.sheet.check_document["findings"]
    assert folder.slipping.place_of(folder.head, finding) == "d1-before-2"
    report(cast, game, "d1-before-2", {"flags": 12})
    assert findings(game) == []
    counts(cast, game, "d1-before", [12, 12, 12][:1])
    report(cast, game, "d1-before-3", {"flags": 12})
    counts(cast, game, "d1-after", [14, 12, 11])
    assert findings(game) == ["count-after"]
    report(cast, game, "d1-after-3", {"flags": 10})
    assert findings(game) == []


def test_the_second_day_begins_with_twelve_and_is_added(cast: Cast) -> None:
    game = tables(cast, 2, TWO_DAYS)
    counts(cast, game, "d1-before", [12, 12])
    assert "d2-before-1" not in due(game)
    counts(cast, game, "d1-after", [13, 11])
    assert lines(game) == [(1, 1, (13, None, 13)), (2, 2, (11, None, 11))]
    counts(cast, game, "d2-before", [12, 12])
    assert floor_facts(folder_of(game), runs=True).hand is not None
    report(cast, game, "d2-after-1", {"flags": 9})
    assert floor_facts(folder_of(game), runs=True).hand is None, "the day is being counted"
    report(cast, game, "d2-after-2", {"flags": 15})
    assert lines(game) == [(1, 2, (11, 15, 26)), (2, 1, (13, 9, 22))]
    assert not close_event(by=cast.director, game=game, at=MARCH).findings.exists()


def test_a_plan_has_no_more_days_than_its_event(cast: Cast) -> None:
    event = team_event(cast, "military-whist", RULESET)
    planned = dict(TWO_DAYS)
    refusal = refusal_of(partial(seat_in_order, cast, event, enter_teams(cast, event, 3), planned))
    assert (refusal.code, refusal.rule, refusal.facts) == ("plan-days", "M-16/6", {"field": "days"})
    assert refusal.sentence == "The plan has 2 days of play; the event lasts 1 day."
    Event.objects.filter(pk=event.pk).update(ends_at=event.ends_at + dt.timedelta(days=1))
    event.refresh_from_db()
    game = seat_in_order(cast, event, list(event.teams.order_by("number")), planned)
    assert game.planned["days"] == [[3], [2]]


def test_two_tied_for_the_first_place_play_one_hand(cast: Cast) -> None:
    game = tables(cast, 3)
    counts(cast, game, "d1-before", [12, 12, 12])
    counts(cast, game, "d1-after", [13, 10, 13])
    assert due(game)[-1] == "tie-1-3-hand-1"
    assert refusal_of(partial(close_event, by=cast.director, game=game, at=MARCH)).code == "slips-open"
    paper = papers_of("military-whist")["play-off"]
    [printed] = words_of(paper.draw(paper.read(game), "Play-off", "identifier"))
    assert "Extra hand 1: Team 1 and Team 3" in printed
    assert "Cut of B of Team 3" in printed
    hand = {
        "trump": "4h",
        "cut-1a": "9C",
        "cut-1b": "KD",
        "cut-3a": "2C",
        "cut-3b": "3C",
        "dealer": "1B",
        "tricks": 5,
    }
    for field, value in (("trump", "*"), ("trump", "18"), ("cut-1a", "")):
        refusal = refusal_of(partial(report, cast, game, "tie-1-3-hand-1", {**hand, field: value}))
        assert refusal.facts == {"field": field}
    assert said_on_the_board(game) == [
        "Team 1, Team 3 are equal with 13 flags; the tie has not been decided."
    ]
    report(cast, game, "tie-1-3-hand-1", hand)
    [sentence] = said_on_the_board(game)
    assert sentence == (
        "Team 1, Team 3 were equal with 13 flags and played it off; in this order: Team 3, Team 1. "
        "Extra hand: Team 1 5 tricks, Team 3 8."
    )
    assert paper.read(game) is None
    assert findings(game) == []
    assert [line[:2] for line in lines(game)] == [(1, 3), (2, 1), (3, 2)]
    document = record_so_far(folder_of(game))
    assert document["playoffs"][0]["order"] == [3, 1]
    assert not close_event(by=cast.director, game=game, at=MARCH).findings.exists()


def test_a_wrong_dealer_of_an_extra_hand_is_found_on_its_slip(cast: Cast) -> None:
    game = tables(cast, 2)
    counts(cast, game, "d1-before", [12, 12])
    counts(cast, game, "d1-after", [12, 12])
    cuts = {"cut-1a": "9C", "cut-1b": "KD", "cut-2a": "2C", "cut-2b": "3C"}
    hand = {"trump": "4H", **cuts, "dealer": "2A", "tricks": 8}
    tie = partial(slip_words, game, "tie-1-2-hand-1", asker=cast.director)
    wins = "Team 1 wins the extra hand, 8 to 5."
    assert tie(typed=hand) == ("By the cuts B of Team 1 deals, not A of Team 2.", wins)
    assert tie(typed={**hand, "dealer": "1B"}) == ("By the cuts B of Team 1 deals.", wins)
    assert tie(typed={**hand, "cut-2a": "KS"}) == (
        "B of Team 1, A of Team 2 are equal and cut again; the dealer is not decided.",
        wins,
    )
    report(cast, game, "tie-1-2-hand-1", hand)
    line = slip_line(Game.objects.get(pk=game.pk), "tie-1-2-hand-1", cast.director)
    assert line is not None
    assert [finding["code"] for finding in line.findings] == ["tie-dealer"]


def test_a_revoke_in_the_extra_hand_moves_two_tricks_and_turns_it(cast: Cast) -> None:
    game = tables(cast, 2)
    counts(cast, game, "d1-before", [12, 12])
    counts(cast, game, "d1-after", [12, 12])
    cuts = {"cut-1a": "9C", "cut-1b": "KD", "cut-2a": "2C", "cut-2b": "3C", "dealer": "1B"}
    hand = {"trump": "4H", **cuts, "tricks": 8, "revokes-one": 1}
    report(cast, game, "tie-1-2-hand-1", hand)
    assert findings(game) == []
    assert [line[:2] for line in lines(game)] == [(1, 2), (2, 1)]
    [playoff] = record_so_far(folder_of(game))["playoffs"]
    assert (playoff["hands"][0]["tricks"], playoff["hands"][0]["revokes"]) == ([8, 5], [1, 0])


def test_a_tie_below_the_places_that_count_is_left_as_it_is(cast: Cast) -> None:
    game = tables(cast, 3)
    counts(cast, game, "d1-before", [12, 12, 12])
    counts(cast, game, "d1-after", [11, 14, 11])
    assert not [place for place in due(game) if place.startswith("tie")]
    assert [line[:2] for line in lines(game)] == [(1, 2), (2, 1), (2, 3)]


def test_three_tied_draw_for_the_bye_and_play_two_hands(cast: Cast) -> None:
    game = tables(cast, 4)
    counts(cast, game, "d1-before", [12] * 4)
    counts(cast, game, "d1-after", [13, 13, 9, 13])
    assert due(game)[-1] == "tie-1-2-4-draw"
    report(cast, game, "tie-1-2-4-draw", {"card-1": "9C 8D", "card-2": "9H 4D", "card-4": "QD"})
    assert due(game)[-1] == "tie-1-2-4-hand-1"
    cuts = {
        f"cut-{team}{letter}": card
        for team, letter, card in ((1, "a", "2C"), (1, "b", "3C"), (4, "a", "4C"), (4, "b", "KC"))
    }
    report(cast, game, "tie-1-2-4-hand-1", {"trump": "AS", **cuts, "dealer": "4B", "tricks": 8})
    assert due(game)[-1] == "tie-1-2-4-hand-2"
    cuts = {
        f"cut-{team}{letter}": card
        for team, letter, card in ((1, "a", "2C"), (1, "b", "3C"), (2, "a", "4C"), (2, "b", "KC"))
    }
    report(cast, game, "tie-1-2-4-hand-2", {"trump": "AS", **cuts, "dealer": "2B", "tricks": 3})
    assert findings(game) == []
    assert [line[:2] for line in lines(game)] == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_a_draw_for_the_bye_that_is_still_open_says_so_and_is_neither_signed_nor_closed(cast: Cast) -> None:
    game = tables(cast, 4)
    counts(cast, game, "d1-before", [12] * 4)
    counts(cast, game, "d1-after", [13, 13, 9, 13])
    drawn = {"card-1": "9C", "card-2": "9D", "card-4": "KS"}
    draw = partial(slip_words, game, "tie-1-2-4-draw", asker=cast.director)
    equal = "Team 1, Team 2 are equal and draw again; the bye is not decided."
    assert draw(typed=drawn) == (equal,)
    assert draw(typed={**drawn, "card-2": "9D 3D", "card-1": "9C 4C"}) == ("By the draw Team 2 has the bye.",)
    [slip] = report_slips(
        by=cast.director,
        game=game,
        reported=[Reported(place="tie-1-2-4-draw", typed=drawn, idempotency_key="d")],
    )
    refusal = refusal_of(partial(sign_slips, by=cast.players[0], slips=[slip], at=MARCH))
    assert (refusal.code, refusal.rule) == ("slip-unfinished", "M-35/TIE 2")
    assert refusal.sentence == f"The draw for the bye: {equal}"
    game = Game.objects.get(pk=game.pk)
    line = slip_line(game, "tie-1-2-4-draw", cast.players[0])
    assert line is not None
    assert (line.said, line.may_sign) == (equal, False)
    refusal = refusal_of(partial(close_event, by=cast.director, game=game, at=MARCH))
    assert refusal.code == "slip-unfinished"
    assert refusal.remedy == "Add what is missing to the slip, then have it signed."
    order = {"ruling": "Ruling 7", "why": "A wrong count.", "idempotency_key": "o"}
    refusal = refusal_of(partial(correct_by_slips, by=cast.managing, game=game, slips=[], at=MARCH, **order))
    assert refusal.remedy == "Add what is missing to the slip."


def test_four_tied_are_the_leaders(cast: Cast) -> None:
    game = tables(cast, 4)
    counts(cast, game, "d1-before", [12] * 4)
    counts(cast, game, "d1-after", [12] * 4)
    assert due(game)[-1] == "tie-1-2-3-4-ruling"
    level = {"place-1": "2", "place-2": "2", "place-3": "1", "place-4": "3", "why": "Cards were cut."}
    assert refusal_of(partial(report, cast, game, "tie-1-2-3-4-ruling", level)).code == "ruling-level"
    ruled = {"place-1": "4", "place-2": "2", "place-3": "1", "place-4": "3", "why": "Cards were cut."}
    report(cast, game, "tie-1-2-3-4-ruling", ruled)
    assert [line[:2] for line in lines(game)] == [(1, 3), (2, 2), (3, 4), (4, 1)]
    assert findings(game) == []


@pytest.mark.parametrize(
    ("typed", "planned"),
    [
        (("open", "15 + 15 / 20", "spread"), {"days": [[15, 15], [20]], "moves": "spread"}),
        (("area", "", "circle"), {"level": "area", "days": [[15, 15]]}),
        (("provincial", "", "circle"), {"level": "provincial", "days": [[15, 15], [20]]}),
        (
            ("open", "15 + 15", "spread", "sample-restarted"),
            {"days": [[15, 15]], "moves": "spread", "pattern": "sample-restarted"},
        ),
        (("open", "15 + 15", "own", "sample"), {"days": [[15, 15]], "moves": "own", "pattern": "own"}),
        (("open", "15 + 15", "circle", "own"), None),
        (("open", "", "circle"), None),
        (("open", "0", "circle"), None),
        (("open", "15 and 15", "circle"), None),
        (("area", "15 + 16", "circle"), None),
        (("provincial", "15 + 15 / 15", "circle"), None),
        (("provincial", "50", "circle"), None),
        (("nowhere", "15", "circle"), None),
        (("open", "900 + 900", "circle"), None),
    ],
)
def test_plans(typed: tuple[str, ...], planned: dict[str, Any] | None) -> None:
    plan = format_named("military-whist").plan
    body = plan.typed(dict(zip(("level", "days", "moves", "pattern"), typed, strict=False)))
    if planned is None:
        assert refusal_of(partial(plan.read, body)).code == "plan-unreadable"
        return
    plan.read(body)
    assert body == {**EVENING, **planned}
    assert ends_words(body).startswith("after ")


def test_a_plan_of_another_game_is_refused(cast: Cast) -> None:
    event = team_event(cast, "military-whist", RULESET)
    act = partial(open_game, by=cast.director, event=event, planned={"stanzas": 14}, at=MARCH)
    assert refusal_of(act).code == "plan-unreadable"


def test_the_teams_keep_their_tables_to_the_end(cast: Cast) -> None:
    game = tables(cast, 2)
    plan = partial(plan_round, by=cast.director, event=game.event, planned=EVENING, at=MARCH)
    assert refusal_of(plan).code == "no-further-round"
