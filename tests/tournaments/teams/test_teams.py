"""Teams: entered, checked in and seated as a whole, and moved up as a whole."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import partial

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.services.merging import merge_people
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.discipline import on_paper
from tests.support.refusals import code_of, refusal_of
from tests.support.team_events import EARLY, enter_teams, seat_in_order, signed_in, team_event
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import entry_list
from tournaments.entries.selectors.teams import team_mates
from tournaments.entries.services.check_in import check_in, settle_entry_fee, undo_check_in
from tournaments.entries.services.entries import mark_absent, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.formats.registry import registered
from tournaments.rounds.services.rounds import plan_round
from tournaments.teams.models.team import Team
from tournaments.teams.selectors.teams import team_list
from tournaments.teams.services.teams import check_in_team, enter_team, team_has_paid, withdraw_team
from tournaments.teams.services.undoing import restore_team


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(HIGH_CARD):
        yield


@pytest.fixture
def evening(cast: Cast) -> Event:
    return team_event(cast, "high-card", "high-card-1")


def pair(cast: Cast, event: Event, name: str, first: Person, other: Person) -> Team:
    players = {"A": first, "B": other}
    return enter_team(by=cast.director, event=event, name=name, players=players, at=EARLY)


def test_a_team_is_entries_of_its_players(cast: Cast, evening: Event) -> None:
    ash, birch, cedar, *_others = cast.players
    team = pair(cast, evening, " The Elms ", ash, birch)
    assert (team.number, team.name) == (1, "The Elms")
    assert set(evening.entries.values_list("person", "state")) == {(ash.pk, "entered"), (birch.pk, "entered")}
    assert code_of(partial(pair, cast, evening, "The Elms", cedar, ash)) == "team-name"
    assert code_of(partial(pair, cast, evening, "Others", cedar, ash)) == "entered-already"
    assert code_of(partial(pair, cast, evening, "Others", cedar, cedar)) == "player-twice"
    alone = partial(enter_team, by=cast.director, event=evening, name="Alone", players={"A": cedar})
    assert code_of(partial(alone, at=EARLY)) == "team-incomplete"
    assert evening.entries.count() == 2


def test_a_program_enters_a_team_once(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    sent = {"name": "Elms", "players": {"A": ash.number, "B": birch.number}}
    for _ in range(2):
        entered = signed_in(cast.director).post(
            f"/api/v1/events/{evening.slug}/teams/",
            sent,
            content_type="application/json",
            headers={"Idempotency-Key": "once"},
        )
        assert entered.status_code == 201, entered.json()
    assert evening.teams.get().name == "Elms"


def test_two_records_of_one_person_are_one_player(cast: Cast, evening: Event) -> None:
    ash, other = cast.players[0], on_paper(cast, "Alice")
    merge_people(by=cast.registrar, kept=ash, merged=other, reason="The same hand.", at=EARLY)
    other.refresh_from_db()
    assert code_of(partial(pair, cast, evening, "Elms", ash, other)) == "player-twice"


def test_a_withdrawn_team_leaves_its_number_and_its_players_free(cast: Cast, evening: Event) -> None:
    team = pair(cast, evening, "Elms", *cast.players[:2])
    withdraw_team(by=cast.director, team=team, at=EARLY)
    assert code_of(partial(withdraw_team, by=cast.director, team=team, at=EARLY)) == "team-withdrawn"
    again = pair(cast, evening, "Elms", cast.players[1], cast.players[2])
    assert again.number == 2
    listed = team_list(evening)
    assert [team.number for team in listed.teams] == [2]
    assert [[member.number for member in gone_team.members] for gone_team in listed.gone] == [
        [player.number for player in cast.players[:2]]
    ]


@pytest.mark.both_databases
def test_a_withdrawn_team_is_restored_as_it_was(cast: Cast, evening: Event) -> None:
    ash, birch, cedar, dogwood, *_others = cast.players
    Event.objects.filter(pk=evening.pk).update(entry_fee="5.00")
    evening.refresh_from_db()
    team = pair(cast, evening, "Elms", ash, birch)
    director = signed_in(cast.director)
    page = f"/events/{evening.slug}/teams/"
    check_in_team(by=cast.director, team=team, at=evening.starts_at)
    team_has_paid(by=cast.director, team=team, at=evening.starts_at)
    later = evening.starts_at + dt.timedelta(minutes=20)
    withdraw_team(by=cast.director, team=team, at=later)
    act = f"{page}{team.pk}/restore/"
    assert act in director.get(page).content.decode()
    director.post(act)
    [restored] = team_list(evening).teams
    assert (restored.number, restored.present) == (1, True)
    assert [(line.owes, line.came_late) for line in entry_list(evening).entered] == [(False, False)] * 2
    withdraw_team(by=cast.director, team=team, at=later)
    other = pair(cast, evening, "Oaks", cedar, ash)
    restore = partial(restore_team, by=cast.director, team=team, at=later)
    assert code_of(restore) == "in-a-team"
    withdraw_team(by=cast.director, team=other, at=later)
    pair(cast, evening, "Elms", cedar, dogwood)
    assert code_of(restore) == "team-name"
    assert code_of(partial(restore_team, by=ash, team=team, at=later)) == "not-allowed"


def test_whoever_runs_the_event_reads_the_names_of_a_team(cast: Cast, evening: Event) -> None:
    ash = cast.players[0]
    pair(cast, evening, "Elms", *cast.players[:2])
    Person.objects.filter(pk=ash.pk).update(publicity=Publicity.NUMBER)
    page = f"/events/{evening.slug}/teams/"
    assert ash.name in signed_in(cast.director).get(page).content.decode()
    assert ash.name not in signed_in(cast.players[5]).get(page).content.decode()


@pytest.mark.both_databases
def test_that_all_of_a_team_are_there_and_have_paid_is_undone(cast: Cast, evening: Event) -> None:
    Event.objects.filter(pk=evening.pk).update(entry_fee="5.00")
    evening.refresh_from_db()
    team = pair(cast, evening, "Elms", *cast.players[:2])
    ash = evening.entries.get(person=cast.players[0])
    check_in(by=cast.director, entry=ash, at=EARLY)
    settle_entry_fee(by=cast.director, entry=ash, to="waived", why="A guest.", at=EARLY)
    director = signed_in(cast.director)
    page = f"/events/{evening.slug}/teams/"

    def state() -> list[tuple[bool, str]]:
        return [(entry.is_present, entry.fee_state) for entry in evening.entries.order_by("pk")]

    for act in ("check-in", "paid"):
        director.post(f"{page}{team.pk}/{act}/")
    assert state() == [(True, "waived"), (True, "paid")]
    shown = director.get(page).content.decode()
    for act in ("undo-check-in", "undo-paid"):
        assert f"{page}{team.pk}/{act}/" in shown
        director.post(f"{page}{team.pk}/{act}/")
    assert state() == [(True, "waived"), (False, "unpaid")]
    assert f"{page}{team.pk}/undo-" not in director.get(page).content.decode()


def test_a_team_of_somebody_who_plays_in_another_is_not_entered_and_says_so(
    cast: Cast, evening: Event
) -> None:
    pair(cast, evening, "Elms", *cast.players[:2])
    refusal = refusal_of(partial(pair, cast, evening, "Firs", *cast.players[1:3]))
    assert (refusal.code, refusal.remedy[:24]) == ("entered-already", "The team is not entered.")


def test_teams_wait_and_move_up_whole(cast: Cast, evening: Event) -> None:
    evening.capacity = 4
    evening.save()
    teams = [pair(cast, evening, f"Team {at}", *cast.players[2 * at : 2 * at + 2]) for at in range(3)]
    states = evening.entries.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["entered"] * 4 + ["waiting"] * 2
    withdraw_entry(by=cast.director, entry=evening.entries.get(person=cast.players[0]), at=EARLY)
    assert Entry.objects.filter(state="waiting").count() == 2
    withdraw_entry(by=cast.director, entry=evening.entries.get(person=cast.players[1]), at=EARLY)
    assert not Entry.objects.filter(state="waiting").exists()
    assert teams[2].members.filter(entry__state="entered").count() == 2


def test_a_team_finds_room_as_a_whole_or_is_told(cast: Cast, evening: Event) -> None:
    evening.capacity = 3
    evening.save()
    pair(cast, evening, "Elms", *cast.players[:2])
    assert code_of(partial(pair, cast, evening, "Firs", *cast.players[2:4])) == "no-room-for-a-team"


def test_only_whole_teams_are_seated(cast: Cast, evening: Event) -> None:
    teams = enter_teams(cast, evening, 4)
    plan = partial(plan_round, by=cast.director, event=evening, planned={"cards": 1}, at=MARCH)
    entry = evening.entries.get(person=cast.players[0])
    undo_check_in(by=cast.director, entry=entry, at=MARCH)
    assert code_of(plan) == "seating-unreadable"
    withdraw_team(by=cast.director, team=teams[0], at=MARCH)
    withdraw_team(by=cast.director, team=teams[1], at=MARCH)
    new_round = plan(seed="1966")
    assert [sorted(table) for table in new_round.tables] == [
        sorted(player.number for player in cast.players[4:8])
    ]


def test_a_seated_team_is_not_withdrawn(cast: Cast, evening: Event) -> None:
    teams = enter_teams(cast, evening, 2)
    seat_in_order(cast, evening, teams, {"cards": 1})
    assert code_of(partial(withdraw_team, by=cast.director, team=teams[0], at=MARCH)) == "team-seated"


def test_one_player_of_a_seated_team_stays(cast: Cast, evening: Event) -> None:
    """Neither withdrawn nor taken as not there: his team would drop out of the next round."""
    teams = enter_teams(cast, evening, 2)
    entry = evening.entries.get(person=cast.players[0])
    undo_check_in(by=cast.director, entry=entry, at=MARCH)
    check_in_team(by=cast.director, team=teams[0], at=MARCH)
    seat_in_order(cast, evening, teams, {"cards": 1})
    for act in (withdraw_entry, mark_absent, undo_check_in):
        wrong = refusal_of(act, by=cast.director, entry=entry, at=MARCH)
        assert (wrong.code, "substitute" in wrong.remedy) == ("team-seated", True)
    entry.refresh_from_db()
    assert (entry.state, entry.checked_in_at) == ("entered", MARCH)
    assert team_list(evening).present == 2


def test_no_teams_where_players_enter_singly(cast: Cast) -> None:
    event = sanctioned_event(cast)
    assert code_of(partial(pair, cast, event, "Elms", *cast.players[:2])) == "no-teams"


@pytest.mark.both_databases
def test_mates_are_the_others_who_play_for_the_team_now(cast: Cast) -> None:
    (team,) = enter_teams(cast, team_event(cast, "bid-whist", "cardsharks"), 1)
    player, mate = (member.entry.person for member in team.members.order_by("letter"))
    assert team_mates(team, player) == (mate.name,)
    assert team_mates(team, mate) == (player.name,)
