"""Importing degrees held and terms of office."""

from __future__ import annotations

import datetime as dt

import pytest

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.offices.models.office import Appointment
from sanctioning.people.services.registering import register_person
from scoring.degrees.services.degrees import settle_degrees
from scoring.imports.columns import sentence
from scoring.imports.models import ImportRow
from scoring.imports.selectors import row_lines
from scoring.imports.services.writing import WRITE_JOB, counts_of, write_import
from scoring.recordings.models import DegreeHeld
from tests.cast import MARCH, Cast
from tests.scoring.imports.test_imports import (
    ROSTER_DAY,
    checked,
    csv_of,
    faults,
    outcomes,
    taken_back,
    written,
)

pytestmark = pytest.mark.both_databases


class TestDegreesAndOffices:
    def test_a_degree_needs_the_points_that_bear_it(self, cast: Cast) -> None:
        ash, birch, cedar = (player.number for player in cast.players[:3])
        written(cast.managing, "points", csv_of("number,points,blue", f"{ash},30,2"))
        file = csv_of(
            "number,degree,since", f"{ash},Master,2019-05-15", f"{birch},Master,", f"{cedar},Novice,"
        )
        importing = checked(cast.managing, "degrees", file)
        assert outcomes(importing) == ["new", "wrong", "new"]
        write_import(by=cast.managing, importing=importing, without_wrong=True)
        run_waiting(WRITE_JOB)
        assert DegreeHeld.objects.get(person=cast.players[2]).degree == "Novice"

    def test_a_novice_of_old_books_stays_a_novice_when_degrees_are_settled(self, cast: Cast) -> None:
        cedar = cast.players[2]
        written(cast.managing, "degrees", csv_of("number,degree,since", f"{cedar.number},Novice,"))
        settled = settle_degrees(
            by=cast.registrar, at=MARCH, people=[cedar], card_game="whoopie", why="Counted again."
        )
        assert (settled.lost, settled.won) == ([], [])
        assert DegreeHeld.objects.get(person=cedar, until__isnull=True).degree == "Novice"

    def test_of_two_namesakes_the_one_who_was_born_then_is_meant(self, cast: Cast) -> None:
        births = [dt.date(1958, 4, 30), dt.date(1961, 1, 2)]
        elder, _younger = (
            register_person(
                by=cast.registrar, given_names="Ada", family_name="Whitlock", birth_date=day, at=MARCH
            )
            for day in births
        )
        head = "given name,family name,born,degree,since"
        rows = "Ada,Whitlock,1958-04-30,Novice,", "Ada,Whitlock,,Novice,"
        importing = checked(cast.managing, "degrees", csv_of(head, *rows))
        assert outcomes(importing) == ["new", "uncertain"]
        assert importing.rows.get(number=2).person == elder

    def test_one_that_came_with_points_gets_the_day_of_the_file_until_that_is_taken_back(
        self, cast: Cast
    ) -> None:
        ash = cast.players[0]
        written(cast.managing, "points", csv_of("number,points,blue", f"{ash.number},30,2"))
        held = DegreeHeld.objects.get(person=ash)
        file = csv_of("number,degree,since", f"{ash.number},Master,2019-05-15")
        importing = written(cast.managing, "degrees", file)
        [line] = row_lines(list(importing.rows.select_related("of")))
        assert line.remark == "held already, from this day on"
        assert (DegreeHeld.objects.get(person=ash).pk, DegreeHeld.objects.get(person=ash).since) == (
            held.pk,
            dt.date(2019, 5, 15),
        )
        file.seek(0)
        assert outcomes(checked(cast.managing, "degrees", file)) == ["same"]
        taken_back(cast.managing, importing)
        again = DegreeHeld.objects.get(person=ash)
        assert (again.pk, again.since, again.until) == (held.pk, ROSTER_DAY, None)
        assert again.brought_forward == held.brought_forward

    def test_none_is_reached_after_a_higher_one(self, cast: Cast) -> None:
        """Ash holds Master from the day of the points on; Birch has both orders in the file."""
        ash, birch, cedar = (player.number for player in cast.players[:3])
        points = csv_of("number,points,blue", f"{ash},30,2", f"{birch},120,12", f"{cedar},120,12")
        written(cast.managing, "points", points)
        DegreeHeld.objects.exclude(person=cast.players[0]).delete()
        importing = checked(
            cast.managing,
            "degrees",
            csv_of(
                "number,degree,since",
                f"{ash},Junior Master,{ROSTER_DAY + dt.timedelta(days=1)}",
                f"{ash},Novice,{ROSTER_DAY}",
                f"{birch},Senior Master,2018-05-15",
                f"{birch},Master,2018-05-16",
                f"{cedar},Master,2018-05-16",
                f"{cedar},Senior Master,2018-05-15",
                f"{cedar},Junior Master,",
                f"{cedar},Novice,2018-05-16",
            ),
        )
        wrong = ["degree-after-higher"]
        assert faults(importing) == {2: wrong, 5: wrong, 7: wrong, 8: wrong}
        said = sentence(ImportRow.objects.get(of=importing, number=7).faults[0])
        assert said.startswith(
            "Master from 16 May 2018 does not fit with Senior Master, already reached on 15 May 2018"
        )

    def test_terms_of_office_do_not_overlap(self, cast: Cast) -> None:
        ash, director = cast.players[0].number, cast.director.number
        file = csv_of(
            "number,office,club,from,to",
            f"{ash},director,Arden Whoopie Club,2015-01-01,2019-12-31",
            f"{director},director,Arden Whoopie Club,2025-02-01,",
            f"{ash},registrar,,2015-01-01,",
            f"{ash},director,,2015-01-01,",
        )
        importing = written(cast.managing, "officers", file, without_wrong=True)
        assert faults(importing) == {3: ["term-there"], 4: ["office-unknown"], 5: ["office-without-club"]}
        assert Appointment.objects.get(person=cast.players[0]).last_day == dt.date(2019, 12, 31)
        assert counts_of(importing)["wrong"] == 3
