"""A stanza card by card in Chromium: by keys, by links without scripts, on a phone, and on paper."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.next_page import follow
from tests.browser.tour import replays
from tests.support.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(browser: Browser, site: Site) -> str:
    """A stanza of some tricks that was reported card by card."""
    context = browser.new_context(base_url=site.url)
    first_replay = replays(context.new_page())[0]
    context.close()
    return first_replay


def test_a_stanza_is_replayed_by_keys(page: Page, address: str) -> None:
    page.goto(address)
    now, board = page.locator("[data-replay-now]"), page.locator("[data-baize]")
    expect(page.get_by_text("Before the first lead")).to_be_visible()
    expect(now).to_contain_text("the bids made")
    expect(board.locator("[data-laid] .card")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Trick 1 of")).to_contain_text("card 1 of")
    expect(now).to_contain_text("Trump now:")
    expect(now).to_contain_text("Rule: Section I, ")
    expect(board.locator("[data-laid] .card")).to_have_count(1)
    first = now.inner_text()
    page.keyboard.press("ArrowRight")
    expect(board.locator("[data-laid] .card")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(board.locator("[data-laid] .card")).to_have_count(1)
    assert now.inner_text() == first
    page.keyboard.press("PageDown")
    expect(now).to_contain_text("takes the trick")
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="One card forward")).to_have_attribute("aria-disabled", "true")
    bids = page.locator("aside tbody tr td:nth-child(3)").all_inner_texts()
    assert board.locator("[data-taken]").all_inner_texts() == bids
    held = page.url
    page.reload()
    assert page.url == held
    expect(now).to_contain_text("takes the trick")


def test_a_stanza_plays_by_itself_until_somebody_steps(page: Page, address: str) -> None:
    page.clock.install()
    page.goto(address)
    board = page.locator("[data-baize]")
    page.get_by_role("button", name="Play it through").click()
    page.clock.run_for(2_000)
    expect(board.locator("[data-laid] .card")).to_have_count(1)
    page.clock.run_for(1_800)
    expect(board.locator("[data-laid] .card")).to_have_count(2)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(20_000)
    expect(page.get_by_text("Trick 1 of")).to_contain_text("card 2 of")
    page.get_by_role("button", name="Play it through").click()
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(20_000)
    expect(page.get_by_text("Trick 1 of")).to_contain_text("card 1 of")
    page.get_by_role("button", name="Play it through").click()
    page.clock.run_for(600_000)
    expect(page.get_by_role("link", name="One card forward")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("button", name="Play it through")).to_be_visible()


def test_a_card_is_shared_by_its_link(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address)
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy a link to this card").click()
    expect(page.get_by_text("The link to this card is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert page.url.endswith("?card=1")


def test_each_card_is_a_link_that_says_the_same_without_scripts(
    browser: Browser, site: Site, page: Page, address: str
) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address)
    page.goto(address)
    for _ in range(3):
        follow(plain.get_by_role("link", name="One card forward"))
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-where]")).to_have_text(plain.locator("[data-where]").inner_text())
        for part in ("[data-say-now]", "[data-trump]", "[data-baize] ol"):
            assert plain.locator(part).inner_text() == page.locator(part).inner_text()
    plain.get_by_role("link", name="All tricks").click()
    expect(plain.locator(".trick-result").last).to_be_visible()
    context.close()


def test_on_a_phone_no_seat_leaves_the_table(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}?card=3")
    table = page.locator("[data-baize]").bounding_box()
    assert table
    for seat in page.locator("[data-baize] .place").all():
        box = seat.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert table["y"] <= box["y"]
        assert box["y"] + box["height"] <= table["y"] + table["height"]


def test_it_prints_every_trick_without_furniture(page: Page, address: str) -> None:
    page.goto(f"{address}?card=2")
    page.emulate_media(media="print")
    expect(page.locator(".masthead")).to_be_hidden()
    expect(page.locator("[data-replay-keys]")).to_be_hidden()
    expect(page.locator(".trick").last).to_be_visible()
    with pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4"))) as paper:
        pages = [paper[number].get_textpage().get_text_range() for number in range(len(paper))]
    # How wide a space is drawn, and where a line ends, is the printer's own.
    words = "".join("".join(pages).split())
    assert words.count("takesthetrick") == page.locator(".trick").count()
    assert "Signin" not in words
