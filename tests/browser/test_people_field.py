"""The field that asks for somebody, in Chromium: by keyboard, by touch, by its roles, without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.axe import SCRIPT, GoodColours
from tests.browser.tour import come_in
from tests.support.site import Site

pytestmark = pytest.mark.browser

MAKE = """
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from sanctioning.offices.models.office import Appointment, Office
registrar = Appointment.objects.filter(office=Office.REGISTRAR).first().person
for given in ("Ambrose", "Ambrosia", "Berthe"):
    register_person(by=registrar, given_names=given, family_name="Quillfeather")
made = Person.objects.filter(family_name="Quillfeather").order_by("given_names")
print(*made.values_list("number", flat=True))
"""
DESK = "/registrar/"


@pytest.fixture(scope="module")
def numbers(site: Site) -> list[str]:
    """Of three who are there for these tests alone."""
    return re.findall(r"W-\d{5}-\w", site.do(MAKE))


@pytest.fixture
def desk(page: Page, site: Site, numbers: list[str]) -> Page:
    come_in(page, site, "registrar@demo.example")
    page.goto(DESK)
    return page


def test_by_keyboard_alone_as_the_pattern_says(desk: Page, numbers: list[str]) -> None:
    field = desk.get_by_role("combobox", name="Player: name or number")
    expect(field).to_have_attribute("aria-autocomplete", "list")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.focus()
    desk.keyboard.type("quillf")
    options = desk.locator("[role=option]")
    expect(options).to_have_count(3)
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(desk.get_by_role("status").filter(has_text="3 people found")).to_be_attached()
    assert field.get_attribute("aria-controls") == desk.get_by_role("listbox").get_attribute("id")
    assert field.get_attribute("aria-activedescendant") is None
    desk.evaluate(SCRIPT)
    assert GoodColours().violations(desk) == []
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    chosen = desk.locator("[role=option][aria-selected=true]")
    expect(chosen).to_contain_text("Ambrosia Quillfeather")
    assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    expect(desk.locator("[role=option][aria-selected=true]")).to_contain_text("Berthe")
    desk.keyboard.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(field).to_have_value("quillf")
    expect(field).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(chosen).to_contain_text("Ambrose")
    desk.keyboard.press("Enter")
    expect(field).to_have_value(f"Ambrose Quillfeather, {numbers[0]}")
    expect(desk.get_by_role("listbox")).to_be_hidden()
    assert desk.url.endswith(DESK)


def test_likely_doubles_are_flagged_and_a_misspelt_name_finds_the_nearest(desk: Page) -> None:
    field = desk.get_by_role("combobox", name="Player: name or number")
    field.press_sequentially("quillfaether")
    expect(desk.get_by_text("Nobody has that name. The closest are:").first).to_be_visible()
    double = desk.get_by_role("option", name="Ambrosia Quillfeather")
    expect(double).to_be_visible()
    field.fill("xxqqzz")
    expect(desk.get_by_text("Nobody found. Check the spelling").first).to_be_visible()
    expect(field).to_have_value("xxqqzz")


def test_by_touch_on_a_phone(desk: Page, numbers: list[str]) -> None:
    desk.set_viewport_size({"width": 390, "height": 700})
    field = desk.get_by_role("combobox", name="Player: name or number")
    field.press_sequentially(numbers[2][2:-2].lstrip("0"))
    option = desk.get_by_role("option", name="Berthe")
    expect(option).to_be_visible()
    box, shown = option.bounding_box(), desk.evaluate("document.documentElement.scrollWidth")
    assert box is not None
    assert box["height"] >= 44
    assert shown <= 390
    option.click()
    expect(field).to_have_value(f"Berthe Quillfeather, {numbers[2]}")


def test_without_a_network_the_field_takes_what_is_typed(desk: Page, numbers: list[str]) -> None:
    def cut(route: Route) -> None:
        route.abort()

    desk.route("**/api/v1/people/find/**", cut)
    field = desk.get_by_role("combobox", name="Player: name or number")
    field.press_sequentially(numbers[0])
    desk.get_by_label("Codes of the certificates").fill("NONSENSE")
    expect(field).to_have_value(numbers[0])
    desk.get_by_role("button", name="See what they bring").click()
    expect(desk.locator("#content")).to_contain_text("Quillfeather")


def test_without_a_script_the_page_asks_back(browser: Browser, site: Site, numbers: list[str]) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    come_in(page, site, "registrar@demo.example")
    page.goto(DESK)
    page.get_by_label("Player: name or number").fill("quillfeather")
    page.get_by_label("Codes of the certificates").fill("NONSENSE")
    page.get_by_role("button", name="See what they bring").click()
    expect(page.get_by_text("Who is “quillfeather”? Choose one.").first).to_be_visible()
    expect(page.get_by_label("Player: name or number")).to_have_value("quillfeather")
    expect(page.get_by_label("Codes of the certificates")).to_have_value("NONSENSE")
    page.get_by_role("button", name="Berthe Quillfeather").click()
    expect(page.get_by_label("Player: name or number")).to_have_value(numbers[2])
    expect(page.get_by_label("Codes of the certificates")).to_have_value("NONSENSE")
    context.close()


def test_several_people_in_one_field_by_keyboard(desk: Page, numbers: list[str]) -> None:
    desk.goto("/register-club/")
    field = desk.get_by_role("combobox", name="Its officers")
    chosen = desk.get_by_role("list", name="Chosen people").get_by_role("listitem")
    expect(chosen).to_have_count(1)
    field.focus()
    desk.keyboard.press("Backspace")
    expect(chosen).to_have_count(0)
    expect(desk.get_by_role("status").filter(has_text="is removed.")).to_be_attached()
    for name in ("Ambrose", "Berthe"):
        desk.keyboard.type(f"quillf {name.lower()}")
        expect(desk.get_by_role("option", name=f"{name} Quillfeather")).to_be_visible()
        desk.keyboard.press("ArrowDown")
        desk.keyboard.press("Enter")
        expect(desk.get_by_role("status").filter(has_text=f"{name} Quillfeather, ")).to_be_attached()
    desk.keyboard.type(numbers[1])
    desk.keyboard.press("Enter")
    expect(chosen).to_have_count(3)
    expect(field).to_have_value("")
    desk.evaluate(SCRIPT)
    assert GoodColours().violations(desk) == []
    desk.get_by_role("button", name="Remove Ambrose Quillfeather").click()
    expect(field).to_be_focused()
    desk.set_viewport_size({"width": 390, "height": 700})
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    assert desk.locator("textarea[name=officers]").input_value().split() == [numbers[2], numbers[1]]
    desk.keyboard.type("somebody nobody knows")
    desk.get_by_label("Name of the club").fill("Feathers")
    desk.get_by_role("button", name="Register the club").click()
    expect(desk.get_by_text("We found nobody called “somebody nobody knows”.").first).to_be_visible()
    expect(chosen).to_have_count(3)
    expect(chosen.first).to_contain_text("Berthe Quillfeather")


def test_without_a_script_several_people_are_lines(browser: Browser, site: Site, numbers: list[str]) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    come_in(page, site, "registrar@demo.example")
    page.goto("/register-club/")
    expect(page.get_by_text("One on each line.")).to_be_visible()
    page.get_by_label("Its officers").fill(f"{numbers[0]} {numbers[1]}\nquillfeather")
    page.get_by_role("button", name="Register the club").click()
    expect(page.get_by_text(f"Berthe Quillfeather, {numbers[2]}").first).to_be_visible()
    context.close()


def test_a_name_that_nobody_has_is_carried_over_to_the_form_for_somebody_new(page: Page, site: Site) -> None:
    come_in(page, site, "director@demo.example")
    page.goto("/me/")
    page.get_by_role("link", name="Entries and games").first.click()
    field = page.get_by_role("combobox", name="Player", exact=True)
    field.press_sequentially("Xaver Yqzwitz")
    page.get_by_role("option", name="Enter “Xaver Yqzwitz” without a number").click()
    expect(page.get_by_label("Given names")).to_have_value("Xaver")
    expect(page.get_by_label("Family name")).to_have_value("Yqzwitz")
    expect(field).to_have_value("")
