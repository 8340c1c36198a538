"""Probes, metrics, logs by request, slow statements and errors, as whoever runs the site sees them."""

from __future__ import annotations

import datetime as dt
import gzip
import json
import logging
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import brotli
import django_prometheus
import promql_parser
import pytest
import yaml
from django.core import mail
from django.test import Client
from django.utils import timezone
from django_guid import clear_guid
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from config.monitoring.errors import ErrorMail
from sanctioning.doctor.models import ClockTick
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue, run_job
from tests.support.processes import ROOT, environment_of_a_process

TOKEN = "a token of the metrics"


def asked(path: str, **headers: str) -> tuple[int, str]:
    answer = Client().get(path, headers=headers)
    return answer.status_code, answer.content.decode()


@pytest.mark.both_databases
def test_a_probe_knows_neither_the_host_nor_https(settings: Settings, db: None) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["saas.example.org"]
    assert asked("/health/live/", host="10.0.0.7") == (200, "alive\n")
    assert asked("/health/ready/", host="10.0.0.7") == (200, "ready\n")
    assert asked("/health/", host="10.0.0.7") == (200, "well\n")
    assert asked("/", host="10.0.0.7")[0] == 400


def test_nothing_is_posted_to_a_probe(db: None) -> None:
    assert Client().post("/health/live/").status_code == 405


def test_a_site_without_its_tables_is_alive_and_not_ready(tmp_path: Path) -> None:
    ask = (
        "from django.test import Client;"
        "print(*[(a.status_code, a.content) for a in map(Client().get, ('/health/live/', '/health/ready/'))])"
    )
    environment = {
        **environment_of_a_process(),
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "SAAS_VAR": str(tmp_path),
    }
    shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", ask]
    printed = subprocess.run(shell, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    alive, _, rest = printed.stdout.partition(") (")
    assert alive == "(200, b'alive\\n'"
    assert re.fullmatch(r"503, b'\d+ migrations are not applied\\n'\)", rest.strip())


@pytest.mark.both_databases
def test_health_names_jobs_that_wait_and_a_clock_that_is_silent(db: None) -> None:
    enqueue(kind=MAIL_JOB, key="late")
    Job.objects.update(due_at=timezone.now() - dt.timedelta(minutes=7))
    ClockTick.objects.create(at=timezone.now() - dt.timedelta(minutes=12))
    sentence = "well, but jobs have waited for 7 minutes; the clock has been silent for 12 minutes\n"
    assert asked("/health/") == (200, sentence)


def test_without_a_token_there_are_no_metrics(db: None) -> None:
    assert asked("/metrics")[0] == 404


def test_metrics_are_for_whoever_has_the_token(settings: Settings, db: None) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert asked("/metrics")[0] == 401
    assert asked("/metrics", authorization="Bearer another")[0] == 401
    assert asked("/metrics", authorization=f"Bearer {TOKEN}")[0] == 200


@pytest.mark.both_databases
def test_metrics_tell_of_jobs_clock_and_disk(settings: Settings, db: None) -> None:
    settings.METRICS_TOKEN = TOKEN
    for number in range(3):
        enqueue(kind=MAIL_JOB, key=str(number))
    Job.objects.filter(key="0").update(due_at=timezone.now() - dt.timedelta(minutes=7))
    Job.objects.filter(key="1").update(state=Job.State.FAILED, finished_at=timezone.now())
    ClockTick.objects.create(at=timezone.now() - dt.timedelta(seconds=30))
    _, text = asked("/metrics", authorization=f"Bearer {TOKEN}")
    figures = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert figures["saas_jobs", MAIL_JOB, "queued"] == 2
    assert figures["saas_jobs", MAIL_JOB, "failed"] == 1
    assert figures["saas_job_waits_seconds", MAIL_JOB] == pytest.approx(420, abs=20)
    assert figures["saas_clock_silent_seconds",] == pytest.approx(30, abs=20)
    assert (figures["saas_database_up",], figures["saas_disk_free_bytes",] > 0) == (1, True)


def test_a_request_has_a_number_which_a_proxy_may_give(db: None) -> None:
    given = "5f3a1c8e0d6b4f7a9c2e1b3d5f7a9c2e"
    assert Client().get("/rules/", headers={"x-request-id": given})["X-Request-ID"] == given
    made = Client().get("/rules/", headers={"x-request-id": "<script>"})["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{32}", made)


@pytest.mark.both_databases
def test_the_number_of_a_request_reaches_its_jobs_and_what_they_ask_for(db: None) -> None:
    address = {"email": "ann@example.org"}
    number = Client().post("/account/password/reset/", address)["X-Request-ID"]
    clear_guid()
    job = Job.objects.get(request_id=number)
    run_job(job.pk)
    assert enqueue(kind=MAIL_JOB, key="asked for by the job").request_id == number


def test_logs_for_machines_are_a_document_a_line(tmp_path: Path) -> None:
    environment = {
        **environment_of_a_process(),
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "SAAS_VAR": str(tmp_path),
        "SAAS_LOG_FORMAT": "json",
    }
    say = (
        "import logging; from django_guid import set_guid; set_guid('ab' * 16);"
        "logging.getLogger('sanctioning.kit.jobs').warning('Job %s waits', 7)"
    )
    shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", say]
    printed = subprocess.run(shell, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    line = json.loads(printed.stderr.splitlines()[-1])
    assert (line["level"], line["logger"], line["message"]) == (
        "WARNING",
        "sanctioning.kit.jobs",
        "Job 7 waits",
    )
    assert line["request_id"] == "ab" * 16


def test_the_page_of_an_error_names_its_request(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("django.template.context.RequestContext.bind_template", broken)
    answer = Client(raise_request_exception=False).get("/rules/")
    assert answer.status_code == 500
    assert answer["X-Request-ID"] in answer.content.decode()


@pytest.mark.both_databases
def test_slow_statements_are_logged_without_their_values(
    db: None, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SLOW_STATEMENT_SECONDS = 1e-9
    assert not Job.objects.filter(key="a secret key").exists()
    [line] = [record.getMessage() for record in caplog.records if record.name == "saas.slow"]
    assert "sanctioning_job" in line
    assert "a secret key" not in line


def test_of_one_fault_goes_one_mail_an_hour(settings: Settings) -> None:
    settings.ADMINS = [("", "operator@example.org")]
    log, handler = logging.Logger("saas.tried"), ErrorMail()
    log.addHandler(handler)
    for number in range(3):
        try:
            raise ArithmeticError(f"number {number}")
        except ArithmeticError:
            log.exception("Job %s failed", number)
    log.error("Another")
    assert [message.subject for message in mail.outbox] == ["[SAAS] Job 0 failed", "[SAAS] Another"]
    assert "ArithmeticError: number 0" in mail.outbox[0].body
    assert mail.outbox[0].to == ["operator@example.org"]


class SentryServer(BaseHTTPRequestHandler):
    bodies: list[bytes]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}[self.headers["Content-Encoding"]]
        self.server.bodies.append(unpack(body))  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def sentry() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), SentryServer)
    server.bodies = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_sentry_is_told_what_broke_and_not_what_was_typed(sentry: HTTPServer, tmp_path: Path) -> None:
    environment = {
        **environment_of_a_process(),
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "SAAS_VAR": str(tmp_path),
        "SAAS_SENTRY_DSN": f"http://key@127.0.0.1:{sentry.server_port}/1",
    }
    break_it = (
        "from django.test import Client;"
        "typed = {'login': 'ann@example.org', 'password': 'my own'};"
        "Client(raise_request_exception=False, headers={'host': 'localhost'}).post('/login/?of=me', typed)"
    )
    shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", break_it]
    subprocess.run(shell, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    told = b"\n".join(sentry.bodies)  # type: ignore[attr-defined]
    assert b"OperationalError" in told
    assert b"request_id" in told
    assert b"ann@example.org" not in told
    assert b"my own" not in told
    assert b"of=me" not in told


def figures_that_there_are() -> set[str]:
    """Names of figures, as the site and django-prometheus give them."""
    library = Path(django_prometheus.__file__).parent / "middleware.py"
    sources = [library, *(ROOT / "config/monitoring").glob("*.py")]
    texts = (path.read_text() for path in sources)
    return {"up", *(name for text in texts for name in re.findall(r'"((?:saas|django)_[a-z_]+)"', text))}


def without_its_ending(name: str) -> str:
    return re.sub("_(total|bucket|count|sum)$", "", name)


def expressions() -> Iterator[str]:
    alerts = yaml.safe_load((ROOT / "deploy/monitoring/alerts.yml").read_text())
    for group in alerts["groups"]:
        yield from (rule["expr"] for rule in group["rules"])
    dashboard = json.loads((ROOT / "deploy/monitoring/dashboard.json").read_text())
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel["targets"])


@pytest.mark.parametrize("expression", list(expressions()))
def test_alerts_and_panels_ask_for_figures_that_there_are(expression: str) -> None:
    promql_parser.parse(expression)
    named = set(re.findall(r"\b(?:saas|django)_[a-z_]+|\bup\b", expression))
    assert named
    there = {without_its_ending(name) for name in figures_that_there_are()}
    assert {without_its_ending(name) for name in named} <= there
