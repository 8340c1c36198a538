"""Rounds: seated by draw, balanced or by hand, seen, confirmed, and kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from rules_engine.decide import answer
from rules_engine.seating import seats_drawn
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import JANUARY, MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.support.kept_steps import kept_step
from tests.support.play import drawn_table, play
from tests.support.racing import all_at_once
from tests.support.refusals import refusal_of
from tests.support.team_events import signed_in
from tournaments.calls.models import Call
from tournaments.calls.services.calls import call_executor
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.selectors.seats import seat_in
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.rounds import rounds_of
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round, discard_round, plan_round, seat_round_again
from tournaments.tables.services.authorisations import change_plan
from tournaments.tables.services.seating import sit_down, wait_at_table

PLAN = {"stanzas": 9}
EARLY = MARCH - dt.timedelta(days=10)


@kept_step
def present(cast: Cast, count: int) -> Event:
    """An event with so many checked in."""
    event = sanctioned_event(cast)
    people = [*cast.players, *newcomers(cast, count - len(cast.players))][:count]
    for person in people:
        entry = enter_event(by=cast.director, event=event, person=person, at=EARLY)
        check_in(by=cast.director, entry=entry, at=MARCH)
    return event


def newcomers(cast: Cast, count: int) -> list[Person]:
    return [
        register_person(by=cast.registrar, given_names="New", family_name=f"Comer {number}", at=JANUARY)
        for number in range(count)
    ]


def planned(cast: Cast, event: Event, **changes: Any) -> Round:
    return plan_round(**{"by": cast.director, "event": event, "planned": PLAN, "at": MARCH, **changes})


def seats(games: Sequence[Game]) -> list[list[str]]:
    return [list(game.players.order_by("seat").values_list("person__number", flat=True)) for game in games]


@pytest.mark.parametrize("mode", ["draw", "balanced"])
def test_a_round_is_what_decide_says_and_opens_its_games(cast: Cast, mode: str) -> None:
    event = present(cast, 13)
    new_round = planned(cast, event, mode=mode, preferred=4, seed="1966", name="Afternoon")
    assert new_round.label == "round 1, Afternoon"
    assert not event.games.exists()
    seating = answer("seating", new_round.question)
    assert (seating["tables"], seating["repeats"]) == (new_round.tables, 0)
    games = confirm_round(by=cast.director, round=new_round, at=MARCH)
    assert seats(games) == new_round.tables
    assert [(game.round_id, game.table, game.planned) for game in games] == [
        (new_round.pk, number, PLAN) for number in (1, 2, 3)
    ]
    assert refusal_of(partial(confirm_round, by=cast.director, round=new_round)).code == "round-settled"


def test_a_second_round_knows_who_sat_together(cast: Cast) -> None:
    event = present(cast, 9)
    first = planned(cast, event, mode="balanced", preferred=3)
    confirm_round(by=cast.director, round=first, at=MARCH)
    second = planned(cast, event, mode="balanced", preferred=3)
    assert second.number == 2
    assert (second.repeats, second.new_meetings) == (0, 9)
    met = {frozenset(pair) for table in first.tables for pair in combinations(table, 2)}
    assert not met & {frozenset(pair) for table in second.tables for pair in combinations(table, 2)}


def test_a_round_begins_with_the_event_or_when_it_is_planned_later(cast: Cast) -> None:
    event = present(cast, 6)
    first = planned(cast, event, at=event.starts_at - dt.timedelta(minutes=10))
    assert first.starts_at == event.starts_at
    confirm_round(by=cast.director, round=first, at=event.starts_at)
    afternoon = event.starts_at + dt.timedelta(hours=3)
    assert planned(cast, event, at=afternoon).starts_at == afternoon


def test_nobody_draws_until_he_likes_it(cast: Cast) -> None:
    event = present(cast, 8)
    new_round = planned(cast, event, seed="first")
    again = partial(seat_round_again, by=cast.director, round=new_round, mode="draw", at=MARCH)
    assert refusal_of(partial(again, why=" ")).code == "reason-missing"
    long = refusal_of(partial(again, why="w" * 301))
    assert (long.code, long.status, "301 characters" in long.sentence) == ("reason-too-long", 422, True)
    again(why="Two brothers sit together.", seed="second")
    assert refusal_of(partial(planned, cast, event)).code == "round-open"
    draws = Draw.objects.filter(round=new_round)
    assert [(draw.number, draw.seed, draw.why) for draw in draws] == [
        (1, "first", ""),
        (2, "second", "Two brothers sit together."),
    ]
    audit_entries = AuditEntry.objects.filter(thing_type="tournaments.Round").order_by("pk")
    assert [(entry.after or {})["seed"] for entry in audit_entries] == ["first", "second"]


def test_by_hand_everybody_sits_once(cast: Cast) -> None:
    event = present(cast, 7)
    numbers = [player.number for player in cast.players[:7]]
    new_round = planned(cast, event, mode="hand", tables=[[numbers[0].lower(), *numbers[1:4]], numbers[4:]])
    games = confirm_round(by=cast.director, round=new_round, at=MARCH)
    assert seats(games) == [list(table) for table in seats_drawn(new_round.tables, numbers, new_round.seed)]
    assert [sorted(table) for table in new_round.tables] == [numbers[:4], numbers[4:]]


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([[0, 1, 2, 3], [4, 5]], "Table 2 has 2 players"),
        ([[0, 1, 2, 3], [4, 5, 6, 3]], "Dogwood sits at two places"),
        ([[0, 1, 2], [4, 5, 6]], "No seat for D Dogwood"),
        ([[0, 1, 2, 3], [4, 5, 6, 8]], "is not checked in"),
        ([], "No seat for"),
    ],
)
def test_tables_that_leave_out_or_double_are_refused(
    cast: Cast, tables: list[list[int]], sentence: str
) -> None:
    event = present(cast, 7)
    numbers = [[cast.players[at].number for at in table] for table in tables]
    refusal = refusal_of(partial(planned, cast, event, mode="hand", tables=numbers))
    assert (refusal.code, refusal.status) == ("seating-unreadable", 422)
    assert sentence in refusal.sentence
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"planned": {}}, "plan-unreadable"),
        ({"preferred": 11}, "seating-unreadable"),
        ({"mode": "wish"}, "seating-unreadable"),
    ],
)
def test_what_cannot_be_seated(cast: Cast, changes: dict[str, Any], code: str) -> None:
    assert refusal_of(partial(planned, cast, present(cast, 4), **changes)).code == code


def test_only_those_who_are_there_are_seated(cast: Cast) -> None:
    event = present(cast, 2)
    enter_event(by=cast.director, event=event, person=cast.players[5], at=EARLY)
    assert refusal_of(partial(planned, cast, event)).code == "too-few-players"


def test_who_left_meanwhile_has_the_round_seated_again(cast: Cast) -> None:
    event = present(cast, 5)
    new_round = planned(cast, event)
    late = enter_event(by=cast.director, event=event, person=cast.players[7], at=EARLY)
    check_in(by=cast.director, entry=late, at=MARCH)
    refusal = refusal_of(partial(confirm_round, by=cast.director, round=new_round, at=MARCH))
    assert "No seat for" in refusal.sentence
    assert not event.games.exists()
    new_round = seat_round_again(by=cast.director, round=new_round, mode="draw", why="Hazel came.", at=MARCH)
    assert len(confirm_round(by=cast.director, round=new_round, at=MARCH)) == 1


def test_a_discarded_round_leaves_its_number(cast: Cast) -> None:
    event = present(cast, 4)
    new_round = planned(cast, event)
    assert (
        refusal_of(partial(discard_round, by=cast.director, round=new_round, why="")).code == "reason-missing"
    )
    discard_round(by=cast.director, round=new_round, why="The lights went out.", at=MARCH)
    assert planned(cast, event).number == 1
    assert refusal_of(partial(confirm_round, by=cast.director, round=new_round)).code == "round-settled"


def test_strangers_seat_nobody(cast: Cast) -> None:
    assert refusal_of(partial(planned, cast, present(cast, 4), by=cast.outsider)).status == 403


@pytest.mark.both_databases
def test_the_database_wants_a_table_in_each_round(cast: Cast) -> None:
    event = present(cast, 6)
    confirm_round(by=cast.director, round=planned(cast, event, preferred=3), at=MARCH)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(event=event).update(table=1)
    with pytest.raises(IntegrityError, match="game_of_a_round_has_a_table"), transaction.atomic():
        Game.objects.filter(event=event, table=1).update(table=None)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_round_confirmed_twice_at_once_opens_its_games_once() -> None:
    cast = make_cast()
    event = present(cast, 6)
    new_round = planned(cast, event, preferred=3)
    answers = all_at_once(
        [partial(confirm_round, by=cast.director, round=Round.objects.get(pk=new_round.pk), at=MARCH)] * 3
    )
    assert sum(isinstance(answer, Refusal) for answer in answers) == 2
    assert event.games.count() == 2


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_who_plan_at_once_plan_one_round() -> None:
    cast = make_cast()
    event = present(cast, 6)
    answers = all_at_once([partial(planned, cast, event)] * 2)
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["round-open"]
    assert Round.objects.count() == 1


@pytest.mark.both_databases
def test_a_round_waits_for_the_one_before_and_can_be_taken_back(cast: Cast) -> None:
    """Sixty sat at two tables each, and nothing took it back."""
    event = present(cast, 6)
    first = planned(cast, event, preferred=3)
    games = confirm_round(by=cast.director, round=first, at=MARCH)
    call_executor(by=cast.director, game=games[0], kind="score", at=MARCH)
    appoint_acting_executor(by=cast.managing, game=games[0], appointment=cast.executor_appointment, at=MARCH)
    wait_at_table(by=cast.director, game=games[0], person=cast.players[7], at=MARCH)
    [sat_first, sat_second] = seats(games)
    again = planned(cast, event, preferred=3)
    confirm = partial(confirm_round, by=cast.director, round=again, at=MARCH)
    waits = refusal_of(confirm)
    assert (waits.code, waits.facts) == ("round-before", {"left": {"1": 2}})
    assert [listed.missing for listed in rounds_of(event)] == [0, 2]
    back = partial(take_back_round, by=cast.director, round=first, at=MARCH)
    assert [listed.last for listed in rounds_of(event)] == [False, True]
    assert refusal_of(partial(back, why="")).code == "reason-missing"
    assert refusal_of(partial(back, why="Mine.", by=cast.outsider)).status == 403
    back(why="Too early.")
    again.refresh_from_db()
    assert again.state == "discarded"
    assert AuditEntry.objects.get(action="discard round").why == "Too early."
    assert {(game.state, game.players.count(), game.round_id) for game in event.games.all()} == {
        ("void", 0, None)
    }
    assert not event.games.filter(acting_executor__isnull=False).exists()
    assert Call.objects.get().ended == "withdrawn"
    emptied = AuditEntry.objects.filter(action="empty game").order_by("pk")
    refusal_facts = {"state": "open", "round": 1}
    assert [audited.before for audited in emptied] == [
        {
            **refusal_facts,
            "table": 1,
            "executor": cast.executor.number,
            "players": sat_first,
            "calls": [Call.objects.get().pk],
            "waiting": [cast.players[7].number],
        },
        {**refusal_facts, "table": 2, "players": sat_second},
    ]
    assert {audited.why for audited in emptied} == {"Too early."}
    taken = AuditEntry.objects.get(action="take round back")
    assert (taken.why, (taken.before or {})["games"]) == ("Too early.", [1, 2])
    first.refresh_from_db()
    assert (first.state, first.confirmed_at) == ("preview", None)
    assert refusal_of(partial(back, why="Twice.")).code == "round-settled"
    filled = confirm_round(by=cast.director, round=first, at=MARCH)
    assert [(game.number, game.state, game.players.count()) for game in filled] == [
        (1, "open", 3),
        (2, "open", 3),
    ]
    assert confirm_round(
        by=cast.director, round=planned(cast, event, preferred=3), why="Played on paper.", at=MARCH
    )
    assert refusal_of(partial(back, why="Too late.")).code == "round-after"
    audit_entry = AuditEntry.objects.filter(action="confirm round").latest("pk")
    assert audit_entry.why == "Played on paper."


def test_a_round_waits_for_a_game_that_was_opened_outside_the_rounds(cast: Cast) -> None:
    event = present(cast, 6)
    open_table(cast, event, cast.players[:3], stanzas=2)
    new_round = planned(cast, event, preferred=3)
    waits = refusal_of(confirm_round, by=cast.director, round=new_round, at=MARCH)
    assert (waits.code, waits.facts) == ("round-before", {"left": {"0": 1}})
    assert "outside the rounds" in waits.sentence
    director, page = signed_in(cast.director), f"/events/{event.slug}/rounds/"
    shown = director.get(page).content.decode()
    assert "Opened outside the rounds: 1&nbsp;game is not closed yet." in shown
    assert 'id="confirm-why"' in shown
    assert director.post(f"{page}{new_round.pk}/confirm/", {"why": "They play on."}).status_code == 302


@pytest.mark.both_databases
def test_games_that_are_played_but_not_closed_are_named_before_the_next_round(cast: Cast) -> None:
    event = present(cast, 6)
    first, second = (drawn_table(cast, cast.players[at : at + 3], event=event, stanzas=2) for at in (0, 3))
    new_round = planned(cast, event, preferred=3)
    director, page = signed_in(cast.director), f"/events/{event.slug}/rounds/"

    def sentence() -> str:
        return refusal_of(confirm_round, by=cast.director, round=new_round, at=MARCH).sentence

    play(cast, first, 2, Random(1))
    play(cast, second, 1, Random(1))
    assert sentence().endswith("are not closed yet. 1 is played and waiting to be closed.")
    shown = director.get(page).content.decode()
    assert f'href="/events/{event.slug}/games/1/table/#close"' in shown
    assert f'href="/events/{event.slug}/games/2/table/#close"' not in shown
    play(cast, second, 1, Random(2))
    assert sentence().endswith("are not closed yet. 2 are played and waiting to be closed.")
    assert f'href="/events/{event.slug}/games/2/table/#close"' in director.get(page).content.decode()


def test_a_game_whose_plan_was_authorised_is_kept_when_its_round_is_taken_back(cast: Cast) -> None:
    new_round = planned(cast, present(cast, 3), preferred=3)
    [game] = confirm_round(by=cast.director, round=new_round, at=MARCH)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    change_plan(by=cast.director, game=game, planned={"stanzas": 6}, reason="The hall closes.", at=MARCH)
    take_back_round(by=cast.director, round=new_round, why="Too early.", at=MARCH)
    game.refresh_from_db()
    assert (game.state, game.players.count()) == ("void", 3)
    assert game.acting_executor == cast.executor_appointment
    [filled] = confirm_round(by=cast.director, round=new_round, at=MARCH)
    assert (filled.number, filled.players.count()) == (2, 3)


def test_a_round_is_not_taken_back_once_a_stanza_is_played(cast: Cast) -> None:
    new_round = planned(cast, present(cast, 3), preferred=3)
    [game] = confirm_round(by=cast.director, round=new_round, at=MARCH)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
    page, offered = f"/events/{game.event.slug}/rounds/", f"/{new_round.pk}/take-back/"
    assert offered in signed_in(cast.director).get(page).content.decode()
    play(cast, game, 1, Random(1))
    assert offered not in signed_in(cast.director).get(page).content.decode()
    back = partial(take_back_round, by=cast.director, round=new_round, why="Too early.", at=MARCH)
    assert refusal_of(back).code == "round-begun"
    new_round.refresh_from_db()
    assert new_round.state == "open"


def test_a_round_with_drawn_cards_and_a_newcomer_leaves_nobody_seated(cast: Cast) -> None:
    event = present(cast, 4)
    new_round = planned(
        cast, event, preferred=3, mode="hand", tables=[[player.number for player in cast.players[:4]]]
    )
    [game] = confirm_round(by=cast.director, round=new_round, at=MARCH)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
    sit_down(by=cast.director, game=game, person=cast.players[5], at=MARCH)
    take_back_round(by=cast.director, round=new_round, why="The lights went out.", at=MARCH)
    assert not game.players.exists()
    assert seat_in(event, cast.players[0]) is None
    filled = confirm_round(by=cast.director, round=new_round, at=MARCH)
    assert [other_game.pk for other_game in filled] == [game.pk]
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    assert draw_cards(by=cast.director, game=filled[0], seed="again", at=MARCH).first_dealer is not None
