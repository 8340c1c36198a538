"""The site with its production settings: told everything by the environment, on PostgreSQL and Redis."""

from __future__ import annotations

import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from deploy.processes import any_free_port
from tests.support.processes import ROOT, Process, environment_of_a_process, wait_until

pytestmark = pytest.mark.slow

NEEDED = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SAAS_SECRET_KEY": "k" * 30 + "0123456789-abcdefghijklmnopq-XYZ",
    "SAAS_ALLOWED_HOSTS": "saas.example.org",
    "SAAS_SITE_ADDRESS": "https://saas.example.org",
}


def manage(*command: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**environment_of_a_process(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def production(tmp_path: Path) -> dict[str, str]:
    return {**NEEDED, "SAAS_VAR": str(tmp_path)}


def test_nothing_is_left_to_improve_before_it_is_deployed(production: dict[str, str]) -> None:
    checked = manage("check", "--deploy", "--fail-level", "WARNING", environment=production)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("missing", sorted(NEEDED.keys() - {"DJANGO_SETTINGS_MODULE"}))
def test_it_does_not_start_without_what_must_be_told(production: dict[str, str], missing: str) -> None:
    del production[missing]
    checked = manage("check", environment=production)
    assert checked.returncode != 0
    assert missing in checked.stderr


def test_every_file_that_a_style_names_is_there(production: dict[str, str], tmp_path: Path) -> None:
    collected = manage("collectstatic", "--no-input", environment=production)
    assert collected.returncode == 0, collected.stderr
    assert list((tmp_path / "static" / "css").glob("*.*.css.gz"))


@pytest.fixture
def server(production: dict[str, str], transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """The web server as the unit file starts it, on the database under test; gives its address."""
    database = connection.settings_dict
    environment = {
        **production,
        **{f"SAAS_DB_{name}": str(database[name]) for name in ("NAME", "USER", "HOST", "PORT")},
        "SAAS_BROKER_URL": settings.CELERY_BROKER_URL,
    }
    manage("collectstatic", "--no-input", environment=environment)
    port = any_free_port()
    web = Process(
        *["-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "2"],
        environment=environment,
        log=tmp_path / "web.log",
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(partial(answers, address), 90, "the web server answers")
        yield address
    finally:
        web.stop()


def ask(address: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """What a proxy gets: status, headers, content; redirects are not followed."""
    request = urllib.request.Request(address, headers={"Host": "saas.example.org", **headers})
    opener = urllib.request.build_opener(NoRedirect)
    try:
        with opener.open(request, timeout=20) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, dict(refusal.headers), refusal.read().decode()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


def answers(address: str) -> bool:
    try:
        return ask(f"{address}/health/")[0] in (200, 301)
    except OSError:
        return False


@pytest.mark.postgresql
def test_it_serves_pages_and_styles_behind_a_proxy(server: str) -> None:
    status, headers, _ = ask(f"{server}/")
    assert (status, headers["Location"]) == (301, "https://saas.example.org/")

    https = {"X-Forwarded-Proto": "https"}
    status, headers, page = ask(f"{server}/", **https)
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")

    style = next(part for part in page.split('"') if part.endswith(".css"))
    status, headers, _ = ask(server + style, **https)
    assert (status, headers["Cache-Control"]) == (200, "max-age=315360000, public, immutable")

    assert ask(f"{server}/", Host="elsewhere.example.org", **https)[0] == 400
