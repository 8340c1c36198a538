"""Executors of an event: appointed before anything is seated, carried through its rounds, replaced."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from tests.cast import (
    FIRST_DAY,
    JANUARY,
    MARCH,
    Cast,
    make_cast,
    open_table,
    registered_event,
    sanctioned_event,
)
from tests.support.bid_whist import pay_all
from tests.support.racing import all_at_once
from tests.support.refusals import refusal_of
from tests.support.team_events import enter_teams, team_event
from tournaments.calls.selectors import open_calls_for
from tournaments.calls.services.calls import call_executor
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import waiting_for_authority
from tournaments.events.services.events import apply_for_sanction
from tournaments.executors.selectors.event_executors import appointed_to
from tournaments.executors.selectors.proposals import proposals_of
from tournaments.executors.services.appointing import (
    appoint_acting_executor,
    appoint_for_event,
    end_for_event,
    replace_for_event,
)
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import confirm_round, plan_round

pytestmark = pytest.mark.both_databases

WEEK = dt.timedelta(days=7)


def another(cast: Cast, name: str = "Olga") -> Appointment:
    person = register_person(by=cast.managing, given_names=name, family_name="Rule", at=JANUARY)
    return appoint(
        by=cast.managing, person=person, office=Office.ACTING_EXECUTOR, first_day=FIRST_DAY, at=JANUARY
    )


def appointed(cast: Cast, event: Event, executor: Appointment | None = None) -> list[Game]:
    executor = executor or cast.executor_appointment
    return appoint_for_event(by=cast.managing, event=event, appointment=executor, at=MARCH - WEEK)


def present(cast: Cast, event: Event, count: int = 8) -> None:
    for person in cast.players[:count]:
        entry = enter_event(by=cast.director, event=event, person=person, at=MARCH - WEEK)
        check_in(by=cast.director, entry=entry, at=MARCH)


def a_round(cast: Cast, event: Event) -> Round:
    return plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4, at=MARCH)


def confirmed(cast: Cast, round: Round, why: str = "") -> list[Game]:
    confirm_round(by=cast.director, round=round, why=why, at=MARCH)
    return list(Game.objects.filter(round=round).order_by("table"))


@pytest.mark.both_databases
def test_named_before_anything_is_seated_and_carried_through_the_rounds(cast: Cast) -> None:
    event = sanctioned_event(cast)
    assert appointed(cast, event) == []
    [message] = Message.objects.filter(to=cast.executor, kind="event-given")
    assert "including later rounds" in message.text
    present(cast, event)
    games = confirmed(cast, a_round(cast, event))
    assert [game.acting_executor for game in games] == [cast.executor_appointment] * 2
    trail = AuditEntry.objects.filter(action="appoint Acting Executor", thing_type=Game._meta.label)
    assert list(trail.values_list("by", "after__executor")) == [(cast.director.pk, cast.executor.number)] * 2
    later = confirmed(cast, a_round(cast, event), why="The room is ours until ten.")
    assert [game.acting_executor for game in later] == [cast.executor_appointment] * 2
    assert Message.objects.filter(to=cast.executor, kind__in=("event-given", "game-given")).count() == 1


@pytest.mark.parametrize(
    ("format_slug", "ruleset", "teams", "plan"),
    [
        (
            "military-whist",
            "alberta-55-plus",
            2,
            {"level": "open", "days": [[2]], "moves": "circle", "pattern": "sample"},
        ),
        ("bid-whist", "cardsharks", 4, {"tournament": "main-event"}),
        ("columbus-whist", "columbus-first-club-2016", 4, {"games": 6, "qualifiers": 2, "pot_cents": 500}),
    ],
)
def test_an_event_that_is_one_game_has_its_executor_with_the_first_round(
    cast: Cast, format_slug: str, ruleset: str, teams: int, plan: dict[str, Any]
) -> None:
    event = team_event(cast, format_slug, ruleset)
    olga = another(cast)
    appointed(cast, event, olga)
    enter_teams(cast, event, teams)
    pay_all(cast, event)
    round = plan_round(by=cast.director, event=event, planned=plan, at=MARCH)
    [game] = confirm_round(by=cast.director, round=round, at=MARCH)
    game.refresh_from_db()
    assert game.acting_executor == olga


def test_the_next_one_rules_where_the_first_has_a_conflict_and_nobody_where_both_have(cast: Cast) -> None:
    event, second = sanctioned_event(cast), another(cast)
    appointed(cast, event)
    appointed(cast, event, second)
    present(cast, event)
    round = a_round(cast, event)
    one, _other = round.tables
    players = {person.number: person for person in cast.players}
    declare_conflict(by=cast.executor, with_person=players[one[0]], reason="Cousins.", at=MARCH)
    games = confirmed(cast, round)
    assert [game.acting_executor for game in games] == [second, cast.executor_appointment]
    take_back_round(by=cast.director, round=round, why="Too early.", at=MARCH)
    declare_conflict(by=second.person, with_person=players[one[1]], reason="Friends.", at=MARCH)
    games = confirmed(cast, round)
    assert [game.acting_executor for game in games] == [None, cast.executor_appointment]
    [proposal] = proposals_of(event)
    assert [game.place for game in proposal.games] == [games[0].place]


@pytest.mark.both_databases
def test_another_takes_over_during_the_evening_with_the_calls_that_are_open(cast: Cast) -> None:
    event, second = sanctioned_event(cast), another(cast)
    appointed(cast, event)
    present(cast, event)
    games = confirmed(cast, a_round(cast, event))
    call = call_executor(by=cast.director, game=games[0], kind="score", at=MARCH)
    replace = partial(
        replace_for_event,
        by=cast.managing,
        event=event,
        appointment=second,
        instead_of=cast.executor_appointment,
        at=MARCH,
    )
    assert refusal_of(replace, by=cast.director).code == "not-allowed"
    assert replace() == games
    assert set(event.games.values_list("acting_executor", flat=True)) == {second.pk}
    assert [line.number for line in open_calls_for(person=second.person)] == [call.pk]
    assert open_calls_for(person=cast.executor) == ()
    [message] = Message.objects.filter(to=second.person, kind="event-given")
    assert "1 table is calling for you now." in message.text
    assert [row.number for row in appointed_to(event)] == [second.person.number]
    assert refusal_of(replace).code == "not-appointed"


def test_a_takeover_leaves_alone_what_the_other_does_not_rule_or_has_ruled(cast: Cast) -> None:
    event, second, third = sanctioned_event(cast), another(cast), another(cast, "Hugh")
    appointed(cast, event)
    present(cast, event)
    first, own = confirmed(cast, a_round(cast, event))
    appoint_acting_executor(by=cast.managing, game=own, appointment=third, at=MARCH)
    [changed] = AuditEntry.objects.filter(thing_id=str(own.pk), after__executor=third.person.number)
    assert changed.before == {"executor": cast.executor.number}
    [later, over] = confirmed(cast, a_round(cast, event), why="The room is ours until ten.")
    Game.objects.filter(pk=over.pk).update(state=Game.State.CERTIFIED)
    taken = replace_for_event(
        by=cast.managing,
        event=event,
        appointment=second,
        instead_of=cast.executor_appointment,
        at=MARCH,
    )
    assert taken == [first, later]
    ruling = dict(event.games.values_list("pk", "acting_executor"))
    assert ruling == {
        first.pk: second.pk,
        own.pk: third.pk,
        later.pk: second.pk,
        over.pk: cast.executor_appointment.pk,
    }


def test_one_who_is_appointed_already_is_not_appointed_twice_by_a_takeover(cast: Cast) -> None:
    event, second, third = sanctioned_event(cast), another(cast), another(cast, "Hugh")
    for executor in (cast.executor_appointment, second):
        appointed(cast, event, executor)
    replace = partial(replace_for_event, by=cast.managing, event=event, at=MARCH)
    assert replace(appointment=second, instead_of=cast.executor_appointment) == []
    assert [row.number for row in appointed_to(event)] == [second.person.number]
    assert Message.objects.filter(to=second.person, kind="event-given").count() == 1
    appointed(cast, event)
    replace(appointment=third, instead_of=cast.executor_appointment)
    assert {row.number for row in appointed_to(event)} == {second.person.number, third.person.number}


def test_the_executor_of_an_event_is_given_a_game_that_has_nobody(cast: Cast) -> None:
    event = sanctioned_event(cast)
    appointed(cast, event)
    left = open_table(cast, event, cast.players[:3])
    over = open_table(cast, event, cast.players[3:6])
    Game.objects.filter(pk__in=(left.pk, over.pk)).update(acting_executor=None)
    Game.objects.filter(pk=over.pk).update(state=Game.State.VOID)
    assert appointed(cast, event) == [left]
    assert event.executors.count() == 1
    over.refresh_from_db()
    assert over.acting_executor is None


def test_a_takeover_is_of_all_games_or_of_none(cast: Cast) -> None:
    event, second = sanctioned_event(cast), another(cast)
    appointed(cast, event)
    present(cast, event)
    confirmed(cast, a_round(cast, event))
    declare_conflict(by=second.person, with_person=cast.players[0], reason="Cousins.", at=MARCH)
    refusal = refusal_of(
        replace_for_event,
        by=cast.managing,
        event=event,
        appointment=second,
        instead_of=cast.executor_appointment,
        at=MARCH,
    )
    assert refusal.code == "executor-conflicted"
    assert set(event.games.values_list("acting_executor", flat=True)) == {cast.executor_appointment.pk}


def test_ended_the_games_they_have_stay_theirs(cast: Cast) -> None:
    event = sanctioned_event(cast)
    appointed(cast, event)
    present(cast, event)
    games = confirmed(cast, a_round(cast, event))
    end = partial(
        end_for_event, by=cast.managing, event=event, appointment=cast.executor_appointment, at=MARCH
    )
    assert refusal_of(end, by=cast.director).code == "not-allowed"
    end()
    later = confirmed(cast, a_round(cast, event), why="The hall closes at ten.")
    assert [game.acting_executor_id for game in (*games, *later)] == [
        *[cast.executor_appointment.pk] * 2,
        None,
        None,
    ]
    assert refusal_of(end).code == "not-appointed"
    [ended] = AuditEntry.objects.filter(action="end Acting Executor")
    assert (ended.by, ended.before) == (cast.managing, {"executor": cast.executor.number})


def test_who_is_appointed_to_an_event_neither_plays_there_nor_rules_another_at_that_time(cast: Cast) -> None:
    event = sanctioned_event(cast)
    appointed(cast, event)
    enter = partial(enter_event, by=cast.director, event=event, person=cast.executor, at=MARCH - WEEK)
    assert refusal_of(enter).code == "executor-rules-here"
    beside = sanctioned_event(cast, name="Another hall")
    refusal = refusal_of(appointed, cast, beside)
    assert refusal.code == "executor-busy"
    assert refusal.sentence == "Edgar Hale is Acting Executor of Spring Whoopie at that time."
    [proposal] = proposals_of(beside)
    assert {candidate.name: candidate.may for candidate in proposal.candidates}["Edgar Hale"] is False


def test_only_a_sanctioned_event_and_only_by_the_managing_executor(cast: Cast) -> None:
    event = sanctioned_event(cast)
    appoint_it = partial(
        appoint_for_event, event=event, appointment=cast.executor_appointment, at=MARCH - WEEK
    )
    assert refusal_of(appoint_it, by=cast.director).code == "not-allowed"
    bare = registered_event(cast, "No sanction yet", at=MARCH - WEEK)
    assert refusal_of(appoint_it, by=cast.managing, event=bare).code == "event-not-sanctioned"
    apply_for_sanction(
        by=cast.director,
        event=bare,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        at=MARCH - WEEK,
    )
    assert refusal_of(appoint_it, by=cast.managing, event=bare).code == "event-not-sanctioned"
    over = refusal_of(appoint_it, by=cast.managing, at=MARCH + WEEK)
    assert over.code == "no-game-waits"


def test_the_desk_lists_events_to_come_until_somebody_is_appointed(cast: Cast) -> None:
    event = sanctioned_event(cast)
    sanctioned_event(cast, name="In autumn", at=MARCH + 20 * WEEK)
    before = MARCH - WEEK
    assert waiting_for_authority(before).unruled == (event,)
    appointed(cast, event)
    assert waiting_for_authority(before).unruled == ()


def test_a_game_outside_the_rounds_gets_them_too_and_one_appointed_to_the_game_keeps_it(cast: Cast) -> None:
    event, second = sanctioned_event(cast), another(cast)
    own = open_table(cast, event, cast.players[:3])
    appoint_acting_executor(by=cast.managing, game=own, appointment=second, at=MARCH)
    assert appointed(cast, event) == []
    own.refresh_from_db()
    assert own.acting_executor == second


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_two_who_appoint_the_same_executor_at_once_appoint_one() -> None:
    cast = make_cast()
    event = sanctioned_event(cast)
    answers = all_at_once([partial(appointed, cast, event)] * 2)
    assert event.executors.count() == 1
    assert sorted(str(getattr(answer, "code", "done")) for answer in answers) == ["done", "no-game-waits"]
