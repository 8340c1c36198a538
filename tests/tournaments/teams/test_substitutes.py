"""Substitutes: who plays for whom from which round on, and who may."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.support.kept_steps import kept_step
from tests.support.refusals import code_of, refusal_of
from tests.support.team_events import enter_teams, newcomers, seat_in_order, team_event
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.events.models.event import Event
from tournaments.formats.registry import registered
from tournaments.formats.slips import TeamHead
from tournaments.games.models import Game
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.services.slips import close_event, report_slip, sign_slip
from tournaments.teams.models.team import Team
from tournaments.teams.selectors.teams import event_head, team_list
from tournaments.teams.services.substitutes import substitute
from tournaments.teams.services.teams import check_in_team, enter_team, withdraw_team

ONE_CARD = {"cards": 1}


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(HIGH_CARD):
        yield


@pytest.fixture
@kept_step
def evening(cast: Cast) -> Event:
    return team_event(cast, "high-card", "high-card-1")


@pytest.fixture
def newcomer(cast: Cast) -> Person:
    return newcomers(cast, 1)[0]


def instead(cast: Cast, team: Team, comes: Person, letter: str = "A", **details: Any) -> Any:
    arguments = {"by": cast.director, "why": "He fell ill.", "at": MARCH, **details}
    return substitute(team=team, letter=letter, comes=comes, **arguments)


def head_of(game: Game, team: Team) -> TeamHead:
    return event_head(game, "high-card-1").teams[team.number]


def test_a_substitute_plays_from_his_round_on(cast: Cast, evening: Event, newcomer: Person) -> None:
    teams = enter_teams(cast, evening, 4)
    game = seat_in_order(cast, evening, teams, ONE_CARD)
    gone, stays = cast.players[:2]
    substitution = instead(cast, teams[0], newcomer, from_round=2)
    assert (substitution.from_round, substitution.allowed_by, substitution.why) == (
        2,
        cast.director,
        "He fell ill.",
    )
    head = head_of(game, teams[0])
    assert head.players == {"A": newcomer.number, "B": stays.number}
    assert head.in_round(1) == {"A": gone.number, "B": stays.number}
    assert head.in_round(2) == head.players
    assert head.substitutes == (newcomer.number,)
    assert game.players.filter(person=newcomer).exists()
    assert evening.entries.get(person=gone).state == Entry.State.ENTERED
    [replaced] = team_list(evening).teams[0].replaced
    assert (replaced.letter, replaced.number, replaced.until) == ("A", gone.number, 2)
    audited = AuditEntry.objects.get(action="substitute")
    assert (audited.by, audited.why) == (cast.director, "He fell ill.")
    assert audited.after == {"player": newcomer.number, "letter": "A", "from_round": 2}


def test_later_rounds_seat_the_substitute_and_know_whom_his_team_met(
    cast: Cast, evening: Event, newcomer: Person
) -> None:
    teams = enter_teams(cast, evening, 4)
    game = seat_in_order(cast, evening, teams, ONE_CARD)
    instead(cast, teams[0], newcomer, from_round=2)
    next_round = plan_round(by=cast.director, event=evening, planned=ONE_CARD, at=MARCH)
    confirm_round(by=cast.director, round=next_round, at=MARCH)
    seated = {player for table in next_round.tables for player in table}
    assert newcomer.number in seated
    assert cast.players[0].number not in seated
    assert [sorted(sum(tables, ())) for tables in event_head(game, "high-card-1").rounds] == [
        [1, 2, 3, 4]
    ] * 2


@pytest.mark.both_databases
def test_taking_a_later_round_back_keeps_whoever_plays_from_an_earlier_one(
    cast: Cast, evening: Event
) -> None:
    teams = enter_teams(cast, evening, 4)
    game = seat_in_order(cast, evening, teams, ONE_CARD)
    stands_in, later = newcomers(cast, 2)
    instead(cast, teams[0], stands_in)
    instead(cast, teams[1], later, from_round=2)
    next_round = plan_round(by=cast.director, event=evening, planned=ONE_CARD, at=MARCH)
    confirm = partial(confirm_round, by=cast.director, round=next_round, why="On paper.", at=MARCH)
    confirm()
    before = set(game.players.values_list("person", flat=True))
    take_back_round(by=cast.director, round=next_round, why="Too early.", at=MARCH)
    assert before - set(game.players.values_list("person", flat=True)) == {later.pk}
    noted = AuditEntry.objects.get(action="empty game")
    assert (noted.thing_id, noted.before) == (str(game.pk), {"players": [later.number]})
    confirm()
    assert set(game.players.values_list("person", flat=True)) == before


def test_the_event_goes_on_to_its_end_with_a_substitute(cast: Cast, evening: Event, newcomer: Person) -> None:
    """He and the one whom he replaced may both hand in, and the record can be made."""
    teams = enter_teams(cast, evening, 2)
    game = seat_in_order(cast, evening, teams, ONE_CARD)
    instead(cast, teams[0], newcomer)
    hand_in = partial(report_slip, game=game, place="r1-t1", typed={"team-1": 4, "team-2": 6}, at=MARCH)
    hand_in(by=cast.players[0], idempotency_key="first")
    slip = hand_in(by=newcomer, idempotency_key="second", replaces=1, reason="Counted again.")
    sign_slip(by=cast.players[2], slip=slip, at=MARCH)
    assert close_event(by=cast.director, game=game, at=MARCH).version == 1


def test_before_anybody_sits_the_one_who_leaves_is_withdrawn(
    cast: Cast, evening: Event, newcomer: Person
) -> None:
    [team] = enter_teams(cast, evening, 1)
    instead(cast, team, newcomer)
    assert evening.entries.get(person=cast.players[0]).state == Entry.State.WITHDRAWN
    game = seat_in_order(cast, evening, [team, *more_teams(cast, evening)], ONE_CARD)
    head = head_of(game, team)
    assert head.in_round(1)["A"] == newcomer.number
    assert head.substitutes == ()


def more_teams(cast: Cast, evening: Event) -> list[Team]:
    players = dict(zip("AB", cast.players[2:4], strict=True))
    team = enter_team(by=cast.director, event=evening, name="Others", players=players, at=MARCH)
    return [check_in_team(by=cast.director, team=team, at=MARCH)]


def test_who_was_replaced_may_come_back_to_his_team_alone(
    cast: Cast, evening: Event, newcomer: Person
) -> None:
    teams = enter_teams(cast, evening, 2)
    game = seat_in_order(cast, evening, teams, ONE_CARD)
    instead(cast, teams[0], newcomer)
    assert code_of(instead, cast, teams[1], cast.players[0]) == "substitute-wrong"
    instead(cast, teams[0], cast.players[0], from_round=2)
    assert head_of(game, teams[0]).in_round(2)["A"] == cast.players[0].number


def test_who_was_of_a_team_that_withdrew_may_come_for_another(cast: Cast, evening: Event) -> None:
    teams = enter_teams(cast, evening, 2)
    free = teams[1].members.get(letter="A").entry.person
    withdraw_team(by=cast.director, team=teams[1], at=MARCH)
    member = instead(cast, teams[0], free)
    assert (member.team, member.entry.person) == (teams[0], free)


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"why": " "}, "reason-missing", None),
        ({"letter": "Z"}, "substitute-wrong", "letter"),
        ({"from_round": 3}, "substitute-wrong", "from_round"),
        ({"from_round": 0}, "substitute-wrong", "from_round"),
        ({"comes": 3}, "substitute-wrong", "comes"),
        ({"by": 0}, "not-allowed", None),
    ],
)
def test_what_is_refused(
    cast: Cast, evening: Event, newcomer: Person, changed: dict[str, Any], code: str, field: str | None
) -> None:
    teams = enter_teams(cast, evening, 2)
    seat_in_order(cast, evening, teams, ONE_CARD)
    arguments = {
        name: cast.players[value] if name in ("comes", "by") else value for name, value in changed.items()
    }
    refusal = refusal_of(instead, cast, teams[0], **{"comes": newcomer, **arguments})
    assert (refusal.code, refusal.facts.get("field")) == (code, field)
    assert teams[0].members.count() == 2


def test_on_a_later_day_no_team_comes_but_a_substitute_and_whom_a_ruling_lets_in(
    cast: Cast, newcomer: Person
) -> None:
    event = team_event(cast, "high-card", "high-card-1", days=3)
    teams = enter_teams(cast, event, 2)
    seat_in_order(cast, event, teams, ONE_CARD)
    third_day = MARCH + dt.timedelta(days=2)
    late = dict(zip("AB", cast.players[4:6], strict=True))
    enter = partial(enter_team, by=cast.director, event=event, name="Late", players=late, at=third_day)
    closed = refusal_of(enter)
    assert (closed.code, "so it takes no more teams" in closed.sentence) == ("entries-closed", True)
    instead(cast, teams[0], newcomer, at=third_day)
    assert event.entries.get(person=newcomer).is_present
    ruled: dict[str, Any] = {"what": "He was there.", "reason": "The list shows it.", "admitted": True}
    for person in late.values():
        rule_on_entry(by=cast.executor, event=event, person=person, at=third_day, **ruled)
        assert event.entries.get(person=person).state == Entry.State.ENTERED
    assert refusal_of(enter).code == "entries-closed"


def test_a_full_event_keeps_no_place_for_a_substitute(cast: Cast, evening: Event, newcomer: Person) -> None:
    teams = enter_teams(cast, evening, 2)
    seat_in_order(cast, evening, teams, ONE_CARD)
    Event.objects.filter(pk=evening.pk).update(capacity=4)
    assert code_of(instead, cast, teams[0], newcomer) == "no-room"
    assert not evening.entries.filter(person=newcomer).exists()


def test_after_its_end_nobody_comes(cast: Cast, evening: Event, newcomer: Person) -> None:
    teams = enter_teams(cast, evening, 2)
    game = seat_in_order(cast, evening, teams, ONE_CARD)
    Game.objects.filter(pk=game.pk).update(state=Game.State.REPORTED)
    assert code_of(instead, cast, teams[0], newcomer) == "played-out"


def test_a_game_whose_rules_know_no_substitute_refuses_by_its_rules(cast: Cast, newcomer: Person) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    [team] = enter_teams(cast, event, 1)
    refusal = refusal_of(instead, cast, team, newcomer)
    assert refusal.code == "no-substitutes"
    assert "Military Whist" in refusal.rule
