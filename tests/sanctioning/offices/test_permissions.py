"""Who may do what in the authority, asked of everybody of the cast by each question."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import (
    clubs_run_by,
    may_keep_areas,
    may_keep_term,
    may_record_conflict,
    may_see_page,
    may_see_people,
    may_see_private_data,
    terms_held,
)
from sanctioning.people.models.person import Person, Publicity
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast

pytestmark = pytest.mark.both_databases

DAY = MARCH.date()
Question = Callable[[Person | None, dt.date, Person], bool]


@pytest.fixture
def officer(cast: Cast) -> Person:
    """Of the club of the cast."""
    person = cast.players[9]
    appoint(
        by=cast.managing,
        person=person,
        office=Office.CLUB_OFFICER,
        club=cast.club,
        first_day=FIRST_DAY,
        at=JANUARY,
    )
    return person


def everybody(cast: Cast, officer: Person) -> dict[str, Person | None]:
    return {
        "nobody": None,
        "managing": cast.managing,
        "registrar": cast.registrar,
        "executor": cast.executor,
        "director": cast.director,
        "officer": officer,
        "player": cast.players[0],
        "outsider": cast.outsider,
    }


@pytest.mark.parametrize(
    ("question", "about", "who"),
    [
        (may_see_private_data, "player", {"managing", "registrar", "player"}),
        (may_see_private_data, "executor", {"managing", "registrar", "executor"}),
        (may_see_page, "player", {"managing", "registrar", "player"}),
        (may_keep_areas, "executor", {"managing", "executor"}),
        (may_keep_areas, "player", {"managing"}),
        (may_record_conflict, "player", {"managing", "player"}),
    ],
)
def test_about_somebody(cast: Cast, officer: Person, question: Question, about: str, who: set[str]) -> None:
    people = everybody(cast, officer)
    Person.objects.update(publicity=Publicity.NUMBER)
    somebody = people[about]
    assert somebody is not None
    somebody.refresh_from_db()
    assert {name for name, person in people.items() if question(person, DAY, somebody)} == who


def test_a_public_page_is_seen_by_all_and_everybodys_record_by_two(cast: Cast, officer: Person) -> None:
    people = everybody(cast, officer)
    ash = cast.players[0]
    ash.publicity = Publicity.LISTED
    assert {name for name, person in people.items() if may_see_page(person, DAY, ash)} == set(people)
    assert {name for name, person in people.items() if may_see_people(person, DAY)} == {
        "managing",
        "registrar",
    }


@pytest.mark.parametrize(
    ("office", "of_the_club", "who"),
    [
        (Office.DIRECTOR, True, {"managing", "officer"}),
        (Office.CLUB_OFFICER, True, {"managing", "officer"}),
        (Office.DIRECTOR, False, {"managing"}),
        (Office.COLLEGE, True, {"managing"}),
        (Office.COLLEGE, False, {"managing"}),
    ],
)
def test_terms_are_kept_by_the_managing_executor_and_those_of_a_club_by_its_officers(
    cast: Cast, officer: Person, office: str, of_the_club: bool, who: set[str]
) -> None:
    club = cast.club if of_the_club else None
    people = everybody(cast, officer)
    assert {name for name, person in people.items() if may_keep_term(person, DAY, office, club)} == who


def test_an_officer_keeps_no_terms_of_another_club_and_none_before_their_own_begins(
    cast: Cast, officer: Person
) -> None:
    elsewhere = register_club(by=cast.managing, name="Stow Whoopie Club", place="Stow", at=JANUARY)
    assert not may_keep_term(officer, DAY, Office.DIRECTOR, elsewhere)
    eve = FIRST_DAY - dt.timedelta(days=1)
    assert not may_keep_term(officer, eve, Office.DIRECTOR, cast.club)


def test_who_runs_a_club_is_an_officer_or_director_of_it_on_that_day(cast: Cast, officer: Person) -> None:
    elsewhere = register_club(by=cast.managing, name="Stow Whoopie Club", place="Stow", at=JANUARY)
    approve_club(by=cast.managing, club=elsewhere, at=JANUARY)
    runs = {
        name: list(clubs_run_by(person, DAY))
        for name, person in everybody(cast, officer).items()
        if person is not None
    }
    assert {name for name, clubs in runs.items() if clubs} == {"director", "officer"}
    assert runs["director"] == runs["officer"] == [cast.club]
    assert not clubs_run_by(officer, FIRST_DAY - dt.timedelta(days=1))
    assert [term.person for term in terms_held(cast.director, DAY)] == [cast.director]
