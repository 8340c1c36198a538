"""The steps of an evening of sixty, by the pages alone: `benchmarks/evening.py` counts them."""

from __future__ import annotations

import datetime as dt
import re
import time
from typing import Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect

from benchmarks.counted import Evening, Hand
from tests.browser.next_page import follow
from tests.support.site import Site
from tests.support.wire import Wire

DIRECTOR, MANAGING, REGISTRAR, EXECUTOR = (
    f"{office}@demo.example" for office in ("director", "managing", "registrar", "executor")
)
SECOND = "club@demo.example"
PEOPLE, TABLES = 60, 10
STANZAS = 1
AT_THE_DOOR, HELPING, COMING = 30, 18, 58
"""By the first, by the second, and by all three: the third checks in the rest without a network."""
MISSING = "section[aria-labelledby=missing] [data-entry]"
GIVEN = ("Ada", "Ben", "Cora", "Dan", "Edith", "Finn", "Gwen", "Hugh", "Iris", "Jack")
FAMILIES = {
    390: ("Applegarth", "Bellweather", "Crabtree", "Dunmore", "Elphick", "Fairweather"),
    820: ("Gathercole", "Hollingbery", "Inkpen", "Jolliffe", "Kitchener", "Lovegrove"),
    1920: ("Mossop", "Nightingale", "Oldcastle", "Peverell", "Quartermain", "Rainbird"),
}
NEWCOMERS = {390: "Sandringham", 820: "Thistlewood", 1920: "Underhill"}
DAYS = {390: "2027-03-02", 820: "2027-03-11", 1920: "2027-04-06"}
"""Each width has its own people, and a day of which no other event is a neighbour."""


def register(held: Evening, director: Hand) -> None:
    page = director.page
    page.goto("/me/")
    director.go(director.link("Register an event").first)
    for label, text in (
        ("Name of the event", held.name),
        ("First day", DAYS[held.width]),
        ("Begins at", "19:00"),
        ("Ends at", "23:00"),
        ("Entry fee", "4.50"),
    ):
        director.write(page.get_by_label(label).first, text)
    director.write(page.get_by_label("Place", exact=True), "Guildhall")
    director.choose(page.get_by_label("Level of the sanction"), "open")
    director.choose(page.get_by_label("Type"), "club game")
    director.go(director.button("Register and apply"))
    expect(page.get_by_text(f"{held.name} is registered")).to_be_visible()
    managing, registrar = held.somebody(MANAGING), held.somebody(REGISTRAR)
    managing.page.goto("/me/")
    managing.go(managing.link(held.name).first)
    managing.go(managing.page.get_by_role("button", name=re.compile("^Approve")))
    registrar.page.goto("/fees/")
    invoice = registrar.page.get_by_role("row", name=re.compile(held.name))
    registrar.go(invoice.get_by_role("link", name=re.compile("INV-")))
    registrar.go(registrar.button("Record the payment"))
    page.goto("/me/")
    address = page.get_by_role("link", name=re.compile(held.name)).first.get_attribute("href") or ""
    held.path = re.sub(r"^(/events/[^/]+/).*", r"\1", address)


def appoint(held: Evening) -> None:
    managing = held.somebody(MANAGING)
    held.open(managing)
    with held.step("Acting Executor appointed to the event", managing):
        managing.go(managing.link("Acting Executors").first)
        managing.go(managing.page.get_by_role("button", name=re.compile("^Appoint Edmund Halloway")))


def enter(held: Evening, director: Hand) -> None:
    """A list from a mail, with sixty of whom nobody has a record yet."""
    names = [f"{given} {family}" for family in FAMILIES[held.width] for given in GIVEN]
    held.open(director, "manage/")
    with held.step("Sixty entered from a list", director):
        director.go(director.link("Enter a list"))
        director.write(director.page.get_by_label("The list"), "\n".join(names))
        director.go(director.button("Check the list"))
        director.go(director.button(f"Enter {PEOPLE} people"))


def come(held: Evening, director: Hand) -> None:
    """Two at the door and one whose network fails; one never comes, one comes late, one nobody knew of."""
    helper, wire = held.somebody(DIRECTOR), Wire(address_of(held.site))
    cut_off = held.somebody(DIRECTOR, wire.url)
    for hand in (director, helper, cut_off):
        held.open(hand, "manage/check-in/")
        expect(hand.page.locator(MISSING)).to_have_count(PEOPLE)
    expect(cut_off.page.locator("[data-door]")).to_have_attribute("data-offline", "ready")
    held.look(director, "door")
    names = [row.get_attribute("data-name") or "" for row in director.page.locator(MISSING).all()]
    by_whom = {director: names[:AT_THE_DOOR], helper: names[AT_THE_DOOR : AT_THE_DOOR + HELPING]}
    alone = names[AT_THE_DOOR + HELPING : COMING]
    late, absent = names[COMING:]
    with held.step(f"{COMING} checked in by three, one without a network", director, helper, cut_off):
        wire.cut()
        for number in range(AT_THE_DOOR):
            for hand, theirs in by_whom.items():
                if number < len(theirs):
                    present(hand, theirs[number])
        for name in alone[:5]:
            present(cut_off, name)
        cut_off.page.reload()
        for name in alone[5:]:
            present(cut_off, name)
        expect(cut_off.page.locator("[data-door-trouble]")).to_contain_text(f"{len(alone)} taps are waiting")
        wire.mend()
        for hand in (director, helper, cut_off):
            expect(hand.page.locator(MISSING)).to_have_count(2, timeout=60_000)
    with held.step("One has not come", director):
        row = director.page.locator("[data-entry]", has_text=absent)
        director.tap(row.locator("summary"))
        director.tap(row.get_by_role("button", name="Absent"))
        expect(director.page.locator(MISSING)).to_have_count(1, timeout=60_000)
    with held.step("Somebody new is entered at the door, and pays", director):
        newcomer = f"Nell {NEWCOMERS[held.width]}"
        director.write(director.page.get_by_role("searchbox"), newcomer)
        director.go(director.link(f"Enter “{newcomer}” without a number"))
        director.choose(director.page.get_by_label("Entry fee"), "paid")
        director.go(director.button("Enter").last)
        director.go(director.link("Check-in").first)
        expect(director.page.locator("[data-entry]", has_text=newcomer)).to_have_count(1)
    bring_forward(held)
    with held.step("The last comes late, is found by name, and is marked so", director):
        director.write(director.page.get_by_role("searchbox"), late.lower()[:7])
        present(director, late)
        expect(director.page.get_by_text(f"All {PEOPLE} are here.")).to_be_visible(timeout=60_000)
    expect(director.page.locator("#door").get_by_text("Came late")).to_be_visible()
    held.look(director, "door-all")
    wire.cut()


def bring_forward(held: Evening) -> None:
    """To the next minute, and wait for it: whoever is checked in after that comes late."""
    begins = dt.datetime.now(ZoneInfo("Europe/London")).replace(second=0) + dt.timedelta(minutes=1)
    hand = held.somebody(DIRECTOR)
    page = hand.page
    held.open(hand, "edit/")
    for label, text in (
        ("First day", f"{begins:%Y-%m-%d}"),
        ("Last day", ""),
        ("Begins at", f"{begins:%H:%M}"),
        ("Ends at", "23:59"),
        ("Notice to the players", "We begin at once."),
    ):
        page.get_by_label(label).fill(text)
    follow(hand.button("Change the event"))
    expect(page.get_by_text(f"{held.name} is changed.")).to_be_visible()
    time.sleep(max(0.0, (begins - dt.datetime.now(begins.tzinfo)).total_seconds()))


def remove_double(held: Evening, director: Hand) -> None:
    """Somebody of the list gives a name that is spelt otherwise, and is entered as somebody else."""
    family = FAMILIES[held.width][0]
    name, double = f"Ada {family}", f"Ada {family}e"
    page = director.page
    held.open(director, "manage/")
    page.get_by_text("Somebody without a number").click()
    page.get_by_label("Given names").fill("Ada")
    page.get_by_label("Family name").fill(f"{family}e")
    follow(director.button("Enter").last)
    follow(director.button("It is somebody else: register and enter"))
    with held.step("The same person entered twice: one entry is taken out", director):
        director.go(page.get_by_role("button", name=f"Withdraw {double}"))
    registrar = held.somebody(REGISTRAR)
    desk = registrar.page
    desk.goto("/me/")
    with held.step("The registrar makes the two records one", registrar):
        registrar.go(registrar.link("People").first)
        registrar.write(desk.get_by_label("Any part of the name, or the number"), name)
        registrar.go(registrar.button("Show"))
        registrar.go(registrar.page.get_by_role("link", name=name, exact=True))
        registrar.tap(desk.get_by_text("Merge another record into this one"))
        registrar.write(desk.get_by_label("The other record"), double)
        registrar.tap(desk.get_by_role("option", name=double))
        registrar.write(desk.get_by_label("How you know"), "The director asked her.")
        registrar.go(registrar.button("Merge"))
        expect(desk.get_by_role("button", name="Undo")).to_be_visible()
    held.open(director, "manage/check-in/")
    expect(page.locator(MISSING)).to_have_count(0)


def present(hand: Hand, name: str) -> None:
    hand.tap(hand.page.locator("[data-entry]", has_text=name).locator("[data-first]"))


def begin_round(held: Evening, director: Hand) -> None:
    with held.step("Sixty seated at ten tables", director):
        director.go(director.link("Seat a round"))
        director.write(director.page.get_by_label("How many, or the time"), str(STANZAS))
        director.write(director.page.get_by_label("Players at a table"), str(PEOPLE // TABLES))
        director.go(director.page.get_by_role("button", name="Seat it", exact=True))
    held.look(director, "round")
    with held.step("From confirming to printed cards", director):
        confirm(director)
        print_cards(director)
    with held.step("The list for the wall", director):
        director.go(director.link("Seats by name"))
    held.look(director, "wall")
    held.open(director, "rounds/")
    with held.step("The round is taken back", director):
        director.tap(director.page.locator("summary", has_text="Take it back").first)
        director.write(director.page.get_by_label("The reason").first, "Two swap their tables.")
        director.go(director.button("Take it back"))
    confirm(director)
    held.look(director, "round-begun")


def confirm(director: Hand, number: int = 1) -> None:
    director.go(director.button(f"Confirm and open {TABLES} games"))
    expect(director.page.get_by_text(f"Round {number} begins.")).to_be_visible()


def print_cards(director: Hand) -> None:
    with director.page.expect_popup() as opened:
        director.tap(director.link("Table cards (PDF)"))
    opened.value.close()


def hold_table(held: Evening, director: Hand) -> None:
    """On the pad of table 1: everybody bids nothing, and the last takes what there is."""
    held.open(director, "floor/")
    held.look(director, "floor")
    with held.step("From the floor to the pad of a table", director):
        director.go(director.page.locator("#go-1").first)
        director.go(director.link("Open the pad"))
    page = director.page
    expect(page.locator("[data-pad]")).to_have_class("pad alive")
    held.look(director, "pad")
    with held.step("A stanza of six on the pad", director):
        write_stanza(director)
        expect(page.locator("[data-pad-state]")).to_contain_text("All sent and counted")
    with held.step("The Acting Executor is called from the pad", director):
        director.tap(director.button("More"))
        director.tap(director.button("Call the executor"))
        director.write(page.get_by_label("in a few words"), "He peeked.")
        director.tap(director.button("an irregularity in bidding or play"))
        expect(page.get_by_role("dialog")).to_contain_text("The Acting Executor is called.")
        director.tap(page.get_by_role("dialog").get_by_role("button", name="Done"))
    held.look(director, "pad-called")


def write_stanza(hand: Hand) -> None:
    seats = PEOPLE // TABLES
    for _ in range(seats):
        hand.tap(hand.page.locator('[data-focus="key-0"]'))
    for number in range(seats):
        hand.tap(hand.page.locator(f'[data-focus="{"made" if number < seats - 1 else "failed"}"]'))
    hand.tap(hand.page.locator('[data-focus="send"]'))


def rule(held: Evening) -> None:
    executor = held.somebody(EXECUTOR)
    held.open(executor, "ruled/")
    held.look(executor, "ruled")
    page = executor.page
    with held.step("From a call to the ruling that is kept", executor):
        executor.go(executor.link("Rule on this: Revoke"))
        executor.tap(_tapped(page, "Trick", "button", "1"))
        executor.tap(page.get_by_role("group", name="Who did not follow suit").get_by_role("radio").first)
        executor.tap(_tapped(page, "The wrong card", "button", "nine of clubs"))
        executor.tap(_tapped(page, "What was led", "radio", "hearts"))
        executor.tap(_tapped(page, "Who called attention to it first", "radio", "another player"))
        expect(page.get_by_role("heading", name="Consequences", exact=True)).to_be_visible()
        held.look(executor, "ruling-facts")
        executor.write(page.get_by_label("Why it is ruled so"), "The card lies there.")
        executor.go(executor.button("Save this ruling"))
        expect(page.get_by_role("heading", name="Ruling 1", exact=True)).to_be_visible()
    held.look(executor, "ruling")


def _tapped(page: Page, asked: str, role: Literal["button", "radio"], words: str) -> Locator:
    return page.get_by_role("group", name=asked, exact=True).get_by_role(role, name=words, exact=True)


def undo_on_the_floor(held: Evening, director: Hand) -> None:
    held.open(director, "floor/")
    page = director.page
    with held.step("Somebody gets up from a table", director):
        director.tap(page.locator("#table-2 [data-player]").first)
        director.tap(director.button("Gets up"))
        expect(page.locator("#floor-free [data-player]")).to_have_count(1)
    with held.step("Undone, to the same seat", director):
        director.tap(page.locator(".undo").get_by_role("button", name="Undo"))
        expect(page.locator("#table-2 [data-player]")).to_have_count(PEOPLE // TABLES)


def next_round(held: Evening, director: Hand) -> None:
    with held.step("The second round seated while the first is played", director):
        director.go(director.link("Rounds").first)
        director.write(director.page.get_by_label("How many, or the time"), str(STANZAS))
        director.write(director.page.get_by_label("Players at a table"), str(PEOPLE // TABLES))
        director.go(director.page.get_by_role("button", name="Seat it", exact=True))
        expect(director.button(f"Confirm and open {TABLES} games")).to_be_visible()
    held.look(director, "second-round")


def begin_next_round(held: Evening, director: Hand) -> None:
    """Once the other tables have played on their pads, and are closed: that is no step of its own."""
    for table_number in range(2, TABLES + 1):
        held.open(director, f"games/{table_number}/table/")
        follow(director.link("Open the pad"))
        expect(director.page.locator("[data-pad]")).to_have_class("pad alive")
        write_stanza(director)
        expect(director.page.locator("[data-pad-state]")).to_contain_text("All sent and counted")
        held.open(director, f"games/{table_number}/table/")
        director.go(director.button("Close the game"))
    held.open(director, "rounds/")
    with held.step("From confirming the second round to its printed cards", director):
        confirm(director, 2)
        print_cards(director)


def close(held: Evening, director: Hand) -> None:
    held.open(director, "games/1/table/")
    with held.step("A game closed", director):
        director.go(director.button("Close the game"))
    second = held.somebody(SECOND)
    held.open(second, "games/1/")
    with held.step("Its final sheet confirmed by a second person", second):
        second.go(second.button("Confirm the final sheet"))
    executor = held.somebody(EXECUTOR)
    held.open(executor, "ruled/")
    with held.step("Certified by the Acting Executor", executor):
        executor.go(executor.link("Is waiting to be certified").first)
        executor.go(executor.button("Certify this game"))
    held.open(director)
    held.look(director, "event")


def address_of(site: Site) -> tuple[str, int]:
    at = urlsplit(site.url)
    return at.hostname or "", at.port or 0
