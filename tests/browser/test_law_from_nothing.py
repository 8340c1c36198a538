"""An authority writes its first law from nothing in Chromium, and its first event is paid by that law.

Levels, types, scales and fees are its own, with other figures than those of the examples. The pages that are
the point are opened in the browser; what `test_first_evening` goes through there is done by the services.
"""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from sanctioning.accounts.models.account import Account
from sanctioning.fees.models import Invoice
from sanctioning.fees.services.payments import record_payment
from sanctioning.kit.clock import today
from sanctioning.law.models.levels import Level
from sanctioning.law.selectors.in_force import articles_in_force
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority, register_person
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from scoring.results.services.certification import certify_result, confirm_result
from tests.browser.evening import register_event
from tests.browser.next_page import follow
from tests.browser.setting_up import add_person
from tests.cast import record_of
from tests.support.team_events import signed_in
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.services.games import open_game, seat_players
from tournaments.reports.services.reports import take_report

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

EVENT = "First League Night"
FIRST = ("1.7", "0.3")
"""What the first of four wins by these Articles, and how much of it is blue."""


def test_a_law_written_from_nothing_pays_its_first_event(browser: Browser, live_server: LiveServer) -> None:
    account = Account.objects.create_user("ann@example.org", "a quiet long evening")
    managing = found_authority(given_names="Ann", family_name="Vale", account=account)
    page = page_of(browser, live_server, managing)
    write_articles(page)
    take_rules_over(page)
    write_fees(page)
    follow_missing(page, "An Acting Executor")
    page.get_by_label("Office").select_option(label="Acting Executor")
    add_person(page, "Cleo", "March")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Cleo March is in office.")).to_be_visible()
    follow_missing(page, "A club with a director")
    page.fill("#name", "Arden Card Club")
    page.fill("#place", "Arden")
    add_person(page, "Dora", "Field")
    follow(page.get_by_role("button", name="Register the club"))
    director = Person.objects.get(family_name="Field")
    desk = page_of(browser, live_server, director)
    desk.goto("/me/")
    follow(desk.get_by_role("link", name="Register an event").first)
    register_event(desk, EVENT, level="League", event_type="League night")
    page.goto("/me/")
    page.get_by_role("link", name=EVENT).first.click()
    follow(page.get_by_role("button", name="Approve subject to"))
    winner = played_and_certified(managing, director)
    [certificate] = Certificate.objects.all()
    assert (certificate.person, certificate.points, certificate.blue) == (winner, *map(Decimal, FIRST))
    assert certificate.facts["level"] == "League"
    won = page_of(browser, live_server, winner)
    won.goto("/me/")
    expect(won.get_by_text("This is your first certificate: 1.7 points")).to_be_visible()
    desk.goto("/me/messages/")
    follow(desk.get_by_role("link", name=f"{EVENT}: every game is certified"))
    follow(desk.get_by_role("link", name="Open the page"))
    expect(desk.get_by_role("row", name=re.compile(winner.family_name))).to_contain_text("1.7")
    for opened in (page, desk, won):
        opened.context.close()


def page_of(browser: Browser, live_server: LiveServer, person: Person) -> Page:
    """A browser of their own, signed in."""
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    session = signed_in(person).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    return context.new_page()


def follow_missing(page: Page, title: str) -> None:
    """From the page of setting up to where this is done."""
    page.goto("/set-up/")
    follow(page.get_by_role("link", name=title, exact=True))


def write_articles(page: Page) -> None:
    follow_missing(page, "Articles of Administration")
    page.get_by_role("link", name="rules, Articles and fees").click()
    page.locator("a[href='/rules/versions/articles/new/']").first.click()
    page.get_by_label("Title").fill("Our Articles")
    page.get_by_role("button", name="Draft it").click()
    expect(page.get_by_text("There are none yet")).to_be_visible()
    follow(page.get_by_role("link", name="add levels and types"))
    add(page, "level", "League", "league")
    add(page, "type", "League night", "night")
    page.goto("/rules/versions/articles/1/edit/")
    page.get_by_label("League, League night, 3-4 players, 1st place", exact=True).fill(FIRST[0])
    page.get_by_label("League, League night, 3-4 players, 1st place, blue", exact=True).fill(FIRST[1])
    page.get_by_label("League, League night, 5-7 players, 1st place", exact=True).fill("2")
    page.get_by_label("League, League night, 5-7 players, 2nd place", exact=True).fill("1")
    follow(page.get_by_role("button", name="Save the draft"))
    adopt(page)
    adopted = articles_in_force(today())
    assert adopted.title == "Our Articles"
    assert adopted.body["scales"]["league"]["night"]["points"]["5-7"] == ["2", "1"]


def take_rules_over(page: Page) -> None:
    """Those of the examples, without their levels."""
    follow_missing(page, "Rules of play")
    expect(page.get_by_text("special event")).to_have_count(0)
    follow(page.get_by_role("button", name="Adopt the examples"))
    assert [level.slug for level in Level.objects.all()] == ["league"]


def write_fees(page: Page) -> None:
    follow_missing(page, "Fees")
    page.get_by_label("Title").fill("Our fees")
    follow(page.get_by_role("button", name="Draft it"))
    page.get_by_label("League, League night", exact=False).first.fill("12.50")
    follow(page.get_by_role("button", name="Save the draft"))
    adopt(page)


def adopt(page: Page) -> None:
    follow(page.get_by_role("link", name="Adopt").first)
    page.get_by_label("First day").fill(today().isoformat())
    follow(page.get_by_role("button", name="Adopt it permanently"))


def add(page: Page, kind: str, name: str, slug: str) -> None:
    section = page.locator(f"section[aria-labelledby={kind}]")
    section.locator("summary", has_text="Add a").click()
    section.get_by_label("Name", exact=True).fill(name)
    section.get_by_label("Short name").fill(slug)
    section.get_by_role("button", name="Add it").click()
    expect(section.get_by_text(name, exact=True)).to_be_visible()


def played_and_certified(managing: Person, director: Person) -> Person:
    """From the approved application to the certificate; gives who won."""
    event, invoice = Event.objects.get(name=EVENT), Invoice.objects.get()
    assert invoice.amount == Decimal("12.50")
    record_payment(by=managing, club=event.club, amount=invoice.amount, received_on=today(), invoice=invoice)
    players = [
        register_person(
            by=director,
            given_names=given,
            family_name=family,
            account=Account.objects.create_user(f"{given}@example.org", "a quiet long evening"),
        )
        for given, family in (("Tess", "Lamb"), ("Ned", "Crow"), ("Iris", "Moor"), ("Olaf", "Reed"))
    ]
    executor = Appointment.objects.get(office=Office.ACTING_EXECUTOR)
    game = open_game(by=director, event=event, planned={"stanzas": 14})
    seat_players(by=director, game=game, people=players)
    appoint_acting_executor(by=managing, game=game, appointment=executor)
    record = record_of(players)
    take_report(by=director, game=game, data=as_file(record), idempotency_key="first")
    confirm_result(by=players[0], game=game)
    certification = certify_result(by=executor.person, game=game)
    return certification.standings.get(place=1).person
