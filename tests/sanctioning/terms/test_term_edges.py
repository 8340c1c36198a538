"""The first and the last day of a term, an office with and without a club, and who is left at the head."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon, today
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint, end_term, pass_office, prolong_term, revoke_term
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, make_cast, sanctioned_event
from tests.support.racing import all_at_once
from tests.support.refusals import refusal_of
from tournaments.executors.services.appointing import appoint_for_event

pytestmark = pytest.mark.both_databases

DAY = dt.timedelta(days=1)
TODAY = MARCH.date()
ME = Office.MANAGING_EXECUTOR


def given(
    cast: Cast, person: Person, office: str, last_day: dt.date | None = None, **more: Any
) -> Appointment:
    term: dict[str, Any] = {"first_day": TODAY, "at": MARCH, "by": cast.managing, **more}
    return appoint(person=person, office=office, last_day=last_day, **term)


def managing_term(cast: Cast) -> Appointment:
    return Appointment.objects.get(person=cast.managing, office=ME)


def another_club(cast: Cast) -> Club:
    club = register_club(by=cast.managing, name="Stow Whoopie Club", place="Stow", at=JANUARY)
    return approve_club(by=cast.managing, club=club, at=JANUARY)


def unknown_record(cast: Cast) -> Person:
    return register_person(by=cast.registrar, given_names="Ann", family_name="Ash", at=JANUARY)


def test_the_trail_says_who_was_appointed_to_what_and_for_how_long(cast: Cast) -> None:
    for office, club, last_day in (
        (Office.COLLEGE, None, None),
        (Office.DIRECTOR, cast.club, TODAY + DAY),
    ):
        term = given(cast, cast.outsider, office, last_day, club=club)
        assert term.appointed_by == cast.managing
        entry = AuditEntry.objects.get(action="appoint", thing_id=str(term.pk))
        assert (entry.by, entry.after) == (
            cast.managing,
            {
                "office": office,
                "person": cast.outsider.number,
                "club": club.slug if club else None,
                "first_day": "2025-03-08",
                "last_day": "2025-03-09" if last_day else None,
            },
        )


def test_an_office_of_a_club_names_it_and_another_names_none(cast: Cast) -> None:
    refused = partial(refusal_of, given, cast, cast.outsider)
    assert refused(Office.DIRECTOR).code == "appointment-impossible"
    assert refused(Office.COLLEGE, club=cast.club).code == "appointment-impossible"
    assert refused(Office.COLLEGE, last_day=TODAY - DAY).code == "appointment-impossible"
    assert given(cast, cast.outsider, Office.COLLEGE, last_day=TODAY).runs_on(TODAY)


def test_an_officer_appoints_to_the_offices_of_their_own_club_alone(cast: Cast) -> None:
    officer, player = cast.players[:2]
    given(cast, officer, Office.CLUB_OFFICER, club=cast.club)
    given(cast, player, Office.DIRECTOR, by=officer, club=cast.club)
    elsewhere = another_club(cast)
    for by, office, club in (
        (officer, Office.DIRECTOR, elsewhere),
        (officer, Office.COLLEGE, None),
        (cast.director, Office.DIRECTOR, cast.club),
        (cast.registrar, Office.DIRECTOR, cast.club),
    ):
        assert refusal_of(given, cast, cast.outsider, office, by=by, club=club).code == "not-allowed"


def test_the_same_office_is_held_at_two_clubs_and_in_one_beside_another(cast: Cast) -> None:
    given(cast, cast.director, Office.CLUB_OFFICER, club=cast.club)
    given(cast, cast.director, Office.DIRECTOR, club=another_club(cast))
    again = partial(given, cast, cast.director, Office.DIRECTOR, club=cast.club)
    assert refusal_of(again).code == "appointed-already"


def test_a_term_begins_the_day_after_another_and_ends_the_day_before(cast: Cast) -> None:
    college = partial(given, cast, cast.outsider, Office.COLLEGE)
    college(TODAY + 10 * DAY)
    assert refusal_of(college, first_day=TODAY + 10 * DAY).code == "appointed-already"
    college(first_day=TODAY + 11 * DAY)
    early: dict[str, Any] = {"first_day": TODAY - 5 * DAY}
    assert refusal_of(college, TODAY, **early).code == "appointed-already"
    assert college(TODAY - DAY, **early).last_day == TODAY - DAY


def test_a_term_of_a_merged_record_is_in_the_way_of_another(cast: Cast) -> None:
    ash, second_record = cast.players[0], unknown_record(cast)
    given(cast, second_record, Office.COLLEGE)
    merge_people(by=cast.registrar, kept=ash, merged=second_record, reason="The same.", at=MARCH)
    assert refusal_of(given, cast, ash, Office.COLLEGE).code == "appointed-already"


def test_a_term_may_end_on_its_first_day_and_for_a_reason_on_the_day_it_ends_anyway(cast: Cast) -> None:
    term = given(cast, cast.outsider, Office.COLLEGE, TODAY + 5 * DAY)
    end = partial(end_term, by=cast.managing, appointment=term, at=MARCH)
    assert end(last_day=TODAY + 5 * DAY, why="Retires.").ended_for == "Retires."
    ended = end(last_day=TODAY, why=f"{'Moves away. ' * 20}")
    assert (ended.last_day, len(ended.ended_for)) == (TODAY, 200)
    [first, second] = AuditEntry.objects.filter(action="end term").order_by("pk")
    assert (first.before, first.after) == ({"last_day": "2025-03-13"}, {"last_day": "2025-03-13"})
    assert (second.before, second.after) == ({"last_day": "2025-03-13"}, {"last_day": "2025-03-08"})


def test_whoever_holds_an_office_lays_it_down_by_any_of_their_records(cast: Cast) -> None:
    ash, second_record = cast.players[0], unknown_record(cast)
    term = given(cast, second_record, Office.COLLEGE)
    merge_people(by=cast.registrar, kept=ash, merged=second_record, reason="The same.", at=MARCH)
    assert end_term(by=ash, appointment=term, last_day=TODAY, why="Enough.", at=MARCH).last_day == TODAY
    assert not Message.objects.filter(kind="office-ended").exists(), "they know it"


def test_a_term_is_prolonged_to_the_end_of_its_last_day_and_then_not_ended_early(cast: Cast) -> None:
    term = given(cast, cast.outsider, Office.COLLEGE, TODAY + 5 * DAY)
    end_term(by=cast.managing, appointment=term, last_day=TODAY + DAY, why="Moves.", at=MARCH)
    prolong = partial(prolong_term, by=cast.managing, appointment=term, last_day=TODAY + 9 * DAY)
    assert refusal_of(prolong, at=MARCH + 2 * DAY).code == "term-days"
    assert refusal_of(prolong, by=cast.outsider, at=MARCH).code == "not-allowed"
    prolonged = prolong(at=MARCH + DAY, why="Stays.")
    assert (prolonged.last_day, prolonged.ended_for) == (TODAY + 9 * DAY, "")
    entry = AuditEntry.objects.get(action="prolong term")
    assert (entry.why, entry.before) == ("Stays.", {"last_day": "2025-03-09"})
    forever = prolong(last_day=None, at=MARCH)
    assert refusal_of(prolong, appointment=forever, last_day=None, at=MARCH).code == "term-days"


def test_a_term_is_taken_back_until_the_eve_of_its_first_day(cast: Cast) -> None:
    # Of today on: the database deletes no term that has begun.
    day, at = today(), noon(today())
    term = given(cast, cast.outsider, Office.COLLEGE, first_day=day + DAY)
    revoke = partial(revoke_term, by=cast.managing, appointment=term, why="A mistake.")
    assert refusal_of(revoke, by=cast.outsider, at=at).code == "not-allowed"
    assert refusal_of(revoke, why=" ", at=at).code == "reason-missing"
    assert refusal_of(revoke, at=at + DAY).code == "term-days"
    revoke(at=at)
    entry = AuditEntry.objects.get(action="revoke term")
    assert entry.before == {
        "office": Office.COLLEGE,
        "person": cast.outsider.number,
        "first_day": (day + DAY).isoformat(),
    }


def test_the_term_of_a_successor_is_not_taken_back_once_the_other_ends(cast: Cast) -> None:
    day, at = today(), noon(today())
    office: dict[str, Any] = {"by": cast.managing, "first_day": day + 5 * DAY, "at": at}
    successor = pass_office(appointment=managing_term(cast), to=cast.executor, why="Retires.", **office)
    officers = [
        given(cast, person, Office.CLUB_OFFICER, last_day, club=cast.club, first_day=first_day)
        for person, first_day, last_day in (
            (cast.players[0], day, day + 4 * DAY),
            (cast.players[1], day + 5 * DAY, None),
        )
    ]
    revoke = partial(revoke_term, why="He declines.", at=at)
    refusal = refusal_of(revoke, by=cast.managing, appointment=successor)
    assert refusal.code == "last-managing-executor"
    assert refusal_of(revoke, by=cast.players[0], appointment=officers[1]).code == "last-officer"
    assert Appointment.objects.filter(pk__in=[successor.pk, officers[1].pk]).count() == 2
    revoke(by=cast.managing, appointment=officers[1])
    assert not Appointment.objects.filter(pk=officers[1].pk).exists()


def test_an_executor_who_is_given_games_keeps_the_term_for_them(cast: Cast) -> None:
    day, at = today(), noon(today())
    term = given(cast, cast.outsider, Office.ACTING_EXECUTOR, first_day=day + DAY)
    event = sanctioned_event(cast, at=at + 3 * DAY)
    appoint_for_event(by=cast.managing, event=event, appointment=term, at=at)
    refusal = refusal_of(revoke_term, by=cast.managing, appointment=term, why="-", at=at)
    assert refusal.code == "term-days"
    assert cast.outsider.name in refusal.sentence
    assert Appointment.objects.filter(pk=term.pk).exists()


def test_an_office_passes_on_the_morrow_of_its_term_and_not_later(cast: Cast) -> None:
    term = given(cast, cast.outsider, Office.COLLEGE, TODAY + 5 * DAY)
    passing = partial(
        pass_office, by=cast.managing, appointment=term, to=cast.executor, why="Moves.", at=MARCH
    )
    assert refusal_of(passing, first_day=TODAY + 7 * DAY).code == "term-days"
    successor = passing(first_day=TODAY + 6 * DAY)
    term.refresh_from_db()
    assert (term.last_day, term.ended_for, successor.first_day) == (TODAY + 5 * DAY, "", TODAY + 6 * DAY)
    later = given(cast, cast.players[0], Office.REGISTRAR, first_day=TODAY + 20 * DAY)
    assert refusal_of(passing, appointment=later, first_day=TODAY + 20 * DAY).code == "term-days"
    earlier = given(cast, cast.players[1], Office.REGISTRAR, TODAY + 9 * DAY)
    passing(appointment=earlier, first_day=TODAY + 9 * DAY)
    earlier.refresh_from_db()
    assert (earlier.last_day, earlier.ended_for) == (TODAY + 8 * DAY, "Moves.")


def test_an_officer_of_another_club_does_not_keep_this_one_going(cast: Cast) -> None:
    officer = cast.players[0]
    term = given(cast, officer, Office.CLUB_OFFICER, club=cast.club, first_day=FIRST_DAY)
    given(cast, cast.players[1], Office.CLUB_OFFICER, club=another_club(cast))
    end = partial(end_term, by=officer, appointment=term, last_day=TODAY, why="Enough.", at=MARCH)
    assert refusal_of(end).code == "last-officer"
    given(cast, cast.players[2], Office.CLUB_OFFICER, club=cast.club)
    assert end().last_day == TODAY


def test_a_director_ends_without_leaving_the_club_headless(cast: Cast) -> None:
    term = Appointment.objects.get(person=cast.director)
    assert end_term(by=cast.director, appointment=term, last_day=TODAY, why="Enough.", at=MARCH).last_day


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_officers_who_leave_at_once_leave_one_to_answer_for_the_club() -> None:
    cast = make_cast()
    terms = [
        given(cast, person, Office.CLUB_OFFICER, club=cast.club, first_day=FIRST_DAY)
        for person in cast.players[:2]
    ]
    answers = all_at_once(
        [
            partial(end_term, by=term.person, appointment=term, last_day=TODAY, why="Enough.", at=MARCH)
            for term in terms
        ]
    )
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["last-officer"]
