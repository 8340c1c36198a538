"""Whose name may stand in a list goes by the record that is kept, by their choice and by their age."""

from __future__ import annotations

import datetime as dt

import pytest

from sanctioning.identity.lookup import is_listed
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, Cast

pytestmark = pytest.mark.both_databases


def in_office(cast: Cast, name: str, publicity: str, born: dt.date | None = None) -> Person:
    person = register_person(
        by=cast.registrar, given_names=name, family_name="Oake", birth_date=born, at=JANUARY
    )
    appoint(by=cast.managing, person=person, office=Office.COLLEGE, first_day=FIRST_DAY, at=JANUARY)
    Person.objects.filter(pk=person.pk).update(publicity=publicity)
    return person


def test_by_the_kept_record_their_choice_and_their_age(cast: Cast) -> None:
    in_office(cast, "Listed", Publicity.LISTED)
    in_office(cast, "Grown up", Publicity.LISTED, dt.date(1958, 4, 30))
    in_office(cast, "Young", Publicity.LISTED, today() - dt.timedelta(days=4000))
    hidden = in_office(cast, "Hidden", Publicity.NUMBER)
    shown = in_office(cast, "Shown", Publicity.LISTED)
    for kept, name, publicity in (
        (hidden, "Of Hidden", Publicity.LISTED),
        (shown, "Of Shown", Publicity.NUMBER),
    ):
        second = in_office(cast, name, publicity)
        merge_people(by=cast.registrar, kept=kept, merged=second, reason="The same.", at=JANUARY)
    listed = Appointment.objects.filter(is_listed("person"), office=Office.COLLEGE)
    names = set(listed.values_list("person__given_names", flat=True))
    assert names == {"Listed", "Grown up", "Shown", "Of Shown"}
