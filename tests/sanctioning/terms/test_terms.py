"""Terms: given, prolonged, ended, passed on and taken back; never two at once, never nobody at the head."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, transaction
from hypothesis import given
from hypothesis import strategies as st

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon, today
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment, DeclaredConflict, Office
from sanctioning.offices.permissions import holds
from sanctioning.offices.selectors import OfficeHolders, authority_offices
from sanctioning.offices.services.conflicts import conflict_of, declare_conflict, end_conflict
from sanctioning.people.models.person import Person
from sanctioning.terms.services import (
    appoint,
    covered,
    end_term,
    pass_office,
    prolong_term,
    revoke_term,
)
from tests.cast import FIRST_DAY, MARCH, Cast, make_cast
from tests.support.racing import all_at_once

DAY = dt.timedelta(days=1)
TODAY = MARCH.date()
ME = Office.MANAGING_EXECUTOR


def code_of(act: Any, **arguments: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        act(at=MARCH, **arguments)
    return refusal.value.code


def managing_term(cast: Cast) -> Appointment:
    return Appointment.objects.get(person=cast.managing, office=ME)


def test_the_last_managing_executor_stays(cast: Cast) -> None:
    end = partial(end_term, appointment=managing_term(cast), why="Tired.")
    for last_day in (TODAY, TODAY + 400 * DAY):
        assert code_of(end, by=cast.managing, last_day=last_day) == "last-managing-executor"
    appoint(
        by=cast.managing,
        person=cast.executor,
        office=ME,
        first_day=TODAY + 10 * DAY,
        last_day=TODAY + 20 * DAY,
        at=MARCH,
    )
    assert code_of(end, by=cast.managing, last_day=TODAY + 9 * DAY) == "last-managing-executor"
    assert managing_term(cast).last_day is None


def test_the_office_passes_from_a_day_on(cast: Cast) -> None:
    first_day = TODAY + 10 * DAY
    successor = pass_office(
        by=cast.managing,
        appointment=managing_term(cast),
        to=cast.executor,
        first_day=first_day,
        why="Retires.",
        at=MARCH,
    )
    assert (successor.first_day, managing_term(cast).last_day) == (first_day, first_day - DAY)
    assert [holds(cast.managing, day, ME) for day in (first_day - DAY, first_day)] == [True, False]
    assert [holds(cast.executor, day, ME) for day in (first_day - DAY, first_day)] == [False, True]
    messages = Message.objects.filter(to=cast.executor, kind="office-given", thing_id=str(successor.pk))
    assert messages.count() == 1


@pytest.mark.both_databases
def test_an_office_does_not_pass_on_a_day_that_is_over(cast: Cast) -> None:
    arguments: dict[str, Any] = {
        "by": cast.managing,
        "appointment": managing_term(cast),
        "to": cast.executor,
        "why": "-",
    }
    assert code_of(pass_office, first_day=TODAY, **arguments) == "term-days"


def test_terms_are_ended_earlier_and_prolonged_later_only(cast: Cast) -> None:
    term = appoint(
        by=cast.managing,
        person=cast.outsider,
        office=Office.COLLEGE,
        first_day=TODAY,
        last_day=TODAY + 30 * DAY,
        at=MARCH,
    )
    change: dict[str, Any] = {"by": cast.managing, "appointment": term}
    assert code_of(end_term, last_day=TODAY + 31 * DAY, why="-", **change) == "term-days"
    assert code_of(prolong_term, last_day=TODAY + 30 * DAY, **change) == "term-days"
    assert code_of(end_term, last_day=TODAY, why=" ", **change) == "reason-missing"
    prolong_term(last_day=TODAY + 60 * DAY, at=MARCH, **change)
    end_term(last_day=TODAY + 5 * DAY, why="Moves.", at=MARCH, **change)
    term.refresh_from_db()
    assert (term.last_day, term.ended_for) == (TODAY + 5 * DAY, "Moves.")
    kinds = Message.objects.filter(to=cast.outsider, thing_id=str(term.pk)).values_list("kind", flat=True)
    assert sorted(kinds) == ["office-ended", "office-given", "office-prolonged"]


def test_a_term_may_last_as_long_as_the_calendar(cast: Cast) -> None:
    office: dict[str, Any] = {"person": cast.executor, "office": ME, "by": cast.managing, "at": MARCH}
    forever = appoint(first_day=TODAY, last_day=dt.date.max - DAY, **office)
    change: dict[str, Any] = {"by": cast.managing, "appointment": forever, "at": MARCH}
    prolong_term(last_day=dt.date.max, **change)
    prolong_term(last_day=None, **change)
    end_term(last_day=dt.date.max, why="Far away.", **change)
    prolong_term(last_day=None, **change)


@pytest.mark.both_databases
def test_a_term_is_not_prolonged_into_another(cast: Cast) -> None:
    office: dict[str, Any] = {
        "person": cast.outsider,
        "office": Office.COLLEGE,
        "by": cast.managing,
        "at": MARCH,
    }
    first = appoint(first_day=TODAY, last_day=TODAY + 10 * DAY, **office)
    appoint(first_day=TODAY + 20 * DAY, **office)
    assert (
        code_of(prolong_term, by=cast.managing, appointment=first, last_day=TODAY + 20 * DAY)
        == "appointed-already"
    )
    prolong_term(by=cast.managing, appointment=first, last_day=TODAY + 19 * DAY, at=MARCH)


def test_whoever_holds_an_office_may_lay_it_down_and_nobody_else(cast: Cast) -> None:
    end = partial(end_term, appointment=cast.executor_appointment, last_day=TODAY, why="Enough.")
    assert code_of(end, by=cast.director) == "not-allowed"
    assert end(by=cast.executor, at=MARCH).last_day == TODAY


def test_a_term_to_come_is_taken_back_one_that_runs_is_not(cast: Cast) -> None:
    at = noon(today())
    coming = appoint(
        by=cast.managing,
        person=cast.outsider,
        office=Office.REGISTRAR,
        first_day=today() + 5 * DAY,
        at=at,
    )
    revoke_term(by=cast.managing, appointment=coming, why="A mistake.", at=at)
    assert not Appointment.objects.filter(person=cast.outsider).exists()
    assert AuditEntry.objects.get(action="revoke term").why == "A mistake."
    assert (
        code_of(revoke_term, by=cast.managing, appointment=cast.executor_appointment, why="-") == "term-days"
    )


def test_a_club_keeps_an_officer_unless_the_authority_says_otherwise(cast: Cast) -> None:
    officer = cast.players[0]
    term = appoint(
        by=cast.managing,
        person=officer,
        office=Office.CLUB_OFFICER,
        club=cast.club,
        first_day=FIRST_DAY,
        at=MARCH,
    )
    end = partial(end_term, appointment=term, last_day=TODAY, why="Enough.")
    assert code_of(end, by=officer) == "last-officer"
    assert end(by=cast.managing, at=MARCH).last_day == TODAY


def test_one_person_holds_several_offices_at_once(cast: Cast) -> None:
    for office in (Office.ASSOCIATE_EXECUTOR, Office.COLLEGE):
        appoint(by=cast.managing, person=cast.executor, office=office, first_day=TODAY, at=MARCH)
    assert all(
        holds(cast.executor, TODAY, office)
        for office in (Office.ACTING_EXECUTOR, Office.ASSOCIATE_EXECUTOR, Office.COLLEGE)
    )
    assert authority_offices(asker=cast.executor) is None


def test_the_managing_executor_sees_who_holds_each_office_on_a_day(cast: Cast) -> None:
    first_day = today() + 5 * DAY
    appoint(by=cast.managing, person=cast.outsider, office=Office.COLLEGE, first_day=first_day, at=MARCH)

    def in_office(offices: tuple[OfficeHolders, ...] | None) -> set[str]:
        return {term.number for holders in offices or () for term in holders.now}

    assert cast.managing.number in in_office(authority_offices(asker=cast.managing))
    assert cast.outsider.number not in in_office(authority_offices(asker=cast.managing))
    assert cast.outsider.number in in_office(authority_offices(asker=cast.managing, day=first_day))


@pytest.mark.both_databases
@pytest.mark.parametrize(("first", "last"), [(-10, 0), (0, 0), (5, None), (10, 12), (-10, None)])
def test_the_database_refuses_two_terms_at_once(cast: Cast, first: int, last: int | None) -> None:
    office: dict[str, Any] = {"person": cast.outsider, "office": Office.COLLEGE}
    Appointment.objects.create(first_day=TODAY, last_day=TODAY + 10 * DAY, **office)
    apart = Appointment.objects.create(first_day=TODAY + 11 * DAY, last_day=TODAY + 11 * DAY, **office)
    days: dict[str, Any] = {
        "first_day": TODAY + first * DAY,
        "last_day": None if last is None else TODAY + last * DAY,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Appointment.objects.create(**days, **office)
    with pytest.raises(IntegrityError), transaction.atomic():
        Appointment.objects.filter(pk=apart.pk).update(first_day=TODAY + 10 * DAY)
    Appointment.objects.create(**days, person=cast.outsider, office=Office.REGISTRAR)


@pytest.mark.both_databases
def test_the_database_deletes_no_term_that_has_begun(cast: Cast) -> None:
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        cast.executor_appointment.delete()


@given(st.lists(st.tuples(st.integers(0, 20), st.one_of(st.none(), st.integers(0, 8))), max_size=5))
def test_covered_is_what_counting_days_says(spans: list[tuple[int, int | None]]) -> None:
    terms = [
        Appointment(
            first_day=TODAY + first * DAY,
            last_day=None if length is None else TODAY + (first + length) * DAY,
        )
        for first, length in spans
    ]

    def anybody(day: dt.date) -> bool:
        return any(
            term.first_day <= day and (term.last_day is None or term.last_day >= day) for term in terms
        )

    start = TODAY + 5 * DAY
    assert covered(terms, start) == all(anybody(start + offset * DAY) for offset in range(40))


def conflict(cast: Cast, **more: Any) -> DeclaredConflict:
    usual: dict[str, Any] = {"by": cast.executor, "with_person": cast.players[0], "reason": "Cousins."}
    return declare_conflict(at=MARCH, **{**usual, **more})


def test_a_conflict_is_declared_by_oneself_or_recorded_by_the_authority(cast: Cast) -> None:
    own = conflict(cast)
    recorded = conflict(cast, by=cast.managing, person=cast.executor, with_person=cast.players[1])
    assert (own.declared_by, recorded.declared_by, recorded.person) == (
        cast.executor,
        cast.managing,
        cast.executor,
    )
    others: dict[str, Any] = {"person": cast.executor, "with_club": cast.club, "reason": "-"}
    assert code_of(declare_conflict, by=cast.director, **others) == "not-allowed"
    end_conflict(by=cast.executor, conflict=own, last_day=TODAY, at=MARCH)
    end = partial(end_conflict, conflict=recorded, last_day=TODAY)
    assert code_of(end, by=cast.executor) == "not-allowed"
    assert code_of(end, by=cast.managing, conflict=recorded, last_day=TODAY - DAY) == "conflict-impossible"
    assert end(by=cast.managing, at=MARCH).last_day == TODAY
    assert code_of(end, by=cast.managing, last_day=TODAY + DAY) == "conflict-impossible"


def test_a_conflict_to_come_is_not_ended_before_it_begins(cast: Cast) -> None:
    later = conflict(cast, first_day=TODAY + 5 * DAY)
    end = partial(end_conflict, by=cast.executor, conflict=later)
    assert code_of(end, last_day=TODAY + 4 * DAY) == "conflict-impossible"
    assert end(last_day=TODAY + 5 * DAY, at=MARCH).last_day == TODAY + 5 * DAY


@pytest.mark.parametrize(
    "wrong",
    ["himself", "neither", "both", "days"],
)
def test_an_impossible_conflict_is_refused(cast: Cast, wrong: str) -> None:
    ways: dict[str, dict[str, Any]] = {
        "himself": {"with_person": cast.executor},
        "neither": {"with_person": None},
        "both": {"with_club": cast.club},
        "days": {"first_day": TODAY, "last_day": TODAY - DAY},
    }
    with pytest.raises(Refusal) as refusal:
        conflict(cast, **ways[wrong])
    assert refusal.value.code == "conflict-impossible"


def test_a_conflict_keeps_the_executor_away_whoever_declared_it(cast: Cast) -> None:
    player = cast.players[0]
    declared = declare_conflict(by=player, with_person=cast.executor, reason="My brother.", at=MARCH)
    assert conflict_of(cast.executor, MARCH.date(), [player.pk], cast.club) == declared
    assert conflict_of(cast.executor, MARCH.date(), [cast.players[1].pk], cast.club) is None


@pytest.mark.both_databases
def test_the_database_keeps_conflicts(cast: Cast) -> None:
    declared = conflict(cast)
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        declared.delete()
    with pytest.raises(IntegrityError, match="not changed"), transaction.atomic():
        DeclaredConflict.objects.filter(pk=declared.pk).update(reason="Nothing.")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_managing_executors_end_each_other_at_once_and_one_stays() -> None:
    cast = make_cast()
    second = appoint(by=cast.managing, person=cast.executor, office=ME, first_day=TODAY, at=MARCH)
    first = managing_term(cast)

    def ending(by: Person, term: Appointment) -> Any:
        return partial(end_term, by=by, appointment=term, last_day=TODAY, why="Out.", at=MARCH)

    answers = all_at_once([ending(cast.managing, second), ending(cast.executor, first)])
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["last-managing-executor"]
    assert Appointment.objects.filter(office=ME, last_day=None).count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_office_given_at_four_desks_is_given_once() -> None:
    cast = make_cast()
    give = partial(
        appoint, by=cast.managing, person=cast.outsider, office=Office.COLLEGE, first_day=TODAY, at=MARCH
    )
    answers = all_at_once([give] * 4)
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["appointed-already"] * 3


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_past_the_services_postgresql_itself_lets_one_of_two_terms_in() -> None:
    cast = make_cast()
    create = partial(Appointment.objects.create, person=cast.outsider, office=Office.COLLEGE, first_day=TODAY)
    answers = all_at_once([create] * 4)
    # Two that wait for each other are a deadlock, which the database ends by refusing one.
    assert len([answer for answer in answers if isinstance(answer, IntegrityError | OperationalError)]) == 3
    assert Appointment.objects.filter(person=cast.outsider).count() == 1


def test_a_term_does_not_end_before_it_begins(cast: Cast) -> None:
    with pytest.raises(Refusal, match="cannot end before"):
        end_term(
            by=cast.managing,
            appointment=cast.executor_appointment,
            last_day=cast.executor_appointment.first_day - dt.timedelta(days=1),
            why="Moved away.",
            at=MARCH,
        )
