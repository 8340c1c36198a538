"""Hearings of a disciplinary case, and the days of a case: in mail, in the calendar, and under what waits."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import moment
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.support.discipline import filed_letter, holder, opened_case
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tests.support.team_events import signed_in
from tournaments.events.personal_calendar import Date, diary_of
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.selectors.cases import CaseView, case_view, case_with, cases
from tournaments.justice.cases.services.docket import LONGEST, require_text
from tournaments.justice.cases.services.hearings import call_off_hearing, set_hearing
from tournaments.justice.cases.services.judging import (
    answer_charge,
    assign_judge,
    decide_case,
    withdraw_as_judge,
)
from tournaments.justice.cases.services.reminders import remind_of_cases

DAY, FORTNIGHT = dt.timedelta(days=1), dt.timedelta(days=14)
LATER = MARCH + FORTNIGHT + DAY
PLACE = "Arden Hall, upstairs"


@pytest.fixture
def judge(cast: Cast) -> Appointment:
    return holder(cast, "Asa")


@pytest.fixture
def case(cast: Cast, judge: Appointment) -> Case:
    return opened_case(cast, filed_letter(cast), judge)


@pytest.fixture
def now() -> dt.datetime:
    """This very moment, for what is told of today."""
    return moment(None)


@pytest.fixture
def case_of_today(cast: Cast, judge: Appointment, now: dt.datetime) -> Case:
    return opened_case(cast, filed_letter(cast), judge, at=now)


def people_told(kind: str) -> list[Person]:
    return [message.to for message in Message.objects.filter(kind=kind).order_by("to_id")]


def people(*persons: Person) -> list[Person]:
    return sorted(persons, key=lambda person: person.pk)


def seen(case: Case, asker: Person) -> CaseView:
    this_case = case_with(case.pk)
    assert this_case is not None
    view = case_view(case=this_case, asker=asker)
    assert view is not None
    return view


def test_a_hearing_has_hour_and_place_and_is_moved_by_another(case: Case, judge: Appointment) -> None:
    hour = LATER + DAY
    arguments: dict[str, Any] = {"by": judge.person, "case": case, "place": "Arden Hall, upstairs"}
    refused("not-allowed", set_hearing, **{**arguments, "by": case.against}, hearing_at=hour)
    refused("hearing-past", set_hearing, **arguments, hearing_at=MARCH)
    refused("place-missing", set_hearing, **{**arguments, "place": " "}, hearing_at=hour)
    first = set_hearing(**arguments, hearing_at=hour, at=MARCH)
    second = set_hearing(**arguments, hearing_at=hour + DAY, moves=first.pk, at=MARCH)
    assert second.moves == first
    refused("no-such-hearing", set_hearing, **arguments, hearing_at=hour, moves=first.pk)
    opening = case.docket.get(kind="opened")
    refused("no-such-hearing", set_hearing, **arguments, hearing_at=hour, moves=opening.pk)
    this_case = case_with(case.pk)
    assert this_case is not None
    view = case_view(case=this_case, asker=case.against)
    assert view is not None
    assert [hearing.id for hearing in view.hearings] == [second.pk]
    text = [
        message.text
        for message in Message.objects.filter(kind="case-hearing", to=case.against).order_by("pk")
    ]
    assert "24 March 2025 at 12:00, Arden Hall, upstairs" in text[0]
    assert "It replaces the earlier hearing." in text[1]


def test_only_a_hearing_to_come_is_called_off_on_the_page(
    case: Case, judge: Appointment, now: dt.datetime
) -> None:
    set_hearing(by=judge.person, case=case, place=PLACE, hearing_at=LATER, at=MARCH)
    page, offered = f"/cases/{case.pk}/", f'action="/cases/{case.pk}/call-off/"'
    assert offered not in signed_in(judge.person).get(page).content.decode()
    set_hearing(by=judge.person, case=case, place=PLACE, hearing_at=now + DAY)
    assert signed_in(judge.person).get(page).content.decode().count(offered) == 1
    assert offered not in signed_in(case.against).get(page).content.decode()


def test_a_hearing_is_called_off_for_a_reason_and_those_called_are_told(
    cast: Cast, case: Case, judge: Appointment
) -> None:
    arguments: dict[str, Any] = {"by": judge.person, "case": case}
    hearing = set_hearing(**arguments, hearing_at=LATER, place=PLACE, at=MARCH)
    off: dict[str, Any] = {**arguments, "hearing": hearing.pk}
    for by in (case.against, cast.managing, cast.executor):
        refused("not-allowed", call_off_hearing, **{**off, "by": by}, why="X.")
    refused("reason-missing", call_off_hearing, **off, why=" ")
    refused("no-such-hearing", call_off_hearing, **{**off, "hearing": 0}, why="X.")
    refused("hearing-over", call_off_hearing, **off, why="X.", at=LATER)
    moved = {**arguments, "hearing_at": LATER + DAY, "place": PLACE, "moves": hearing.pk}
    refused("hearing-over", set_hearing, **moved, at=LATER)
    entry = call_off_hearing(**off, why="The hall is flooded.", at=MARCH)
    assert (entry.kind, entry.moves, entry.text) == ("called-off", hearing, "The hall is flooded.")
    for act in (partial(call_off_hearing, **off, why="Again."), partial(set_hearing, **moved)):
        refused("no-such-hearing", act)
    view = seen(case, case.against)
    assert view.hearings == ()
    assert [(entry.kind, entry.called_off, entry.moved) for entry in view.docket] == [
        ("opened", False, False),
        ("hearing", True, False),
        ("called-off", False, False),
    ]
    assert people_told("case-hearing-off") == people(case.against, cast.managing)
    text = Message.objects.filter(kind="case-hearing-off")[0].text
    assert "on 23 March 2025 at 12:00, Arden Hall, upstairs, will not take place" in text
    assert "The hall is flooded." in text


def test_where_nobody_judges_the_managing_executor_calls_off(
    cast: Cast, case: Case, judge: Appointment
) -> None:
    hearing = set_hearing(by=judge.person, case=case, hearing_at=LATER, place=PLACE, at=MARCH)
    withdraw_as_judge(by=judge.person, case=case, why="He is my dentist.", at=MARCH)
    off: dict[str, Any] = {"case": case, "hearing": hearing.pk, "why": "Nobody judges."}
    refused("not-allowed", call_off_hearing, by=judge.person, **off)
    assert seen(case, cast.managing).may_call_off
    call_off_hearing(by=cast.managing, **off, at=MARCH)


def test_the_database_keeps_what_became_of_a_hearing(case: Case, judge: Appointment) -> None:
    hearing = set_hearing(by=judge.person, case=case, hearing_at=LATER, place=PLACE, at=MARCH)
    common: dict[str, Any] = {"case": case, "by": judge.person, "at": MARCH, "text": "So."}
    for wrong in ({"kind": "called-off"}, {"kind": "statement", "moves": hearing}):
        with pytest.raises(DatabaseError), transaction.atomic():
            CaseEntry.objects.create(**common, **wrong)
    CaseEntry.objects.create(**common, kind="called-off", moves=hearing)
    with pytest.raises(DatabaseError), transaction.atomic():
        CaseEntry.objects.create(**common, kind="called-off", moves=hearing)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_hearing_that_is_moved_and_called_off_at_once_becomes_one_of_both(cast: Cast) -> None:
    judge = holder(cast, "Asa")
    case = opened_case(cast, filed_letter(cast), judge)
    arguments: dict[str, Any] = {"by": judge.person, "case": case, "at": MARCH}
    hearing = set_hearing(**arguments, hearing_at=LATER, place=PLACE)
    answers = all_at_once(
        [
            partial(call_off_hearing, **arguments, hearing=hearing.pk, why="Flooded."),
            partial(set_hearing, **arguments, hearing_at=LATER + DAY, place=PLACE, moves=hearing.pk),
        ]
    )
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["no-such-hearing"]
    assert CaseEntry.objects.filter(moves=hearing).count() == 1


# The days of a case.


def test_the_judge_decides_within_the_days_of_his_office_once_the_accused_was_heard(
    cast: Cast, case: Case, judge: Appointment
) -> None:
    def until() -> dt.date | None:
        return seen(case, judge.person).decide_until

    opened = MARCH.date()
    assert until() == opened + 2 * FORTNIGHT
    answer_charge(by=case.against, case=case, text="No.", at=MARCH + DAY)
    assert until() == opened + DAY + FORTNIGHT
    hearing = set_hearing(by=judge.person, case=case, hearing_at=LATER, place=PLACE, at=MARCH)
    assert until() == LATER.date() + FORTNIGHT
    call_off_hearing(by=judge.person, case=case, hearing=hearing.pk, why="Flooded.", at=MARCH)
    assert until() == opened + DAY + FORTNIGHT
    other = holder(cast, "Bea", Office.COLLEGE)
    assign_judge(by=cast.managing, case=case, judge=other, why="Free.", at=MARCH)
    this_case = case_with(case.pk)
    assert this_case is not None
    [line] = cases(asker=cast.managing).lines([found_in_list(case)])
    assert line.decide_until == opened + DAY + dt.timedelta(days=42)
    assert (line.state, line.due) == ("overdue", None)


def found_in_list(case: Case) -> Case:
    return cases(asker=case.opened_by).rows.get(pk=case.pk)


@pytest.mark.both_databases
def test_each_is_reminded_once_two_days_before(cast: Cast, case: Case, judge: Appointment) -> None:
    set_hearing(by=judge.person, case=case, hearing_at=MARCH + 10 * DAY, place=PLACE, at=MARCH)
    due, last = MARCH + FORTNIGHT, MARCH + 2 * FORTNIGHT
    reminders = Message.objects.filter(kind__in=("case-answer-due", "case-hearing-near", "case-decision-due"))
    for at, sent in (
        (MARCH + 7 * DAY, 0),
        (MARCH + 8 * DAY, 2),
        (due - 3 * DAY, 2),
        (due - 2 * DAY, 3),
        (due, 3),
        (last - 3 * DAY, 3),
        (last - 2 * DAY, 4),
        (last, 4),
    ):
        assert (remind_of_cases(at=at), reminders.count()) == (1, sent), at
    assert people_told("case-hearing-near") == people(case.against, judge.person)
    assert people_told("case-answer-due") == [case.against]
    assert people_told("case-decision-due") == [judge.person]
    assert people_told("case-overdue") == []
    for _ in range(2):
        remind_of_cases(at=last + DAY)
    assert people_told("case-overdue") == people(case.against, judge.person, cast.managing)


def test_what_is_answered_called_off_or_decided_is_not_reminded_of(case: Case, judge: Appointment) -> None:
    arguments: dict[str, Any] = {"by": judge.person, "case": case, "at": MARCH}
    hearing = set_hearing(**arguments, hearing_at=MARCH + 10 * DAY, place=PLACE)
    call_off_hearing(**arguments, hearing=hearing.pk, why="Flooded.")
    answer_charge(by=case.against, case=case, text="No.", at=MARCH)
    for days in (9, 13):
        remind_of_cases(at=MARCH + days * DAY)
    kinds = ("case-hearing-near", "case-answer-due")
    assert not Message.objects.filter(kind__in=kinds).exists()
    decide_case(**arguments, outcome="dismissed", reasons="Nothing in it.")
    assert remind_of_cases(at=MARCH + 60 * DAY) == 0


def waits(person: Person) -> dict[str, list[dt.date | None]]:
    kinds = waiting_for(holder_of(person))
    of_cases = [
        kind_of_case
        for kind_of_case in kinds
        if kind_of_case.kind.split("-")[0] in ("charges", "hearings", "cases", "letters")
    ]
    return {kind_of_case.kind: [line.until for line in kind_of_case.lines] for kind_of_case in of_cases}


def test_every_day_waits_for_whom_it_concerns(
    cast: Cast, judge: Appointment, case_of_today: Case, now: dt.datetime
) -> None:
    case, accused, hour = case_of_today, case_of_today.against, now + 3 * DAY
    assert waits(accused) == {"charges": [case.answer_until]}
    assert waits(judge.person) == waits(cast.managing) == {}
    set_hearing(by=judge.person, case=case, hearing_at=hour, place=PLACE)
    answer_charge(by=accused, case=case, text="No.")
    zone_day = case.game.event.local_day(hour)
    assert waits(accused) == {"hearings": [zone_day]}
    assert waits(judge.person) == {"hearings": [zone_day], "cases-to-decide": [hour.date() + FORTNIGHT]}
    assert waits(cast.managing) == {}
    decide_case(by=judge.person, case=case, outcome="dismissed", reasons="Nothing in it.")
    assert waits(accused) == waits(judge.person) == {}


def test_what_is_late_waits_for_the_managing_executor(cast: Cast, case: Case, judge: Appointment) -> None:
    """Of March 2025: nobody answered, nobody decided."""
    last = MARCH.date() + 2 * FORTNIGHT
    assert waits(case.against) == {}
    assert waits(judge.person) == {"cases-to-decide": [last]}
    assert waits(cast.managing) == {"cases-overdue": [last]}
    withdraw_as_judge(by=judge.person, case=case, why="Ill.")
    assert waits(judge.person) == {}
    assert waits(cast.managing) == {"cases-without-judge": [None]}


def dates(person: Person, title: str) -> list[Date]:
    return [date for date in diary_of(person) if date.title.startswith(title)]


@pytest.mark.both_databases
def test_every_day_stands_in_the_calendar_of_whom_it_concerns(
    cast: Cast, judge: Appointment, case_of_today: Case, now: dt.datetime
) -> None:
    case, accused, hour = case_of_today, case_of_today.against, now + 3 * DAY
    first = set_hearing(by=judge.person, case=case, hearing_at=hour, place=PLACE)
    second = set_hearing(by=judge.person, case=case, hearing_at=hour + DAY, place=PLACE, moves=first.pk)
    for person in (accused, judge.person, cast.managing):
        assert [(date.starts_at, date.place, date.called_off) for date in dates(person, "Hearing")] == [
            (hour, PLACE, True),
            (hour + DAY, PLACE, False),
        ]
    [answer], [decision] = dates(accused, "Answer due"), dates(judge.person, "Decision due")
    assert (answer.starts_at.date(), answer.called_off) == (case.answer_until, False)
    assert decision.starts_at.date() == case.answer_until + FORTNIGHT
    assert not dates(judge.person, "Answer due")
    assert not dates(accused, "Decision due")
    assert not dates(cast.executor, "Hearing")
    answer_charge(by=accused, case=case, text="No.")
    [now_due] = dates(judge.person, "Decision due")
    assert now_due.starts_at.date() == (hour + DAY).date() + FORTNIGHT
    assert now_due.changes > decision.changes
    call_off_hearing(by=judge.person, case=case, hearing=second.pk, why="Flooded.")
    [*_, off] = dates(accused, "Hearing")
    assert (off.called_off, off.said, off.changes) == (True, "Flooded.", 1)
    assert [date.called_off for date in dates(accused, "Answer due")] == [True]
    decide_case(by=judge.person, case=case, outcome="dismissed", reasons="Nothing in it.")
    assert [date.called_off for date in dates(judge.person, "Decision due")] == [True]


def test_what_waits_and_the_calendar_ask_the_same_for_one_case_and_for_several(
    cast: Cast, judge: Appointment, case_of_today: Case, now: dt.datetime
) -> None:
    def queries() -> list[int]:
        counts = []
        for person in (cast.managing, judge.person, case_of_today.against):
            for act in (lambda person: waiting_for(holder_of(person)), diary_of):
                with CaptureQueriesContext(connection) as captured:
                    act(person)
                counts.append(len(captured))
        return counts

    set_hearing(by=judge.person, case=case_of_today, hearing_at=now + DAY, place=PLACE)
    few: list[int] = []
    for number in (1, 2, 3, 4):
        if number == 2:
            # From now on the accused also sits at a game that is not over, which is one question more.
            few = queries()
        later = now + number * DAY
        more = opened_case(cast, filed_letter(cast, name=f"Evening {number}", at=later), judge, at=later)
        set_hearing(by=judge.person, case=more, hearing_at=later + DAY, place=PLACE)
    assert queries() == few


def test_a_text_has_so_many_characters_and_no_more() -> None:
    assert require_text("x" * LONGEST) == "x" * LONGEST
    with pytest.raises(Refusal) as too_long:
        require_text("x" * (LONGEST + 1))
    assert (too_long.value.code, too_long.value.status) == ("text-too-long", 422)
