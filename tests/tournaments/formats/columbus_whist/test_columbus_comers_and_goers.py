"""Pairs of Columbus Whist that do not play to the end: barred between two rounds, gone home, stood in for."""

from __future__ import annotations

from functools import partial

import pytest

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.models import Bar
from sanctioning.bars.services import impose_bar, lift_bar
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.refusals import code_of, refused
from tests.support.team_events import newcomers, signed_in
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round, seat_round_again
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.teams.models.team import Team
from tournaments.teams.seated_players import forfeiting
from tournaments.teams.services.leaving import team_leaves, team_returns
from tournaments.teams.services.substitutes import substitute

WON = {"hands": [{"bid": "5", "by": "1", "books": 11}]}
OTHERS = {"hands": [{"bid": "5", "by": "3", "books": 11}]}
Evening = tuple[Event, list[Team], Game]


@pytest.fixture
def begun(cast: Cast) -> Evening:
    """Four pairs, of whom the first game is played."""
    event, teams = columbus_event(cast, 4)
    game = seat(cast, event, teams, [(1, 2), (3, 4)])
    hand_in(game, "g1-t1", teams[:2], WON)
    hand_in(game, "g1-t2", teams[2:], OTHERS)
    return event, teams, game


def player(team: Team, letter: str) -> Person:
    person: Person = team.members.get(letter=letter, until=None).entry.person
    return person


def barred(cast: Cast, event: Event, person: Person) -> Bar:
    return impose_bar(
        by=cast.managing,
        person=person,
        reach=[Target("event", event.slug)],
        first_day=MARCH.date(),
        last_day=None,
        why="Threw a deck.",
        at=MARCH,
    )


def errors(game: Game) -> list[str]:
    game.refresh_from_db()
    return [
        finding["code"] for finding in game.sheet.check_document["findings"] if finding["severity"] == "error"
    ]


def next_round(cast: Cast, event: Event, mode: str = "draw") -> None:
    this_round = plan_round(by=cast.director, event=event, mode=mode, at=MARCH)
    confirm_round(by=cast.director, round=this_round, why="Typed in later.", at=MARCH)


def test_a_pair_of_which_a_player_is_barred_forfeits_the_games_that_are_left(
    cast: Cast, begun: Evening
) -> None:
    event, teams, game = begun
    barred(cast, event, player(teams[3], "B"))
    [forfeit] = forfeiting(event, MARCH)
    assert (forfeit.team.number, forfeit.letter, forfeit.rule) == (4, "B", "III/Penalties")
    seat(cast, event, teams, [(1, 4), (2, 3)])
    seat(cast, event, teams, [(2, 4), (1, 3)])
    assert [place for place in folder_of(game).due if place.endswith(("t1", "t2"))] == [
        "g1-t1",
        "g1-t2",
        "g2-t2",
        "g3-t2",
    ]
    document = record_so_far(folder_of(game))
    assert document["leavers"] == [{"team": 4, "player": player(teams[3], "B").number, "round": 2}]
    hand_in(game, "g2-t2", teams[1:3], OTHERS)
    assert errors(game) == []
    check = game.sheet.check_document
    forfeited = [games[0] for games in check["rounds"][1:]]
    assert [(game["winner"], game["ending"]) for game in forfeited] == [(1, "left"), (2, "left")]
    assert [max(game["points"]) for game in forfeited] == [5, 5]
    [again] = forfeiting(event, MARCH)
    assert again.team.left is not None
    assert again.team.left.after == 1


def test_two_barred_pairs_at_one_table_both_forfeit(cast: Cast, begun: Evening) -> None:
    event, teams, game = begun
    barred(cast, event, player(teams[0], "A"))
    barred(cast, event, player(teams[3], "B"))
    seat(cast, event, teams, [(1, 4), (2, 3)])
    hand_in(game, "g2-t2", teams[1:3], OTHERS)
    assert errors(game) == []
    assert game.sheet.check_document["rounds"][1][0]["winner"] is None


def test_a_substitute_plays_on_for_who_is_barred(cast: Cast, begun: Evening) -> None:
    event, teams, game = begun
    barred(cast, event, player(teams[3], "B"))
    before, after = newcomers(cast, 2)
    come = partial(substitute, by=cast.director, team=teams[3], why="He stands in.", at=MARCH)
    seat(cast, event, teams, [(1, 4), (2, 3)])
    refused("team-gone", come, letter="A", comes=before)
    come(letter="B", comes=before)
    assert forfeiting(event, MARCH) == ()
    assert "g2-t1" in folder_of(game).due
    barred(cast, event, player(teams[3], "A"))
    come(letter="A", comes=after, from_round=3)
    seat(cast, event, teams, [(1, 3), (2, 4)])
    assert "g3-t2" in folder_of(game).due
    assert {row["substitute"] for row in record_so_far(folder_of(game))["leavers"]} == {
        before.number,
        after.number,
    }


@pytest.mark.both_databases
def test_a_lifted_bar_lets_the_pair_play_on(cast: Cast, begun: Evening) -> None:
    event, teams, game = begun
    bar = barred(cast, event, player(teams[3], "B"))
    seat(cast, event, teams, [(1, 4), (2, 3)])
    refused("barred", team_returns, by=cast.director, team=teams[3], at=MARCH)
    lift_bar(by=cast.managing, bar=bar, why="It was another.", at=MARCH)
    team_returns(by=cast.director, team=teams[3], at=MARCH)
    assert "g2-t1" in folder_of(game).due
    assert "leavers" not in record_so_far(folder_of(game))


def test_a_pair_that_goes_home_forfeits_and_its_players_are_both_noted(cast: Cast, begun: Evening) -> None:
    event, teams, game = begun
    team_leaves(by=cast.director, team=teams[3], why="Their train goes.", at=MARCH)
    assert "leavers" not in record_so_far(folder_of(game))
    next_round(cast, event, "balanced")
    left = record_so_far(folder_of(game))["leavers"]
    assert [leaver["player"] for leaver in left] == [player(teams[3], letter).number for letter in "AB"]
    assert {(leaver["team"], leaver["round"]) for leaver in left} == {(4, 2)}
    [stands_in] = newcomers(cast, 1)
    come = partial(substitute, by=cast.director, team=teams[3], letter="B", comes=stands_in, at=MARCH)
    refused("team-gone", come, why="He stands in.")


def test_before_the_first_round_a_barred_player_is_not_seated(cast: Cast) -> None:
    event, teams = columbus_event(cast, 4)
    barred(cast, event, player(teams[3], "B"))
    assert code_of(seat, cast, event, teams, [(1, 4), (2, 3)]) == "barred"


@pytest.mark.both_databases
def test_the_pages_say_who_forfeits_and_that_somebody_may_stand_in(cast: Cast, begun: Evening) -> None:
    event, teams, _game = begun
    barred(cast, event, player(teams[3], "B"))
    director = signed_in(cast.director)
    page = director.get(f"/events/{event.slug}/rounds/").content.decode()
    assert "Forfeits its games" in page
    assert f"/events/{event.slug}/teams/{teams[3].pk}/substitute/" in page
    seat(cast, event, teams, [(1, 4), (2, 3)])
    page = director.get(f"/events/{event.slug}/teams/").content.decode()
    assert "Forfeits its games after round 1" in page


def test_a_round_that_waits_is_seated_again_with_the_substitute(cast: Cast, begun: Evening) -> None:
    event, teams, game = begun
    barred(cast, event, player(teams[3], "B"))
    this_round = plan_round(by=cast.director, event=event, mode="draw", at=MARCH)
    [comes] = newcomers(cast, 1)
    why = "He stands in."
    substitute(by=cast.director, team=teams[3], letter="B", comes=comes, why=why, from_round=2, at=MARCH)
    this_round = seat_round_again(by=cast.director, round=this_round, why=why, mode="draw", at=MARCH)
    confirm_round(by=cast.director, round=this_round, why="Typed in later.", at=MARCH)
    teams[3].refresh_from_db()
    assert teams[3].left_after is None
    assert {"g2-t1", "g2-t2"} <= set(folder_of(game).due)
