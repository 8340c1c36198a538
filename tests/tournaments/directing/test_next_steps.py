"""What a director is told to do next, from the application to the certified game."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from django.test import Client

from sanctioning.sanctions.services.applications import grant_sanction
from tests.cast import MARCH, Cast, certified, open_table, registered_event, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, random_body, report, table
from tournaments.directing.selectors.endings import stages_to_end
from tournaments.directing.selectors.floor import floor_of
from tournaments.directing.selectors.next_steps import next_steps
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import games_of
from tournaments.events.selectors.first_steps import first_steps
from tournaments.events.services.events import apply_for_sanction
from tournaments.games.models import Game
from tournaments.reports.models.report import ReportFinding
from tournaments.reports.services.settling import settle_finding
from tournaments.rounds.services.calling_off import call_off_game
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.rounds import plan_round
from tournaments.tables.services.closing import close_game


def step_titles(event: Event) -> list[str]:
    read_again = Event.objects.select_related("sanction").get(pk=event.pk)
    return [step.link or step.sentence for step in next_steps(read_again, games_of(read_again))]


def test_the_next_step_follows_the_life_of_an_event(cast: Cast) -> None:
    event = sanctioned_event(cast)
    assert step_titles(event) == ["Enter players"]
    entries = [
        enter_event(by=cast.director, event=event, person=player, at=MARCH) for player in cast.players[:3]
    ]
    assert step_titles(event) == ["Check players in"]
    for entry in entries:
        check_in(by=cast.director, entry=entry, at=MARCH)
    assert step_titles(event) == ["Seat a round"]
    plan_round(by=cast.director, event=event, planned={"stanzas": 3}, at=MARCH)
    assert step_titles(event) == ["Confirm the round"]
    game = open_table(cast, event, cast.players[:3])
    assert step_titles(event) == ["Draw the cards of game 1"]
    draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
    assert step_titles(event) == ["Go to game 1"]


def test_many_tables_are_one_step_and_what_one_of_them_needs_is_its_own(cast: Cast) -> None:
    event = sanctioned_event(cast)
    for begin in range(0, 9, 3):
        drawn_table(cast, cast.players[begin : begin + 3], event=event)
    assert step_titles(event) == ["To the floor"]
    open_table(cast, event, cast.players[9:12])
    assert step_titles(event) == ["To the floor", "Draw the cards of game 4"]
    Game.objects.filter(number__lte=2).update(acting_executor=None)
    assert step_titles(event) == [
        "2 games wait for an Acting Executor: the Managing Executor appoints one.",
        "Go to game 3",
        "Draw the cards of game 4",
    ]


@pytest.mark.both_databases
def test_until_the_event_is_over_it_says_what_is_left(cast: Cast, sign_in: SignIn) -> None:
    def left() -> list[tuple[int, int, str]]:
        return [(stage.done, stage.games, stage.path) for stage in stages_to_end(event, games_of(event))]

    event = sanctioned_event(cast)
    over, running = (drawn_table(cast, cast.players[at : at + 3], event=event) for at in (0, 3))
    assert left() == []
    play(cast, over, 1, Random(1))
    close_game(by=cast.director, game=over, sure=True, at=MARCH)
    table_of = "/events/spring-whoopie/games/{}/".format
    assert left() == [(1, 2, table_of(2) + "table/"), (0, 2, table_of(1)), (0, 2, table_of(1))]
    for page in ("", "manage/"):
        shown = sign_in(cast.director).get(f"/events/spring-whoopie/{page}").content.decode()
        assert "Until the event is over" in shown
    assert "Until the event is over" not in Client().get("/events/spring-whoopie/").content.decode()
    call_off_game(by=cast.director, game=running, reason="They went home.", at=MARCH)
    assert left() == [(1, 1, ""), (0, 1, table_of(1)), (0, 1, table_of(1))]
    Game.objects.filter(pk=over.pk).update(state=Game.State.CERTIFIED)
    assert left() == []
    for page in ("", "manage/", "floor/"):
        shown = sign_in(cast.director).get(f"/events/spring-whoopie/{page}").content.decode()
        assert "Every game is certified. There is nothing left to do." in shown
    assert not replace(floor_of(event), round_to_confirm=True).is_over
    entry = enter_event(by=cast.director, event=event, person=cast.players[6], late_for="Came.", at=MARCH)
    Entry.objects.filter(pk=entry.pk).update(fee=Decimal(5))
    for page in ("", "manage/", "floor/"):
        shown = sign_in(cast.director).get(f"/events/spring-whoopie/{page}").content.decode()
        assert "Every game is certified. 1 entry fee is still owed." in " ".join(shown.split())
        assert "There is nothing left to do." not in shown


def test_nobody_is_sent_to_confirm_what_an_open_error_forbids(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    body = random_body(table(cast, game), Random(1))
    report(cast, game, {**body, "dealer": body["bids"][0][0]})
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert step_titles(game.event) == ["The errors of game 1"]
    for finding in ReportFinding.objects.filter(severity="error"):
        settle_finding(by=cast.executor, finding=finding, reason="Played so.", at=MARCH)
    assert step_titles(game.event) == ["The final sheet of game 1"]


@pytest.mark.both_databases
def test_a_restricted_event_says_first_who_may_enter(cast: Cast) -> None:
    event = sanctioned_event(cast, level="restricted")
    assert step_titles(event) == ["Say who may enter"]
    conditions = [{"kind": "age", "at_least": 18}]
    set_entry_conditions(by=cast.director, event=event, conditions=conditions, at=MARCH)
    assert step_titles(event) == ["Enter players"]


def test_another_s_turn_is_told_too(cast: Cast) -> None:
    event = registered_event(cast, "Autumn Whoopie")
    assert step_titles(event) == ["Look at the application"]
    sanction = apply_for_sanction(
        by=cast.director,
        event=event,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        at=MARCH,
    )
    assert step_titles(event) == ["Status of the application"]
    grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    certified(cast, event, cast.players[:4])
    assert step_titles(event) == ["The results", "Seat another round"]


@pytest.mark.both_databases
def test_first_steps_know_how_far_somebody_is(cast: Cast) -> None:
    def at(account: object, person: object) -> str:
        steps = first_steps(account=account, person=person)  # type: ignore[arg-type]
        return next(step.title for step in steps if step.progress == "now")

    assert at(None, None) == "An account"
    assert at(cast.outsider.account, None) == "Your record, with a member number"
    assert at(cast.outsider.account, cast.outsider) == "A club"
    assert at(cast.managing.account, cast.managing) == "A club", "registered one, but runs none"
    assert at(cast.director.account, cast.director) == "An event"
