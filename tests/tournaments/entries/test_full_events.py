"""An event that has no place left: door and floor say so and lead to more, and whoever waits moves up."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from sanctioning.people.models.person import Person
from tests.cast import Cast, sanctioned_event
from tests.fixtures import SignIn
from tournaments.directing.commands import FLOOR_COMMANDS, AskedOnFloor, in_words
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.door import narrowed
from tournaments.entries.selectors.entries import entry_list
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.entries.services.entries import enter_event
from tournaments.events.capacity import how_full
from tournaments.events.models.event import Event

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
FULL = "The event is full (3 of 3)."


@pytest.fixture
def event(cast: Cast) -> Event:
    """Of this evening, with three places that are taken."""
    event = sanctioned_event(cast, at=timezone.now() - dt.timedelta(hours=1))
    Event.objects.filter(pk=event.pk).update(capacity=3, entry_fee="4.50")
    event.refresh_from_db()
    for person in cast.players[:3]:
        enter_event(by=cast.director, event=event, person=person)
    return event


@pytest.fixture
def director(cast: Cast, sign_in: SignIn) -> Client:
    return sign_in(cast.director)


def walk_in(cast: Cast) -> Person:
    return cast.players[3]


def typed_of(page: str) -> dict[str, str]:
    """What the form that changes the event has in its fields."""
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', page))
    chosen = re.search(r'name="time_zone".*?value="([^"]+)" selected', page, re.DOTALL)
    return fields | ({"time_zone": chosen[1]} if chosen else {})


def test_it_is_full_when_all_of_its_places_are_taken(cast: Cast, event: Event) -> None:
    full = how_full(event)
    assert full is not None
    assert (full.sentence, full.is_by_club) == (FULL, True)
    event.capacity = 4
    assert how_full(event) is None
    event.capacity = None
    assert how_full(event) is None


def test_the_door_leads_to_more_places_and_whoever_waits_moves_up_at_once(
    cast: Cast, event: Event, director: Client
) -> None:
    door, edit = f"/events/{event.slug}/manage/check-in/", f"/events/{event.slug}/edit/?back=check-in"
    assert FULL not in director.get(door).content.decode(), "nobody waits"
    waiting = enter_event(by=cast.director, event=event, person=walk_in(cast))
    page = director.get(door).content.decode()
    assert FULL in page
    assert f'href="{edit}#id_capacity"' in page
    typed = typed_of(director.get(edit).content.decode())
    assert typed["capacity"] == "3"
    answer = director.post(edit, {**typed, "capacity": "4", "notice": "One more table."})
    assert answer.headers["Location"] == door
    waiting.refresh_from_db()
    assert waiting.state == Entry.State.ENTERED
    assert FULL not in director.get(door).content.decode()


def test_whoever_is_added_on_the_floor_of_a_full_event_is_said_to_wait_and_why(
    cast: Cast, event: Event, director: Client
) -> None:
    person = walk_in(cast)
    answer = director.post(f"/events/{event.slug}/floor/add/", {"player": person.number}, follow=True)
    page = answer.content.decode()
    assert f"{person.name} is waiting: the event is full, 3 of 3." in page
    assert f'href="/events/{event.slug}/edit/?back=floor#id_capacity"' in page
    facts = {"who": person.name, "entered": "3", "places": "3", "state": "waiting"}
    assert in_words("added-to-queue", facts) in page


def with_places(director: Client, event: Event, places: int) -> None:
    """Raise the number of places, on the page to which the floor leads."""
    edit = f"/events/{event.slug}/edit/?back=floor"
    typed = typed_of(director.get(edit).content.decode())
    director.post(edit, {**typed, "capacity": str(places), "notice": "More tables."})


def test_undo_withdraws_nobody_who_has_moved_up_since_they_were_added(
    cast: Cast, event: Event, director: Client
) -> None:
    person, floor = walk_in(cast), f"/events/{event.slug}/floor/"
    director.post(f"{floor}add/", {"player": person.number})
    assert 'class="undo"' in director.get(floor).content.decode()
    added = director.session["floor-undo"]["asked"]
    with_places(director, event, 4)
    assert event.entries.get(person=person).state == Entry.State.ENTERED
    assert 'class="undo"' not in director.get(floor).content.decode()
    answer = director.post(f"{floor}withdraw/", added)
    assert answer.status_code == 409
    said = f"{person.name} has moved up from the waiting list since, and is entered."
    assert said in answer.content.decode()
    assert event.entries.get(person=person).state == Entry.State.ENTERED


def test_undo_of_a_return_to_the_waiting_list_withdraws_nobody_who_has_moved_up_since(
    cast: Cast, event: Event, director: Client
) -> None:
    first, floor = cast.players[0], f"/events/{event.slug}/floor/"
    enter_event(by=cast.director, event=event, person=walk_in(cast))
    director.post(f"{floor}withdraw/", {"player": first.number, "sure": "yes"})
    restored = FLOOR_COMMANDS["restore"].run(cast.director, event, AskedOnFloor(player=first.number))
    assert event.entries.get(person=first).state == Entry.State.WAITING
    with_places(director, event, 4)
    assert director.post(f"{floor}withdraw/", {**restored.asked}).status_code == 409
    assert event.entries.get(person=first).state == Entry.State.ENTERED


def panel_of(director: Client, event: Event, person: Person) -> str:
    page = director.get(f"/events/{event.slug}/floor/?player={person.number}").content.decode()
    part = page.partition('<section class="sheet panel"')[2].partition("</section>")[0]
    return " ".join(part.split())


def test_whoever_is_taken_in_hand_and_waits_is_said_to_wait_and_where_more_places_are_made(
    cast: Cast, event: Event, director: Client
) -> None:
    enter_event(by=cast.director, event=event, person=cast.outsider)
    person, floor = walk_in(cast), f"/events/{event.slug}/floor/"
    director.post(f"{floor}add/", {"player": person.number})
    panel = panel_of(director, event, person)
    assert "is number 2 on the waiting list" in panel
    assert FULL in panel
    assert f'href="/events/{event.slug}/edit/?back=floor#id_capacity"' in panel
    assert f'action="{floor}withdraw/"' in panel
    assert f'action="{floor}add/"' not in panel, "there is no place"
    director.post(f"{floor}withdraw/", {"player": person.number})
    panel = panel_of(director, event, person)
    assert f"{person.number} · withdrawn" in panel
    assert f'action="{floor}add/"' in panel


def test_whoever_raises_the_number_of_places_is_told_who_moved_up(
    cast: Cast, event: Event, director: Client
) -> None:
    first, second = walk_in(cast), cast.outsider
    for person in (first, second):
        enter_event(by=cast.director, event=event, person=person)
    with_places(director, event, 4)
    page = director.get(f"/events/{event.slug}/floor/").content.decode()
    panel = f"/events/{event.slug}/floor/?player={first.number}#panel"
    assert f'list: <a href="{panel}">{first.name}</a>. Check in whoever is here.' in page
    edit = f"/events/{event.slug}/edit/?back=check-in"
    typed = typed_of(director.get(edit).content.decode())
    director.post(edit, {**typed, "capacity": "9", "notice": "More tables."})
    door = director.get(f"/events/{event.slug}/manage/check-in/").content.decode()
    assert f"Moved up from the waiting list: {second.name}. Check in whoever is here." in door


def test_whoever_raises_the_number_of_places_is_told_who_is_asked(
    cast: Cast, event: Event, director: Client
) -> None:
    person, starts_at = walk_in(cast), timezone.now() + dt.timedelta(days=9)
    Event.objects.filter(pk=event.pk).update(starts_at=starts_at, ends_at=starts_at + dt.timedelta(hours=3))
    event.refresh_from_db()
    enter_event(by=person, event=event, person=person)
    with_places(director, event, 4)
    page = director.get(f"/events/{event.slug}/manage/").content.decode()
    assert f"A place is kept for {person.name}, who is asked whether they take it." in page
    assert "Moved up" not in page
    panel = panel_of(director, event, person)
    assert "A place is kept for them until " in panel
    assert "The event is full" not in panel


def test_somebody_who_is_entered_from_the_door_has_paid_unless_there_is_no_place(
    cast: Cast, event: Event, director: Client
) -> None:
    path = f"/events/{event.slug}/manage/"
    chosen = re.compile(r'<option value="(\w+)" selected>')

    def usual(query: str) -> str:
        return chosen.findall(director.get(path + query).content.decode())[0]

    assert usual("?back=check-in") == "unpaid", "who waits has not paid yet"
    Event.objects.filter(pk=event.pk).update(capacity=9)
    assert usual("?back=check-in") == "paid"
    assert usual("") == "unpaid"


def test_entries_and_games_say_what_is_in_the_till(cast: Cast, event: Event, director: Client) -> None:
    settle_entry_fee(by=cast.director, entry=event.entries.get(person=cast.players[0]), to="paid")
    page = director.get(f"/events/{event.slug}/manage/").content.decode()
    said = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "In the till : GBP 4.50 · Still to pay: GBP 9.00" in said
    Event.objects.filter(pk=event.pk).update(entry_fee=0)
    assert "In the till" not in director.get(f"/events/{event.slug}/manage/").content.decode()


def test_entries_and_games_are_narrowed_by_a_name_or_a_number(
    cast: Cast, event: Event, director: Client
) -> None:
    entries = entry_list(event)
    first = entries.entered[0]
    for text in (first.name, first.number, first.name.upper()):
        assert [line.id for line in narrowed(entries, text).entered] == [first.id]
    assert narrowed(entries, "").entered == entries.entered
    page = director.get(f"/events/{event.slug}/manage/?q={first.number}").content.decode()
    lines = re.findall(r'<li data-words="[^"]*">(.*?)</li>', page, re.DOTALL)
    assert [first.number in line for line in lines] == [True]
    assert re.search(r"3\sentries", page), "whoever is not shown is counted, too"
    nobody = director.get(f"/events/{event.slug}/manage/?q=zzz").content.decode()
    assert "Nobody entered has that name or number." in re.sub(r'data-nobody="[^"]*"', "", nobody)


def test_whoever_marks_somebody_as_absent_is_asked_before_the_place_goes_on(
    cast: Cast, event: Event, director: Client
) -> None:
    ash = event.entries.get(person=cast.players[0])
    waits = enter_event(by=cast.director, event=event, person=walk_in(cast))
    door = f"/events/{event.slug}/manage/check-in/"
    asked = director.post(f"{door}{ash.pk}/absent/")
    page = asked.content.decode()
    assert (asked.status_code, "Give the place away?" in page) == (409, True)
    assert f'action="{door}{ash.pk}/absent-sure/"' in page
    ash.refresh_from_db()
    assert ash.state == "entered"
    director.post(f"{door}{ash.pk}/absent-sure/", {"sure": "yes"})
    for entry, state in ((ash, "absent"), (waits, "entered")):
        entry.refresh_from_db()
        assert entry.state == state
