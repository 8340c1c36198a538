"""An evening in the running site whose door helpers stand at, on phones.

Invariant: each evening is an event of its own with people of its own, so that nobody else's is touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.tour import come_in
from tests.support.site import Site

DIRECTOR = "director@demo.example"
PHONE: ViewportSize = {"width": 390, "height": 844}
MAKE = """
from types import SimpleNamespace
from django.utils import timezone
import datetime as dt
from sanctioning.law.models.levels import EventType, Level
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.demo.authority.applications import sanction_paid
from tournaments.events.models.event import Event
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.games.services.games import open_game, seat_players
now, hour = timezone.now(), dt.timedelta(hours=1)
holders = {one.office: one.person for one in Appointment.objects.on(now.date()).select_related("person")}
director = Person.objects.get(account__email="director@demo.example")
club = Appointment.objects.get(person=director, office=Office.DIRECTOR).club
authority = SimpleNamespace(managing=holders[Office.MANAGING_EXECUTOR], registrar=holders[Office.REGISTRAR])
event = register_event(by=director, club=club, name=NAME, place="Town Hall, Wetherby",
    starts_at=now + hour, ends_at=now + 5 * hour, time_zone="Europe/London", at=now - 900 * hour)
sanction = apply_for_sanction(by=director, event=event, level=Level.objects.get(slug="open"),
    event_type=EventType.objects.first(), at=now - 890 * hour)
sanction_paid(authority, sanction, now - 880 * hour)
Event.objects.filter(pk=event.pk).update(entry_fee="4.50", capacity=CAPACITY)
event = Event.objects.get(pk=event.pk)
given = ("Ada", "Ben", "Cora", "Dan", "Gwen")
family = ("Ashdown", "Bellweather", "Crabtree", "Dunmore")
entries = []
for n in range(PEOPLE):
    person = register_person(by=director, given_names=given[n % 5], family_name=family[n // 5])
    entries.append(enter_event(by=director, event=event, person=person))
if SEATED:
    seated = [check_in(by=director, entry=entry) for entry in entries[:SEATED]]
    seat_players(by=director, game=open_game(by=director, event=event, planned={"stanzas": 9}),
        people=[entry.person for entry in seated])
print("made", event.slug)
"""


def an_evening(
    site: Site, name: str, *, people: int = 20, capacity: int | None = None, seated: int = 0
) -> str:
    """The slug of an event of tonight with these people; some sit at a table already and have not paid."""
    given = f"NAME, CAPACITY, PEOPLE, SEATED = {name!r}, {capacity!r}, {people!r}, {seated!r}"
    return str(re.findall(r"^made (\S+)$", site.do(f"{given}\n{MAKE}"), re.MULTILINE)[0])


def door(context: BrowserContext, site: Site, slug: str, *, people: int = 20) -> Page:
    """Opened by a director of the club."""
    page = context.new_page()
    come_in(page, site, DIRECTOR)
    page.goto(f"/events/{slug}/manage/check-in/")
    expect(page.locator("[data-entry]")).to_have_count(people)
    return page


@contextmanager
def two_phones(browser: Browser, site: Site) -> Iterator[list[BrowserContext]]:
    """Of two helpers at the door, both of the club."""
    contexts = [
        browser.new_context(base_url=site.url, locale="en-GB", viewport=PHONE, has_touch=True)
        for _helper in range(2)
    ]
    yield contexts
    for context in contexts:
        context.close()
