"""Names hold nothing that nobody can see: whoever is, enters or founds something."""

from __future__ import annotations

import datetime as dt

import pytest

from sanctioning.accounts.services.tokens import make_token
from sanctioning.clubs.services.clubs import register_club
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import address_of, visible
from sanctioning.law.services.levels import add_type
from sanctioning.people.models.person import Person
from sanctioning.people.services.claims import ask_for_record
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, account, registered_event, sanctioned_event
from tournaments.events.models.event import Event
from tournaments.events.services.changes import change_event
from tournaments.rounds.services.rounds import plan_round

UNSEEN = {
    "turned around": "Celia \u202eybanraB",
    "no width": "Celia\u200b Barnaby",
    "joined": "Celia\u2060Barnaby",
    "control": "Celia\x07Barnaby",
    "line": "Celia\nBarnaby",
    "separator": "Celia\u2028Barnaby",
    "private": "Celia\ue000",
    "half a character": "Celia\ud800",
    "letter of no shape": "\u3164",
    "mark of no shape": "Celia\u034f Barnaby",
    "empty pattern": "\u2800",
    "chosen form of a Latin letter": "Celia\ufe0f Barnaby",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_what_nobody_sees_is_refused_and_its_place_named(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        visible(name, "family_name")
    assert (refused.value.code, refused.value.facts) == ("name-invisible", {"field": "family_name"})
    with pytest.raises(Refusal):
        address_of(name, 60)


@pytest.mark.parametrize(
    "name", ["O’Neill-Søren", "Łukasz  Ñandú", "李小龍", "辻\U000e0100", "Anne & Co. (2nd)"]
)
def test_what_can_be_seen_is_kept(name: str) -> None:
    assert visible(f" {name} ", "name") == name


def test_equal_names_are_equal() -> None:
    assert visible("Zoe\u0301", "name") == visible("Zo\u00e9", "name")
    assert visible("Celia\u00a0Barnaby", "name") == visible("Celia Barnaby", "name")


def test_nobody_comes_in_under_one(cast: Cast) -> None:
    bad = UNSEEN["turned around"]
    people = Person.objects.count()
    asker = account("celia@example.org")
    for takes in (
        lambda: register_person(by=cast.registrar, given_names=bad, family_name="Barnaby", at=MARCH),
        lambda: register_person(by=cast.registrar, given_names="", family_name=bad, at=MARCH),
        lambda: ask_for_record(account=asker, family_name=bad, at=MARCH),
        lambda: register_club(by=cast.director, name=bad, at=MARCH),
        lambda: register_club(by=cast.director, name="Celia's", place=bad, at=MARCH),
        lambda: add_type(by=cast.managing, slug="celia", name=bad, at=MARCH),
        lambda: make_token(by=asker, name=bad, at=MARCH),
    ):
        with pytest.raises(Refusal, match="invisible character"):
            takes()
    assert Person.objects.count() == people


def registered(cast: Cast, name: str = "Elsewhere", place: str = "Arden") -> Event:
    ends_at = MARCH + dt.timedelta(days=2)
    return registered_event(cast, name, place=place, starts_at=MARCH + dt.timedelta(days=1), ends_at=ends_at)


def test_no_event_or_round_is_called_so_or_held_there(cast: Cast) -> None:
    bad = UNSEEN["turned around"]
    event = sanctioned_event(cast)
    for takes in (
        lambda: registered(cast, name=bad),
        lambda: registered(cast, place=bad),
        lambda: change_event(
            by=cast.director, event=event, changes={"place": bad}, notice="Moved.", at=MARCH
        ),
        lambda: plan_round(by=cast.director, event=event, planned={"stanzas": 10}, name=bad, at=MARCH),
    ):
        with pytest.raises(Refusal, match="invisible character"):
            takes()
