"""The College: motions, ballots, quorum and majority, and an appeal without merit."""

from __future__ import annotations

from functools import partial

import pytest

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.offices.models.office import Office
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.terms.services import appoint, end_term
from tests.cast import MARCH, Cast, make_cast
from tests.fixtures import SignIn
from tests.support.appeals import DAY, Bench, before_the_college, bench_of, ruling_in
from tests.support.play import drawn_table
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tournaments.justice.appeals.models import AppealStep, CollegeBallot, CollegeMotion
from tournaments.justice.appeals.selectors.one_appeal import MotionLine, appeal_page
from tournaments.justice.appeals.services.college import (
    answer_motion,
    close_motion,
    move_decision,
    move_without_merit,
)
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.rulings.fact_words import facts_in_words


@pytest.fixture
def bench(cast: Cast) -> Bench:
    return bench_of(cast, associates=1)


@pytest.fixture
def step(cast: Cast, bench: Bench) -> AppealStep:
    return before_the_college(cast, ruling_in(cast, drawn_table(cast, cast.players[:4])))


def moved(bench: Bench, step: AppealStep, decision: str = "overturned") -> CollegeMotion:
    return move_decision(by=bench.college[0].person, step=step, decision=decision, reasons="So.", at=MARCH)


def answered(bench: Bench, motion: CollegeMotion, *answers: str) -> None:
    for member, answer in zip(bench.college[1:], answers, strict=False):
        answer_motion(by=member.person, motion=motion, answer=answer, at=MARCH)


@pytest.mark.both_databases
def test_a_majority_of_those_who_sit_decides_and_it_is_final_at_once(
    cast: Cast, bench: Bench, step: AppealStep
) -> None:
    motion = moved(bench, step)
    assert Message.objects.filter(kind="college-motion").count() == 4
    answered(bench, motion, "aye", "no", "no", "aye")
    motion.refresh_from_db()
    assert (motion.sitting, motion.needed, motion.ayes, motion.carried) == (5, 3, 3, True)
    step.refresh_from_db()
    assert (step.decision, step.appealable_until) == ("overturned", None)
    step.appeal.refresh_from_db()
    assert step.appeal.ended == "final"
    page = appeal_page(appeal=step.appeal, asker=cast.players[0])
    assert page is not None
    assert page.steps[-1].decided_by == "the College of Executors"
    refused("motion-closed", answer_motion, by=bench.college[0].person, motion=motion, answer="no")


@pytest.mark.both_databases
def test_a_motion_that_fails_leaves_the_appeal_open_for_another(
    cast: Cast, bench: Bench, step: AppealStep
) -> None:
    motion = moved(bench, step)
    refused(
        "motion-open", move_decision, by=bench.college[1].person, step=step, decision="upheld", reasons="S"
    )
    answered(bench, motion, "no", "abstain", "no", "aye")
    step.refresh_from_db()
    assert step.waits
    answered(bench, moved(bench, step, "upheld"), "aye", "aye", "aye", "aye")
    step.refresh_from_db()
    assert step.decision == "upheld"


def test_nobody_closes_a_vote_before_the_quorum_has_answered(
    cast: Cast, bench: Bench, step: AppealStep
) -> None:
    motion = moved(bench, step)
    answered(bench, motion, "aye")
    assert refused("no-quorum", close_motion, by=cast.managing, motion=motion).rule.startswith("IV")
    refused("not-allowed", close_motion, by=cast.registrar, motion=motion)
    told = Message.objects.filter(kind="college-quorum")
    assert not told.exists()
    assert not asked_of(bench, step).quorate
    answer_motion(by=bench.college[2].person, motion=motion, answer="no", at=MARCH)
    assert asked_of(bench, step).quorate
    assert {message.to for message in told} == {cast.managing, bench.college[0].person}
    answer_motion(by=bench.college[3].person, motion=motion, answer="aye", at=MARCH)
    assert told.count() == 2, "the quorum is told once"
    closed = close_motion(by=cast.managing, motion=motion, at=MARCH)
    assert (closed.sitting, closed.ayes, closed.carried) == (4, 3, True)


def asked_of(bench: Bench, step: AppealStep) -> MotionLine:
    """The motion as a member finds it who has not answered."""
    page = appeal_page(appeal=step.appeal, asker=bench.college[4].person)
    assert page is not None
    assert page.asked is not None
    assert page.asked.reasons == "So."
    return page.asked


def test_a_member_reads_the_facts_and_the_quorum_where_they_answer(
    bench: Bench, step: AppealStep, sign_in: SignIn
) -> None:
    motion = moved(bench, step)
    answered(bench, motion, "aye")
    member = sign_in(bench.college[4].person)
    address = f"/appeals/{step.appeal.number}/"
    asked = member.get(address).content.decode().partition("Your answer to the motion")[2]
    asked = asked.partition("</section>")[0]
    ruling = step.appeal.ruling
    assert ruling is not None
    assert ruling.what in asked
    assert "“So.”" in asked
    assert "2 members have answered." in " ".join(asked.split())
    assert "The quorum is 3." in asked
    answered(bench, motion, "aye", "no")
    assert "The quorum of 3 is reached" in member.get(address).content.decode()


def test_only_members_free_of_conflict_sit_and_each_answers_once(
    cast: Cast, bench: Bench, step: AppealStep
) -> None:
    related = bench.college[4].person
    declare_conflict(by=related, with_person=cast.players[2], reason="His aunt.", at=MARCH)
    motion = moved(bench, step)
    for person in (related, cast.managing, cast.players[0], bench.associates[0].person):
        refused("not-allowed", answer_motion, by=person, motion=motion, answer="aye")
    member = bench.college[1].person
    refused("answer-missing", answer_motion, by=member, motion=motion, answer="perhaps")
    answered(bench, motion, "no")
    answered(bench, motion, "no")
    refused("answered-already", answer_motion, by=member, motion=motion, answer="aye")
    assert motion.ballots.count() == 2
    refused("not-allowed", decide, by=member, step=step, decision="upheld", reasons="Alone.")


def test_a_new_term_gives_no_second_answer(cast: Cast, bench: Bench, step: AppealStep) -> None:
    motion, term = moved(bench, step), bench.college[1]
    answered(bench, motion, "no")
    end_term(by=cast.managing, appointment=term, last_day=MARCH.date(), why="A pause.", at=MARCH)
    morrow = MARCH + DAY
    appoint(by=cast.managing, person=term.person, office=Office.COLLEGE, first_day=morrow.date(), at=MARCH)
    answer = partial(answer_motion, by=term.person, motion=motion, at=morrow)
    refused("answered-already", answer, answer="aye")
    answer(answer="no")
    assert motion.ballots.count() == 2


@pytest.mark.both_databases
def test_an_appeal_waits_for_those_members_alone_who_may_sit(
    cast: Cast, bench: Bench, step: AppealStep
) -> None:
    of_the_club, related = bench.college[3].person, bench.college[4].person
    declare_conflict(by=of_the_club, with_club=cast.club, reason="Its treasurer.", at=MARCH)
    declare_conflict(by=related, with_person=cast.players[2], reason="His aunt.", at=MARCH)
    waits = [waiting_for(holder_of(member.person)) for member in bench.college]
    assert [[(kind.kind, len(kind.lines)) for kind in kinds] for kinds in waits] == [
        *[[("appeals-before-college", 1)]] * 3,
        *[[]] * 2,
    ]


def test_an_appeal_that_the_college_upheld_may_be_found_without_merit(
    cast: Cast, bench: Bench, step: AppealStep
) -> None:
    act = partial(
        move_without_merit,
        by=bench.college[0].person,
        step=step,
        penalty="the costs of the appeal",
        reasons="It was said three times.",
    )
    refused("merit-not-open", act)
    answered(bench, moved(bench, step, "upheld"), "aye", "aye", "aye", "aye")
    assert refused("penalty-not-in-articles", act, penalty="a duel").status == 422
    refused("not-allowed", act, by=cast.managing)
    motion = act(at=MARCH)
    answered(bench, motion, "aye", "aye", "no", "no")
    step.refresh_from_db()
    assert step.penalty == "the costs of the appeal"
    ids = Message.objects.filter(kind="appeal-without-merit").values_list("to", flat=True)
    assert set(ids) == {cast.players[2].pk, cast.managing.pk}
    refused("merit-not-open", act)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_last_answers_at_the_same_moment_count_and_close_once() -> None:
    cast = make_cast()
    bench = bench_of(cast, associates=1)
    step = before_the_college(cast, ruling_in(cast, drawn_table(cast, cast.players[:4])))
    motion = moved(bench, step)
    acts = [
        partial(answer_motion, by=member.person, motion=motion, answer="aye", at=MARCH)
        for member in (*bench.college[1:], bench.college[1])
    ]
    acts.append(partial(close_motion, by=cast.managing, motion=motion, at=MARCH))
    answers = all_at_once(acts)
    assert all(isinstance(answer, CollegeMotion | Refusal) for answer in answers)
    motion.refresh_from_db()
    assert motion.carried
    assert CollegeBallot.objects.count() == motion.sitting
    assert AuditEntry.objects.filter(action="decide appeal", after__office="College").count() == 1


def test_the_facts_of_a_motion_are_told_in_words() -> None:
    facts = {
        "player": "W-00001-A",
        "card": "JD",
        "led": "H",
        "held_suit": True,
        "found_by": "offender",
        "after": [],
    }
    assert facts_in_words("revoke", facts, lambda _: "Ada Ash") == (
        "Who did not follow suit: Ada Ash",
        "The wrong card: jack of diamonds",
        "What was led: hearts",
        "The player held a card of the suit led: yes",
        "Who called attention to it first: the player themselves",
    )
    assert facts_in_words("a matter of another book", facts, str) == ()
