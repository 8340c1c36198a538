"""The leader's floor of Military Whist: the clock that the server keeps, the hand in play, all flags."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules_engine.military_whist.random.event import random_event
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.kept_steps import kept_step
from tests.support.team_events import enter_teams, newcomers, seat_in_order, signed_in, team_event
from tests.support.whist_slips import Slips, slips_of
from tournaments.formats.military_whist.floor import FloorFacts, floor_facts
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of
from tournaments.slips.services.slips import Reported, close_event, report_slips, sign_slips
from tournaments.teams.services.teams import check_in_team, enter_team

LATER = MARCH + dt.timedelta(days=30)
DAYS = [[3, 3], [4]]
PLAN = {"level": "open", "days": DAYS, "moves": "circle", "pattern": "sample"}


@kept_step
def seated(cast: Cast, count: int, **planned: Any) -> Game:
    event = team_event(cast, "military-whist", "alberta-55-plus", days=len(DAYS))
    return seat_in_order(cast, event, enter_teams(cast, event, count), {**PLAN, **planned})


def another(cast: Cast, count: int) -> Game:
    """A second event under the same rules, of players who are in no other."""
    event = sanctioned_event(
        cast, name="Second evening", format_slug="military-whist", at=LATER, days=len(DAYS)
    )
    teams = [
        enter_team(
            by=cast.director,
            event=event,
            name=f"Team {number}",
            players=dict(zip("ABXY", newcomers(cast, 4), strict=True)),
            at=LATER - dt.timedelta(days=10),
        )
        for number in range(count)
    ]
    for team in teams:
        check_in_team(by=cast.director, team=team, at=LATER)
    return seat_in_order(cast, event, teams, PLAN, at=LATER)


def hand_in(cast: Cast, game: Game, slips: Slips, key: str = "", at: dt.datetime = MARCH) -> None:
    stack = [Reported(place=place, typed=slip, idempotency_key=key + place) for place, slip in slips.items()]
    handed_in = report_slips(by=cast.director, game=game, reported=stack, at=at)
    counts = [slip for slip in handed_in if slip.place[0] == "d"]
    if counts:
        sign_slips(by=game.players.earliest("id").person, slips=counts, at=at)


def floor(game: Game, now: dt.datetime = MARCH) -> FloorFacts:
    return floor_facts(folder_of(Game.objects.select_related("sheet", "event").get(pk=game.pk)), True, now)


def in_order(document: dict[str, Any]) -> Slips:
    """The slips of a record as they come in: each day before, its hands, its loans, its end."""
    slips = slips_of(document)
    last, days = 0, []
    for day in document["days"]:
        days.append(range(last + 1, last + len(day["hands"]) + 1))
        last += len(day["hands"])

    def when(place: str) -> tuple[int, int, int]:
        if place[0] == "d":
            return int(place[1]), 0 if "before" in place else 3, 0
        hand = slips[place]["hand"] if place.startswith("loan") else int(place[1:].partition("-")[0])
        return next(number for number, day in enumerate(days, start=1) if hand in day), 1, hand

    return {place: slips[place] for place in sorted(slips, key=when)}


def test_an_event_told_hand_by_hand_from_its_first_count_to_its_certified_result(cast: Cast) -> None:
    document = random_event(3, 5, days=DAYS, mishaps=1.0)
    assert "playoffs" not in document
    game = seated(cast, 3)
    numbered = in_order({**document, "days": document["days"]})
    loans = {place: slip for place, slip in numbered.items() if place.startswith("loan")}
    rest = {place: slip for place, slip in numbered.items() if place not in loans}
    hand_in(cast, game, loans)
    first = {place: slip for place, slip in rest.items() if not place.startswith(("d1-after", "d2", "h"))}
    hand_in(cast, game, first)
    for number in range(1, 7):
        hand_in(cast, game, {place: slip for place, slip in rest.items() if place.startswith(f"h{number}-")})
        facts = floor(game)
        moment = facts.moments[-1]
        assert (moment.words, moment.wrong) == (f"Day 1, after hand {number}", False)
        assert sum(table.flags or 0 for table in facts.tables) == moment.flags == moment.due
    hand_in(cast, game, {place: slip for place, slip in rest.items() if place.startswith("d1-after")})
    assert [moment.wrong for moment in floor(game).moments] == [False] * 4
    left = {place: slip for place, slip in rest.items() if place.startswith(("d2", "h7", "h8", "h9", "h10"))}
    hand_in(cast, game, left)
    sent = close_event(by=cast.director, game=game, at=MARCH)
    assert not sent.findings.exists()
    assert sent.check_document["totals"] == document["totals"]
    confirm_result(by=cast.players[0], game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)


def test_the_clock_is_the_servers_and_runs_for_twenty_five_minutes(cast: Cast) -> None:
    game = seated(cast, 2)
    assert floor(game).clock is None
    hand_in(cast, game, {"clock-1": {"game": "hand"}})
    clock = floor(game, MARCH + dt.timedelta(minutes=10, seconds=30)).clock
    assert clock is not None
    assert (clock.minutes, clock.seconds, clock.over) == (14, 30, False)
    assert clock.ends == MARCH + dt.timedelta(minutes=25)
    late = floor(game, MARCH + dt.timedelta(minutes=26)).clock
    assert late is not None
    assert (late.over, late.minutes) == (True, 0)
    assert floor(game).starts == "clock-2"


def test_flags_that_are_missing_are_said_at_once_and_loans_are_among_them(cast: Cast) -> None:
    game = seated(cast, 3)
    hand_in(cast, game, {f"d1-before-{table}": {"flags": 12} for table in (1, 2, 3)})
    hand_in(cast, game, {"loan-1": {"kind": "lent", "table": 2, "hand": 2, "flags": 3}})
    hand_in(cast, game, {"d1-after-1": {"flags": 20}, "d1-after-2": {"flags": 3}})
    end = floor(game).moments[-1]
    assert (end.flags, end.due, end.lent, end.counted, end.wrong) == (23, 39, 3, 2, False)
    hand_in(cast, game, {"d1-after-3": {"flags": 15}})
    ended = next(moment for moment in floor(game).moments if moment.words == "Day 1, at the end")
    assert ended.wrong


def test_a_loan_against_the_rule_is_found_and_leaves_no_flag_missing(cast: Cast) -> None:
    game = seated(cast, 3)
    hand_in(cast, game, {f"h1-t{table}": {"visitors": 6} for table in (1, 2, 3)})
    hand_in(cast, game, {"loan-1": {"kind": "lent", "table": 2, "hand": 1, "flags": 3}})
    after = floor(game).moments[-1]
    assert (after.words, after.flags, after.due, after.wrong) == ("Day 1, after hand 1", 36, 36, False)
    assert [finding["code"] for finding in folder_of(game).game.sheet.check_document["findings"]] == [
        "loan-unneeded"
    ]


def test_the_page_shows_the_floor_and_starts_the_clock(cast: Cast) -> None:
    game = seated(cast, 3)
    director, player = signed_in(cast.director), signed_in(cast.players[0])
    page = f"/events/{game.event.slug}/slips/"
    shown = director.get(page).content.decode()
    assert "Hand 1 of 6, day 1" in shown
    assert "no clock is running yet" in shown
    assert "Start it for" not in player.get(page).content.decode()
    assert director.post(page, {"key": "k", "clock-1:game": "session"}).status_code == 302
    assert "data-until=" in player.get(page).content.decode()
    assert player.post(page, {"key": "p", "clock-2:game": "session"}).status_code == 403


def test_the_floor_asks_as_little_for_many_tables_as_for_few(cast: Cast) -> None:
    counted = []
    for tables, game in ((3, seated(cast, 3)), (8, another(cast, 8))):
        slips = slips_of(random_event(tables, 1, days=DAYS))
        places = [place for place in slips if place.startswith(("d1-before", "h1-", "h2-"))]
        hand_in(cast, game, {place: slips[place] for place in places}, key=str(tables))
        client = signed_in(cast.director)
        for address in (f"/events/{game.event.slug}/slips/", f"/events/{game.event.slug}/live/"):
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            counted.append(len(queries))
    assert counted[:2] == counted[2:]
