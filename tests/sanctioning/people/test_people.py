"""People, accounts, private data and offices."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.clubs.services.clubs import register_club
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds, may_see_private_data
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.services.registering import found_authority, register_person
from sanctioning.terms.services import appoint, end_term
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast


def test_the_authority_is_founded_once(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        found_authority(given_names="A", family_name="Pretender", at=MARCH)
    assert refusal.value.code == "authority-founded"
    assert not Person.objects.filter(family_name="Pretender").exists()


def test_people_get_numbers_in_sequence_and_need_no_account(cast: Cast) -> None:
    first, second = (
        register_person(by=cast.director, given_names="", family_name=name, at=MARCH)
        for name in ("Old", "Older")
    )
    assert (first.number, second.number) == ("W-00016-5", "W-00017-A")
    assert (first.account, second.sort_name) == (None, "Older")


def test_an_outsider_registers_nobody(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        register_person(by=cast.outsider, given_names="A", family_name="Friend", at=MARCH)
    assert (refusal.value.code, refusal.value.status) == ("not-allowed", 403)


def test_private_data_are_for_the_person_and_the_registrar(cast: Cast) -> None:
    day, player = dt.date(2025, 3, 8), cast.players[0]
    may = {
        name: may_see_private_data(asker, day, player)
        for name, asker in {
            "self": player,
            "registrar": cast.registrar,
            "managing": cast.managing,
            "director": cast.director,
            "other": cast.players[1],
            "nobody": None,
        }.items()
    }
    assert may == {
        "self": True,
        "registrar": True,
        "managing": True,
        "director": False,
        "other": False,
        "nobody": False,
    }


@pytest.mark.parametrize(
    ("born", "day", "minor"),
    [
        (dt.date(2007, 3, 8), dt.date(2025, 3, 7), True),
        (dt.date(2007, 3, 8), dt.date(2025, 3, 8), False),
        (dt.date(2008, 2, 29), dt.date(2026, 2, 28), True),
        (dt.date(2008, 2, 29), dt.date(2026, 3, 1), False),
        (None, dt.date(2025, 3, 8), False),
    ],
)
def test_of_age_on_the_eighteenth_birthday(born: dt.date | None, day: dt.date, minor: bool) -> None:
    assert PrivateData(birth_date=born).is_minor(day) is minor


def test_an_office_runs_from_its_first_to_its_last_day(cast: Cast) -> None:
    end_term(
        by=cast.managing,
        appointment=cast.executor_appointment,
        last_day=dt.date(2025, 3, 8),
        why="moves away",
        at=MARCH,
    )
    days = {
        "before": FIRST_DAY - dt.timedelta(days=1),
        "first": FIRST_DAY,
        "last": dt.date(2025, 3, 8),
        "after": dt.date(2025, 3, 9),
    }
    assert {name: holds(cast.executor, day, Office.ACTING_EXECUTOR) for name, day in days.items()} == {
        "before": False,
        "first": True,
        "last": True,
        "after": False,
    }


def test_terms_of_one_office_do_not_overlap(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        appoint(
            by=cast.managing,
            person=cast.executor,
            office=Office.ACTING_EXECUTOR,
            first_day=dt.date(2025, 6, 1),
            at=MARCH,
        )
    assert refusal.value.code == "appointed-already"


def test_officers_appoint_in_their_own_club_only(cast: Cast) -> None:
    director: dict[str, Any] = {"person": cast.players[1], "office": Office.DIRECTOR, "club": cast.club}
    with pytest.raises(Refusal):
        appoint(by=cast.director, first_day=FIRST_DAY, at=MARCH, **director)
    officer = cast.players[0]
    appoint(
        by=cast.managing,
        person=officer,
        office=Office.CLUB_OFFICER,
        club=cast.club,
        first_day=FIRST_DAY,
        at=MARCH,
    )
    assert appoint(by=officer, first_day=FIRST_DAY, at=MARCH, **director).club == cast.club
    for office, club in ((Office.REGISTRAR, None), (Office.DIRECTOR, register_club(by=officer, name="New"))):
        with pytest.raises(Refusal):
            appoint(by=officer, person=officer, office=office, club=club, first_day=FIRST_DAY, at=MARCH)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "wrong",
    [
        {"office": Office.DIRECTOR, "club": None},
        {"office": Office.REGISTRAR, "club": "own"},
        {"office": Office.REGISTRAR, "club": None, "last_day": FIRST_DAY - dt.timedelta(days=1)},
    ],
)
def test_the_database_refuses_an_impossible_appointment(cast: Cast, wrong: dict[str, object]) -> None:
    fields = {**wrong, "club": cast.club if wrong["club"] else None}
    with pytest.raises(IntegrityError), transaction.atomic():
        Appointment.objects.create(person=cast.outsider, first_day=FIRST_DAY, **fields)


def test_registration_is_in_the_past_where_it_says_so(cast: Cast) -> None:
    assert cast.players[0].registered_at == JANUARY
