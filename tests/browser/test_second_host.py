"""Phones in a room come to the site by a name that is not `localhost`: by https, and by http alone."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from deploy.local_network import EVERY_ADDRESS, own_address, own_names
from deploy.processes import any_free_port
from tests.browser.test_pad import COUNTED, PHONE, WAITING, begun, link_to, open_pad, send, state
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.support.camera import HEIGHT, WIDTH, write_film
from tests.support.season import copy_season
from tests.support.site import Site, start_site
from tests.support.team_events import signed_in
from tests.support.wire import Wire

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.xdist_group("second host")]

NAME = own_names()[-1]
REGISTRAR, DIRECTOR = "registrar@demo.example", "director@demo.example"
CODE, EVENT = "K7QM-2RTX-9WB3", "wetherby-lantern-tables-2026"
LINK_OF_A_TABLE = f"""
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.services.table_links import secret_of
link = TableLink.objects.get(game__event__slug="{EVENT}", game__state="playing")
print("/pad/" + secret_of(link) + "/")
"""
STAY_OPEN = "Keep this page open while there is no network."
CAMERA_NEEDS_HTTPS = "Browsers only allow the camera on pages with https"


@dataclass(frozen=True)
class Room:
    """A site that phones reach by another name, through a wire that can be cut."""

    site: Site
    wire: Wire
    phone: Browser

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.wire.port}"

    def come_in(self, email: str) -> BrowserContext:
        context = self.phone.new_context(base_url=self.url, locale="en-GB")
        session = self.site.session_of(email)
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": self.url}])
        return context


@contextmanager
def phone_that_finds(browser: Browser, *flags: str) -> Iterator[Browser]:
    """A browser in whose network that name is this machine."""
    found = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    chromium = browser.browser_type.launch(executable_path=CHROMIUM, args=[*CHROMIUM_FLAGS, found, *flags])
    yield chromium
    chromium.close()


@pytest.fixture(scope="module")
def room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """As `make run HOST=0.0.0.0 HTTPS=1` starts it, with a certificate before the camera of the phone."""
    var = tmp_path_factory.mktemp("room")
    copy_season(var, papers_of="nobody")
    site = start_site(var, any_free_port(), SAAS_HOST=EVERY_ADDRESS, SAAS_HTTPS="yes")
    wire = Wire(("127.0.0.1", urlsplit(site.url).port or 0))
    flags = [
        f"--ignore-certificate-errors-spki-list={key_of(var / 'tls/server.pem')}",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film_of_code(var / 'paper.y4m')}",
    ]
    with phone_that_finds(browser, *flags) as phone:
        yield Room(site, wire, phone)
    wire.cut()
    site.end()


def key_of(certificate: Path) -> str:
    """What names the key of a certificate that the phone was told to trust."""
    key = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
    told = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(told).digest()).decode()


def film_of_code(film: Path) -> Path:
    square = film.with_suffix(".png")
    segno.make(f"https://{NAME}/check/{CODE}/").save(str(square), scale=6, border=4)
    frame = Image.new("L", (WIDTH, HEIGHT), 255)
    frame.paste(Image.open(square).convert("L"), (100, 80))
    write_film(frame, film)
    return film


def test_whoever_trusts_the_certificate_trusts_every_name_of_the_machine(room: Room) -> None:
    """The phone of the other tests is told to trust the key; one in a room trusts what was installed."""
    trusted = ssl.create_default_context(cafile=room.site.var / "tls/saas-local.crt")
    for name in ["localhost", *own_names()]:
        with socket.create_connection(("127.0.0.1", room.wire.port)) as line:
            trusted.wrap_socket(line, server_hostname=name).close()


def test_the_page_of_the_director_has_the_address_of_the_room(room: Room) -> None:
    context = room.come_in(DIRECTOR)
    page, address = context.new_page(), f"https://{own_address()}:{urlsplit(room.site.url).port}/"
    page.goto(f"/events/{EVENT}/manage/")
    expect(page.locator(".pad-address")).to_have_text(re.compile(re.escape(address)))
    context.close()


def test_a_pad_by_https_is_opened_again_without_the_network(room: Room) -> None:
    context = room.phone.new_context(base_url=room.url, viewport=PHONE, has_touch=True, locale="en-GB")
    page = open_pad(context, room.site.do(LINK_OF_A_TABLE).strip())
    expect(page.locator("[data-pad]")).to_have_attribute("data-offline", "ready")
    assert page.evaluate("isSecureContext")
    expect(page.get_by_text(STAY_OPEN)).to_have_count(0)
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    room.wire.cut()
    try:
        expect(page.locator(".pad-row")).not_to_have_count(0)
        page.locator('[data-focus="key-0"]').click()
        page.reload()
        expect(page.locator("[data-pad]")).to_have_class("pad alive")
        expect(page.locator(".pad-row .bid").first).to_have_text("0")
        write_the_rest(page)
        send(page)
        state(page, f"1 {WAITING}")
        page.reload()
        state(page, f"1 {WAITING}")
    finally:
        room.wire.mend()
    page.evaluate("Pad.running.sync.now()")
    state(page, COUNTED)
    context.close()


def write_the_rest(page: Page) -> None:
    """After the first bid: all bid nothing, and the last takes every trick."""
    players = page.locator(".pad-row").count()
    for _ in range(players - 1):
        page.locator('[data-focus="key-0"]').click()
    for _ in range(players - 1):
        page.locator('[data-focus="made"]').click()
    page.locator('[data-focus="failed"]').click()


def test_the_camera_reads_a_code_by_https(room: Room) -> None:
    context = room.come_in(REGISTRAR)
    page = context.new_page()
    page.goto("/registrar/")
    expect(page.get_by_text(CAMERA_NEEDS_HTTPS)).to_be_hidden()
    page.get_by_role("button", name="Read codes with the camera").click()
    expect(page.get_by_text(f"{CODE} is read.")).to_be_visible()
    expect(page.get_by_label("Codes of the certificates")).to_have_value(f"{CODE}\n")
    context.close()


@pytest.fixture
def by_http(browser: Browser, live_server: LiveServer) -> Iterator[tuple[Wire, BrowserContext]]:
    at = urlsplit(live_server.url)
    wire = Wire((at.hostname or "", at.port or 0))
    with phone_that_finds(browser) as chromium:
        address = f"http://{NAME}:{wire.port}"
        yield wire, chromium.new_context(base_url=address, viewport=PHONE, has_touch=True, locale="en-GB")
    wire.cut()


@pytest.mark.django_db(transaction=True)
def test_a_pad_by_http_says_that_it_must_stay_open_and_keeps_what_is_typed(
    by_http: tuple[Wire, BrowserContext],
) -> None:
    wire, phone = by_http
    cast, game = begun(4)
    page = open_pad(phone, link_to(cast, game))
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_text(STAY_OPEN)).to_be_visible()
    wire.cut()
    page.locator('[data-focus="key-0"]').click()
    write_the_rest(page)
    send(page)
    state(page, f"1 {WAITING}")
    page.locator('[data-focus="key-1"]').click()
    wire.mend()
    page.reload()
    state(page, COUNTED)
    expect(page.locator(".pad-row .bid").first).to_have_text("1")


@pytest.mark.django_db(transaction=True)
def test_the_registrars_desk_by_http_says_why_there_is_no_camera(
    by_http: tuple[Wire, BrowserContext],
) -> None:
    wire, context = by_http
    session = signed_in(begun(4)[0].registrar).cookies[settings.SESSION_COOKIE_NAME].value
    address = f"http://{NAME}:{wire.port}"
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}])
    page = context.new_page()
    page.goto("/registrar/")
    expect(page.get_by_text(CAMERA_NEEDS_HTTPS)).to_be_visible()
    expect(page.get_by_role("button", name="Read codes with the camera")).to_have_count(0)
