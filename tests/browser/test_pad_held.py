"""The pad as it is held: in large text, on its side, by keys, aloud, after an upgrade of the site, and on a
device that others use.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from sanctioning.people.models.person import Person
from tests.browser.masthead import sign_out
from tests.browser.test_pad import begun, link_to, open_pad, phone, wire
from tests.support.phones import fits, with_text_at
from tests.support.play import body_for, table
from tests.support.processes import wait_until
from tests.support.team_events import signed_in
from tests.support.wire import Wire
from tournaments.games.models import Game

__all__ = ["phone", "wire"]

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]

SEVEN = 7
PART = "js/pad/law.js"
RELEASES = "caches.keys().then((names) => names.filter((name) => name.startsWith('pad-files-')))"
# As the browser does by itself some seconds after a page was opened.
LOOKS_FOR_ANOTHER = "navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => null)"
# Each asks for all at once: the pad may draw itself again between two questions.
KEYS_OFF_THE_SCREEN = """() => [...document.querySelectorAll('.pad-panel .key')].filter((key) => {
  const box = key.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight;
}).map((key) => key.textContent)"""
NAMES_IN_LINES = """() => [...document.querySelectorAll('.pad-row .who b')].map((name) => {
  const lines = name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight);
  return [name.textContent, Math.round(lines)];
})"""
# The text may get its size after the pad was drawn, which then scrolls once more.
ASKED_IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector('.pad-row.current').getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}"""
IN_SIGHT = """() => {
  const panel = document.querySelector('.pad-panel').getBoundingClientRect();
  const free = (box) => box.right <= panel.left || box.bottom <= panel.top;
  const clear = (box) => box.top >= 0 && box.bottom <= innerHeight && free(box);
  const rows = [...document.querySelectorAll('.pad-row')];
  return rows.filter((row) => clear(row.getBoundingClientRect())).length;
}"""


def opened(browser: Browser, wire: Wire, link: str, width: int, height: int, text: int = 100) -> Page:
    context = browser.new_context(
        base_url=wire.url,
        viewport={"width": width, "height": height},
        locale="en-GB",
        has_touch=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    if text != 100:
        # The process of the first page may hear of the size only after it has laid that page out.
        with_text_at(page, text)
        page.goto(link)
    page.goto(link)
    expect(page.locator("[data-pad]")).to_have_class("pad alive")
    return page


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_at_twice_the_size_names_are_whole_and_every_key_is_on_the_screen(
    browser: Browser, wire: Wire, width: int, height: int
) -> None:
    cast, game = begun(SEVEN)
    page = opened(browser, wire, link_to(cast, game), width, height, text=200)
    assert fits(page)
    names = page.evaluate(NAMES_IN_LINES)
    assert len(names) == SEVEN
    assert [name for name, lines in names if lines != 1] == []
    assert page.locator(".pad-panel .key").count() > 1
    assert page.evaluate(KEYS_OFF_THE_SCREEN) == []
    page.wait_for_function(ASKED_IN_SIGHT)
    page.context.close()


def test_on_its_side_the_panel_stands_beside_all_seven_players(browser: Browser, wire: Wire) -> None:
    cast, game = begun(SEVEN)
    page = opened(browser, wire, link_to(cast, game), 844, 390)
    assert fits(page)
    assert page.evaluate(IN_SIGHT) == SEVEN
    for _, bid in body_for(table(cast, game), {})["bids"]:
        page.locator(f'[data-focus="key-{bid}"]').click()
    assert page.evaluate(IN_SIGHT) == SEVEN
    page.context.close()


def test_the_focus_is_never_behind_the_panel(browser: Browser, wire: Wire) -> None:
    cast, game = begun(10)
    page = opened(browser, wire, link_to(cast, game), 360, 740)
    cells = page.locator(".pad-row .cell:not([disabled]), .pad-table .link-button")
    assert cells.count() >= 11
    cells.first.focus()
    for _ in range(cells.count() - 1):
        page.keyboard.press("Tab")
        hidden = page.evaluate(
            """() => {
              const at = document.activeElement.getBoundingClientRect();
              const panel = document.querySelector('.pad-panel');
              const inside = panel.contains(document.activeElement);
              return !inside && at.bottom > panel.getBoundingClientRect().top + 1;
            }"""
        )
        assert not hidden, page.evaluate("document.activeElement.outerHTML")
    page.context.close()


def test_a_screen_reader_hears_who_is_asked_next(browser: Browser, wire: Wire) -> None:
    """A live line that is drawn again at each tap is a new one, and says nothing."""
    cast, game = begun(SEVEN)
    page = opened(browser, wire, link_to(cast, game), 360, 740)
    heard = page.evaluate_handle(
        """() => {
          const heard = [];
          const live = document.querySelector('[aria-live="polite"]');
          new MutationObserver(() => heard.push(live.isConnected && live.textContent))
            .observe(live, { childList: true, characterData: true, subtree: true });
          return heard;
        }"""
    )
    names = [seat.name for seat in table(cast, game).seated]
    order = page.locator(".pad-row .who b").all_inner_texts()
    assert sorted(order) == sorted(names)
    for _ in range(2):
        page.locator('[data-focus="key-1"]').click()
    expect(page.locator(".pad-row.current .who b")).to_have_text(order[2])
    spoken = heard.json_value()
    assert [next(name for name in order if name in line) for line in spoken] == order[1:3]
    page.context.close()


@pytest.fixture
def own_phone(browser: Browser, wire: Wire) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=wire.url, viewport={"width": 360, "height": 740}, locale="en-GB")
    yield context
    context.close()


def sign_in(context: BrowserContext, wire: Wire, person: Person) -> None:
    session = signed_in(person).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": wire.url}])


def pad_of(game: Game) -> str:
    return f"/pad/{game.event.slug}/{game.number}/"


def test_a_phone_that_keeps_the_pad_gets_the_next_release_of_it(
    own_phone: BrowserContext, wire: Wire, settings: Settings, tmp_path: Path
) -> None:
    """Its files are called as before, as under `make run`, and the phone asks for none that it has."""
    page = open_pad(own_phone, link_to(*begun(4)))
    expect(page.locator("[data-pad]")).to_have_attribute("data-offline", "ready")
    before, path = page.evaluate(RELEASES), tmp_path / PART
    path.parent.mkdir(parents=True)
    path.write_text((settings.BASE_DIR / "static" / PART).read_text() + "Pad.release = 'the next';\n")
    settings.STATICFILES_DIRS = [tmp_path, *settings.STATICFILES_DIRS]
    page.evaluate(LOOKS_FOR_ANOTHER)

    def has_come() -> bool:
        kept = page.evaluate(RELEASES)
        return len(kept) == 1 and kept != before

    wait_until(has_come, 30, "the next release has taken the place of the last")
    page.reload()
    expect(page.locator("[data-pad]")).to_have_class("pad alive")
    assert page.evaluate("Pad.release") == "the next"


KEPT = "Object.entries(localStorage).filter(([name]) => name.startsWith('saas-pad/')).map(([, kept]) => kept)"


def test_after_signing_out_the_device_names_nobody_and_back_shows_nothing(
    own_phone: BrowserContext, wire: Wire, live_server: LiveServer
) -> None:
    cast, game = begun(4)
    keeper = cast.players[0]
    sign_in(own_phone, wire, keeper)
    page = open_pad(own_phone, pad_of(game))
    expect(page.locator("[data-pad]")).to_have_attribute("data-offline", "ready")
    assert any(keeper.name in kept for kept in page.evaluate(KEPT))
    page.goto("/me/")
    sign_out(page)
    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.evaluate(KEPT) == []
    page.wait_for_function("caches.keys().then((names) => !names.includes('pad-pages'))")
    page.go_back()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert keeper.name not in page.content()


def test_a_stanza_that_waits_is_named_at_signing_out_and_sent_after_the_next_sign_in(
    own_phone: BrowserContext, wire: Wire, live_server: LiveServer
) -> None:
    cast, game = begun(4)
    keeper = cast.players[0]
    sign_in(own_phone, wire, keeper)
    page = open_pad(own_phone, pad_of(game))
    page.locator('[data-focus="key-0"]').click()
    page.goto("/me/")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.on("dialog", answer)
    sign_out(page)
    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert [message.partition(".")[0] for message in asked] == [
        "Stanzas on this device have not been sent yet"
    ]
    [kept] = page.evaluate(KEPT)
    assert keeper.name not in kept
    sign_in(own_phone, wire, cast.players[1])
    other = open_pad(own_phone, pad_of(game))
    expect(other.locator(".pad-row .bid").first).to_have_text("")
    sign_in(own_phone, wire, keeper)
    again = open_pad(own_phone, pad_of(game))
    expect(again.locator(".pad-row .bid").first).to_have_text("0")
