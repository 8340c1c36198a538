"""Somebody who is in one file of people twice becomes one person."""

from __future__ import annotations

import pytest

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person
from scoring.imports.models import Import, ImportRow
from scoring.imports.selectors import row_lines
from scoring.imports.services.checking import AT_ONCE
from scoring.imports.services.preparing import choose
from scoring.imports.services.writing import WRITE_JOB, write_import
from tests.cast import Cast
from tests.scoring.imports.test_imports import checked, csv_of, faults, outcomes, taken_back, written

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
    ["Ada,Whitlock,1958-05-01,,,2", "Ada,Whitlock,1961,,,2", "Adam,Whitlock,1958-04-30,,,2"],
)
def test_another_name_or_birth_is_somebody_else(cast: Cast, namesake: str) -> None:
    importing = checked(cast.registrar, "people", csv_of(HEAD, ADA, namesake))
    assert outcomes(importing) == ["new", "new"]


YEAR, NO_BIRTH, LAST_DAY = ("Ada,Whitlock,1958,,,2", "Ada,Whitlock,,,,4", "Ada,Whitlock,1958-12-31,,,2")


@pytest.mark.parametrize(
    ("first", "again"),
    [(ADA, YEAR), (ADA, NO_BIRTH), (ADA, LAST_DAY), (YEAR, ADA), (NO_BIRTH, ADA), (NO_BIRTH, YEAR)]
    + [(text, text[:-1] + "9") for text in (YEAR, NO_BIRTH, LAST_DAY)],
)
class TestPerhapsTheSame:
    """Of one name, and nothing that tells two apart: somebody looks at it."""

    def test_the_second_row_is_uncertain(self, cast: Cast, first: str, again: str) -> None:
        importing = checked(cast.registrar, "people", csv_of(HEAD, first, again))
        assert outcomes(importing) == ["new", "uncertain"]
        [line] = row_lines(list(importing.rows.filter(number=3)))
        assert line.same_as_line == 2
        assert [choice for choice, _words in line.choices] == ["line-2", "new", "leave"]


class TestChosen:
    def chosen(self, cast: Cast, choice: str, *rows: str) -> Import:
        importing = checked(cast.registrar, "people", csv_of(HEAD, *rows))
        choose(by=cast.registrar, importing=importing, row=3, choice=choice)
        write_import(by=cast.registrar, importing=importing)
        run_waiting(WRITE_JOB)
        return Import.objects.get(pk=importing.pk)

    def test_as_the_same_it_makes_nobody_and_its_old_number_leads_to_them(self, cast: Cast) -> None:
        people = Person.objects.count()
        importing = self.chosen(cast, "line-2", ADA, YEAR)
        assert Person.objects.count() == people + 1
        first, again = importing.rows.all()
        assert (again.person, again.made) == (first.person, False)
        brought = written(cast.managing, "points", csv_of("old number,recorded points", "2,12.5"))
        assert brought.rows.get().person == first.person

    def test_as_somebody_new_it_makes_a_second(self, cast: Cast) -> None:
        first, again = self.chosen(cast, "new", ADA, YEAR).rows.all()
        assert again.made
        assert again.person != first.person

    def test_left_out_it_is_nobody(self, cast: Cast) -> None:
        assert self.chosen(cast, "leave", ADA, YEAR).rows.get(number=3).person is None

    def test_it_is_taken_back_with_the_other(self, cast: Cast) -> None:
        people = Person.objects.count()
        importing = self.chosen(cast, "line-2", ADA, YEAR)
        taken_back(cast.registrar, importing)
        assert Person.objects.count() == people
        assert not importing.rows.exclude(person=None).exists()

    def test_whoever_may_be_in_the_books_as_well_is_offered_beside_the_line(self, cast: Cast) -> None:
        number = written(cast.registrar, "people", csv_of(HEAD, NO_BIRTH)).rows.get().person.number  # type: ignore[union-attr]
        importing = checked(cast.registrar, "people", csv_of(HEAD, ADA, YEAR[:-1] + "3"))
        assert outcomes(importing) == ["uncertain", "uncertain"]
        assert importing.rows.get(number=3).candidates == [number, "line-2"]


def test_whoever_is_in_the_books_already_is_found_there(cast: Cast) -> None:
    first = written(cast.registrar, "people", csv_of(HEAD, ADA))
    again = checked(cast.registrar, "people", csv_of(HEAD, ADA[:-1], ADA[:-1] + "2"))
    assert outcomes(again) == ["same", "same"]
    assert {row.person for row in again.rows.all()} == {first.rows.get().person}
