"""The site with its production settings: told everything by the environment, on PostgreSQL and Redis."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from prometheus_client.parser import text_string_to_metric_families

from deploy.processes import any_free_port
from deploy.rehearsal import blocks
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import make_token
from sanctioning.people.services.registering import found_authority
from tests.support.pooler import asked_of_pooler, pooler
from tests.support.processes import ROOT, Process, environment_of_a_process, wait_until
from tests.support.shared import shared_folder

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


def collect(var: Path) -> None:
    """Styles, scripts and pictures, named by their hashes and packed, as the unit file has them collected."""
    collected = manage("collectstatic", "--no-input", environment={**NEEDED, "SAAS_VAR": str(var)})
    assert collected.returncode == 0, collected.stderr


@pytest.fixture
def collected(production: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The environment of a site whose files are collected; packing them takes longer than most tests."""
    shutil.copytree(shared_folder("collected", collect) / "static", tmp_path / "static")
    return production


def test_nothing_is_left_to_improve_before_it_is_deployed(production: dict[str, str]) -> None:
    checked = manage("check", "--deploy", "--fail-level", "WARNING", environment=production)
    assert checked.returncode == 0, checked.stderr


def test_it_does_not_start_without_what_must_be_told(production: dict[str, str]) -> None:
    """All that is missing is named at once."""
    must_be_told = NEEDED.keys() - {"DJANGO_SETTINGS_MODULE"}
    checked = manage(
        "check", environment={name: value for name, value in production.items() if name not in must_be_told}
    )
    assert checked.returncode != 0
    assert {name for name in must_be_told if name in checked.stderr} == must_be_told


@pytest.mark.usefixtures("collected")
def test_every_file_that_a_style_names_is_there(tmp_path: Path) -> None:
    assert list((tmp_path / "static" / "css").glob("*.*.css.gz"))


@pytest.fixture
def behind_a_pooler(transactional_db: None) -> Iterator[str]:
    """What names a pooler of two connections to the database under test."""
    with pooler(connections=2) as (folder, port), connection.cursor() as cursor:
        yield f"{folder}:{port}"
        name = connection.ops.quote_name(connection.settings_dict["NAME"])
        cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {name} RESET ALL")


@pytest.fixture
def server(
    collected: dict[str, str], transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The web server as the unit file starts it, on the database under test, behind the pooler that a
    parameter names; gives its address."""
    through = getattr(request, "param", "")
    found_authority(given_names="Morgan", family_name="Vale")
    database = connection.settings_dict
    environment = {
        **collected,
        **{f"SAAS_DB_{name}": str(database[name]) for name in ("NAME", "USER", "HOST", "PORT")},
        "SAAS_BROKER_URL": settings.CELERY_BROKER_URL,
        "SAAS_CACHE_URL": settings.CELERY_BROKER_URL,
        "SAAS_DB_LOCK_SECONDS": "0.3",
        "SAAS_DB_POOLED": request.getfixturevalue(through) if through else "",
        "SAAS_METRICS_TOKEN": "of the metrics",
    }
    port = any_free_port()
    web = Process(
        *["-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"],
        *["--workers", "2", "--threads", "2", "--preload"],
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
    return send(address, None, headers)


def send(address: str, data: bytes | None, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
    """What a proxy gets: status, headers, content; redirects are not followed."""
    request = urllib.request.Request(address, data, headers={"Host": "saas.example.org", **headers})
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
        return ask(f"{address}/health/ready/", Host="10.0.0.7")[0] == 200
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


@pytest.mark.postgresql
def test_its_processes_count_their_requests_together(server: str) -> None:
    https = {"X-Forwarded-Proto": "https"}
    for _ in range(20):
        assert ask(f"{server}/rules/", **https)[0] == 200
    status, _, text = ask(f"{server}/metrics", Host="10.0.0.7", Authorization="Bearer of the metrics")
    assert status == 200
    counted = {
        sample.labels["view"]: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "django_http_responses_total_by_status_view_method_total"
    }
    assert counted["rules"] == 20


@pytest.mark.postgresql
@pytest.mark.parametrize("server", ["", "behind_a_pooler"], indirect=True, ids=["direct", "pooled"])
def test_a_transaction_that_holds_a_lock_holds_nobody_up_for_long(server: str) -> None:
    """Whoever needs the same row is told to try again, page and program alike; everybody else is served."""
    account = Account.objects.create_user("ann@example.org")
    account.password = PBKDF2PasswordHasher().encode("a long password", "salt", iterations=1000)
    account.save()
    _, secret = make_token(by=account, name="Mine")
    https = {"X-Forwarded-Proto": "https"}
    token = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    _, headers, page = ask(f"{server}/login/", **https)
    cookie = headers["Set-Cookie"].partition(";")[0]
    form = {
        "login": account.email,
        "password": "a long password",
        "csrfmiddlewaretoken": re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0],
    }
    signs_in = {"Cookie": cookie, "Referer": "https://saas.example.org/login/", **https}
    sent = urllib.parse.urlencode(form).encode()

    with psycopg.connect(**parameters_of_the_database()) as other:
        other.execute("SELECT 1 FROM sanctioning_account WHERE id = %s FOR UPDATE", [account.pk])
        status, headers, body = send(f"{server}/login/", sent, signs_in)
        assert (status, headers["Retry-After"]) == (503, "5")
        assert "One moment, please" in body
        assert "a long password" not in body
        other.execute("LOCK TABLE sanctioning_apitoken IN EXCLUSIVE MODE")
        status, headers, body = send(f"{server}/api/v1/tokens/", b'{"name": "Another"}', {**token, **https})
        assert (status, headers["Content-Type"]) == (503, "application/problem+json")
        assert (json.loads(body)["code"], headers["Retry-After"]) == ("database-busy", "5")
        assert ask(f"{server}/", **https)[0] == 200
        assert ask(f"{server}/health/", **https)[2] == "well\n"

    status, headers, _ = send(f"{server}/login/", sent, signs_in)
    assert (status, headers["Location"]) == (302, "/me/")
    status, _, body = send(f"{server}/api/v1/tokens/", b'{"name": "Another"}', {**token, **https})
    assert status in (201, 403), body


def parameters_of_the_database() -> dict[str, Any]:
    database = connection.settings_dict
    return {
        "dbname": database["NAME"],
        "user": database["USER"],
        "host": database["HOST"],
        "port": database["PORT"],
        "autocommit": False,
    }


LOOK = (
    "k = c.cursor();"
    "print(*[k.execute(f'SHOW {n}').fetchone()[0] for n in ('lock_timeout', 'statement_timeout',"
    " 'idle_in_transaction_session_timeout', 'join_collapse_limit', 'jit')]);"
    "c.close()"
)
LIMITS_OF_JOBS = ["1min", "0", "15min", "6", "off"]
LIMITS_OF_REQUESTS = ["5s", "30s", "1min", "6", "off"]


def limits_before_and_as_a_web_server(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """In one process, before it becomes the web server and after."""
    as_both = f"from django.db import connection as c; {LOOK}; import config.wsgi; {LOOK}"
    return manage("shell", "--no-imports", "-c", as_both, environment=environment)


def on_this_database(production: dict[str, str]) -> dict[str, str]:
    database = connection.settings_dict
    return {
        **production,
        **{f"SAAS_DB_{name}": str(database[name]) for name in ("NAME", "USER", "HOST", "PORT")},
    }


@pytest.mark.postgresql
def test_the_connections_of_requests_have_limits_and_those_of_jobs_wider_ones(
    production: dict[str, str],
) -> None:
    asked = limits_before_and_as_a_web_server(on_this_database(production))
    assert asked.stdout.split() == LIMITS_OF_JOBS + LIMITS_OF_REQUESTS, asked.stderr


@pytest.mark.postgresql
def test_behind_a_pooler_requests_have_the_limits_of_their_role(
    production: dict[str, str], role_of_the_site: str
) -> None:
    """The web server writes them there, for whatever connection the pooler opens from then on."""
    with pooler(connections=1, user=role_of_the_site) as address:
        folder, port = address
        pooled = on_this_database(production) | {
            "SAAS_DB_USER": role_of_the_site,
            "SAAS_DB_POOLED": f"{folder}:{port}",
        }
        for seconds in ("5", "7"):
            asked = limits_before_and_as_a_web_server({**pooled, "SAAS_DB_LOCK_SECONDS": seconds})
            expected = [*LIMITS_OF_JOBS, f"{seconds}s", *LIMITS_OF_REQUESTS[1:]]
            assert asked.stdout.split() == expected, asked.stderr
            asked_of_pooler(address, "RECONNECT")


@pytest.fixture
def role_of_the_site(transactional_db: None) -> Iterator[str]:
    """One that may do nothing but connect."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE site_behind_a_pooler LOGIN")
        yield "site_behind_a_pooler"
        cursor.execute("DROP ROLE site_behind_a_pooler")


def test_without_a_database_pages_and_programs_are_told_to_try_again(
    collected: dict[str, str], tmp_path: Path
) -> None:
    """Production settings that name a PostgreSQL which is not here."""
    ask_both = (
        "from django.test import Client; c = Client(raise_request_exception=False, headers={"
        "'host': 'saas.example.org', 'x-forwarded-proto': 'https'});"
        "print(*[(a.status_code, a['Content-Type'], a['Retry-After'], a.content.decode()) for a in"
        " (c.get('/calendar/'), c.get('/api/v1/clubs/'))], sep='\\n\\n\\n');"
        "h = c.get('/health/'); print(h.status_code, h.content)"
    )
    gone = {**collected, "SAAS_DB_HOST": str(tmp_path)}
    asked = manage("shell", "--no-imports", "-c", ask_both, environment=gone)
    page, program = asked.stdout.split("\n\n\n")[:2]
    assert page.startswith("(503, 'text/html; charset=utf-8', '30', '"), asked.stdout + asked.stderr
    assert "The site cannot reach its database right now." in page
    assert program.startswith("(503, 'application/problem+json', '30', '")
    assert '"code": "database-away"' in program
    assert asked.stdout.endswith("503 b'the database does not answer\\n'\n")


def test_without_a_database_the_web_server_starts_and_says_what_it_could_not_write(
    production: dict[str, str], tmp_path: Path
) -> None:
    gone = {**production, "SAAS_DB_HOST": str(tmp_path), "SAAS_DB_POOLED": str(tmp_path)}
    asked = manage("shell", "--no-imports", "-c", "import config.wsgi; print('started')", environment=gone)
    assert asked.stdout == "started\n", asked.stderr
    assert "Requests have no limits behind the pooler" in asked.stderr


UNITS = sorted((ROOT / "deploy/systemd").glob("*.service"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_service_writes_nowhere_but_into_its_own_folder(unit: Path) -> None:
    """Its tree belongs to root and is read-only to it: what is built there is built by `deploy/build`."""
    text = unit.read_text()
    assert "ProtectSystem=strict\nReadWritePaths=/srv/saas/var\n" in text
    others = re.findall(r"^ReadWritePaths=(?!/srv/saas/var$)(.*)", text, re.MULTILINE)
    assert others == (["/var/backups/saas"] if "manage.py" in text.partition("ExecStart=")[2] else [])
    assert "User=saas" in text
    steps = re.findall(r"^ExecStartPre=\S+ (\S+ \S+)", text, re.MULTILINE)
    assert set(steps) <= {"manage.py migrate", "manage.py collectstatic"}


def test_what_the_services_need_in_their_tree_is_built_at_the_installation() -> None:
    """And neither Python nor the words are written there by whoever starts the site afterwards."""
    build = (ROOT / "deploy/build").read_text()
    for step in ("-m pip install", "-m deploy.words compile", "-m compileall"):
        assert step in build
    page = (ROOT / "docs/operator.md").read_text()
    installing, upgrading = (
        page.partition(f"### {name}\n")[2].partition("\n### ")[0] for name in ("Installing", "Upgrade")
    )
    assert "/srv/saas/deploy/build\n" in installing
    assert "/srv/saas/deploy/build\n" in upgrading


def test_the_rehearsal_finds_its_steps_on_the_page() -> None:
    """`deploy/rehearse` runs these blocks as they stand there; without them it would rehearse nothing."""
    first, second = blocks("Installing")[:2]
    assert "useradd --system" in first
    assert "install -m 640 -g saas" in first
    assert "systemctl enable --now saas-web saas-streams saas-worker saas-waiting saas-clock" in second
    assert "deploy/manage set_up_code" in second
    told = [
        "manage backup",
        "saas-backup.timer",
        "manage restore",
        "archive_mode",
        "pg_basebackup",
        "recovery",
    ]
    assert [name in block for name, block in zip(told, blocks("Backup"), strict=True)] == [True] * 6
    assert blocks("Upgrade")[0] == "/srv/saas/deploy/upgrade\n"
