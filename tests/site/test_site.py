"""The site as `make run` starts it, seen from outside."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import ssl
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page

from deploy.local_network import own_address, own_names, qr_code
from deploy.processes import any_free_port
from tests.support.processes import ROOT, children, command_line, environment_of_a_process, wait_until
from tests.support.season import address_of_season, copy_season, season_folder
from tests.support.site import Site, asked_for, site_environment, start_empty_site, start_site

pytestmark = pytest.mark.slow


def test_it_answers_and_says_that_it_is_well(site: Site) -> None:
    assert site.get("/health/") == (200, b"well\n")


def test_its_tests_share_one_process(site: Site, request: pytest.FixtureRequest) -> None:
    """Side by side each process would start a site of its own if the groups of tests were not read."""
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@site")


def test_it_says_where_it_is(site: Site) -> None:
    assert f"The demo is at {site.url}/" in site.process.said()


def test_certificates_of_the_season_lead_to_where_the_site_was_first_started(site: Site) -> None:
    first = address_of_season()
    database = sqlite3.connect(f"file:{site.database}?mode=ro", uri=True)
    database.execute("ATTACH ? AS season", [f"file:{season_folder() / 'saas.sqlite3'}?mode=ro"])
    # What the running site and its tests have written since leads to where it runs now.
    rows = database.execute(
        "SELECT facts FROM scoring_certificate WHERE id IN (SELECT id FROM season.scoring_certificate)"
    ).fetchall()
    database.close()
    assert rows
    assert all(f"{first}/check/" in facts for (facts,) in rows)


def test_a_second_start_on_the_same_folder_is_refused_with_a_sentence(site: Site) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "deploy.start"],
        cwd=ROOT,
        env={**environment_of_a_process(), "SAAS_VAR": str(site.var)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1
    assert second.stdout.strip() == f"The site runs already, at {site.url}/."


def test_the_doctor_finds_what_runs_well(site: Site) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor", "--json"],
        cwd=ROOT,
        env={
            **environment_of_a_process(),
            **site_environment(site.var),
            "SAAS_SITE_ADDRESS": site.url,
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    health = {finding["about"]: finding["health"] for finding in json.loads(done.stdout)}
    assert {about for about, how in health.items() if how != "fine"} <= MAY_BE_WARNED_OF
    assert {"Worker", "Clock", "Tables", "Guards of the database"} <= set(health)


MAY_BE_WARNED_OF = {"Mail", "Signing keys", "Backup", "Rules engine", "Disk"}


def test_the_demo_says_what_it_is_and_leads_to_a_site_of_ones_own(site: Site) -> None:
    assert "make run DEMO=0" in site.process.said()
    front = asked_for(site.url).read().decode()
    assert "A demo: people, games and points are invented." in front
    assert 'href="/start-for-real/"' in front
    assert "make run DEMO=0" in asked_for(f"{site.url}/start-for-real/").read().decode()


def test_phones_in_the_room_reach_it_by_the_address_that_is_printed(tmp_path: Path) -> None:
    site = start_empty_site(tmp_path / "room", any_free_port(), SAAS_HOST="0.0.0.0")
    printed = site.process.said()
    port = site.url.rpartition(":")[2]
    in_the_room = f"http://{own_address()}:{port}"
    answers = [asked_for(f"{address}/health/").status for address in (in_the_room, site.url)]
    elsewhere = asked_for(f"http://127.0.0.2:{port}/account/sign-in/").status
    named = [
        urlopen(Request(f"{site.url}/health/", headers={"Host": f"{name}:{port}"}), timeout=30).status
        for name in own_names()
    ]
    site.end()
    assert named == [200, 200], "the names that this machine has in its network"
    assert f"Phones in the same network open {in_the_room}/" in printed
    assert qr_code(f"{in_the_room}/").splitlines()[3] in printed
    assert f"Set this site up at {in_the_room}/set-up/?code=" in printed
    assert (answers, elsewhere) == ([200, 200], 400)


def test_a_site_of_ones_own_is_empty_keeps_what_it_has_and_takes_no_demo(tmp_path: Path) -> None:
    own = start_site(tmp_path / "own", any_free_port(), SAAS_DEMO="0")
    printed = own.process.said()
    own.end()
    assert f"Your own site is at {own.url}/" in printed
    assert f"Set this site up at {own.url}/set-up/?code=" in printed
    assert f"Everything is kept in {own.var}" in printed
    assert f"Mail is not sent: it is written to {own.var / 'mail'}" in printed
    address = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", FOUND],
        cwd=ROOT,
        env={
            **environment_of_a_process(),
            **site_environment(own.var),
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
        },
        check=False,
    )
    assert address.returncode == 0

    (own.var / "start.log").unlink()
    again = start_site(own.var, any_free_port(), SAAS_DEMO="0", SAAS_HTTPS="yes")
    trusted = ssl.create_default_context(cafile=own.var / "tls/saas-local.crt")
    with urlopen(again.url.replace("http:", "https:"), timeout=30, context=trusted) as answer:
        front, cookies = answer.read().decode(), answer.headers.get_all("Set-Cookie", [])
    again.end()
    assert all("Secure" in cookie for cookie in cookies)
    assert "The site of Whist Union of Arden: sign in with your own account." in again.process.said()
    assert "Whist Union of Arden" in front
    assert 'href="/start-for-real/"' not in front


FOUND = """
from sanctioning.kit.installation.models import Installation
from sanctioning.people.services.registering import found_authority
found_authority(given_names="Ann", family_name="Vale")
Installation.objects.update_or_create(pk=1, defaults={"name": "Whist Union of Arden"})
"""


def test_the_folder_of_the_demo_is_not_taken_for_a_site_of_ones_own(tmp_path: Path) -> None:
    copy_season(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "deploy.start", "--prepare"],
        cwd=ROOT,
        env={**environment_of_a_process(), **site_environment(tmp_path), "SAAS_DEMO": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "The demo is in this folder. Name another with SAAS_VAR" in done.stdout


@pytest.mark.browser
def test_a_visitor_can_come_to_the_sign_in_page(page: Page) -> None:
    page.goto("/login/")
    assert page.get_by_role("button", name="Sign in", exact=True).is_visible()


PAPERS, BEFORE_THE_KILL = 10, 6
KEEP_SOME_PAPERS = """
    DELETE FROM sanctioning_job WHERE id NOT IN (
        SELECT id FROM sanctioning_job WHERE kind = 'scoring.certificate-document' ORDER BY id LIMIT ?
    )
"""
# However long this test is kept waiting, no worker begins more before everything is killed.
HOLD_THE_REST = f"""
    CREATE TRIGGER hold_the_rest BEFORE UPDATE ON sanctioning_job
    WHEN NEW.state = 'running' AND
        (SELECT count(*) FROM sanctioning_job WHERE state IN ('done', 'running')) >= {BEFORE_THE_KILL}
    BEGIN SELECT RAISE(IGNORE); END
"""


@pytest.fixture
def var_with_papers_to_print(tmp_path: Path) -> Path:
    """The folder of a site with the demo season, of whose certificates the first are still to be printed."""
    var = tmp_path / "var"
    copy_season(var)
    with sqlite3.connect(var / "saas.sqlite3") as database:
        database.execute(KEEP_SOME_PAPERS, [PAPERS])
        database.execute(HOLD_THE_REST)
    database.close()
    return var


def printed(var: Path, at_least: int) -> bool:
    with sqlite3.connect(var / "saas.sqlite3") as database:
        (done,) = database.execute("SELECT count(*) FROM sanctioning_job WHERE state = 'done'").fetchone()
    return bool(done >= at_least)


def papers_kept(var: Path) -> set[str]:
    """By serial: a printing that was killed before its commit may have left a second file behind."""
    return {paper.stem.rpartition("-")[0] for paper in (var / "media").rglob("*.pdf")}


def worker_of(site: Site) -> int:
    """The one of all jobs but those that wait for others."""
    workers = [pid for pid in children(site.process.pid) if " worker " in command_line(pid)]
    (worker,) = (pid for pid in workers if "waiting@" not in command_line(pid))
    return worker


def test_papers_are_printed_though_the_worker_and_then_everything_is_killed(
    var_with_papers_to_print: Path,
) -> None:
    var = var_with_papers_to_print
    first = start_site(var, any_free_port())
    wait_until(partial(printed, var, 2), 180, "the first papers are printed")
    os.kill(worker_of(first), signal.SIGKILL)
    wait_until(lambda: "starting it again" in first.process.said(), 60, "the worker's death is noticed")
    wait_until(partial(printed, var, BEFORE_THE_KILL - 2), 180, "more papers are printed")
    first.process.kill_all()
    with sqlite3.connect(var / "saas.sqlite3") as database:
        database.execute("DROP TRIGGER hold_the_rest")

    second = start_site(var, any_free_port())
    try:
        wait_until(partial(printed, var, PAPERS), 180, "all papers are printed")
    finally:
        second.process.stop()
    assert len(papers_kept(var)) == PAPERS
