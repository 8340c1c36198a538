"""An empty installation in Chromium: from the one-time code to a law in force and a second factor."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from deploy.processes import ROOT, any_free_port
from tests.support.authenticator import code_of

PASSWORD = "a quiet long evening"
TYPED = {"given_names": "Ann", "family_name": "Vale", "email": "ann@example.org"}
pytestmark = pytest.mark.browser


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The address of a running site that nobody has set up, and its one-time code."""
    port = any_free_port()
    address = f"http://localhost:{port}"
    (tmp_path / "log").mkdir()
    told = {
        "SAAS_VAR": str(tmp_path),
        "SAAS_DB_NAME": str(tmp_path / "saas.sqlite3"),
        "SAAS_SITE_ADDRESS": address,
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
    }
    environment = {**os.environ, **told}
    prepared = subprocess.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    code = re.search(r"one-time code is (\S+)\.", prepared.stdout)
    assert code
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"]
    with (tmp_path / "log/web").open("w") as log:
        web = subprocess.Popen(
            [*command, "--threads", "4", "--no-control-socket"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield address, code[1]
        finally:
            web.terminate()
            web.wait()


@pytest.mark.parametrize(
    ("language", "not_yet", "law", "missing"),
    [
        ("en-GB", "This site is not set up yet", "The first law", "An Acting Executor"),
        ("de-DE", "Diese Seite ist noch nicht eingerichtet", "Das erste Recht", "Ein Acting Executor"),
    ],
)
def test_from_the_code_to_a_law_in_force(
    browser: Browser, empty_site: tuple[str, str], language: str, not_yet: str, law: str, missing: str
) -> None:
    address, code = empty_site
    visitor = browser.new_context(base_url=address, locale=language)
    page = visitor.new_page()
    _open(page, "/results/")
    expect(page.locator("h1")).to_have_text(not_yet)
    page.goto(f"/set-up/?code={code}")
    page.locator("main button").click()
    for name, text in {**TYPED, "password": PASSWORD, "again": PASSWORD}.items():
        page.fill(f"#{name}", text)
    page.locator("main button").click()
    page.fill("[name=code]", code_of(page.locator("p.code.fingerprint").inner_text().strip()))
    page.locator("main form button").first.click()
    expect(page.locator("ul.codes li").first).to_be_visible()
    page.goto("/set-up/law/")
    expect(page.locator("h1")).to_have_text(law)
    page.locator("button[value=adopt]").click()
    page.wait_for_url("**/set-up/people/")
    page.goto("/set-up/")
    page.locator("ol.lines a.title").first.click()
    page.fill("[name=name]", "Whist Union of Arden")
    page.fill("[name=short_name]", "WUA")
    page.locator("main form p.actions button").click()
    expect(page.locator("body > header")).to_contain_text("Whist Union of Arden")
    page.goto("/set-up/")
    expect(page.locator("ol.lines a.title").first).to_have_text(missing)
    stranger = browser.new_context(base_url=address, locale=language).new_page()
    stranger.goto("/set-up/")
    expect(stranger).to_have_url(re.compile("/login/"))
    stranger.context.close()
    visitor.close()


def _open(page: Page, path: str) -> None:
    """The server takes a moment to answer for the first time."""
    for _attempt in range(100):
        try:
            page.goto(path)
        except Exception:
            page.wait_for_timeout(200)
        else:
            return
    raise AssertionError("The empty site does not answer.")
