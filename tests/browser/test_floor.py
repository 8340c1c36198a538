"""A director's evening on the floor in Chromium, by mouse and by keyboard, and the boards that follow it.

The evening is an event of its own, made in the running site, so that nobody else's is touched. Clocks of
pages are the test's: what a page does after some seconds it does at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.tour import come_in
from tests.support.keyed import keyed
from tests.support.site import Site

pytestmark = pytest.mark.browser

DIRECTOR = "director@demo.example"
TEN_SECONDS = 11_000
MAKE = """
from types import SimpleNamespace
from django.utils import timezone
import datetime as dt
from sanctioning.law.models.levels import EventType, Level
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanction_paid
from tournaments.events.models.event import Event
from tournaments.executors.selectors.proposals import propose, unruled_games
from tournaments.entries.services.check_in import check_in
from tournaments.rounds.services.draws import draw_cards
from tournaments.entries.services.entries import enter_event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.services.games import open_game, seat_players
now, hour = timezone.now(), dt.timedelta(hours=1)
holders = {one.office: one.person for one in Appointment.objects.on(now.date()).select_related("person")}
director = Person.objects.get(account__email="director@demo.example")
club = Appointment.objects.get(person=director, office=Office.DIRECTOR).club
authority = SimpleNamespace(managing=holders[Office.MANAGING_EXECUTOR], registrar=holders[Office.REGISTRAR])
event = register_event(by=director, club=club, name="Floor Evening", place="Town Hall, Wetherby",
    starts_at=now - hour, ends_at=now + 4 * hour, time_zone="Europe/London", at=now - 900 * hour)
sanction = apply_for_sanction(by=director, event=event, level=Level.objects.get(slug="open"),
    event_type=EventType.objects.first(), at=now - 890 * hour)
sanction_paid(authority, sanction, now - 880 * hour)
event = Event.objects.get(pk=event.pk)
people = list(Person.objects.filter(merged_into=None, account=None, publicity="listed",
    anonymised_at=None, played__isnull=False).distinct().order_by("-number")[:9])
for one in people:
    check_in(by=director, entry=enter_event(by=director, event=event, person=one))
tables = [people[:4], people[4:8], [], [], []]
for seated in tables:
    game = open_game(by=director, event=event, planned={"stanzas": 9})
    if seated:
        seat_players(by=director, game=game, people=seated)
[proposal] = propose(unruled_games(event))
executor = Appointment.objects.get(pk=proposal.candidates[0].appointment)
appoint_for_event(by=authority.managing, event=event, appointment=executor)
print("made", event.slug, *[one.number for one in people])
"""


@dataclass(frozen=True)
class Evening:
    """Four sit at game 1, four at game 2, nobody at three more; the last player has no table."""

    slug: str
    players: list[str]

    @property
    def path(self) -> str:
        return f"/events/{self.slug}/"


@pytest.fixture(scope="module")
def evening(site: Site) -> Evening:
    lines = re.findall(r"^made (\S+) (.+)$", site.do(MAKE), re.MULTILINE)
    [(slug, numbers)] = lines
    return Evening(slug, numbers.split())


@pytest.fixture
def floor(page: Page, evening: Evening, site: Site) -> Page:
    """The floor as its director opens it."""
    page.set_viewport_size({"width": 1280, "height": 2000})
    come_in(page, site, DIRECTOR)
    page.goto(f"{evening.path}floor/")
    return page


def table(page: Page, number: int) -> Locator:
    return page.locator(f"#table-{number}")


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """As a hand does it: press, move in steps, let go."""
    what.scroll_into_view_if_needed()
    begin, end = what.bounding_box(), onto.bounding_box()
    assert begin is not None
    assert end is not None
    page.mouse.move(begin["x"] + 40, begin["y"] + 15)
    page.mouse.down()
    page.mouse.move(begin["x"] + 60, begin["y"] + 30)
    page.mouse.move(end["x"] + 30, end["y"] + 30, steps=4)
    page.mouse.up()


def act(context: BrowserContext, site: Site, path: str, data: dict[str, Any]) -> None:
    """What the director's other device sends meanwhile, as a program does."""
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"].startswith("csrf"))
    headers = {"X-CSRFToken": token, "Referer": site.url, **keyed()["headers"]}
    answer = context.request.post(path, data=data, headers=headers)
    assert answer.ok, answer.text()


def test_a_director_moves_players_by_mouse_and_takes_it_back(floor: Page, evening: Evening) -> None:
    first, free = evening.players[0], evening.players[8]
    chip = floor.locator(f"#chip-{first}")
    drag(floor, chip, table(floor, 2))
    expect(table(floor, 2).locator(f"#chip-{first}")).to_be_visible()
    expect(floor.locator("main").get_by_role("status").first).to_contain_text("now sits at game 2")
    floor.get_by_role("button", name="Undo").click()
    expect(table(floor, 1).locator(f"#chip-{first}")).to_be_visible()
    drag(floor, floor.locator(f"#chip-{free}"), table(floor, 1))
    expect(table(floor, 1).locator(f"#chip-{free}")).to_be_visible()
    chip = floor.locator(f"#chip-{free}")
    chip.click()
    expect(floor.locator("#panel-head")).to_be_focused()
    floor.locator("#panel").get_by_role("button", name="Gets up").click()
    expect(floor.locator("section.free").locator(f"#chip-{free}")).to_be_visible()


def test_on_a_phone_what_is_asked_or_refused_comes_into_sight(floor: Page, evening: Evening) -> None:
    floor.set_viewport_size({"width": 390, "height": 844})
    floor.goto(f"{evening.path}floor/")
    floor.get_by_role("button", name="Full").click()
    floor.locator(f"#chip-{evening.players[6]}").click()
    floor.get_by_role("button", name="Withdraw from the event").click()
    expect(floor.locator("#refusal")).to_be_focused()
    expect(floor.locator("#refusal")).to_be_in_viewport(ratio=1)
    expect(floor.get_by_role("button", name="Leave the table and withdraw")).to_be_in_viewport(ratio=1)
    expect(floor.get_by_role("link", name="Stay at the table")).to_be_in_viewport(ratio=1)


def test_the_same_by_keyboard_alone(floor: Page, evening: Evening) -> None:
    player = evening.players[4]
    floor.locator(f"#chip-{player}").focus()
    floor.keyboard.press("Enter")
    expect(floor.locator("#panel-head")).to_be_focused()
    floor.keyboard.press("Escape")
    expect(floor.locator(f"#chip-{player}")).to_be_focused()
    floor.keyboard.press("Enter")
    expect(floor.locator("#panel-head")).to_be_focused()
    for _ in range(2):
        floor.keyboard.press("Tab")
    expect(floor.locator("#to-table")).to_be_focused()
    floor.keyboard.type("Game 1")
    floor.keyboard.press("Tab")
    floor.keyboard.press("Enter")
    expect(table(floor, 1).locator(f"#chip-{player}")).to_be_visible()
    expect(floor.locator("#said [data-focus]")).to_be_focused()
    floor.keyboard.press("Tab")
    floor.keyboard.press("Enter")
    expect(table(floor, 2).locator(f"#chip-{player}")).to_be_visible()


def test_without_scripts_the_same_page_does_it_by_forms(
    browser: Browser, site: Site, evening: Evening
) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    come_in(page, site, DIRECTOR)
    page.goto(f"{evening.path}floor/")
    page.locator(f"#chip-{evening.players[1]}").click()
    page.get_by_label("Move to").select_option("2")
    page.get_by_role("button", name="Move").click()
    expect(table(page, 2).locator(f"#chip-{evening.players[1]}")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(table(page, 1).locator(f"#chip-{evening.players[1]}")).to_be_visible()
    context.close()


def test_floor_board_and_projector_follow_by_themselves(
    floor: Page, browser: Browser, site: Site, evening: Evening
) -> None:
    public, bare = (
        browser.new_context(base_url=site.url),
        browser.new_context(base_url=site.url, java_script_enabled=False),
    )
    board, plain, projector = public.new_page(), bare.new_page(), public.new_page()
    for page in (board, projector, floor):
        page.clock.install()
    board.goto(f"{evening.path}live/")
    plain.goto(f"{evening.path}live/")
    projector.set_viewport_size({"width": 1280, "height": 720})
    projector.goto(f"{evening.path}projector/")
    floor.goto(f"{evening.path}floor/")
    expect(projector.get_by_text("of 2")).to_be_visible()
    expect(projector.locator(".page.shown")).to_have_count(1)

    game = f"/api/v1{evening.path}games/2/"
    act(floor.context, site, f"{game}draw/", {"act": "system"})
    due = floor.context.request.get(f"{game}table/").json()["due"]
    made_bids = {player: player == due["order"][0] for player in due["order"]}
    bids = [[player, due["cards"]] for player in due["order"]]
    stanza = {"cards": due["cards"], "dealer": due["dealer"], "bids": bids, "made": made_bids}
    token = next(cookie["value"] for cookie in floor.context.cookies() if cookie["name"].startswith("csrf"))
    answer = floor.context.request.post(
        f"{game}table/stanzas/?number=1",
        data=stanza,
        headers={"X-CSRFToken": token, "Referer": site.url, "Idempotency-Key": f"{evening.slug}/1"},
    )
    assert answer.status == 201, answer.text()
    act(floor.context, site, f"{game}calls/", {"kind": "score", "about": "One card too many?"})
    act(floor.context, site, f"/api/v1{evening.path}announcements/", {"text": "Supper at eight."})
    for page in (board, projector, floor):
        page.clock.run_for(TEN_SECONDS)
    second = board.get_by_role("article").nth(1)
    expect(second).to_contain_text("Stanza 2: 2")
    expect(second).to_contain_text("ahead")
    expect(board.get_by_text("Supper at eight.")).to_be_visible()
    expect(projector.get_by_text("Supper at eight.")).to_be_visible()
    expect(table(floor, 2)).to_contain_text("One card too many?")
    expect(table(floor, 2)).to_have_class(re.compile("urgent"))
    assert "Supper at eight." not in plain.content()
    plain.reload()
    expect(plain.get_by_text("Supper at eight.")).to_be_visible()

    projector.keyboard.press("Space")
    expect(projector.get_by_text("· Paused")).to_be_visible()
    shown = projector.locator(".page.shown")
    while shown.get_by_text("Game 5", exact=True).count():
        projector.keyboard.press("ArrowLeft")
    projector.clock.run_for(30_000)
    expect(projector.get_by_text("Page 1 of 2 · Paused")).to_be_visible()
    projector.keyboard.press("Space")
    projector.clock.run_for(12_000)
    expect(projector.get_by_text("Page 2 of 2", exact=True)).to_be_visible()
    expect(shown.get_by_text("Game 5", exact=True)).to_be_visible()
    for context in (public, bare):
        context.close()


def test_what_is_typed_at_a_table_outlasts_its_renewal(floor: Page, site: Site, evening: Evening) -> None:
    floor.clock.install()
    floor.goto(f"{evening.path}games/2/table/")
    field = floor.locator("#wait-player")
    field.fill("W-000")
    waiting = {"player": evening.players[8], "game": "2"}
    act(floor.context, site, f"/api/v1{evening.path}floor/wait/", waiting)
    floor.clock.run_for(TEN_SECONDS)
    expect(floor.get_by_text("Something has changed here")).to_be_visible()
    expect(field).to_have_value("W-000")
    act(floor.context, site, f"/api/v1{evening.path}floor/stop-waiting/", waiting)
