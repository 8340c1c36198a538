"""Who comes late to Bid Whist: what the clock proposes, noted by one press, on the page and by a program."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from sanctioning.bars.models import Bar
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast
from tests.support.bid_whist import report_round, seat_round, tournament_of
from tests.support.team_events import signed_in
from tests.tournaments.formats.bid_whist.test_bid_canons import PLAYED
from tournaments.events.models.event import Event
from tournaments.formats.lateness import REGISTERED
from tournaments.justice.canons.models import CanonStep
from tournaments.slips.models import Slip
from tournaments.slips.selectors.lateness import Proposal, called_in, on_the_day, proposal_of
from tournaments.slips.services.lateness import NotedLate, note_late
from tournaments.teams.services.teams import enter_team

QUARTER = dt.timedelta(minutes=15)
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def event(cast: Cast) -> Event:
    """Two rounds of two pairs, the first of them played."""
    tournament, teams = tournament_of(cast, 2)
    game = seat_round(cast, tournament, teams, [PLAYED])
    report_round(cast, game, 1, [PLAYED])
    seat_round(cast, tournament, teams, [PLAYED])
    return tournament


@pytest.fixture
def started(cast: Cast) -> Event:
    """The first round of two pairs, which is still to be played."""
    tournament, teams = tournament_of(cast, 2)
    seat_round(cast, tournament, teams, [PLAYED])
    return tournament


def called(event: Event, number: int) -> dt.datetime:
    at: dt.datetime = event.rounds.get(number=number).starts_at
    return at


def proposed(event: Event, number: int | None, came: dt.datetime, letters: str = "A") -> Proposal:
    return proposal_of(event, team=1, letters=letters, round=number, came=came)


def noted(cast: Cast, event: Event, number: int, **more: Any) -> NotedLate:
    start = event.starts_at if number < 2 else called(event, number)
    arguments = {"team": 1, "letters": "A", "came": start + 2 * QUARTER, "at": MARCH, **more}
    return note_late(by=cast.director, event=event, round=number, **arguments)


def test_a_quarter_of_an_hour_is_in_time_and_a_second_more_is_late(event: Event) -> None:
    start, second = event.starts_at, called(event, 2)
    for number, edge, rule in (
        (REGISTERED, start, "B-46/Canon 1"),
        (1, start + QUARTER, "B-8/2"),
        (2, second + QUARTER, "B-47/Canon 2"),
    ):
        assert proposed(event, number, edge).rule == ""
        assert proposed(event, number, edge + SECOND).rule == rule
    assert proposed(event, None, second + QUARTER).round == 2


def test_of_two_rounds_that_have_begun_the_later_is_meant(cast: Cast) -> None:
    tournament, teams = tournament_of(cast, 2)
    seat_round(cast, tournament, teams, [PLAYED])
    seat_round(cast, tournament, teams, [PLAYED], why="Its sheets come later.")
    second = called(tournament, 2)
    assert proposed(tournament, None, second - SECOND).round == 1
    assert proposed(tournament, None, second).round == 2


def test_the_clock_at_the_event_is_that_of_the_day_of_the_call(event: Event) -> None:
    call = called(event, 2)
    event.time_zone = "UTC"
    assert on_the_day(event, called_in(event), (call + QUARTER).time(), 2) == call + QUARTER
    night = dt.datetime(2026, 3, 7, 23, 50, tzinfo=dt.UTC)
    event.rounds.filter(number=2).update(starts_at=night)
    assert on_the_day(event, called_in(event), dt.time(0, 10), 2) == night + dt.timedelta(minutes=20)


def test_late_for_the_first_round_is_the_game(cast: Cast, started: Event) -> None:
    first = noted(cast, started, 1)
    assert first.steps == ()
    assert first.slip is not None
    assert (first.slip.place, first.slip.body) == ("r1-t1", {"forfeit": "1"})
    assert (noted(cast, started, 1).slip, noted(cast, started, 1).sheet) == (None, "says-so")
    both = noted(cast, started, 1, team=2).slip
    assert both is not None
    assert (both.version, both.body) == (2, {"forfeit": "both"})
    assert both.reason.startswith("B-8/2: Came at")


@pytest.mark.both_databases
def test_late_for_a_later_round_is_the_next_step_of_the_ladder(cast: Cast, event: Event) -> None:
    warned = noted(cast, event, 2, letters="", key="k")
    assert [step.step for step in warned.steps] == ["written-warning"] * 2
    assert warned.slip is None
    again = noted(cast, event, 2, letters="", key="k")
    assert again.steps == warned.steps
    lost = noted(cast, event, 2)
    assert [step.step for step in lost.steps] == ["forfeit"]
    assert lost.slip is not None
    assert (lost.slip.place, lost.slip.body) == ("r2-t1", {"forfeit": "1"})


def test_an_acting_executor_notes_the_step_and_leaves_the_sheet_to_the_director(
    cast: Cast, event: Event
) -> None:
    noted(cast, event, 2)
    page, asked = f"/events/{event.slug}/lateness/", {"who": "1-A", "came": "23:59", "round": "2"}
    for person, writes in ((cast.director, True), (cast.executor, False)):
        shown = signed_in(person).get(page, asked).content.decode()
        assert "is late" in shown
        assert ("is entered as forfeited" in shown) is writes
    more = note_late(
        by=cast.executor, event=event, team=1, letters="A", came=called(event, 2) + 2 * QUARTER, at=MARCH
    )
    assert [step.step for step in more.steps] == ["forfeit"]
    assert (more.slip, more.sheet) == (None, "for-the-director")
    assert not Slip.objects.filter(place="r2-t1").exists()


def test_a_team_that_was_not_in_the_draw_has_no_game_to_lose(cast: Cast, event: Event) -> None:
    """B-8 takes a game away from a team that is seated."""
    players = dict(zip("AB", cast.players[4:6], strict=True))
    enter_team(by=cast.director, event=event, name="Absent", players=players, late_for="Let in.", at=MARCH)
    late: dict[str, Any] = {"team": 3, "letters": "", "came": event.starts_at + 2 * QUARTER}
    with pytest.raises(Refusal, match="it sits at no table") as refused:
        noted(cast, event, 1, **late)
    assert (refused.value.code, refused.value.rule) == ("no-game-to-lose", "B-8/2")
    assert "drawn from the next round" in refused.value.remedy
    shown = proposal_of(event, round=1, **late)
    assert (shown.sheet, shown.loses_game) == ("no-game", False)
    there = late["came"].astimezone(ZoneInfo(event.time_zone))
    asked = {"who": "3", "came": f"{there:%H:%M}", "round": "1"}
    page, director = f"/events/{event.slug}/lateness/", signed_in(cast.director)
    text = director.get(page, asked).content.decode()
    assert "Absent has no game to lose there: it sits at no table (round 1)." in text
    assert "Note it" not in text
    answer = director.post(page, asked)
    assert answer.status_code == 409
    assert "has no game to lose there" in answer.content.decode()


def test_a_canon_counts_for_a_team_without_a_game_and_no_sheet_is_written(cast: Cast, event: Event) -> None:
    players = dict(zip("AB", cast.players[4:6], strict=True))
    enter_team(by=cast.director, event=event, name="Absent", players=players, late_for="Let in.", at=MARCH)
    for _violation in range(2):
        last = noted(cast, event, 2, team=3)
    assert [step.step for step in last.steps] == ["forfeit"]
    assert (last.slip, last.sheet) == (None, "no-game")


def test_the_page_says_what_became_of_the_sheet(cast: Cast, started: Event) -> None:
    director, page = signed_in(cast.director), f"/events/{started.slug}/lateness/"
    came = started.starts_at + 2 * QUARTER
    there = came.astimezone(ZoneInfo(started.time_zone))
    asked = {"who": "1-A", "came": f"{there:%H:%M}", "round": "1", "moment": came.isoformat()}
    for sentence in ("The game is entered as forfeited.", "already said that the game is forfeited"):
        assert sentence in director.post(page, asked, follow=True).content.decode()
    shown = director.get(page, asked).content.decode()
    assert "The sheet says already that the game is forfeited (round 1)." in shown
    assert "Note it" not in shown


def test_who_registers_late_is_the_directors_to_exclude(cast: Cast, event: Event) -> None:
    came = event.starts_at + QUARTER
    assert proposed(event, REGISTERED, came).choices == ("nothing", "exclude")
    with pytest.raises(Refusal, match="decide what happens"):
        noted(cast, event, REGISTERED)
    [step] = noted(cast, event, REGISTERED, choice="exclude").steps
    assert (step.kind, step.choice, step.round) == ("late-appearance", "exclude", None)
    assert Bar.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "code", "rule"),
    [
        ({"came": MARCH - dt.timedelta(days=9)}, "in-time", "B-47/Canon 2"),
        ({"came": MARCH - dt.timedelta(days=9), "number": 1}, "in-time", "B-8/2"),
        ({"came": MARCH - dt.timedelta(days=9), "number": REGISTERED}, "in-time", "B-46/Canon 1"),
        ({"team": 9}, "team-unknown", "B-47/Canon 2"),
        ({"letters": "X", "number": 1}, "team-unknown", "B-8/2"),
        ({"number": 3}, "round-unknown", "B-47/Canon 2"),
    ],
)
def test_refusals_cite_what_counts_at_that_round(
    cast: Cast, event: Event, wrong: dict[str, Any], code: str, rule: str
) -> None:
    with pytest.raises(Refusal) as refused:
        note_late(
            by=cast.director,
            event=event,
            round=wrong.pop("number", 2),
            at=MARCH,
            **{"team": 1, "came": called(event, 2) + 2 * QUARTER, **wrong},
        )
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert not CanonStep.objects.exists()


def test_the_page_proposes_and_one_press_notes_it(cast: Cast, event: Event) -> None:
    director = signed_in(cast.director)
    page = f"/events/{event.slug}/lateness/"
    assert page in director.get(f"/events/{event.slug}/canons/").content.decode()
    assert page in director.get(f"/events/{event.slug}/slips/").content.decode()
    assert director.get(page).status_code == 200
    asked = {"who": "1-A", "came": "09:00", "round": "2"}
    assert director.get(page, asked | {"who": "x"}).status_code == 422
    there = ZoneInfo(event.time_zone)
    call, came = called(event, 2), called(event, 2) + QUARTER + dt.timedelta(minutes=1)
    in_time, late = (
        director.get(page, asked | {"came": f"{answer.astimezone(there):%H:%M}"}).content.decode()
        for answer in (call, came)
    )
    assert "Team 1 is in time</h2>" in in_time
    assert "Team 1 is late</h2>" in late
    assert "16&nbsp;minutes after" in late
    assert late.count('id="id_who"') == 1
    sent = director.post(page, {**asked, "moment": came.isoformat(), "key": "a"})
    assert sent.status_code == 302, sent.content
    [step] = CanonStep.objects.all()
    assert (step.kind, step.step, step.round) == ("late-to-seat", "written-warning", 2)
    assert "16 minutes after" in step.what
    early = director.post(page, {**asked, "moment": call.isoformat()})
    assert early.status_code == 409
    assert "came in time" in early.content.decode()
    assert Client().get(page).status_code == 302


def test_a_program_asks_and_notes_the_same(cast: Cast, event: Event) -> None:
    director = signed_in(cast.director)
    url = f"/api/v1/events/{event.slug}/lateness/"
    came = (called(event, 2) + 2 * QUARTER).isoformat()
    facts = director.get(url, {"team": "1", "letters": "A", "came": came}).json()
    assert (facts["round"], facts["minutes"], facts["rule"]) == (2, 30, "B-47/Canon 2")
    assert facts["players"][0]["step"] == "a written warning from the board"
    noted_answer = director.post(url, {"team": 1, "came": came}, content_type="application/json")
    assert noted_answer.status_code == 201, noted_answer.content
    assert len(noted_answer.json()["steps"]) == 2
    assert (noted_answer.json()["slip"], noted_answer.json()["sheet"]) == (None, "")
