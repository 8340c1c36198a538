"""Appeals: the ladder step by step, in time and a day late, who judges, and what is refused."""

from __future__ import annotations

import hashlib
from functools import partial

import pytest
from django.db import DatabaseError, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.services.areas import take_leave
from sanctioning.offices.services.conflicts import declare_conflict
from tests.cast import MARCH, Cast, make_cast
from tests.support.appeals import DAY, Bench, appealed, bench_of, decided, ruling_in, waiting
from tests.support.play import drawn_table
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tournaments.justice.appeal_history.proceedings import proceedings_of
from tournaments.justice.appeals.bundle_parts import sha256_of
from tournaments.justice.appeals.models import Appeal, AppealStep, Assignment
from tournaments.justice.appeals.selectors.possible_acts import acts_of
from tournaments.justice.appeals.services.appealing import appeal_further, waive_step, withdraw_appeal
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.appeals.services.steps import recuse
from tournaments.justice.rulings.models import Ruling


@pytest.fixture
def bench(cast: Cast) -> Bench:
    return bench_of(cast)


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    return ruling_in(cast, drawn_table(cast, cast.players[:4]))


@pytest.mark.both_databases
def test_an_appeal_goes_to_an_associate_with_its_bundle_and_a_last_day(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling, key="k")
    step = this_appeal.steps.get()
    assert (step.office, step.place, step.judge) == ("Associate", 1, bench.associates[0])
    assert step.until == MARCH.date() + 14 * DAY
    assert this_appeal.bundle["ruling"]["reason"] == ruling.reason
    assert len(this_appeal.bundle_sha256) == 64
    assert [assignment.judge for assignment in step.assignments.all()] == [bench.associates[0]]
    assert Message.objects.get(kind="appeal-assigned").to == bench.associates[0].person
    ids = set(Message.objects.filter(kind="appeal-taken").values_list("to", flat=True))
    assert ids == {*(player.pk for player in cast.players[1:4]), cast.executor.pk}
    assert appealed(cast, ruling, key="k") == this_appeal
    assert refused("idempotency-key-reused", partial(appealed, cast, ruling), by=cast.players[1], key="k")
    again = refused("appealed-already", partial(appealed, cast, ruling), by=cast.players[1])
    assert again.facts == {"appeal": this_appeal.number}


def test_only_who_played_appeals_and_says_why_and_in_time(cast: Cast, bench: Bench, ruling: Ruling) -> None:
    act = partial(appealed, cast, ruling)
    for person in (cast.outsider, cast.director, cast.executor, cast.managing):
        refused("not-allowed", act, by=person)
    refused("grounds-missing", act, grounds="  ")
    refused("grounds-too-long", act, grounds="w" * 20_001)
    late = refused("appeal-too-late", act, at=MARCH + 15 * DAY)
    assert late.facts == {"last_day": "2025-03-22"}
    assert act(at=MARCH + 14 * DAY).steps.get().until == MARCH.date() + 28 * DAY


def test_the_ladder_step_by_step_each_in_time(cast: Cast, bench: Bench, ruling: Ruling) -> None:
    this_appeal = appealed(cast, ruling)
    further = partial(appeal_further, by=cast.players[2], appeal=this_appeal, grounds="Not so.")
    refused("appeal-waits", further)
    first = decided(this_appeal, "upheld")
    assert first.appealable_until == MARCH.date() + 14 * DAY
    refused("appeal-too-late", further, at=MARCH + 15 * DAY)
    refused("not-allowed", further, by=cast.outsider)
    second = further(at=MARCH + 14 * DAY)
    assert second.judge is not None
    assert (second.office, second.judge.person) == ("Managing", cast.managing)
    no_charge = partial(decided, this_appeal, "overturned", not_disruptive=True)
    refused("not-for-this-office", no_charge, at=MARCH + 15 * DAY)
    decided(this_appeal, "overturned", at=MARCH + 15 * DAY)
    third = further(by=cast.players[0], at=MARCH + 16 * DAY)
    assert (third.office, third.judge) == ("College", None)
    college = Message.objects.filter(kind="appeal-before-college").values_list("to", flat=True)
    assert set(college) == {member.person_id for member in bench.college}
    assert [step.place for step in this_appeal.steps.all()] == [1, 2, 3]


@pytest.mark.both_databases
def test_only_the_assigned_judge_decides_once_and_with_reasons(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    step = waiting(this_appeal)
    act = partial(decide, by=bench.associates[0].person, step=step, decision="upheld", reasons="So.")
    for person in (bench.associates[1].person, cast.managing, cast.players[0], cast.executor):
        refused("not-allowed", act, by=person)
    refused("decision-missing", act, decision="")
    refused("reasons-missing", act, reasons=" ")
    refused("nothing-to-vary", act, decision="varied")
    refused("not-for-this-office", act, not_disruptive=True)
    declare_conflict(
        by=bench.associates[0].person,
        with_club=cast.club,
        reason="Its treasurer.",
        last_day=MARCH.date(),
        at=MARCH,
    )
    refused("judge-conflicted", act)
    act(at=MARCH + DAY)
    refused("step-decided", act, at=MARCH + DAY)
    rows = AppealStep.objects.filter(pk=step.pk)
    for change in ({"decision": "overturned"}, {"reasons": "Other."}, {"place": 7}):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)


def test_whoever_is_in_conflict_gets_nothing_and_the_least_burdened_comes_first(
    cast: Cast, bench: Bench
) -> None:
    busy, related, free = (holder.person for holder in bench.associates)
    event_game = drawn_table(cast, cast.players[:4])
    assert appealed(cast, ruling_in(cast, event_game)).steps.get().judge == bench.associates[0]
    declare_conflict(by=related, with_person=cast.players[3], reason="Brother.", at=MARCH)
    second = appealed(cast, ruling_in(cast, event_game))
    assert second.steps.get().judge == bench.associates[2]
    take_leave(by=free, person=free, first_day=MARCH.date(), last_day=MARCH.date(), at=MARCH)
    assert appealed(cast, ruling_in(cast, event_game)).steps.get().judge == bench.associates[0]
    assert busy != free


def test_whoever_is_away_comes_last_however_little_is_open_there(cast: Cast, bench: Bench) -> None:
    game = drawn_table(cast, cast.players[:4])
    appealed(cast, ruling_in(cast, game))
    away, here = bench.associates[1], bench.associates[2]
    take_leave(by=away.person, person=away.person, first_day=MARCH.date(), last_day=MARCH.date(), at=MARCH)
    assert appealed(cast, ruling_in(cast, game)).steps.get().judge == here


def test_a_judge_recuses_himself_and_another_of_his_rank_has_it(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    step = waiting(this_appeal)
    refused("not-allowed", recuse, by=bench.associates[1].person, step=step, why="Friends.")
    refused("reason-missing", recuse, by=bench.associates[0].person, step=step, why="")
    for judge in bench.associates:
        recuse(by=judge.person, step=waiting(this_appeal), why="Friends.", at=MARCH)
    assert [assignment.judge for assignment in Assignment.objects.all()] == list(bench.associates)
    assert {assignment.ended_for for assignment in Assignment.objects.all()} == {"Friends."}
    assert waiting(this_appeal).judge is None


def test_where_the_managing_executor_is_conflicted_the_college_hears_it(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    declare_conflict(by=cast.managing, with_club=cast.club, reason="A founder.", at=MARCH)
    this_appeal = appealed(cast, ruling)
    first = decided(this_appeal, "upheld")
    assert first.appealable_until == MARCH.date() + 14 * DAY
    assert appeal_further(by=cast.players[0], appeal=this_appeal, grounds="No.", at=MARCH).office == "College"


def test_what_was_sent_back_is_decided_anew_and_no_step_is_skipped(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    decided(this_appeal, "sent-back")
    acting = waiting(this_appeal)
    assert (acting.office, acting.place, acting.judge) == ("Acting", 2, cast.executor_appointment)
    refused("nothing-to-withdraw", withdraw_appeal, by=cast.players[0], appeal=this_appeal)
    refused("nobody-before", decide, by=cast.executor, step=acting, decision="sent-back", reasons="Why?")
    decided(this_appeal, "upheld")
    appeal_further(by=cast.players[0], appeal=this_appeal, grounds="Still not.", at=MARCH)
    decided(this_appeal, "upheld")
    appeal_further(by=cast.players[1], appeal=this_appeal, grounds="Nor I.", at=MARCH)
    decided(this_appeal, "sent-back")
    again = waiting(this_appeal)
    assert (again.office, again.judge) == ("Associate", bench.associates[0])
    decided(this_appeal, "overturned")
    assert (
        appeal_further(by=cast.players[3], appeal=this_appeal, grounds="But.", at=MARCH).office == "Managing"
    )
    offices = [step.office for step in this_appeal.steps.all()]
    assert offices == ["Associate", "Acting", "Associate", "Managing", "Associate", "Managing"]


@pytest.mark.both_databases
def test_once_every_player_waived_the_decision_is_final(cast: Cast, bench: Bench, ruling: Ruling) -> None:
    this_appeal = appealed(cast, ruling)
    refused("nothing-to-waive", waive_step, by=cast.players[0], appeal=this_appeal)
    decided(this_appeal, "upheld")
    for player in (*cast.players[:3], cast.players[0]):
        assert not waive_step(by=player, appeal=this_appeal, at=MARCH).ended
    proceedings = proceedings_of(this_appeal)
    offered = [acts_of(proceedings, player, day_of(MARCH)).waive for player in cast.players[2:4]]
    assert offered == [False, True], "only who has not waived yet is offered it"
    refused("step-waived", appeal_further, by=cast.players[0], appeal=this_appeal, grounds="After all.")
    ended = waive_step(by=cast.players[3], appeal=this_appeal, at=MARCH)
    assert (ended.ended, ended.ended_at) == ("final", MARCH)
    refused("appeal-ended", appeal_further, by=cast.players[0], appeal=this_appeal, grounds="Late.")
    assert AuditEntry.objects.filter(action="appeal final").count() == 1
    with pytest.raises(DatabaseError), transaction.atomic():
        Appeal.objects.filter(pk=this_appeal.pk).update(ended="withdrawn")


@pytest.mark.both_databases
def test_a_withdrawn_appeal_leaves_the_ruling_and_a_withdrawn_step_the_decision_before(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    refused("not-allowed", withdraw_appeal, by=cast.players[1], appeal=this_appeal)
    assert withdraw_appeal(by=cast.players[0], appeal=this_appeal, at=MARCH).ended == "withdrawn"
    other = appealed(cast, ruling, by=cast.players[1])
    decided(other, "upheld")
    appeal_further(by=cast.players[2], appeal=other, grounds="No.", at=MARCH)
    assert withdraw_appeal(by=cast.players[2], appeal=other, at=MARCH).ended == ""
    again = appeal_further(by=cast.players[3], appeal=other, grounds="I do.", at=MARCH)
    assert (again.office, again.place) == ("Managing", 3)
    assert withdraw_appeal(by=cast.players[3], appeal=other, at=MARCH + 15 * DAY).ended == "final"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_one_of_two_decisions_at_the_same_moment_stands() -> None:
    cast = make_cast()
    bench = bench_of(cast)
    this_appeal = appealed(cast, ruling_in(cast, drawn_table(cast, cast.players[:4])))
    step = waiting(this_appeal)
    judge = bench.associates[0].person
    acts = [
        partial(decide, by=judge, step=step, decision=decision, reasons="So.", at=MARCH)
        for decision in ("upheld", "overturned", "upheld", "sent-back")
    ]
    answers = all_at_once(acts)
    assert sum(isinstance(answer, AppealStep) for answer in answers) == 1
    assert sum(isinstance(answer, Refusal) and answer.code in ("step-decided",) for answer in answers) == 3
    assert AuditEntry.objects.filter(action="decide appeal").count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_players_who_appeal_at_the_same_moment_make_one_appeal() -> None:
    cast = make_cast()
    bench_of(cast)
    ruling = ruling_in(cast, drawn_table(cast, cast.players[:4]))
    answers = all_at_once([partial(appealed, cast, ruling, by=player) for player in cast.players[:4]])
    assert sum(isinstance(answer, Appeal) for answer in answers) == 1
    assert sum(isinstance(answer, Refusal) and answer.code == "appealed-already" for answer in answers) == 3


def test_the_hash_of_a_bundle_is_that_of_its_sorted_json() -> None:
    """Anybody can work it out from the bundle that is handed out, names with accents included."""
    written = '{"game":"Abend 1","names":["Änne"]}'
    bundle = {"names": ["Änne"], "game": "Abend 1"}
    assert sha256_of(bundle) == hashlib.sha256(written.encode()).hexdigest()
