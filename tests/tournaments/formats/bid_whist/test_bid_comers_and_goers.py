"""Pairs of Bid Whist that are not there for every round: excluded, gone home, or admitted after the first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest
from django.test import Client
from django.utils import timezone

from sanctioning.kit.audit.models import AuditEntry
from tests.cast import MARCH, Cast
from tests.support.bid_whist import MAIN, many_teams, tournament_of
from tests.support.refusals import refused
from tests.support.team_events import newcomers, signed_in, teams_at_once
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.services import note_violation, take_back_violation
from tournaments.rounds.services.rounds import confirm_round, plan_round, seat_round_again
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.services.slips import Reported, report_slips
from tournaments.teams.models.team import Team
from tournaments.teams.seated_players import barred_teams
from tournaments.teams.services.leaving import team_leaves, team_returns
from tournaments.teams.services.teams import check_in_team, enter_team, team_has_paid, withdraw_team

LATER = MARCH + dt.timedelta(minutes=40)


@pytest.fixture
def begun(cast: Cast) -> Event:
    """Six pairs, of whom the first round is drawn."""
    event = many_teams(cast, 6)
    game = next_round(cast, event, MAIN)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    return event


def next_round(cast: Cast, event: Event, planned: dict[str, str] | None = None) -> Game:
    this_round = plan_round(
        by=cast.director, event=event, planned=planned, at=LATER if planned is None else MARCH
    )
    [game] = confirm_round(by=cast.director, round=this_round, why="Typed in later.", at=LATER)
    return game


def team(event: Event, number: int) -> Team:
    this_team: Team = event.teams.get(number=number)
    return this_team


def seated(event: Event, number: int) -> list[int]:
    """The teams of a confirmed round, each once."""
    head = folder_of(event.games.get()).head
    return sorted({team for table in head.rounds[number - 1] for team in table})


def report(cast: Cast, game: Game, number: int, forfeits: Sequence[int] = ()) -> None:
    """Every sheet of a round; the team of the higher number makes four fours, unless it forfeits."""
    stack = []
    for at, two in enumerate(folder_of(game).head.rounds[number - 1], start=1):
        gone = [number for number in two if number in forfeits]
        winner = max(two)
        typed = {"hands": [{"by": str(winner), "bid": "4", "end": "4"}] * 4, "brought": str(two[1])}
        typed = {"forfeit": str(gone[0])} if gone else typed
        place = f"r{number}-t{at}"
        stack.append(Reported(place=place, typed=typed, idempotency_key=place))
    report_slips(by=cast.director, game=game, reported=stack, at=LATER)


def excluded(cast: Cast, event: Event, number: int) -> CanonStep:
    person = team(event, number).members.get(letter="A").entry.person
    note_violation(by=cast.director, event=event, person=person, kind="food", what="Coffee.", at=MARCH)
    return note_violation(
        by=cast.director, event=event, person=person, kind="food", what="Again.", choice="exclude", at=LATER
    )


def test_an_excluded_pair_is_left_out_of_the_rounds_that_come(cast: Cast, begun: Event) -> None:
    excluded(cast, begun, 3)
    [(out, [(rule, why)])] = barred_teams(begun, MAIN, LATER)
    assert (out.number, rule) == (3, "III/Penalties")
    assert "Again." in why
    game = begun.games.get()
    report(cast, game, 1, forfeits=[3])
    for number in (2, 3, 4):
        next_round(cast, begun)
        assert seated(begun, number) == [1, 2, 4, 5, 6]
        report(cast, game, number)
    game.refresh_from_db()
    check = game.sheet.check_document
    assert [finding["code"] for finding in check["findings"] if finding["severity"] == "error"] == []
    record = record_so_far(folder_of(game))
    assert record["teams"][2]["missed"] == [2, 3, 4]
    assert 3 in [row[1] for row in record["standings"]]
    assert 3 not in record.get("seeds", [])
    assert not any("3" in place.removeprefix("seat-tie").split("-") for place in due(game))


def due(game: Game) -> list[str]:
    return [place for place in folder_of(game).due if place.startswith("seat-tie")]


def test_a_pair_that_goes_home_is_drawn_no_more_and_comes_back_while_nothing_was_drawn(
    cast: Cast, begun: Event
) -> None:
    gone = team(begun, 2)
    refused("team-seated", withdraw_team, by=cast.director, team=gone, why="They went.", at=LATER)
    refused("reason-missing", team_leaves, by=cast.director, team=gone, why=" ", at=LATER)
    player = gone.members.get(letter="A").entry.person
    refused("not-allowed", team_leaves, by=player, team=gone, why="We go.", at=LATER)
    this_round = plan_round(by=cast.director, event=begun, at=LATER)
    team_leaves(by=cast.director, team=gone, why="Their babysitter called.", at=LATER)
    noted = AuditEntry.objects.get(action="team leaves")
    assert (noted.by, noted.thing_id) == (cast.director, str(gone.pk))
    assert (noted.why, noted.after) == ("Their babysitter called.", {"after": 1})
    refused("team-left-out", confirm_round, by=cast.director, round=this_round, at=LATER)
    refused("team-leaves", team_leaves, by=cast.director, team=gone, why="Again.", at=LATER)
    [(_out, [(_rule, why)])] = barred_teams(begun, MAIN, LATER)
    assert why == "It went home after round 1: Their babysitter called."
    team_returns(by=cast.director, team=gone, at=LATER)
    refused("team-leaves", team_returns, by=cast.director, team=gone, at=LATER)
    assert barred_teams(begun, MAIN, LATER) == ()
    left = team_leaves(by=cast.director, team=gone, why="They go all the same. " * 20, at=LATER)
    assert len(left.left_for) == 300
    this_round = seat_round_again(by=cast.director, round=this_round, why="They went.", mode="draw", at=LATER)
    confirm_round(by=cast.director, round=this_round, why="Typed in later.", at=LATER)
    assert seated(begun, 2) == [1, 3, 4, 5, 6]
    refused("team-leaves", team_returns, by=cast.director, team=gone, at=LATER)


def test_by_hand_only_those_who_are_there_are_seated(cast: Cast) -> None:
    begun, _teams = tournament_of(cast, 6)
    next_round(cast, begun, MAIN)
    step = excluded(cast, begun, 3)
    lead = {number: team(begun, number).members.get(letter="A").entry.person.number for number in range(1, 7)}
    tables = [[lead[1], lead[5]], [lead[4], lead[2]], [lead[6]]]
    this_round = plan_round(by=cast.director, event=begun, mode="hand", tables=tables, at=LATER)
    assert list(this_round.guests) == ["3"]
    confirm_round(by=cast.director, round=this_round, why="Typed in later.", at=LATER)
    take_back_violation(by=cast.director, step=step, why="It was water.", at=LATER)
    next_round(cast, begun)
    assert seated(begun, 3) == [1, 2, 3, 4, 5, 6]


def test_a_pair_let_in_late_is_drawn_from_the_next_round_on(cast: Cast, begun: Event) -> None:
    first, other = newcomers(cast, 2)
    pair = enter_team(
        by=cast.director,
        event=begun,
        name="Latecomers",
        players={"A": first, "B": other},
        late_for="Their train.",
        at=begun.starts_at + dt.timedelta(minutes=20),
    )
    assert [bar.number for bar, _why in barred_teams(begun, MAIN, LATER)] == [7]
    team_has_paid(by=cast.director, team=pair, at=LATER)
    check_in_team(by=cast.director, team=pair, at=LATER)
    assert barred_teams(begun, MAIN, LATER) == ()
    game = next_round(cast, begun)
    assert seated(begun, 2) == list(range(1, 8))
    report(cast, game, 1)
    report(cast, game, 2)
    game.refresh_from_db()
    assert [finding["code"] for finding in game.sheet.check_document["findings"]] == []
    assert record_so_far(folder_of(game))["teams"][6]["missed"] == [1]


@pytest.mark.both_databases
def test_the_pages_say_who_is_left_out_and_from_when_a_late_pair_plays(cast: Cast, begun: Event) -> None:
    director, teams = signed_in(cast.director), f"/events/{begun.slug}/teams/"
    gone = team(begun, 2)
    assert director.post(f"{teams}{gone.pk}/leave/", {"why": ""}).status_code == 422
    assert director.post(f"{teams}{gone.pk}/leave/", {"why": "They went."}).status_code == 302
    first, other = newcomers(cast, 2)
    players = {"player-A": first.number, "player-B": other.number}
    typed = {"name": "Latecomers", "late_for": "Their train.", **players}
    answer = director.post(teams, typed, follow=True).content.decode()
    assert "it plays from round 2 (B-10/2)" in answer
    assert "Not drawn after round 1: They went." in answer
    assert "Plays on" in answer
    rounds = director.get(f"/events/{begun.slug}/rounds/").content.decode()
    assert "Left out of the draw" in rounds
    assert "It went home after round 1: They went. (B-44/4)" in rounds
    door = director.get(f"/events/{begun.slug}/manage/check-in/").content.decode()
    assert "Anyone who comes now plays from round 2" in door
    assert "They went." not in Client().get(teams).content.decode()


def test_who_confirms_while_the_doors_are_open_is_warned(cast: Cast) -> None:
    now = timezone.now()
    event = teams_at_once(cast, "bid-whist", "cardsharks", 4, at=now - dt.timedelta(hours=2, minutes=5))
    plan_round(by=cast.director, event=event, planned=MAIN, at=now)
    page = signed_in(cast.director).get(f"/events/{event.slug}/rounds/").content.decode()
    assert "The doors are still open" in page


def test_no_team_is_taken_when_every_round_is_drawn(cast: Cast, begun: Event) -> None:
    for _number in (2, 3, 4):
        next_round(cast, begun)
    first, other = newcomers(cast, 2)
    players = {"A": first, "B": other}
    refused("no-round-left", enter_team, by=cast.director, event=begun, name="Too late", players=players)


@pytest.mark.both_databases
def test_rounds_says_who_came_since_the_draw_and_seats_again_at_a_press(cast: Cast) -> None:
    """A round is confirmed only with everybody who is there, so the page says so before it refuses."""
    event = many_teams(cast, 4)
    drawn = plan_round(by=cast.director, event=event, planned=MAIN, mode="draw", at=MARCH)
    director, address = signed_in(cast.director), f"/events/{event.slug}/rounds/"
    notice = "Somebody came or left after the draw</h3>"
    assert notice not in director.get(address).content.decode()
    pair = dict(zip("AB", newcomers(cast, 2), strict=True))
    late = enter_team(by=cast.director, event=event, name="Latecomers", players=pair, at=MARCH)
    check_in_team(by=cast.director, team=late, at=MARCH)
    withdraw_team(by=cast.director, team=team(event, 2), why="Their train.", at=MARCH)
    shown = director.get(address).content.decode()
    assert notice in shown
    assert "Here now, but at no table: 5.\u00a0Latecomers." in shown
    assert "At a table, but no longer here: 2.\u00a0" in shown
    assert notice not in Client().get(address).content.decode()
    again = {"mode": "draw", "why": "Somebody came or left after the draw."}
    assert all(f'name="{name}" value="{value}"' in shown for name, value in again.items())
    assert director.post(f"{address}{drawn.pk}/again/", again).status_code == 302
    assert notice not in director.get(address).content.decode()
    assert director.post(f"{address}{drawn.pk}/confirm/").status_code == 302
    assert seated(event, 1) == [1, 3, 4, 5]
