"""Entries: the queue, the days of entries, who is kept out, and who moves up."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import PrivateData
from sanctioning.people.services.merging import merge_people
from scoring.degrees.services.degrees import become_novices
from tests.cast import MARCH, Cast, make_cast, sanctioned_event
from tests.support.discipline import on_paper
from tests.support.kept_steps import kept_step
from tests.support.racing import all_at_once
from tests.support.refusals import code_of
from tournaments.entries.commands import ENTRY_COMMANDS
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in, settle_entry_fee, undo_check_in
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entries import (
    enter_event,
    enter_together,
    mark_absent,
    withdraw_entry,
)
from tournaments.entries.services.restoring import restore_entry
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.events.services.locks import locked_event

DAY = dt.timedelta(days=1)
EARLY = MARCH - 10 * DAY


@kept_step
def event_with(cast: Cast, level: str = "open", **terms: Any) -> Event:
    event = sanctioned_event(cast, level=level)
    Event.objects.filter(pk=event.pk).update(**terms)
    event.refresh_from_db()
    return event


@kept_step
def entered(cast: Cast, event: Event, count: int, first: int = 0) -> list[Entry]:
    return [
        enter_event(by=player, event=event, person=player, at=EARLY)
        for player in cast.players[first : first + count]
    ]


def states(event: Event) -> list[tuple[str, str]]:
    return list(event.entries.order_by("pk").values_list("person__family_name", "state"))


def test_who_comes_to_a_full_event_waits_in_order(cast: Cast) -> None:
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 5)
    assert [(entry.state, entry.queue) for entry in entries] == [
        *[("entered", None)] * 3,
        ("waiting", 1),
        ("waiting", 2),
    ]


def test_four_enter_together_in_as_many_queries_as_one(cast: Cast) -> None:
    event = locked_event(sanctioned_event(cast))
    counted = []
    for people in (cast.players[:1], cast.players[1:5]):
        with CaptureQueriesContext(connection) as queries, transaction.atomic():
            enter_together(by=cast.director, event=event, people=people, runs=True, at=MARCH)
        counted.append(len(queries))
    assert counted[0] == counted[1]
    assert event.entries.filter(state="entered").count() == 5


def test_the_first_who_waits_moves_up_and_is_told(cast: Cast) -> None:
    event = event_with(cast, capacity=3, answer_hours=0)
    entries = entered(cast, event, 5)
    withdraw_entry(by=cast.players[1], entry=entries[1], why="A cold.", at=EARLY)
    assert states(event) == [
        ("Ash", "entered"),
        ("Birch", "withdrawn"),
        ("Cedar", "entered"),
        ("Dogwood", "entered"),
        ("Elm", "waiting"),
    ]
    message = Message.objects.get(kind="entry-moved-up")
    assert message.to == cast.players[3]
    assert event.name in message.subject


def test_nobody_comes_before_those_who_wait_though_there_is_room(cast: Cast) -> None:
    """A pair that waits leaves the one place free that is too few for it."""
    event = event_with(cast, capacity=3)
    entered(cast, event, 4)
    Event.objects.filter(pk=event.pk).update(capacity=4)
    [later] = entered(cast, event, 1, first=4)
    assert (later.state, later.queue) == ("waiting", 2)


def test_who_leaves_the_queue_moves_nobody(cast: Cast) -> None:
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 5)
    withdraw_entry(by=cast.players[3], entry=entries[3], at=EARLY)
    assert states(event)[4] == ("Elm", "waiting")


def test_who_comes_back_is_last_in_the_queue(cast: Cast) -> None:
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 5)
    withdraw_entry(by=cast.players[0], entry=entries[0], at=EARLY)
    back = enter_event(by=cast.players[0], event=event, person=cast.players[0], at=EARLY)
    assert (back.pk, back.state, back.queue) == (entries[0].pk, "waiting", 3)
    assert code_of(partial(enter_event, by=cast.players[0], event=event, person=cast.players[0])) == (
        "entered-already"
    )


def test_one_withdraws_once(cast: Cast) -> None:
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 5)
    withdraw_entry(by=cast.players[0], entry=entries[0], at=EARLY)
    assert code_of(partial(withdraw_entry, by=cast.players[0], entry=entries[0])) == "not-entered"
    assert states(event)[4] == ("Elm", "waiting")


@pytest.mark.both_databases
def test_who_does_not_come_gives_his_place_away_and_may_be_restored(cast: Cast) -> None:
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 4)
    mark_absent(by=cast.director, entry=entries[0], at=MARCH)
    assert states(event)[0] == ("Ash", "absent")
    assert states(event)[3] == ("Dogwood", "entered")
    restored = restore_entry(by=cast.director, entry=entries[0], why="The train was late.", at=MARCH)
    assert (restored.state, restored.queue) == ("waiting", 1)
    sentence = ENTRY_COMMANDS["restore"].sentence
    waits = "is now on the waiting list: the place went to the next person"
    assert sentence(restored) == f"{restored.person.name} {waits}."
    withdraw_entry(by=cast.director, entry=entries[3], at=MARCH)
    restored.refresh_from_db()
    assert restored.state == "entered"
    assert sentence(restored) == f"{restored.person.name} is entered again."
    assert code_of(partial(restore_entry, by=cast.director, entry=restored)) == "entered-already"


def test_of_two_entries_of_one_person_none_is_restored_beside_the_other(cast: Cast) -> None:
    event = event_with(cast, capacity=8)
    twice = on_paper(cast, "Alice")
    enter = partial(enter_event, by=cast.director, event=event, at=EARLY)
    kept, double = enter(person=cast.players[0]), enter(person=twice)
    withdraw_entry(by=cast.director, entry=double, at=EARLY)
    merge_people(by=cast.registrar, kept=cast.players[0], merged=twice, reason="The same hand.", at=EARLY)
    double.refresh_from_db()
    restore = partial(restore_entry, by=cast.director, entry=double, at=MARCH)
    assert code_of(restore) == "entered-already"
    withdraw_entry(by=cast.director, entry=kept, at=MARCH)
    assert restore().state == "entered"


def test_late_entries_are_the_directors_with_a_reason(cast: Cast) -> None:
    event = event_with(cast, entries_until=EARLY.date())
    player, director = cast.players[0], cast.director
    late: dict[str, Any] = {"event": event, "person": player, "at": EARLY + DAY}
    assert code_of(partial(enter_event, by=player, late_for="I forgot.", **late)) == "entries-closed"
    assert code_of(partial(enter_event, by=director, **late)) == "reason-missing"
    entry = enter_event(by=director, late_for="The post was slow.", **late)
    assert (entry.is_late, entry.late_for) == (True, "The post was slow.")
    in_time = enter_event(by=director, event=event, person=cast.players[1], late_for="No matter.", at=EARLY)
    assert not in_time.is_late


def test_nobody_enters_before_the_first_day_of_entries(cast: Cast) -> None:
    event = event_with(cast, entries_from=(EARLY + DAY).date())
    player = cast.players[0]
    assert code_of(partial(enter_event, by=player, event=event, person=player, at=EARLY)) == "entries-closed"
    assert enter_event(by=cast.director, event=event, person=player, at=EARLY).state == "entered"
    other = cast.players[1]
    assert enter_event(by=other, event=event, person=other, at=EARLY + DAY).state == "entered"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("condition", "let_in", "words"),
    [
        ({"kind": "clubs", "clubs": ["arden-whoopie-club"]}, True, "members of Arden Whoopie Club."),
        ({"kind": "invitation", "people": ["{outsider}"]}, False, "by invitation."),
        ({"kind": "invitation", "people": ["{player}", "{outsider}"]}, True, "by invitation."),
        ({"kind": "degree", "at_most": "Novice"}, True, "with a degree of at most Novice."),
        ({"kind": "degree", "at_least": "Junior Master"}, False, "with a degree of at least Junior Master."),
        (
            {"kind": "age", "at_least": 12, "at_most": 17},
            True,
            "at least 12 and at most 17 years old on the first day.",
        ),
        ({"kind": "age", "at_least": 18}, False, "at least 18 years old on the first day."),
    ],
)
def test_a_condition_is_checked_and_nobody_overrides_it(
    cast: Cast, condition: dict[str, Any], let_in: bool, words: str
) -> None:
    player = cast.players[0]
    PrivateData.objects.filter(person=player).update(birth_date=dt.date(2007, 3, 9))
    become_novices(people=[player.pk], card_game="whoopie", on=EARLY.date())
    if "people" in condition:
        people = {"{outsider}": cast.outsider.number, "{player}": player.number}
        condition = {**condition, "people": [people[name] for name in condition["people"]]}
    event = sanctioned_event(cast, level="restricted")
    event = set_entry_conditions(by=cast.director, event=event, conditions=[condition], at=EARLY)
    assert in_words(event) == (words,)
    for by in (cast.director, player):
        if let_in:
            entry = enter_event(by=by, event=event, person=player, at=EARLY)
            withdraw_entry(by=by, entry=entry, at=EARLY)
        else:
            assert code_of(partial(enter_event, by=by, event=event, person=player, at=EARLY)) == (
                "condition-unmet"
            )


def test_strangers_to_the_club_and_of_unknown_age_are_told_what_to_do(cast: Cast) -> None:
    event = sanctioned_event(cast, level="restricted")
    for condition, remedy in (
        ({"kind": "clubs", "clubs": ["arden-whoopie-club"]}, "Enter another event, or have the registrar"),
        ({"kind": "age", "at_least": 18}, "Have the registrar add the date of birth."),
    ):
        event = set_entry_conditions(by=cast.director, event=event, conditions=[condition], at=EARLY)
        with pytest.raises(Refusal) as refusal:
            enter_event(by=cast.outsider, event=event, person=cast.outsider, at=EARLY)
        assert refusal.value.remedy.startswith(remedy)
        assert "Spring Whoopie" in refusal.value.rule


@pytest.mark.parametrize(
    "condition",
    [
        {},
        {"kind": "height"},
        {"kind": "clubs"},
        {"kind": "clubs", "clubs": ["nowhere"]},
        {"kind": "invitation", "people": []},
        {"kind": "invitation", "people": ["P-0"]},
        {"kind": "degree"},
        {"kind": "degree", "at_least": "Wizard"},
        {"kind": "age", "at_least": "12"},
        {"kind": "age"},
    ],
)
def test_a_condition_that_cannot_be_checked_is_refused(cast: Cast, condition: dict[str, Any]) -> None:
    event = sanctioned_event(cast)
    assert code_of(
        partial(set_entry_conditions, by=cast.director, event=event, conditions=[condition], at=EARLY)
    ) == ("condition-unreadable")


def test_a_restricted_event_says_to_whom(cast: Cast) -> None:
    event = sanctioned_event(cast, level="restricted")
    player = cast.players[0]
    assert code_of(partial(enter_event, by=player, event=event, person=player, at=EARLY)) == (
        "condition-missing"
    )


@pytest.mark.both_databases
def test_requirements_in_words_are_ticked_by_the_director(cast: Cast) -> None:
    event = event_with(cast, entry_requirements="Bring your own pencil.")
    [entry] = entered(cast, event, 1)
    with pytest.raises(Refusal) as refusal:
        check_in(by=cast.director, entry=entry, at=MARCH)
    assert "Bring your own pencil." in refusal.value.rule
    entry = check_in(by=cast.director, entry=entry, requirements_met=True, at=MARCH)
    assert (entry.is_present, entry.requirements_met_by) == (True, cast.director)
    other = enter_event(
        by=cast.director, event=event, person=cast.players[1], requirements_met=True, at=EARLY
    )
    assert check_in(by=cast.director, entry=other, at=MARCH).is_present
    own = cast.players[2]
    mine = enter_event(by=own, event=event, person=own, requirements_met=True, at=EARLY)
    assert mine.requirements_met_by is None


def test_check_in_and_back(cast: Cast) -> None:
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 4)
    assert code_of(partial(check_in, by=cast.director, entry=entries[3], at=MARCH)) == "not-entered"
    assert code_of(partial(check_in, by=cast.players[0], entry=entries[0], at=MARCH)) == "not-allowed"
    assert check_in(by=cast.director, entry=entries[0], at=MARCH).is_present
    assert not undo_check_in(by=cast.director, entry=entries[0], at=MARCH).is_present
    check_in(by=cast.director, entry=entries[0], at=MARCH)
    assert not withdraw_entry(by=cast.director, entry=entries[0], at=MARCH).is_present


def test_the_till_notes_the_fee_of_the_day_of_entry(cast: Cast) -> None:
    event = event_with(cast, entry_fee=Decimal("12.50"))
    [entry] = entered(cast, event, 1)
    assert (entry.fee, entry.fee_state) == (Decimal("12.50"), "unpaid")
    assert settle_entry_fee(by=cast.director, entry=entry, to="paid", at=MARCH).fee_state == "paid"
    assert code_of(partial(settle_entry_fee, by=cast.director, entry=entry, to="waived", at=MARCH)) == (
        "reason-missing"
    )
    too_long = partial(settle_entry_fee, by=cast.director, entry=entry, to="waived", why="w" * 301, at=MARCH)
    assert code_of(too_long) == "reason-too-long"
    waived = settle_entry_fee(by=cast.director, entry=entry, to="waived", why="A guest.", at=MARCH)
    assert (waived.fee_state, waived.fee_waived_for) == ("waived", "A guest.")
    assert settle_entry_fee(by=cast.director, entry=entry, to="unpaid", at=MARCH).fee_waived_for == ""
    assert code_of(partial(settle_entry_fee, by=cast.director, entry=entry, to="lent", at=MARCH)) == (
        "fee-state-unknown"
    )


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"state": "waiting"}, "entry_waits_with_a_number"),
        ({"queue": 1}, "entry_waits_with_a_number"),
        ({"state": "withdrawn", "checked_in_at": MARCH}, "entry_checked_in_is_entered"),
        ({"fee_state": "waived"}, "entry_fee_waived_for_a_reason"),
    ],
)
def test_the_database_keeps_the_states(cast: Cast, changes: dict[str, Any], name: str) -> None:
    entered(cast, sanctioned_event(cast), 1)
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Entry.objects.update(**changes)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_who_withdraw_at_once_move_up_two() -> None:
    cast = make_cast()
    event = event_with(cast, capacity=3, answer_hours=0)
    entries = entered(cast, event, 6)
    all_at_once(
        [
            partial(withdraw_entry, by=cast.director, entry=Entry.objects.get(pk=entry.pk))
            for entry in entries[:2]
        ]
    )
    assert [state for _, state in states(event)] == [
        *["withdrawn"] * 2,
        *["entered"] * 3,
        "waiting",
    ]
    assert Message.objects.filter(kind="entry-moved-up").count() == 2


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_last_place_goes_to_one_of_six_who_enter_at_once() -> None:
    cast = make_cast()
    event = event_with(cast, capacity=3)
    entered(cast, event, 2)
    all_at_once(
        [
            partial(enter_event, by=player, event=event, person=player, at=EARLY)
            for player in cast.players[2:8]
        ]
    )
    assert event.entries.filter(state="entered").count() == 3
    waiting = event.entries.filter(state="waiting").order_by("queue")
    assert list(waiting.values_list("queue", flat=True)) == [1, 2, 3, 4, 5]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_one_withdrawal_pressed_twice_moves_up_one() -> None:
    cast = make_cast()
    event = event_with(cast, capacity=3)
    entries = entered(cast, event, 5)
    all_at_once([partial(withdraw_entry, by=cast.director, entry=Entry.objects.get(pk=entries[0].pk))] * 3)
    assert [state for _, state in states(event)] == ["withdrawn", *["entered"] * 3, "waiting"]
