"""Fixtures and choices that tests of every layer share.

Any test runs by `pytest tests/…` on SQLite with nothing started before. `site` is the whole site with the
demo season, started once in a run as `make run` starts it; `page` is Chromium looking at it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest import runner
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from config.call_stack_memory import with_room
from deploy.processes import any_free_port
from deploy.words import compile_catalogues
from tests.support.asked_places import note_places, write_places
from tests.support.authority import be_nobodys
from tests.support.browser_complaints import listen_in, nothing_to_complain_of
from tests.support.emptied import empty_after_each_test
from tests.support.season import copy_season
from tests.support.seeds import keep_examples_the_same
from tests.support.shared import SHARED
from tests.support.site import Site, start_site
from tests.support.traffic import write_traffic

pytest_plugins = ["tests.fixtures"]
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that a test gives from memory comes from nowhere, and may not ask this machine for its stream.
    "--disable-features=LocalNetworkAccessChecks",
]
# As long as everything else waits in Playwright, in milliseconds; others may use the machine too.
PATIENCE = 30_000
VENDORS = {"postgresql", "sqlite"}
"""Each is the marker of what holds on that database alone."""
ALIKE_ON_ANY_DATABASE = {"browser", "rules_engine"}


def pytest_configure() -> None:
    """The site speaks from compiled catalogues, which setup makes and nobody keeps."""
    gc.disable()
    os.environ.setdefault(SHARED, str(settings.VAR_DIR / "shared"))
    compile_catalogues()
    keep_examples_the_same()
    empty_after_each_test()
    note_places()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="Only tests that are to run on both databases: the second run, on the other one.",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Rooms of which nothing differs by the database are not even read in the second run."""
    alike = ALIKE_ON_ANY_DATABASE & set(collection_path.relative_to(config.rootpath).parts)
    return True if alike and config.getoption("--only-database") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run cannot do or another does; tests of the running site share a process, but for
    those that name another.

    First, since what runs side by side reads the groups in this same hook.
    """
    left_out = [item for item in items if not belongs_to_this_run(item, config.getoption("--only-database"))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    for item in items:
        if uses_site(item) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group("site"))


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end; looking through it again and again takes a tenth."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


def pytest_unconfigure() -> None:
    """The folder that the settings made goes with the process; those side by side end without their exits."""
    write_places()
    write_traffic()
    if "SAAS_VAR" not in os.environ:
        shutil.rmtree(settings.VAR_DIR, ignore_errors=True)


def belongs_to_this_run(item: pytest.Item, only_database: bool) -> bool:
    if any(item.get_closest_marker(vendor) for vendor in VENDORS - {connection.vendor}):
        return False
    if item.get_closest_marker("browser") and not os.path.exists(CHROMIUM):
        return False
    return not only_database or runs_on_both(item)


def runs_on_both(item: pytest.Item) -> bool:
    """What commits, since each database locks in its own way, and what is marked.

    The rest holds alike on both: every place of the site that asks the database is reached by a test that
    runs on both, or `deploy.check` names the place and fails.
    """
    if uses_site(item) or item.get_closest_marker("once"):
        return False
    return commits(item) or any(item.get_closest_marker(marker) for marker in ("both_databases", *VENDORS))


def commits(item: pytest.Item) -> bool:
    """Whether other connections see what the test does."""
    marker = item.get_closest_marker("django_db")
    asked_for = marker is not None and bool(marker.kwargs.get("transaction"))
    return asked_for or "transactional_db" in getattr(item, "fixturenames", ())


def uses_site(item: pytest.Item) -> bool:
    return "site" in getattr(item, "fixturenames", ())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Playwright's loop stays in the thread once a test has used it; whoever uses none is alone there, from
    before his first fixture to after his last.

    Django gives code around which a loop runs a connection of its own, and the two would wait for each other.
    """
    loop = asyncio._get_running_loop()
    if "browser" not in getattr(item, "fixturenames", ()):
        asyncio._set_running_loop(None)
    try:
        return with_room(runner.pytest_runtest_protocol, item, nextitem)
    finally:
        asyncio._set_running_loop(loop or asyncio._get_running_loop())


@pytest.fixture(autouse=True)
def nothing_is_left_in_the_process() -> Iterator[None]:
    """A request leaves its language in the thread, as the test's client never ends one, and in the caches of
    the process the count of what waits and boards, under numbers that come again in the next test. Whose
    installation it is need not be read: a test that makes it another's says so."""
    be_nobodys()
    yield
    translation.deactivate()
    caches["process"].clear()
    caches["parts"].clear()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole site, running, with the demo season; what one test changes the next one sees.

    It prints the certificates that one player has in hand: those of all take longer than many of the tests.
    """
    var = tmp_path_factory.mktemp("site")
    copy_season(var, papers_of="player@demo.example")
    running = start_site(var, any_free_port())
    yield running
    running.end()


@pytest.fixture(autouse=True)
def browser_does_not_complain() -> Iterator[None]:
    """A test fails if scripts or the content policy complain on a page that it opens."""
    with nothing_to_complain_of():
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. Playwright keeps a loop in this thread, which Django would take for async code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        listen_in(chromium)
        loop = asyncio._get_running_loop()
        yield chromium
        asyncio._set_running_loop(loop)
        chromium.close()


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """A visitor who has never been here, on a desk's screen; override for a phone's."""
    visitor = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        timezone_id="Europe/London",
        viewport={"width": 1280, "height": 900},
    )
    yield visitor
    visitor.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
