"""The director's floor of Bid Whist: round and quarter of an hour, sheets at a glance, and the playoff."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules_engine.bid_whist.random.tournament import random_tournament
from tests.cast import MARCH, Cast
from tests.support.bid_whist import (
    MAIN,
    decider_typed,
    many_teams,
    report_round,
    seat_round,
    sheets,
    tournament_of,
)
from tests.support.team_events import signed_in
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.bid_whist.floor import DirectorsFloor, floor_facts
from tournaments.formats.bid_whist.lateness import LATENESS
from tournaments.formats.bid_whist.standings.standings import sheet_place
from tournaments.formats.display.countdowns import Countdown
from tournaments.formats.display.registry import papers_of
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.slips import game_of_event
from tournaments.slips.services.slips import Reported, report_slip, report_slips


def drawn(cast: Cast, event: Event, day: int = 0) -> Game:
    """The first round by draw, so many days after the event begins."""
    starts = MARCH + dt.timedelta(days=day)
    this_round = plan_round(by=cast.director, event=event, planned=MAIN, starts_at=starts, at=MARCH)
    [game] = confirm_round(by=cast.director, round=this_round, at=MARCH)
    return appoint_acting_executor(
        by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH
    )


def floor(event: Event, now: dt.datetime = MARCH) -> DirectorsFloor:
    game = game_of_event(event)
    assert game is not None
    return floor_facts(folder_of(game), True, now)


def quarter_of(event: Event, now: dt.datetime) -> Countdown:
    beginning = floor(event, now).beginning
    assert beginning is not None
    assert beginning.quarter is not None
    return beginning.quarter


def four_hands(two: tuple[int, ...], **more: str) -> dict[str, Any]:
    hands = [{"by": str(two[0]), "bid": "4", "end": "4"}] * 4
    return {"hands": hands, "brought": str(two[1]), "signed": "both", **more}


def shown(client: Client, event: Event, only: str = "") -> str:
    answer = client.get(f"/events/{event.slug}/slips/", {"only": only} if only else {})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_team_that_plays_twice_and_comes_late_loses_its_own_game(cast: Cast) -> None:
    event, _teams = tournament_of(cast, 3)
    head = folder_of(drawn(cast, event)).head
    [(odd_table, guest)] = head.guests[0].items()
    [own_table] = {1, 2} - {odd_table}
    [first_round] = LATENESS.sittings(head, {})
    assert first_round.sheets[guest] == sheet_place(1, own_table)


def test_the_floor_of_a_round_tells_its_quarter_who_plays_twice_and_its_sheets(cast: Cast) -> None:
    event, _teams = tournament_of(cast, 3)
    game = drawn(cast, event)
    head = folder_of(game).head
    [(odd_table, guest)] = head.guests[0].items()
    [own_table] = {1, 2} - {odd_table}
    director = signed_in(cast.director)
    page = shown(director, event)
    assert "Round 1 of 4" in page
    assert f"Team {guest} plays twice: at table {own_table}, and at table {odd_table} so that" in page
    assert "2\N{NO-BREAK SPACE}are still to come." in page.replace("&nbsp;", "\N{NO-BREAK SPACE}")
    assert "The doors close at" in page
    assert quarter_of(event, event.starts_at + dt.timedelta(minutes=5)).minutes == 10
    two = head.rounds[0][0]
    wrong = four_hands(two, winner=str(two[1]))
    report_slip(by=cast.director, game=game, place="r1-t1", typed=wrong, idempotency_key="a", at=MARCH)
    counts = floor(event).sheets
    assert (counts.missing, counts.unsigned, counts.troubled) == (1, 1, 1)
    assert "?only=unsigned" in shown(director, event)
    for only in ("missing", "unsigned", "troubled"):
        assert shown(director, event, only).count('class="slip"') == 1


def test_the_floor_of_the_playoff_tells_its_stage_and_the_matches_to_come(cast: Cast) -> None:
    document = random_tournament(4, 3)
    event, teams = tournament_of(cast, 4)
    for number, games in enumerate(document["rounds"], start=1):
        game = seat_round(cast, event, teams, games)
        if number == 2:
            assert quarter_of(event, event.rounds.get(number=2).starts_at + dt.timedelta(minutes=15)).over
            assert "against Canon 2" in shown(signed_in(cast.director), event)
        report_round(cast, game, number, games)
    ties = [place for place in folder_of(game).due if place.startswith("seat-tie")]
    stack = [
        Reported(place=place, typed=decider_typed(decider), idempotency_key=place)
        for place, decider in zip(ties, document["deciders"], strict=True)
    ]
    report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    left = []
    field = len(document["seeds"])
    sheets_to_print = papers_of("bid-whist")["sheets"]
    for stage in document["playoff"]:
        printed = sheets_to_print.read(game).sheets
        assert {sheet.stage.partition(",")[0] for sheet in printed} == {
            str(stage.title) for stage in floor(event).stages
        }
        assert [side.number for side in printed[0].sides] == stage["games"][0]["teams"]
        left.append([(str(stage.title), stage.left) for stage in floor(event).stages])
        played = [
            sheet for at, two in enumerate(stage["games"], 1) for sheet in sheets(f"b{field}-{at}", two)
        ]
        report_slips(by=cast.director, game=game, reported=played, at=MARCH)
        field //= 2
    left.append([(str(stage.title), stage.left) for stage in floor(event).stages])
    assert left == [[("Final Four", 2)], [("Final", 1), ("Third place", 1)], [("Third place", 1)]]
    page = shown(signed_in(cast.director), event)
    assert "Playoff" in page
    assert "Third place: 1&nbsp;match to come" in page
    assert page.count(f'href="/events/{event.slug}/bracket/"') == 2
    report_slips(by=cast.director, game=game, reported=sheets("third", document["third"]), at=MARCH)
    assert floor(event).stages == ()
    assert sheets_to_print.read(game).sheets == ()
    assert floor(event).begun


def test_the_floor_asks_as_little_for_twelve_pairs_as_for_three(cast: Cast) -> None:
    counted = []
    for day, count in enumerate((3, 12)):
        event = many_teams(cast, count)
        game = drawn(cast, event, 2 * day)
        two = folder_of(game).head.rounds[0][0]
        typed = four_hands(two)
        report_slip(
            by=cast.director, game=game, place="r1-t1", typed=typed, idempotency_key=event.slug, at=MARCH
        )
        client = signed_in(cast.director)
        shown(client, event)
        with CaptureQueriesContext(connection) as queries:
            shown(client, event)
        counted.append(len(queries))
    assert counted[0] == counted[1]
