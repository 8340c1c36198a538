"""Somebody who is in one file of people twice becomes one person."""

from __future__ import annotations

import pytest

from sanctioning.people.models.person import Person
from scoring.imports.models import ImportRow
from scoring.imports.services.checking import AT_ONCE
from tests.cast import Cast
from tests.scoring.imports.test_imports import checked, csv_of, faults, outcomes, written

pytestmark = pytest.mark.both_databases

HEAD = "given name,family name,born,club,email,old number"
ADA = "Ada,Whitlock,1958-04-30,,,1"


def test_the_second_row_is_wrong_whatever_else_differs(cast: Cast) -> None:
    again = "Adá,WHITLOCK,30.04.1958,Arden Whoopie Club,ada@example.org,2"
    people = Person.objects.count()
    importing = written(cast.registrar, "people", csv_of(HEAD, ADA, again), without_wrong=True)
    assert outcomes(importing) == ["new", "wrong"]
    [fault] = ImportRow.objects.get(of=importing, outcome="wrong").faults
    assert fault == {"column": "family_name", "code": "person-twice", "facts": {"line": 2}}
    assert Person.objects.count() == people + 1


def test_it_is_found_far_down_the_file(cast: Cast) -> None:
    others = [f"Nova,Quist{place}son,1961-01-02,,,x{place}" for place in range(AT_ONCE)]
    importing = checked(cast.registrar, "people", csv_of(HEAD, ADA, *others, ADA[:-1]))
    assert faults(importing) == {AT_ONCE + 3: ["person-twice"]}


@pytest.mark.parametrize(
    "namesake",
    [
        "Ada,Whitlock,1958-05-01,,,2",
        "Ada,Whitlock,1958,,,2",
        "Ada,Whitlock,,,,2",
        "Adam,Whitlock,1958-04-30,,,2",
    ],
)
def test_a_namesake_or_somebody_without_a_day_of_birth_may_be_somebody_else(
    cast: Cast, namesake: str
) -> None:
    importing = checked(cast.registrar, "people", csv_of(HEAD, ADA, namesake))
    assert outcomes(importing) == ["new", "new"]


def test_two_of_one_name_and_year_may_be_two_people(cast: Cast) -> None:
    importing = checked(
        cast.registrar, "people", csv_of(HEAD, "Ada,Whitlock,1958,,,1", "Ada,Whitlock,1958,,,2")
    )
    assert outcomes(importing) == ["new", "new"]


def test_whoever_is_in_the_books_already_is_found_there(cast: Cast) -> None:
    first = written(cast.registrar, "people", csv_of(HEAD, ADA))
    again = checked(cast.registrar, "people", csv_of(HEAD, ADA[:-1], ADA[:-1] + "2"))
    assert outcomes(again) == ["same", "same"]
    assert {row.person for row in again.rows.all()} == {first.rows.get().person}
