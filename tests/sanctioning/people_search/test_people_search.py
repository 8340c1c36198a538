"""People are found by three letters of a name, by a club, or by any part of the number."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.own_data import correct_person
from sanctioning.people.services.registering import register_person
from sanctioning.people_search.meant import meant
from sanctioning.people_search.selectors import MOST, FoundPeople, found_people, names_by_number
from tests.cast import JANUARY, Cast
from tests.support.bulk import clubs

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def somebody(cast: Cast, given: str, family: str, club: Club | None = None, **more: Any) -> Person:
    born = more.pop("born", None)
    person = register_person(
        by=cast.managing, given_names=given, family_name=family, home_club=club, birth_date=born, at=JANUARY
    )
    Person.objects.filter(pk=person.pk).update(**more)
    person.refresh_from_db()
    return person


def names(found: FoundPeople) -> list[str]:
    return [person.name for person in found.people]


@pytest.fixture
def celia(cast: Cast) -> Person:
    return somebody(cast, "Celia Marie", "Bárnaby-Jones", cast.club)


@pytest.mark.parametrize(
    "typed",
    ["bar", "Barnaby", "BÁRNABY", "celia bar", "jones", "barnaby jones", "naby", "barnaby arden", "ce barn"],
)
def test_by_parts_of_the_name(cast: Cast, celia: Person, typed: str) -> None:
    found = found_people(asker=cast.director, text=typed)
    assert names(found) == ["Celia Marie Bárnaby-Jones"]
    assert not found.nearest
    assert not found.more


def test_by_any_part_of_the_number(cast: Cast) -> None:
    elm = cast.players[4]
    digits = elm.number[2:-2].lstrip("0")
    for typed in (
        elm.number,
        elm.number.lower(),
        elm.number.replace("-", ""),
        digits,
        f"w{digits}",
        elm.number[2:-2],
    ):
        assert found_people(asker=cast.outsider, text=typed).people[0].number == elm.number, typed


def test_by_the_club_of_several(cast: Cast) -> None:
    other = clubs(cast, 1)[0]
    Club.objects.filter(pk=other.pk).update(found_by=" riverside circle ")
    alder = somebody(cast, "Ada", "Alder", other)
    assert names(found_people(asker=cast.outsider, text="riverside")) == [alder.name]
    assert found_people(asker=cast.outsider, text="arden").more


@pytest.mark.parametrize("typed", ["barnabi", "bernaby", "barnbay", "selia barnaby", "brnaby"])
def test_a_misspelt_name_finds_the_nearest_and_says_so(cast: Cast, celia: Person, typed: str) -> None:
    found = found_people(asker=cast.director, text=typed)
    assert names(found) == [celia.name]
    assert found.nearest


@pytest.mark.parametrize("typed", ["", " ", "x", "%", "_a_", "zzzzzz", "\0", "-", "W-99999-A", "'; drop"])
def test_nobody_is_called_so(cast: Cast, typed: str) -> None:
    assert found_people(asker=cast.director, text=typed) == FoundPeople(
        people=(), nearest=False, more=False
    ) or (found_people(asker=cast.director, text=typed).nearest)


def test_whole_words_come_before_beginnings_and_these_before_parts(cast: Cast) -> None:
    for family in ("Ashley", "Washlow", "Ashl"):
        somebody(cast, "Zoe", family)
    found = found_people(asker=cast.director, text="zoe ashl")
    assert names(found) == ["Zoe Ashl", "Zoe Ashley", "Zoe Washlow"]


def test_namesakes_are_told_apart_and_likely_doubles_flagged(cast: Cast) -> None:
    other = clubs(cast, 1)[0]
    somebody(cast, "Max", "Twin", cast.club, born=dt.date(1950, 1, 1))
    somebody(cast, "Max", "Twin", other, born=dt.date(1980, 1, 1))
    somebody(cast, "Maxx", "Twin", other, born=dt.date(1980, 2, 1))
    found = found_people(asker=cast.registrar, text="twin")
    assert [(person.name, person.club_name, person.born, person.double) for person in found.people] == [
        ("Max Twin", cast.club.name, 1950, False),
        ("Max Twin", other.name, 1980, True),
        ("Maxx Twin", other.name, 1980, True),
    ]
    assert {person.born for person in found_people(asker=cast.director, text="twin").people} == {None}


# What the asker may not see
def test_who_is_in_results_alone_is_found_by_those_who_hold_an_office(cast: Cast) -> None:
    shy = somebody(cast, "Shy", "Ninebark", publicity=Publicity.RESULTS)
    for asker, seen in ((cast.outsider, []), (cast.executor, [shy.name]), (cast.director, [shy.name])):
        assert names(found_people(asker=asker, text="ninebark")) == seen


def test_minors_and_those_who_hide_their_names_are_found_by_who_keeps_them(cast: Cast) -> None:
    young = somebody(cast, "Yan", "Ninebark", cast.club, born=today() - dt.timedelta(days=4000))
    hidden = somebody(cast, "Hal", "Ninebark", cast.club, publicity=Publicity.NUMBER)
    elsewhere = somebody(cast, "Eva", "Ninebark", born=today() - dt.timedelta(days=4000))
    keeper = [elsewhere.name, hidden.name, young.name]
    assert names(found_people(asker=cast.registrar, text="ninebark")) == keeper
    assert names(found_people(asker=cast.director, text="ninebark")) == [hidden.name, young.name]
    for asker in (cast.outsider, cast.executor, None):
        assert names(found_people(asker=asker, text="ninebark")) == []
        assert found_people(asker=asker, text="ninebork").people == ()


def test_a_whole_number_finds_anybody_and_tells_no_more_than_it_may(cast: Cast) -> None:
    hidden = somebody(cast, "Hal", "Ninebark", cast.club, publicity=Publicity.NUMBER)
    [seen] = found_people(asker=cast.outsider, text=hidden.number).people
    assert (seen.name, seen.club_name, seen.born) == (hidden.number, "", None)
    [known] = found_people(asker=cast.director, text=hidden.number).people
    assert (known.name, known.club_name) == ("Hal Ninebark", cast.club.name)


def test_a_merged_record_is_found_by_its_number_as_the_one_that_is_kept(cast: Cast) -> None:
    kept, second = cast.players[0], somebody(cast, "Anne", "Oldname")
    merge_people(by=cast.registrar, kept=kept, merged=second, reason="The same person.")
    assert names(found_people(asker=cast.registrar, text=second.number)) == [kept.name]
    assert names(found_people(asker=cast.registrar, text="oldname")) == []


def test_a_corrected_name_is_found_and_the_wrong_one_no_more(cast: Cast) -> None:
    correct_person(
        by=cast.registrar,
        person=cast.players[0],
        given_names="A",
        family_name="Quickbeam",
        birth_date=None,
        email="",
        address="",
        why="Written wrong.",
    )
    assert names(found_people(asker=cast.director, text="quickbeam")) == ["A Quickbeam"]
    assert cast.players[0].number not in {
        person.number for person in found_people(asker=cast.director, text="ash").people
    }


# What it asks the database
def test_one_query_finds_and_two_more_find_the_nearest(cast: Cast, celia: Person) -> None:
    def asked(text: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            found_people(asker=cast.director, text=text)
        signs = ("LIKE", "%>", "SET LOCAL")
        return sum(any(sign in query["sql"] for sign in signs) for query in queries)

    assert asked("barnaby") == 1
    assert asked("barnabi") <= 3


@pytest.mark.postgresql
def test_an_index_answers(cast: Cast) -> None:
    random = Random(4711)
    Person.objects.bulk_create(
        Person(
            number=f"B-{n}",
            given_names="".join(random.choices("abcdefghiklmnoprstu", k=6)),
            family_name="".join(random.choices("abcdefghiklmnoprstu", k=8)),
            registered_at=JANUARY,
        )
        for n in range(20_000)
    )
    sought = Person.objects.get(number="B-777").family_name
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE sanctioning_person")
    for text in (sought, f"{sought[:3]} arden", f"{sought[:3]}x{sought[4:]}"):
        with CaptureQueriesContext(connection) as queries:
            found_people(asker=cast.director, text=text)
        search = [query["sql"] for query in queries if "%" in query["sql"]][-1]
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {search}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert "person_by_words" in plan, plan


# Whom a text means
def test_a_number_or_a_whole_name_is_certain(cast: Cast, celia: Person) -> None:
    for text in (
        celia.number,
        f"Celia, {celia.number}",
        "barnaby",
        "Celia Marie Barnaby Jones",
        celia.number[2:-2],
    ):
        assert meant(asker=cast.director, text=text).person == celia, text


def test_numbers_in_a_field_are_shown_with_their_names(cast: Cast) -> None:
    ash, birch, *_others = cast.players
    shown = names_by_number(asker=cast.director, text=f"{ash.number}\n{birch.number}\nsomebody")
    assert shown == {person.number: f"{person.name}, {person.number}" for person in (ash, birch)}


def test_what_is_uncertain_is_asked(cast: Cast, celia: Person) -> None:
    twin = somebody(cast, "Cleo", "Barnaby")
    both = meant(asker=cast.director, text="barnaby")
    assert both.person is None
    assert [choice.number for choice in both.choices] == [twin.number, celia.number]
    assert both.wrong == "Who is “barnaby”? Choose one."
    begun = meant(asker=cast.director, text="cleo barn")
    assert begun.person is None
    assert [choice.number for choice in begun.choices] == [twin.number]


def test_what_is_misspelt_offers_the_nearest_and_nonsense_says_what_to_do(cast: Cast, celia: Person) -> None:
    near = meant(asker=cast.director, text="barnabi")
    assert near.person is None
    assert near.wrong == "We found nobody called “barnabi”. Is it one of these?"
    assert [choice.number for choice in near.choices] == [celia.number]
    assert meant(asker=cast.director, text="zzzzzz").choices == ()
    assert "nobody called “zzzzzz”" in meant(asker=cast.director, text="zzzzzz").wrong
    assert (
        meant(asker=cast.director, text="W-99999-A").wrong
        == "Nobody has this number. Check it, or type the name."
    )


def test_more_than_fit_says_so(cast: Cast) -> None:
    for n in range(MOST + 2):
        somebody(cast, f"G{n}", "Manyfold")
    found = found_people(asker=cast.director, text="manyfold")
    assert len(found.people) == MOST
    assert found.more
    assert "type more of the name" in meant(asker=cast.director, text="manyfold").wrong


def test_programs_find_by_q(cast: Cast, celia: Person, sign_in: Any) -> None:
    client = sign_in(cast.director)
    answer = client.get("/api/v1/people/find/", {"q": "barn"}).json()
    assert answer == {
        "people": [
            {
                "number": celia.number,
                "name": celia.name,
                "club_name": cast.club.name,
                "born": None,
                "double": False,
            }
        ],
        "nearest": False,
        "more": False,
    }
    assert client.get("/api/v1/people/find/").json()["people"] == []


def test_every_record_has_its_words(cast: Cast, celia: Person) -> None:
    PrivateData.objects.filter(person=celia).delete()
    for person in Person.objects.all():
        before = person.found_by
        person.save()
        assert person.found_by == before != ""
