"""Names hold nothing that nobody can see: whoever is, enters or founds something."""

from __future__ import annotations

import pytest

from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.services.claims import ask_for_record
from sanctioning.services.clubs import register_club
from sanctioning.services.people import register_person
from sanctioning.services.tokens import make_token
from sanctioning.services.typed import address_of, visible
from tests.cast import MARCH, Cast, account

UNSEEN = {
    "turned around": "Celia \u202eybanraB",
    "no width": "Celia\u200b Barnaby",
    "joined": "Celia\u2060Barnaby",
    "control": "Celia\x07Barnaby",
    "line": "Celia\nBarnaby",
    "separator": "Celia\u2028Barnaby",
    "private": "Celia\ue000",
    "half a character": "Celia\ud800",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_what_nobody_sees_is_refused_and_its_place_named(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        visible(name, "family_name")
    assert (refused.value.code, refused.value.facts) == ("name-invisible", {"field": "family_name"})
    with pytest.raises(Refusal):
        address_of(name, 60)


@pytest.mark.parametrize("name", ["O’Neill-Søren", "Łukasz  Ñandú", "李小龍", "Anne & Co. (2nd)"])
def test_what_can_be_seen_is_kept(name: str) -> None:
    assert visible(f" {name} ", "name") == name


def test_equal_names_are_equal() -> None:
    assert visible("Zoe\u0301", "name") == visible("Zo\u00e9", "name")


def test_nobody_comes_in_under_one(cast: Cast) -> None:
    bad = UNSEEN["turned around"]
    people = Person.objects.count()
    asker = account("celia@example.org")
    for takes in (
        lambda: register_person(by=cast.registrar, given_names=bad, family_name="Barnaby", at=MARCH),
        lambda: register_person(by=cast.registrar, given_names="", family_name=bad, at=MARCH),
        lambda: ask_for_record(account=asker, family_name=bad, at=MARCH),
        lambda: register_club(by=cast.director, name=bad, at=MARCH),
        lambda: make_token(by=asker, name=bad, at=MARCH),
    ):
        with pytest.raises(Refusal, match="nobody can see"):
            takes()
    assert Person.objects.count() == people
