"""A place that becomes free is offered to who waits, with a time to answer."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.messages.models import Message
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.people.services.registering import register_person
from tests.cast import Cast, sanctioned_event
from tests.support.refusals import code_of
from tests.support.team_events import signed_in
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.entries.services.offered_places import accept_place, lapse_offers, skip_offer
from tournaments.events.capacity import room_in
from tournaments.events.models.event import Event
from tournaments.events.services.changes import change_event

pytestmark = pytest.mark.both_databases

HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)


@pytest.fixture
def event(cast: Cast) -> Event:
    """In ten days, of three places."""
    event = sanctioned_event(cast)
    starts_at = timezone.now() + 10 * DAY
    Event.objects.filter(pk=event.pk).update(starts_at=starts_at, ends_at=starts_at + 4 * HOUR, capacity=3)
    event.refresh_from_db()
    return event


@pytest.fixture
def entries(cast: Cast, event: Event) -> list[Entry]:
    """Three are in, two wait."""
    return [enter_event(by=player, event=event, person=player) for player in cast.players[:5]]


def free_a_place(cast: Cast, entries: list[Entry], which: int = 0, at: dt.datetime | None = None) -> None:
    withdraw_entry(by=cast.players[which], entry=entries[which], at=at)


def told(kind: str) -> list[int]:
    return list(Message.objects.filter(kind=kind).order_by("pk").values_list("to", flat=True))


def fresh(entry: Entry) -> Entry:
    entry.refresh_from_db()
    return entry


def test_the_next_is_asked_and_the_place_is_kept(cast: Cast, event: Event, entries: list[Entry]) -> None:
    now = timezone.now()
    free_a_place(cast, entries, at=now)
    asked, next_one = fresh(entries[3]), fresh(entries[4])
    assert (asked.state, asked.offered_until, next_one.offered_until) == ("waiting", now + DAY, None)
    assert (told("place-offered"), told("entry-moved-up")) == ([cast.players[3].pk], [])
    message = Message.objects.get(kind="place-offered")
    assert (message.path, event.name in message.subject) == (entry_path(asked), True)
    assert room_in(event) == 0
    late = enter_event(by=cast.players[5], event=event, person=cast.players[5])
    assert late.state == Entry.State.WAITING


def test_who_says_yes_is_entered_once_and_gets_the_confirmation(cast: Cast, entries: list[Entry]) -> None:
    free_a_place(cast, entries)
    accept_place(by=cast.players[3], entry=entries[3])
    assert (fresh(entries[3]).state, entries[3].queue, entries[3].offered_until) == ("entered", None, None)
    assert told("entry-taken").count(cast.players[3].pk) == 2
    again = code_of(partial(accept_place, by=cast.players[3], entry=entries[3]))
    assert again == "no-place-offered"
    other = partial(accept_place, by=cast.players[4], entry=entries[3])
    assert code_of(other) == "not-allowed"


def test_who_says_no_makes_way_for_the_next(cast: Cast, entries: list[Entry]) -> None:
    free_a_place(cast, entries)
    withdraw_entry(by=cast.players[3], entry=fresh(entries[3]))
    assert (fresh(entries[3]).state, fresh(entries[4]).offered_until is not None) == ("withdrawn", True)


def test_no_answer_in_time_asks_the_next_once(cast: Cast, entries: list[Entry]) -> None:
    now = timezone.now()
    free_a_place(cast, entries, at=now)
    assert lapse_offers(at=now + DAY - HOUR) == 0
    over = now + DAY
    assert [lapse_offers(at=over) for _turn in range(2)] == [1, 0]
    assert (fresh(entries[3]).state, fresh(entries[4]).offered_until) == ("withdrawn", over + DAY)
    assert (told("place-offer-lapsed"), told("place-offered")) == (
        [cast.players[3].pk],
        [cast.players[3].pk, cast.players[4].pk],
    )
    assert AuditEntry.objects.get(action="let an offer lapse").by is None


def test_a_late_yes_counts_until_the_next_is_asked(cast: Cast, entries: list[Entry]) -> None:
    now = timezone.now()
    free_a_place(cast, entries, at=now)
    accept_place(by=cast.players[3], entry=entries[3], at=now + 2 * DAY)
    assert lapse_offers(at=now + 2 * DAY) == 0
    assert fresh(entries[3]).state == Entry.State.ENTERED


@pytest.mark.parametrize(
    ("before", "time"), [(10 * DAY, DAY), (2 * DAY, DAY / 2), (8 * HOUR, 2 * HOUR), (3 * HOUR, None)]
)
def test_the_nearer_the_event_the_shorter_the_time(
    cast: Cast, event: Event, entries: list[Entry], before: dt.timedelta, time: dt.timedelta | None
) -> None:
    at = event.starts_at - before
    free_a_place(cast, entries, at=at)
    first = fresh(entries[3])
    if time is None:
        assert (first.state, told("entry-moved-up")) == ("entered", [cast.players[3].pk])
    else:
        assert first.offered_until == at + time


def test_an_event_may_move_up_without_asking(cast: Cast, event: Event, entries: list[Entry]) -> None:
    change_event(by=cast.director, event=event, changes={"answer_hours": 0})
    free_a_place(cast, entries)
    assert fresh(entries[3]).state == Entry.State.ENTERED


def test_the_director_asks_the_next_without_waiting(cast: Cast, entries: list[Entry]) -> None:
    free_a_place(cast, entries)
    skip_offer(by=cast.director, entry=fresh(entries[3]))
    assert fresh(entries[3]).queue == 3
    assert fresh(entries[4]).offered_until is not None
    assert told("place-offer-skipped") == [cast.players[3].pk]
    assert code_of(partial(skip_offer, by=cast.director, entry=entries[3])) == "no-place-offered"
    assert code_of(partial(skip_offer, by=cast.players[4], entry=entries[4])) == "not-allowed"
    withdraw_entry(by=cast.players[3], entry=entries[3])
    assert code_of(partial(skip_offer, by=cast.director, entry=entries[4])) == "nobody-next"


def test_more_room_asks_as_many_and_a_cancelled_event_nobody(
    cast: Cast, event: Event, entries: list[Entry]
) -> None:
    change_event(by=cast.director, event=event, changes={"capacity": 5}, notice="A table more.")
    assert told("place-offered") == [cast.players[3].pk, cast.players[4].pk]
    Event.objects.filter(pk=event.pk).update(cancelled_at=timezone.now(), cancelled_for="Flooded.")
    assert lapse_offers(at=timezone.now() + 2 * DAY) == 0


def test_the_page_of_the_entry_asks_and_the_pages_of_the_director_show_it(
    client: Client, cast: Cast, event: Event, entries: list[Entry]
) -> None:
    free_a_place(cast, entries)
    path = entry_path(entries[3])
    assert "A place is free for you" in client.get(path).content.decode()
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    for address in ("check-in/", ""):
        page = client.get(f"/events/{event.slug}/manage/{address}").content.decode()
        assert page.count("asked, can answer until") == 1, address
    client.post(path, {"act": "accept"})
    assert fresh(entries[3]).state == Entry.State.ENTERED


def test_an_offer_waits_for_its_player_with_the_time_left(cast: Cast, entries: list[Entry]) -> None:
    free_a_place(cast, entries)
    player = cast.players[3]
    [waits] = [kind for kind in waiting_for(holder_of(player)) if kind.kind == "offered-places"]
    [line] = waits.lines
    assert (line.path, line.until) == (reverse("own-entry", args=[entries[3].event.slug]), today() + DAY)
    assert "left" in line.said
    client = signed_in(player)
    own_page = client.get(f"/players/{player.number}/").content.decode()
    assert "A place is free for you: answer by" in " ".join(own_page.split())
    for page in ("/me/", "/me/waiting/"):
        assert line.said in client.get(page).content.decode(), page
    accept_place(by=player, entry=entries[3])
    assert "offered-places" not in {kind.kind for kind in waiting_for(holder_of(player))}


def test_who_cannot_be_asked_moves_up_at_once(cast: Cast, event: Event, entries: list[Entry]) -> None:
    stranger = register_person(by=cast.registrar, given_names="Zoë", family_name="Xylander")
    withdraw_entry(by=cast.players[3], entry=entries[3])
    withdraw_entry(by=cast.players[4], entry=entries[4])
    waits = enter_event(by=cast.director, event=event, person=stranger)
    free_a_place(cast, entries)
    assert (fresh(waits).state, told("entry-taken").count(stranger.pk)) == ("entered", 0)
