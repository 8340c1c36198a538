"""Bars: imposed, told, kept to at entries, check-in and seating, and lifted."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from rules_engine.justice.bar_reach import TARGET_KINDS, Occasion, Target, TargetKind, in_the_way
from sanctioning.bars.models import Bar
from sanctioning.bars.selectors import bars_in_force
from sanctioning.bars.services import bars_on, impose_bar, lift_bar, put_bar
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, sanctioned_event
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event

DAY = dt.timedelta(days=1)
EARLY = MARCH - 10 * DAY


def barred(cast: Cast, person: Person, *targets: Target, **changes: Any) -> Bar:
    given: dict[str, Any] = {
        "by": cast.managing,
        "person": person,
        "reach": targets or [Target("everything")],
        "first_day": EARLY.date(),
        "last_day": (MARCH + 60 * DAY).date(),
        "why": "Cards were marked.",
        "at": EARLY,
    }
    return impose_bar(**{**given, **changes})


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        (Target("everything"), True),
        (Target("club", "arden"), True),
        (Target("club", "elsewhere"), False),
        (Target("level", "open"), True),
        (Target("level", "special-event"), False),
        (Target("event", "spring"), True),
        (Target("sanction", "S-1"), True),
        (Target("sanction", ""), False),
        (Target("game", "spring/1"), False),
    ],
)
def test_what_a_bar_takes_in(target: Target, reached: bool) -> None:
    entry = Occasion(event="spring", club="arden", level="open", sanction="S-1")
    assert in_the_way([Target("game", "other/2"), target], entry) is reached
    assert in_the_way([Target("game", "spring/1")], entry._replace(game="spring/1"))
    assert not in_the_way([Target("game", "spring/1")], entry._replace(game="spring/1B"))


@pytest.mark.parametrize("kind", TARGET_KINDS)
def test_no_bar_reaches_a_special_event_and_only_a_named_one_a_playoff(kind: TargetKind) -> None:
    ids = {"club": "arden", "level": "top", "event": "final", "sanction": "S-1", "game": "final/1"}
    final = Occasion(event="final", club="arden", level="top", sanction="S-1", game="final/1")
    target = Target(kind, ids.get(kind, ""))
    assert in_the_way([target], final)
    assert not in_the_way([target], final._replace(special_event=True))
    assert in_the_way([target], final._replace(playoff=True)) is (kind in ("sanction", "event", "game"))


@pytest.mark.parametrize(
    ("game", "barred"),
    [("spring/1", True), ("spring/1A", True), ("spring/1AB", True), ("spring/12", False), ("", False)],
)
@pytest.mark.parametrize("level", [{}, {"playoff": True}, {"special_event": True}])
def test_the_rest_of_a_game_is_that_game_and_all_that_comes_of_it(
    game: str, barred: bool, level: dict[str, bool]
) -> None:
    seat = Occasion(event="spring", club="arden", level="open", sanction="S-1", game=game, **level)
    assert in_the_way([Target("rest-of-game", "spring/1")], seat) is barred


def test_a_voted_bar_asks_no_office_and_is_told_as_any_other(cast: Cast) -> None:
    player, event = cast.players[0], sanctioned_event(cast)
    enter_event(by=player, event=event, person=player, at=EARLY)
    voted: dict[str, Any] = {
        "by": cast.executor,
        "person": player,
        "first_day": EARLY.date(),
        "last_day": None,
        "why": "By a vote.",
        "at": EARLY,
    }
    put_bar(**voted, reach=[Target("event", event.slug)])
    assert Message.objects.get(kind="entered-player-barred").to == cast.director
    with pytest.raises(Refusal) as refusal:
        put_bar(**voted, reach=[])
    assert refusal.value.facts == {"field": "reach"}


def test_the_director_hears_of_a_bar_of_somebody_entered(cast: Cast) -> None:
    player, event = cast.players[0], sanctioned_event(cast)
    entry = enter_event(by=player, event=event, person=player, at=EARLY)
    barred(cast, player, Target("club", "elsewhere"))
    assert not Message.objects.filter(kind="entered-player-barred").exists()
    barred(cast, player)
    message = Message.objects.get(kind="entered-player-barred")
    assert message.to == cast.director
    assert player.name in message.subject
    assert Message.objects.filter(kind="bar-imposed", to=player).count() == 2
    with pytest.raises(Refusal) as refusal:
        check_in(by=cast.director, entry=entry, at=MARCH)
    assert refusal.value.code == "barred"


@pytest.mark.both_databases
def test_a_lifted_bar_is_in_nobodys_way(cast: Cast) -> None:
    player = cast.players[0]
    bar = barred(cast, player, last_day=None)
    for why in ("", " "):
        with pytest.raises(Refusal):
            lift_bar(by=cast.managing, bar=bar, why=why, at=EARLY)
    lift_bar(by=cast.managing, bar=bar, why="It was another deck.", at=EARLY)
    with pytest.raises(Refusal) as refusal:
        lift_bar(by=cast.managing, bar=bar, why="Again.", at=EARLY)
    assert refusal.value.code == "bar-lifted"
    event = sanctioned_event(cast)
    assert enter_event(by=player, event=event, person=player, at=EARLY).state == "entered"


def test_a_bar_of_a_merged_record_bars_the_person(cast: Cast) -> None:
    player = cast.players[0]
    other = register_person(by=cast.registrar, given_names="Ann", family_name="Ash", at=EARLY)
    barred(cast, other)
    merge_people(by=cast.registrar, kept=player, merged=other, reason="The same.", at=EARLY)
    with pytest.raises(Refusal) as refusal:
        enter_event(by=player, event=sanctioned_event(cast), person=player, at=EARLY)
    assert refusal.value.code == "barred"


def test_a_bar_of_a_merged_record_stands_on_the_persons_page(cast: Cast) -> None:
    other = register_person(by=cast.registrar, given_names="Ann", family_name="Ash", at=EARLY)
    bar = barred(cast, other, last_day=None)
    merge_people(by=cast.registrar, kept=cast.players[0], merged=other, reason="The same.", at=EARLY)
    assert [line.id for line in bars_in_force(cast.players[0])] == [bar.pk]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"why": " "}, "why"),
        ({"reach": []}, "reach"),
        ({"reach": [Target("event")]}, "reach"),
        ({"reach": [Target("everything", "spring")]}, "reach"),
        ({"reach": [Target("club", "arden"), Target("event")]}, "reach"),
        ({"last_day": (EARLY - DAY).date()}, "last_day"),
    ],
)
def test_a_bar_says_all_of_itself(cast: Cast, changes: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refusal:
        barred(cast, cast.players[0], **changes)
    assert refusal.value.facts == {"field": field}


def test_a_bar_may_be_of_one_day_and_the_trail_says_from_when_to_when(cast: Cast) -> None:
    day = EARLY.date()
    bar = barred(cast, cast.players[0], Target("club", "arden"), last_day=day)
    lasting = barred(cast, cast.players[1], last_day=None)
    assert (bar.first_day, bar.last_day, lasting.last_day) == (day, day, None)
    lift_bar(by=cast.managing, bar=bar, why="It was another deck.", at=EARLY)
    [lifted, open_ended, imposed] = AuditEntry.objects.filter(action__endswith=" bar").order_by("-pk")
    assert (imposed.by, imposed.why, imposed.after) == (
        cast.managing,
        "Cards were marked.",
        {
            "person": cast.players[0].number,
            "reach": [{"kind": "club", "id": "arden"}],
            "from": day.isoformat(),
            "to": day.isoformat(),
        },
    )
    assert (open_ended.after or {})["to"] == ""
    assert (lifted.action, lifted.why, lifted.after) == (
        "lift bar",
        "It was another deck.",
        {"person": cast.players[0].number},
    )


@pytest.mark.both_databases
def test_of_several_people_those_are_kept_away_whose_bar_takes_in_the_occasion(cast: Cast) -> None:
    ash, birch, cedar, dogwood = cast.players[:4]
    of_ash = barred(cast, ash)
    barred(cast, birch, Target("club", "elsewhere"))
    barred(cast, cedar, last_day=(MARCH - DAY).date())
    barred(cast, dogwood)
    spring = Occasion(event="spring", club="arden", level="open", sanction="S-1")
    assert bars_on([ash, birch, cedar], MARCH.date(), spring) == {ash.pk: of_ash}


def test_the_authority_bars_and_lifts(cast: Cast) -> None:
    bar = barred(cast, cast.players[0])
    for act in (
        partial(barred, cast, cast.players[1], by=cast.director),
        partial(lift_bar, by=cast.director, bar=bar, why="A friend.", at=EARLY),
    ):
        with pytest.raises(Refusal) as refusal:
            act()
        assert refusal.value.code == "not-allowed"


@pytest.mark.both_databases
def test_the_database_keeps_a_bar_as_it_was_imposed(cast: Cast) -> None:
    bar = barred(cast, cast.players[0])
    for changes in (
        {"why": "Nothing."},
        {"reach": [{"kind": "club", "id": "x"}]},
        {"last_day": EARLY.date()},
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            Bar.objects.filter(pk=bar.pk).update(**changes)
    with pytest.raises(DatabaseError), transaction.atomic():
        Bar.objects.filter(pk=bar.pk).delete()
    lift_bar(by=cast.managing, bar=bar, why="It was another deck.", at=EARLY)
    with pytest.raises(DatabaseError), transaction.atomic():
        Bar.objects.filter(pk=bar.pk).update(lifted_for="Nothing.")
