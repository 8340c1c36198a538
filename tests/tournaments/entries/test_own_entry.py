"""The confirmation of an entry by mail, and the page of the entry that its link leads to."""

from __future__ import annotations

import datetime as dt
from email.message import Message as Part

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.services.delivery import as_mail
from scoring.certificates.models import Certificate
from tests.cast import Cast, sanctioned_event
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.scanned import scanned_number
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases

WEEK = dt.timedelta(days=7)


@pytest.fixture
def event(cast: Cast) -> Event:
    """In a week, of three places."""
    made = sanctioned_event(cast)
    now = timezone.now()
    Event.objects.filter(pk=made.pk).update(
        starts_at=now + WEEK, ends_at=now + WEEK + dt.timedelta(hours=4), capacity=3, entry_fee="4.50"
    )
    made.refresh_from_db()
    return made


def enter(cast: Cast, event: Event, which: int = 0) -> Entry:
    player = cast.players[which]
    return enter_event(by=player, event=event, person=player)


def confirmation(entry: Entry) -> Message:
    return Message.objects.filter(kind="entry-taken", to=entry.person).latest("pk")


def files(message: Message) -> dict[str, Part]:
    parts = as_mail(message, "player@demo.example").message().walk()
    return {part.get_filename() or "": part for part in parts if part.get_filename()}


def content_of(part: Part) -> bytes:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def test_who_enters_gets_the_date_and_the_code_for_the_door(cast: Cast, event: Event) -> None:
    entry = enter(cast, event)
    message = confirmation(entry)
    assert (message.path, event.place in message.text, "4.50" in message.text) == (
        entry_path(entry),
        True,
        True,
    )
    attached = files(message)
    assert set(attached) == {"calendar.ics", "door-code.png"}
    assert attached["door-code.png"]["Content-ID"] == "<door-code.png>"
    assert 'src="cid:door-code.png"' in str(as_mail(message, "player@demo.example").alternatives)
    [date] = Calendar.from_ical(content_of(attached["calendar.ics"])).walk("VEVENT")
    assert (date["SUMMARY"], date["STATUS"], entry_path(entry) in str(date["URL"])) == (
        event.name,
        "CONFIRMED",
        True,
    )


def test_who_waits_gets_no_code_and_is_told_the_place(cast: Cast, event: Event) -> None:
    for which in range(3):
        enter(cast, event, which)
    message = confirmation(enter(cast, event, 3))
    assert "waiting list" in message.subject
    assert "1st on the waiting list" in message.text
    [calendar] = files(message).values()
    assert b"TENTATIVE" in content_of(calendar)


def test_somebody_entered_by_another_learns_by_whom_and_again_after_withdrawing(
    cast: Cast, event: Event
) -> None:
    player = cast.players[0]
    entry = enter_event(by=cast.director, event=event, person=player)
    assert cast.director.name in confirmation(entry).text
    withdraw_entry(by=player, entry=entry)
    enter_event(by=player, event=event, person=player, at=timezone.now() + dt.timedelta(hours=1))
    assert Message.objects.filter(kind="entry-taken", to=player).count() == 2


def test_who_enters_at_the_door_is_sent_nothing(cast: Cast, event: Event) -> None:
    player = cast.players[0]
    enter_event(
        by=cast.director, event=event, person=player, late_for="came along", at=event.starts_at + WEEK / 1000
    )
    assert not Message.objects.filter(kind="entry-taken").exists()


def test_the_link_shows_the_entry_and_withdraws_it_without_an_account(
    client: Client, cast: Cast, event: Event
) -> None:
    entry = enter(cast, event)
    page = client.get(entry_path(entry))
    for words in (event.name, event.place, entry.person.number, "4.50", "unpaid", "<svg"):
        assert words in page.content.decode(), words
    answer = client.get(f"{entry_path(entry)}calendar.ics")
    assert (answer["Content-Type"], b"BEGIN:VEVENT" in answer.content) == (
        "text/calendar; charset=utf-8",
        True,
    )
    assert client.post(entry_path(entry), {"act": "withdraw"}).headers["Location"] == entry_path(entry)
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    page = client.get(entry_path(entry))
    assert "You can enter again." in page.content.decode()
    client.post(entry_path(entry), {"act": "enter"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


def test_a_link_that_was_not_made_here_leads_nowhere(client: Client, cast: Cast, event: Event) -> None:
    entry = enter(cast, event)
    forged = entry_path(entry).replace(f"/{entry.pk}.", f"/{entry.pk + 1}.")
    assert client.get(forged).status_code == 404
    assert client.post(forged, {"act": "withdraw"}).status_code == 404
    assert client.get("/entry/nonsense/").status_code == 404


def test_the_page_of_a_cancelled_event_says_so_and_shows_no_code(
    client: Client, cast: Cast, event: Event
) -> None:
    entry = enter(cast, event)
    Event.objects.filter(pk=event.pk).update(
        cancelled_at=timezone.now(), cancelled_for="The hall is flooded."
    )
    page = client.get(entry_path(entry)).content.decode()
    assert "The hall is flooded." in page
    assert "Show this at the door" not in page


def test_the_door_knows_whose_a_scanned_code_is(season: Cast) -> None:
    certificate = Certificate.objects.select_related("person").order_by("pk")[0]
    event = sanctioned_event(season)
    papers = (certificate.person.number, certificate.code, f"https://saas.example/check/{certificate.code}/")
    assert [scanned_number(event, text) for text in papers] == ["", "", ""], "who is not entered"
    entry = enter_event(by=season.director, event=event, person=certificate.person)
    texts = (*papers, f"https://saas.example{entry_path(entry)}", "w00001x", "", "barnaby")
    assert [scanned_number(event, text) for text in texts] == [certificate.person.number] * 4 + [""] * 3


def test_programs_and_the_page_of_the_door_take_what_was_scanned(
    client: Client, cast: Cast, event: Event
) -> None:
    entry, other = enter(cast, event), enter(cast, event, 1)
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    path, asked = f"/api/v1/events/{event.slug}/entries/scanned/", {"text": entry_path(entry)}
    assert client.get(path, asked).json() == {"number": entry.person.number}
    assert client.get(path, {"text": "nothing"}).json() == {"number": ""}
    door = client.get(f"/events/{event.slug}/manage/check-in/", {"q": entry_path(entry)}).content.decode()
    assert (entry.person.number in door, other.person.number in door) == (True, False)


def test_a_program_sees_and_answers_an_entry_by_its_link(cast: Cast, event: Event) -> None:
    entry = enter(cast, event)
    address, client = f"/api/v1/entries/link/{entry_path(entry).split('/')[-2]}/", Client()
    seen = client.get(address).json()
    assert (seen["event"], seen["entry"]["id"], seen["entry"]["state"]) == (event.slug, entry.pk, "entered")
    promised = client.post(f"{address}promise/", {}, content_type="application/json")
    assert promised.json()["entry"]["fee_state"] == "promised"
    withdrawn = client.post(f"{address}withdraw/", {}, content_type="application/json")
    assert withdrawn.json()["entry"]["state"] == "withdrawn"
    again = client.post(f"{address}enter/", {"fee": "promised"}, content_type="application/json")
    assert again.json()["entry"]["state"] == "entered", again.content
    assert client.post(f"{address}dance/", {}, content_type="application/json").status_code == 404
    assert client.get("/api/v1/entries/link/1.forged/").status_code == 404
