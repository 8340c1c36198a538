"""The door of an event: present and paid by one tap, for several helpers, for all at once, and taken back."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from decimal import Decimal
from random import Random

import pytest
from django.test import Client

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.money import NOTHING
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, open_table, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.door import door_lists
from tournaments.entries.selectors.entries import entry_list
from tournaments.entries.services.check_in import (
    all_present,
    check_in,
    check_in_and_pay,
    settle_entry_fee,
    undo_all_present,
    undo_check_in,
    undo_check_in_and_payment,
)
from tournaments.entries.services.entries import enter_event, mark_absent, withdraw_entry
from tournaments.entries.services.restoring import restore_entry
from tournaments.events.models.event import Event
from tournaments.tables.services.seating import get_up

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
EVENING = MARCH + dt.timedelta(hours=3)
FEE = Decimal("4.50")


@pytest.fixture
def event(cast: Cast) -> Event:
    event = sanctioned_event(cast)
    Event.objects.filter(pk=event.pk).update(entry_fee=FEE)
    event.refresh_from_db()
    return event


@pytest.fixture
def entries(cast: Cast, event: Event) -> list[Entry]:
    return [enter_event(by=cast.director, event=event, person=one, at=MARCH) for one in cast.players[:4]]


def state_of(entry: Entry) -> tuple[bool, str]:
    entry.refresh_from_db()
    return entry.is_present, entry.fee_state


def notes_of(entry: Entry) -> list[str]:
    rows = AuditEntry.objects.filter(thing_type="tournaments.Entry", thing_id=str(entry.pk))
    return list(rows.order_by("pk").values_list("action", flat=True))[1:]


def test_one_tap_is_present_and_paid_and_a_second_helper_changes_nothing(
    cast: Cast, event: Event, entries: list[Entry]
) -> None:
    for _helper in range(2):
        check_in_and_pay(by=cast.director, event=event, entries=entries[:1], at=EVENING)
    assert state_of(entries[0]) == (True, "paid")
    assert notes_of(entries[0]) == ["check in", "settle entry fee"]
    assert entry_list(event).paid == FEE


def test_who_has_paid_before_or_need_not_pay_is_present_alone(
    cast: Cast, event: Event, entries: list[Entry]
) -> None:
    settle_entry_fee(by=cast.director, entry=entries[0], to="paid", at=MARCH)
    settle_entry_fee(by=cast.director, entry=entries[1], to="waived", why="Helps at the door.", at=MARCH)
    check_in_and_pay(by=cast.director, event=event, entries=entries[:2], at=EVENING)
    assert [state_of(entry) for entry in entries[:2]] == [(True, "paid"), (True, "waived")]
    entries[0].refresh_from_db()
    assert entries[0].paid_at == MARCH


def test_a_tap_is_taken_back_with_what_it_brought_and_no_more(
    cast: Cast, event: Event, entries: list[Entry]
) -> None:
    settle_entry_fee(by=cast.director, entry=entries[0], to="paid", at=MARCH)
    check_in_and_pay(by=cast.director, event=event, entries=entries[:2], at=EVENING)
    for entry in entries[:2]:
        undo_check_in_and_payment(by=cast.director, entry=entry, at=EVENING + dt.timedelta(minutes=1))
    assert [state_of(entry) for entry in entries[:2]] == [(False, "paid"), (False, "unpaid")]


def test_everybody_at_once(cast: Cast, event: Event, entries: list[Entry]) -> None:
    check_in(by=cast.director, entry=entries[0], at=EVENING)
    come = all_present(by=cast.director, event=event, paid=True, at=EVENING)
    assert [entry.pk for entry in come] == [entry.pk for entry in entries[1:]]
    listed = entry_list(event)
    assert (listed.present, listed.missing, listed.paid, listed.unpaid) == (4, 0, 3 * FEE, FEE)
    assert all_present(by=cast.director, event=event, at=EVENING) == []


def test_everybody_at_once_stands_before_the_long_list(
    cast: Cast, event: Event, entries: list[Entry], sign_in: SignIn
) -> None:
    page = sign_in(cast.director).get(f"/events/{event.slug}/manage/check-in/").content.decode()
    assert page.count("Everyone is here") == 1
    assert page.index("Everyone is here") < page.index(f'id="entry-{entries[0].pk}"')


def test_everybody_at_once_is_undone_at_once_and_once(cast: Cast, event: Event, entries: list[Entry]) -> None:
    check_in(by=cast.director, entry=entries[0], at=EVENING)
    all_present(by=cast.director, event=event, paid=True, at=EVENING + dt.timedelta(minutes=1))
    together = entry_list(event).came_together
    assert together == (EVENING + dt.timedelta(minutes=1), 3)
    undone = undo_all_present(by=cast.director, event=event, came_at=together.at, at=EVENING)
    assert [entry.pk for entry in undone] == [entry.pk for entry in entries[1:]]
    listed = entry_list(event)
    assert (listed.present, listed.missing, listed.paid) == (1, 3, NOTHING)
    assert listed.came_together is None
    with pytest.raises(Refusal, match="Nobody is here who was checked in together"):
        undo_all_present(by=cast.director, event=event, came_at=together.at, at=EVENING)


def test_nobody_who_sits_at_a_table_is_checked_out(cast: Cast, event: Event, entries: list[Entry]) -> None:
    all_present(by=cast.director, event=event, at=EVENING)
    game = open_table(cast, event, cast.players[1:4], at=EVENING)
    for undo in (
        lambda: undo_check_in(by=cast.director, entry=entries[1], at=EVENING),
        lambda: undo_all_present(by=cast.director, event=event, came_at=EVENING, at=EVENING),
    ):
        with pytest.raises(Refusal, match="sits at game 1") as caught:
            undo()
        assert caught.value.facts == {"game": f"{game.number}"}
    door = door_lists(event, entry_list(event), "")
    assert [line.sits_at for line in door.here] == [None, game, game, game]
    assert (door.came_together is not None, door.undoable) == (True, None)
    undo_check_in(by=cast.director, entry=entries[0], at=EVENING)
    assert entry_list(event).present == 3


def test_once_everybody_sits_the_door_leads_to_the_floor(
    cast: Cast, event: Event, entries: list[Entry], sign_in: SignIn
) -> None:
    all_present(by=cast.director, event=event, at=EVENING)
    director, page = sign_in(cast.director), f"/events/{event.slug}/manage/check-in/"
    to_floor = re.compile(r'class="button" href="[^"]+/floor/"')
    open_table(cast, event, cast.players[1:4], at=EVENING)
    assert not to_floor.search(director.get(page).content.decode())
    undo_check_in(by=cast.director, entry=entries[0], at=EVENING)
    mark_absent(by=cast.director, entry=entries[0], at=EVENING)
    assert to_floor.search(director.get(page).content.decode())


def test_nobody_who_has_played_is_checked_out(cast: Cast, event: Event) -> None:
    for player in cast.players[:4]:
        check_in(by=cast.director, entry=enter_event(by=cast.director, event=event, person=player, at=MARCH))
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 1, Random(1))
    get_up(by=cast.players[0], game=game, person=cast.players[0], at=MARCH)
    entry = event.entries.get(person=cast.players[0])
    with pytest.raises(Refusal, match="has played at game 1"):
        undo_check_in(by=cast.director, entry=entry, at=EVENING)


def test_who_came_after_the_event_began_came_late(cast: Cast, event: Event, entries: list[Entry]) -> None:
    check_in(by=cast.director, entry=entries[0], at=event.starts_at)
    check_in(by=cast.director, entry=entries[1], at=event.starts_at + dt.timedelta(minutes=1))
    listed = entry_list(event)
    assert listed.late == 1
    assert [line.came_late for line in listed.entered] == [False, True, False, False]


def test_whoever_came_in_time_and_is_restored_is_there_and_not_late(
    cast: Cast, event: Event, entries: list[Entry]
) -> None:
    check_in_and_pay(by=cast.director, event=event, entries=entries[:1], at=event.starts_at)
    an_hour_later = event.starts_at + dt.timedelta(hours=1)
    for entry in entries[:2]:
        withdraw_entry(by=cast.director, entry=entry, at=an_hour_later)
        restore_entry(by=cast.director, entry=entry, at=an_hour_later)
    assert [state_of(entry) for entry in entries[:2]] == [(True, "paid"), (False, "unpaid")]
    assert entry_list(event).late == 0
    withdraw_entry(by=cast.director, entry=entries[0], at=an_hour_later)
    enter_event(by=cast.director, event=event, person=entries[0].person, at=an_hour_later)
    assert not state_of(entries[0])[0]


def test_whoever_is_marked_as_absent_has_not_come_yet(cast: Cast, entries: list[Entry]) -> None:
    absent = mark_absent(by=cast.director, entry=entries[0], at=EVENING)
    with pytest.raises(Refusal) as caught:
        check_in(by=cast.director, entry=absent, at=EVENING)
    assert caught.value.sentence == "A Ash has not come yet."


def test_what_somebody_paid_who_is_withdrawn_is_said_beside_the_till(
    cast: Cast, event: Event, entries: list[Entry], sign_in: Callable[[Person], Client]
) -> None:
    check_in_and_pay(by=cast.director, event=event, entries=entries[:2], at=EVENING)
    page = f"/events/{event.slug}/manage/check-in/"
    director = sign_in(cast.director)
    assert "give it back" not in director.get(page).content.decode()
    withdraw_entry(by=cast.director, entry=entries[0], at=EVENING)
    listed = entry_list(event)
    assert (listed.paid, listed.paid_by_gone) == (FEE, FEE)
    shown = " ".join(director.get(page).content.decode().replace("\u00a0", " ").split())
    assert re.search(r"had paid \S+ 4\.50\. That is no longer in the sum of the till", shown)
    assert re.search(r"withdrawn · \S+ 4\.50 paid", shown)


def test_whoever_runs_no_event_keeps_no_door(cast: Cast, event: Event, entries: list[Entry]) -> None:
    for act in (
        lambda: check_in_and_pay(by=cast.outsider, event=event, entries=entries, at=EVENING),
        lambda: all_present(by=cast.outsider, event=event, at=EVENING),
        lambda: undo_check_in_and_payment(by=cast.outsider, entry=entries[0], at=EVENING),
    ):
        with pytest.raises(Refusal, match="You may not keep the check-in list"):
            act()


def test_requirements_must_be_met_by_everybody(cast: Cast, event: Event, entries: list[Entry]) -> None:
    Event.objects.filter(pk=event.pk).update(entry_requirements="A deck of their own.")
    event.refresh_from_db()
    with pytest.raises(Refusal, match="Nobody has ticked"):
        all_present(by=cast.director, event=event, at=EVENING)
    all_present(by=cast.director, event=event, requirements_met=True, at=EVENING)
    assert entry_list(event).all_present


# The page and programs
def test_the_page_takes_one_tap_a_person_without_a_script_too(
    cast: Cast, sign_in: Callable[[Person], Client]
) -> None:
    event = sanctioned_event(cast, name="Door Evening", at=MARCH + dt.timedelta(days=9000))
    Event.objects.filter(pk=event.pk).update(entry_fee=FEE)
    entries = [enter_event(by=cast.director, event=event, person=one) for one in cast.players[:3]]
    director, page = sign_in(cast.director), f"/events/{event.slug}/manage/check-in/"
    shown = director.get(page).content.decode()
    assert shown.count('data-act="come"') == 3
    director.post(f"{page}{entries[0].pk}/come/")
    assert state_of(entries[0]) == (True, "paid")
    part = director.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert part.count('data-act="come"') == 2
    assert "4.50" in part
    director.post(f"{page}{entries[0].pk}/take-back/")
    assert state_of(entries[0]) == (False, "unpaid")
    director.post(f"/events/{event.slug}/manage/all-present/", {"paid": "yes"})
    shown = director.get(page).content.decode()
    assert "All 3 are here." in shown
    assert "3 people were checked in together" in shown
    came_at = re.search(r'name="came_at" value="([^"]+)"', shown)
    assert came_at
    undo = f"/events/{event.slug}/manage/all-present/undo/"
    undone = director.post(undo, {"came_at": came_at[1]}, follow=True).content.decode()
    assert "3 people are not checked in." in undone
    assert "checked in together" not in undone
    assert director.post(undo, {"came_at": came_at[1]}).status_code == 409
    assert director.post(undo, {"came_at": "yesterday"}).status_code == 404


def test_a_tap_of_a_phone_counts_once_by_its_key(cast: Cast, sign_in: Callable[[Person], Client]) -> None:
    event = sanctioned_event(cast, name="Door Evening", at=MARCH + dt.timedelta(days=9000))
    entry = enter_event(by=cast.director, event=event, person=cast.players[0])
    director, path = sign_in(cast.director), f"/api/v1/events/{event.slug}/entries/"
    for _sent in range(2):
        answer = director.post(
            f"{path}{entry.pk}/come/", {}, content_type="application/json", headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code == 200
    director.post(f"{path}{entry.pk}/take-back/", {}, content_type="application/json")
    again = director.post(
        f"{path}{entry.pk}/come/", {}, content_type="application/json", headers={"Idempotency-Key": "k"}
    )
    assert again.status_code == 200
    assert state_of(entry)[0] is False, "the tap was counted before it was taken back"
    everybody = director.post(f"{path}all-present/", {"paid": True}, content_type="application/json").json()
    assert (everybody["present"], everybody["missing"]) == (1, 0)
    [came_at] = {line["came_at"] for line in everybody["entered"]}
    undone = director.post(
        f"{path}all-present/undo/", {"came_at": came_at}, content_type="application/json"
    ).json()
    assert (undone["present"], undone["missing"]) == (0, 1)


def test_the_script_that_keeps_the_door_on_a_phone_is_asked_for_each_time_and_may_serve_any_event() -> None:
    worker = Client().get("/events/door-worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert b"door-pages" in worker.content
