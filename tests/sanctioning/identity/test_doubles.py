"""Which records may be of the person named: by a like name, or by a part of it and the day of birth."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from sanctioning.identity.doubles import possible_doubles
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from tests.cast import JANUARY, Cast

pytestmark = pytest.mark.both_databases

BORN = dt.date(1958, 4, 30)


@pytest.mark.parametrize(
    ("given", "family", "born", "meant"),
    [
        ("Ada", "Whitlock", None, True),
        ("Ada", "Whitlok", None, True),
        ("Ada", "Quist", BORN, True),
        ("Zoe", "Whitlock", BORN, True),
        ("Ada", "Quist", None, False),
        ("Ada", "Quist", BORN + dt.timedelta(days=1), False),
        ("Zoe", "Quist", BORN, False),
    ],
)
def test_a_name_alone_or_a_part_of_it_with_the_day_of_birth(
    cast: Cast, given: str, family: str, born: dt.date | None, meant: bool
) -> None:
    ada = register_person(
        by=cast.registrar, given_names="Ada", family_name="Whitlock", birth_date=BORN, at=JANUARY
    )
    found = possible_doubles(given_names=given, family_name=family, birth_date=born)
    assert found == ((ada,) if meant else ())


def test_the_likeliest_first_a_merged_record_under_the_one_that_is_kept_and_not_oneself(cast: Cast) -> None:
    kept, married, merged, like = (
        register_person(by=cast.registrar, given_names=given, family_name=family, birth_date=born, at=JANUARY)
        for given, family, born in (
            ("Ada", "Whitlock", None),
            ("Ada", "Quist", BORN),
            ("Ada Mary", "Whitlock-Sand", None),
            ("Ada", "Whitlok", None),
        )
    )
    merge_people(by=cast.registrar, kept=kept, merged=merged, reason="The same.", at=JANUARY)
    sought: dict[str, Any] = {"given_names": "Ada", "family_name": "Whitlock"}
    assert possible_doubles(**sought, birth_date=BORN) == (kept, like, married)
    assert possible_doubles(**sought, birth_date=BORN, but=kept) == (like, married)
    assert possible_doubles(given_names="Ada Mary", family_name="Whitlock-Sand") == (kept,)
