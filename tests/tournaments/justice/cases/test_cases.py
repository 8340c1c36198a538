"""Disciplinary cases: opened, judged by one whom nothing ties to them, heard and decided."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils.translation import override

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.models import Bar
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.discipline import CHARGE, barred_table, filed_letter, holder, not_disruptive, opened_case
from tests.support.kept_steps import kept_step
from tests.support.refusals import refused
from tournaments.entries.services.entries import enter_event
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.appeals.selectors.prosecutors import prosecutors
from tournaments.justice.cases.models import Case, CaseEntry, Letter
from tournaments.justice.cases.selectors.cases import (
    case_view,
    case_with,
    cases,
    cases_to_answer,
    cases_to_decide,
)
from tournaments.justice.cases.selectors.judges import free_judges
from tournaments.justice.cases.selectors.letters import letter_view, letters_without_case
from tournaments.justice.cases.services.judging import (
    BarTerms,
    add_statement,
    answer_charge,
    assign_judge,
    decide_case,
    withdraw_as_judge,
)
from tournaments.justice.cases.services.letters import draft_letter
from tournaments.justice.cases.services.opening import let_letter_lie, open_case_of_letter, open_case_of_step

DAY, FORTNIGHT = dt.timedelta(days=1), dt.timedelta(days=14)
LATER = MARCH + FORTNIGHT + DAY
EVERYTHING = BarTerms(reach=(Target("everything"),), first_day=LATER.date())


@pytest.fixture
def judge(cast: Cast) -> Appointment:
    return holder(cast, "Asa")


@pytest.fixture
@kept_step
def letter(cast: Cast) -> Letter:
    return filed_letter(cast)


@pytest.fixture
@kept_step
def case(cast: Cast, letter: Letter, judge: Appointment) -> Case:
    return opened_case(cast, letter, judge)


def people_told(kind: str) -> set[Person]:
    return {message.to for message in Message.objects.filter(kind=kind)}


def test_the_managing_executor_opens_one_from_a_filed_letter(
    cast: Cast, case: Case, judge: Appointment
) -> None:
    accused = case.against
    assert str(case) == case.label == "Case D-0001"
    with override("de"):
        assert (str(case), case.label) == ("Case D-0001", "Verfahren D-0001")
    assert case.answer_until == MARCH.date() + FORTNIGHT
    assert [(entry.kind, entry.text) for entry in case.docket.all()] == [("opened", CHARGE)]
    assert people_told("case-opened") == {accused, judge.person}
    assert [listed.pk for listed in cases_of_today(cases_to_answer, accused)] == []
    assert AuditEntry.objects.get(action="case: opened").by == cast.managing
    refused("case-there", open_case_of_letter, by=cast.managing, letter=case.letter, charge="X.", judge=judge)


def cases_of_today(cases_of: Callable[[Person], Any], person: Person) -> list[Case]:
    """Those of March are over by today."""
    return list(cases_of(person))


def test_the_page_of_a_letter_offers_to_open_a_case_once(
    cast: Cast, letter: Letter, judge: Appointment
) -> None:
    def offered() -> bool:
        view = letter_view(letter=letter, asker=cast.managing)
        assert view is not None
        return view.may_open_case

    assert offered()
    open_case_of_letter(by=cast.managing, letter=letter, charge=CHARGE, judge=judge, at=MARCH)
    assert not offered()


def test_nobody_else_opens_one_and_not_from_a_draft(cast: Cast, letter: Letter, judge: Appointment) -> None:
    for by in (judge.person, cast.executor, letter.against, cast.registrar):
        refused("not-allowed", open_case_of_letter, by=by, letter=letter, charge="X.", judge=judge)
    arguments: dict[str, Any] = {"by": cast.managing, "letter": letter, "judge": judge}
    refused("charge-missing", open_case_of_letter, charge=" ", **arguments)
    refused("text-too-long", open_case_of_letter, charge="x" * 20_001, **arguments)
    arguments["letter"] = _draft(cast)
    refused("letter-not-filed", open_case_of_letter, charge="X.", **arguments)


@pytest.mark.both_databases
def test_a_letter_is_let_lie_for_a_reason_and_a_case_may_be_opened_all_the_same(
    cast: Cast, letter: Letter, judge: Appointment
) -> None:
    college = holder(cast, "Cora", Office.COLLEGE).person
    arguments: dict[str, Any] = {"by": cast.managing, "letter": letter, "why": "They have made peace."}
    for by in (college, judge.person, cast.executor, letter.against):
        refused("not-allowed", let_letter_lie, **{**arguments, "by": by})
    refused("reason-missing", let_letter_lie, **{**arguments, "why": " "})
    assert list(letters_without_case()) == [letter]
    lies = let_letter_lie(**arguments, at=MARCH)
    assert (lies.let_lie_by, lies.let_lie_at) == (cast.managing, MARCH)
    assert not letters_without_case()
    refused("lies-already", let_letter_lie, **arguments)
    with pytest.raises(DatabaseError), transaction.atomic():
        Letter.objects.update(let_lie_because="Another.")
    shown = {
        asker: letter_view(letter=lies, asker=asker) for asker in (cast.managing, college, cast.players[0])
    }
    assert [view and view.lies_because for view in shown.values()] == [arguments["why"], arguments["why"], ""]
    assert opened_case(cast, letter, judge).letter == letter
    refused("letter-not-filed", let_letter_lie, **{**arguments, "letter": _draft(cast)})


def _draft(cast: Cast) -> Letter:
    table = barred_table(cast, players=cast.players[5:], name="Autumn Whoopie", at=MARCH + DAY)
    return draft_letter(by=table.ayes[0], vote=table.vote, against=table.offender, complaint="Y.", at=MARCH)


def test_nobody_judges_in_his_own_cause(cast: Cast, letter: Letter, judge: Appointment) -> None:
    def term(person: Person) -> Appointment:
        return Appointment.objects.create(
            person=person, office=Office.ASSOCIATE_EXECUTOR, first_day=MARCH.date() - DAY
        )

    tied = {
        "judge-accused": term(letter.against),
        "judge-played": term(cast.players[1]),
        "judge-ruled": term(cast.executor),
        "no-judge": cast.executor_appointment,
    }
    conflicted = holder(cast, "Cora", Office.COLLEGE)
    declare_conflict(
        by=conflicted.person,
        with_person=letter.against,
        reason="Neighbours.",
        first_day=MARCH.date(),
        at=MARCH,
    )
    tied["judge-conflicted"] = conflicted
    for code, tied_judge in tied.items():
        refused(code, open_case_of_letter, by=cast.managing, letter=letter, charge="X.", judge=tied_judge)
    game = letter.vote.violation.game
    free = free_judges(game=game, against=letter.against, day=MARCH.date())
    assert {judge_free.person for judge_free in free} == {judge.person, cast.managing}


def test_nobody_judges_whose_term_is_over(cast: Cast, letter: Letter) -> None:
    over = Appointment.objects.create(
        person=cast.outsider,
        office=Office.ASSOCIATE_EXECUTOR,
        first_day=MARCH.date() - 2 * DAY,
        last_day=MARCH.date() - DAY,
    )
    refused(
        "no-judge", open_case_of_letter, by=cast.managing, letter=letter, charge="X.", judge=over, at=MARCH
    )


def test_nobody_judges_who_played_in_another_group_of_the_game(
    cast: Cast, letter: Letter, judge: Appointment
) -> None:
    game = letter.vote.violation.game
    group = Game.objects.create(
        event=game.event,
        number=game.number,
        group="B",
        parent=game,
        planned=game.planned,
        starts_at=MARCH,
        opened_by=cast.director,
        opened_at=MARCH,
    )
    GamePlayer.objects.create(game=group, person=judge.person, record_id=judge.person.number)
    refused("judge-played", open_case_of_letter, by=cast.managing, letter=letter, charge="X.", judge=judge)


def test_the_accused_answers_once_and_within_the_days_of_the_articles(case: Case) -> None:
    accused = case.against
    refused("not-allowed", answer_charge, by=case.judge.person if case.judge else None, case=case, text="No.")
    refused("text-missing", answer_charge, by=accused, case=case, text=" ")
    refused("answer-too-late", answer_charge, by=accused, case=case, text="I slept.", at=LATER)
    answer_charge(by=accused, case=case, text="It was a draught.", at=MARCH + FORTNIGHT)
    refused("answered-already", answer_charge, by=accused, case=case, text="More.")
    add_statement(by=accused, case=case, text="The window was open.", at=LATER)
    assert [entry.kind for entry in case.docket.all()] == ["opened", "answer", "statement"]


def test_nothing_is_decided_before_the_accused_is_heard(cast: Cast, case: Case, judge: Appointment) -> None:
    arguments: dict[str, Any] = {
        "by": judge.person,
        "case": case,
        "outcome": "dismissed",
        "reasons": "Nothing in it.",
    }
    refused("not-heard", decide_case, **arguments)
    refused("not-heard", decide_case, **{**arguments, "at": MARCH + FORTNIGHT})
    with transaction.atomic():
        assert decide_case(**{**arguments, "at": LATER}).outcome == "dismissed"
        transaction.set_rollback(True)
    answer_charge(by=case.against, case=case, text="It was a draught.", at=MARCH)
    refused("not-allowed", decide_case, **{**arguments, "by": cast.managing})
    refused("reasons-missing", decide_case, **{**arguments, "reasons": ""})
    for outcome, bar in (("fined", None), ("bar", None), ("reprimand", EVERYTHING)):
        refused("no-such-outcome", decide_case, **{**arguments, "outcome": outcome, "bar": bar})
    declare_conflict(
        by=judge.person, with_person=case.against, reason="We met.", first_day=MARCH.date(), at=MARCH
    )
    refused("judge-conflicted", decide_case, **arguments)


@pytest.mark.both_databases
def test_a_decision_is_told_and_final(cast: Cast, case: Case, judge: Appointment) -> None:
    answer_charge(by=case.against, case=case, text="It was a draught.", at=MARCH)
    arguments: dict[str, Any] = {"by": judge.person, "case": case}
    decided = decide_case(**arguments, outcome="reprimand", reasons="Once is enough.", at=MARCH)
    assert (decided.decided_by, decided.bar) == (judge.person, None)
    assert people_told("case-decided") == {case.against, cast.managing}
    assert [entry.kind for entry in case.docket.all()][-1] == "decided"
    refused("case-decided", decide_case, **arguments, outcome="dismissed", reasons="No.")
    refused("case-decided", add_statement, **arguments, text="Late.")
    refused("case-decided", withdraw_as_judge, **arguments, why="Late.")
    rows = Case.objects.filter(pk=case.pk)
    for act in (
        partial(rows.update, outcome="dismissed"),
        rows.delete,
        CaseEntry.objects.all().delete,
        partial(CaseEntry.objects.update, text="Nothing."),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_a_bar_that_is_decided_is_refused_at_entry(cast: Cast, case: Case, judge: Appointment) -> None:
    terms = BarTerms(
        reach=(Target("club", cast.club.slug),), first_day=LATER.date(), last_day=LATER.date() + 90 * DAY
    )
    reasons = "He did it on purpose."
    decided = decide_case(by=judge.person, case=case, outcome="bar", reasons=reasons, bar=terms, at=LATER)
    assert decided.bar == Bar.objects.get()
    assert decided.bar.why == "Following the decision in Case D-0001."
    assert (decided.bar.first_day, decided.bar.last_day) == (terms.first_day, terms.last_day)
    event = sanctioned_event(cast, name="Summer Whoopie", at=LATER + DAY)
    entry = partial(enter_event, by=cast.director, event=event, at=LATER)
    barred = refused("barred", entry, person=case.against, at=LATER)
    assert "Case D-0001" in barred.sentence
    assert reasons not in barred.sentence, "they are for those who see the case"
    assert entry(person=cast.players[0]).event == event


def test_a_bar_of_nothing_decides_nothing(case: Case, judge: Appointment) -> None:
    terms = BarTerms(reach=(), first_day=LATER.date())
    arguments: dict[str, Any] = {
        "by": judge.person,
        "case": case,
        "outcome": "bar",
        "reasons": "So.",
        "bar": terms,
    }
    refused("bar-unreadable", decide_case, **{**arguments, "at": LATER})
    assert Case.objects.get().outcome == ""


def test_a_judge_withdraws_and_another_is_named(cast: Cast, case: Case, judge: Appointment) -> None:
    other = holder(cast, "Bea", Office.COLLEGE)
    refused("not-allowed", withdraw_as_judge, by=other.person, case=case, why="X.")
    refused("reason-missing", withdraw_as_judge, by=judge.person, case=case, why="")
    withdraw_as_judge(by=judge.person, case=case, why="He is my dentist.", at=MARCH)
    refused("not-allowed", decide_case, by=judge.person, case=case, outcome="dismissed", reasons="X.")
    refused("not-allowed", assign_judge, by=judge.person, case=case, judge=other, why="X.")
    tied = holder(cast, "Cora")
    declare_conflict(by=tied.person, with_club=cast.club, reason="Hers.", first_day=MARCH.date(), at=MARCH)
    refused("judge-conflicted", assign_judge, by=cast.managing, case=case, judge=tied, why="X.")
    refused("reason-missing", assign_judge, by=cast.managing, case=case, judge=other, why="")
    assign_judge(by=cast.managing, case=case, judge=other, why="Free on Mondays.", at=MARCH)
    refused("judge-there", assign_judge, by=cast.managing, case=case, judge=other, why="X.")
    assert Case.objects.get().judge == other
    assert [entry.kind for entry in case.docket.all()] == ["opened", "recused", "assigned"]
    assert other.person in people_told("case-entry")


def test_a_judge_from_whom_a_case_is_taken_is_told(cast: Cast, case: Case, judge: Appointment) -> None:
    other = holder(cast, "Bea", Office.COLLEGE)
    assign_judge(by=cast.managing, case=case, judge=other, why="Free on Mondays.", at=MARCH)
    assert {judge.person, other.person} <= people_told("case-entry")


@pytest.mark.both_databases
def test_against_each_who_voted_aye_on_an_act_that_was_not_disruptive(cast: Cast, judge: Appointment) -> None:
    step = not_disruptive(cast)
    ayes = prosecutors(step)
    assert ayes == list(cast.players[:4])
    arguments: dict[str, Any] = {
        "by": cast.managing,
        "step": step,
        "charge": "A vexatious charge.",
        "judge": judge,
    }
    for aye in ayes:
        opened = open_case_of_step(**arguments, against=aye, at=MARCH)
        assert (opened.step, opened.letter, opened.against) == (step, None, aye)
    refused("case-there", open_case_of_step, **arguments, against=ayes[0])
    for other in (*cast.players[4:6], cast.outsider):
        refused("no-prosecutor", open_case_of_step, **arguments, against=other)
    refused("not-allowed", open_case_of_step, **{**arguments, "by": judge.person}, against=ayes[1])
    assert Case.objects.count() == 4


def test_a_further_step_that_was_taken_back_leaves_the_decision_the_last_word(
    cast: Cast, judge: Appointment
) -> None:
    step = not_disruptive(cast, final=False)
    AppealStep.objects.create(
        appeal=step.appeal,
        place=2,
        office="College",
        taken_by=step.taken_by,
        taken_at=MARCH,
        grounds="Still.",
        until=MARCH.date(),
        withdrawn_at=MARCH,
    )
    Appeal.objects.filter(pk=step.appeal_id).update(ended="final", ended_at=MARCH)
    arguments: dict[str, Any] = {"step": step, "against": cast.players[0], "charge": "A.", "judge": judge}
    assert open_case_of_step(by=cast.managing, **arguments, at=MARCH).step == step


def test_no_case_goes_from_another_decision(cast: Cast, judge: Appointment) -> None:
    wrong: dict[str, dict[str, Any]] = {
        "decision-not-final": {"final": False},
        "no-prosecutor": {"not_disruptive": False},
    }
    for code, facts in wrong.items():
        with transaction.atomic():
            step = not_disruptive(cast, **facts)
            arguments: dict[str, Any] = {"by": cast.managing, "step": step, "charge": "A.", "judge": judge}
            refused(code, open_case_of_step, **arguments, against=cast.players[0])
            transaction.set_rollback(True)


def test_only_those_concerned_see_it(cast: Cast, case: Case, judge: Appointment) -> None:
    college, other = holder(cast, "Cora", Office.COLLEGE), holder(cast, "Bea")
    concerned = {case.against, judge.person, cast.managing, college.person}
    this_case = case_with(case.pk)
    assert this_case is not None
    for person in (*cast.players, *concerned, other.person, cast.executor, cast.registrar, cast.director):
        view = case_view(case=this_case, asker=person)
        assert (view is not None) == (person in concerned)
        assert cases(asker=person).rows.exists() == (person in concerned)
        if view is None:
            refused("not-allowed", add_statement, by=person, case=case, text="Me too.")
    assert [listed.pk for listed in cases_to_decide(judge.person)] == [case.pk]
    assert not cases_to_decide(other.person).exists()
