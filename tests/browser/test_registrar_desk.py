"""The registrar's desk in Chromium: codes read by the camera from a real certificate, or typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tour import come_in
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.support.camera import film_of
from tests.support.processes import wait_until
from tests.support.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def paper(browser: Browser, site: Site) -> Iterator[tuple[str, str, bytes]]:
    """A certificate that the player of the demo has in hand: his number, its code, its file."""
    page = browser.new_page(base_url=site.url, locale="en-GB")
    come_in(page, site, "player@demo.example")
    page.goto("/me/")
    number = page.locator(".eyebrow").inner_text().split()[0]
    row = page.locator("#certificates ~ .scroll tbody tr", has_text="issued").first
    code, path = row.locator("a.code").inner_text(), row.locator("a[href$='.pdf']").get_attribute("href")
    papers: list[bytes] = []

    def is_printed() -> bool:
        answer = page.request.get(str(path))
        papers.append(answer.body())
        return answer.headers["content-type"] == "application/pdf"

    wait_until(is_printed, 120, "the certificate is printed")
    yield number, code, papers[-1]
    page.close()


@pytest.fixture
def before_the_lens(
    browser: Browser, site: Site, paper: tuple[str, str, bytes], tmp_path: Path
) -> Iterator[Page]:
    """The registrar at a desk whose camera sees that certificate."""
    film = film_of(paper[2], tmp_path / "paper.y4m")
    flags = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    chromium = browser.browser_type.launch(executable_path=CHROMIUM, args=[*CHROMIUM_FLAGS, *flags])
    page = chromium.new_page(base_url=site.url, locale="en-GB")
    come_in(page, site, "registrar@demo.example")
    yield page
    chromium.close()


def test_the_camera_reads_a_certificate_into_the_running_total(
    before_the_lens: Page, paper: tuple[str, str, bytes]
) -> None:
    page, (number, code, _) = before_the_lens, paper
    page.goto("/registrar/")
    page.get_by_label("Player: name or number").fill(number)
    reader = page.get_by_role("button", name="Read codes with the camera")
    reader.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"{code} is read.")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Codes of the certificates")).to_have_value(f"{code}\n")
    expect(page.locator("#running")).to_contain_text(re.compile(r"\d+\.\d points so far"))
    page.keyboard.press("Escape")
    expect(page.get_by_text("The camera is off.")).to_be_visible()
    expect(reader).to_be_focused()


def test_without_a_camera_the_desk_says_so(page: Page, site: Site) -> None:
    come_in(page, site, "registrar@demo.example")
    page.goto("/registrar/")
    page.get_by_role("button", name="Read codes with the camera").click()
    expect(page.get_by_text("The camera cannot be used here")).to_be_visible(timeout=20_000)


def test_a_submission_is_typed_looked_at_and_sent_by_keyboard_alone(
    page: Page, paper: tuple[str, str, bytes], site: Site
) -> None:
    number, code, _ = paper
    come_in(page, site, "registrar@demo.example")
    page.goto("/registrar/")
    page.get_by_label("Player: name or number").focus()
    page.keyboard.type(number)
    page.keyboard.press("Tab")
    page.keyboard.type(code)
    expect(page.locator("#running")).to_contain_text("points so far")
    go_to(page, "See what they bring")
    page.keyboard.press("Enter")
    expect(page.get_by_text("It would not be recorded yet.")).to_be_visible()
    go_to(page, "Record them")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is refused")
    expect(page.get_by_label("Codes of the certificates")).to_have_value(re.compile(code))


def go_to(page: Page, button: str) -> None:
    """Press Tab until that button has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText") == button:
            return
    raise AssertionError(f"no way by keyboard to {button}")
