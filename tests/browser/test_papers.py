"""Papers and files in Chromium: a filled sheet typed by keys from start to end, and a zip of records."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules_engine.whoopie.random.game import random_game
from scoring.demo.people import PASSWORD
from tests.browser.masthead import sign_out
from tests.browser.tour import come_in, sign_in
from tests.support.own_event import STANZAS, OwnEvent, own_event
from tests.support.site import Site

pytestmark = pytest.mark.browser
DIRECTOR = "director@demo.example"


@pytest.fixture(scope="module")
def event(site: Site) -> OwnEvent:
    return own_event(site, "An Evening On Paper")


def type_row(page: Page, cells: list[tuple[str, str, str]]) -> None:
    """One row, from the cell that has the focus on, with Enter from cell to cell."""
    for cell in cells:
        for text in cell:
            page.keyboard.type(text)
            page.keyboard.press("Enter")


def test_a_filled_sheet_is_typed_by_keys_and_survives_a_lost_session(
    page: Page, event: OwnEvent, site: Site
) -> None:
    sheet = f"/events/{event.slug}/games/1/sheet/"
    come_in(page, site, DIRECTOR)
    page.goto(f"/events/{event.slug}/games/1/")
    page.get_by_role("link", name="Type in the scoresheet").click()
    # Until its script listens, the sheet takes Enter as any form does.
    expect(page.locator("[data-sheet].alive")).to_be_visible()
    totals = page.locator("[data-row='1'] [data-total]")
    page.locator("[data-row='1'] input[name^='bid-']").first.focus()
    type_row(page, [("0", "+", ""), ("0", "+", ""), ("0", "-", "99")])
    expect(page.get_by_text("1 stanza is complete")).to_be_visible()
    expect(totals).to_have_text(["2", "2", "−1"])
    expect(page.locator("[data-notes='1']")).to_contain_text("99")
    # The session is lost in another tab; what is typed meanwhile waits on the device.
    other = page.context.new_page()
    other.goto("/me/")
    sign_out(other)
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    other.close()
    page.keyboard.type("1")
    expect(page.get_by_text("The server is not answering, or you are signed out")).to_be_visible()
    sign_in(page, DIRECTOR, PASSWORD)
    page.goto(sheet)
    expect(page.locator("[data-row='1'] input[name^='total-']").last).to_have_value("99")
    page.reload()
    expect(page.get_by_text("kept on this device and is back in its cells")).to_be_visible()
    expect(page.locator("[data-row='1'] input[name^='total-']").last).to_have_value("99")
    first = page.locator("[data-row='2'] input[name^='bid-']").first
    expect(first).to_have_value("1")
    # The second row: the dealer is the next player, and may not make the bids add up.
    page.locator("[data-row='1'] input[name^='bid-']").first.focus()
    page.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    type_row(page, [("1", "+", ""), ("", "", ""), ("1", "+", "")])
    expect(page.locator("[data-row='2'] [data-hint]").nth(1)).to_have_text("not 0")
    dealer = page.locator("[data-row='2'] input[name^='bid-']").nth(1)
    dealer.focus()
    type_row(page, [("2", "-", "")])
    expect(page.get_by_text("2 stanzas are complete")).to_be_visible()
    page.get_by_role("button", name="Send the sheet").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The scoresheet is received, with 1 error.")).to_be_visible()
    page.goto(sheet)
    expect(page.locator("[data-draft]")).to_be_hidden()
    page.goto(f"/events/{event.slug}/games/1/")
    expect(page.locator("#findings")).to_be_visible()
    expect(page.get_by_text("99").first).to_be_visible()


def test_a_zip_tells_of_each_file_what_became_of_it(
    page: Page, event: OwnEvent, tmp_path: Path, site: Site
) -> None:
    good = random_game(list(event.tables[1]), 3, stanzas=STANZAS)
    faulty = random_game(list(event.tables[2]), 4, stanzas=STANZAS)
    for record in (good, faulty):
        record.pop("planned", None)
    faulty["stanzas"][0]["scores"] = dict.fromkeys(event.tables[2], 77)
    sent = io.BytesIO()
    with zipfile.ZipFile(sent, "w") as archive:
        archive.writestr("evening/good.json", json.dumps(good))
        archive.writestr("evening/faulty.json", json.dumps(faulty))
        archive.writestr("evening/unreadable.json", json.dumps({**good, "stanzas": [{"cards": "one"}]}))
    path = tmp_path / "evening.zip"
    path.write_bytes(sent.getvalue())
    come_in(page, site, DIRECTOR)
    page.goto(f"/events/{event.slug}/manage/")
    page.get_by_role("link", name="Send in records").click()
    page.get_by_label("Files").set_input_files(path)
    page.get_by_role("button", name="Send and check").click()
    expect(page.get_by_role("heading", name="What happened to each file")).to_be_visible()
    lines = page.locator("main .lines > li")
    expect(lines.nth(0)).to_contain_text("The check found no errors")
    expect(lines.nth(1)).to_contain_text("of them error")
    expect(lines.nth(2)).to_contain_text("cannot be read as a game record")
    expect(lines.nth(2).locator("code")).to_contain_text("/stanzas/0")
    lines.nth(1).get_by_role("link", name="finding").click()
    expect(page.locator("#findings")).to_be_visible()
