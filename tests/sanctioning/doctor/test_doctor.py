"""The doctor: each check on a site that is well and on one that is not, the command, the page, the steps."""

from __future__ import annotations

import datetime as dt
import io
import json
import shutil
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from sanctioning.doctor import machine, services_it_needs
from sanctioning.doctor.findings import Diagnosis, Health, Patient
from sanctioning.doctor.models import ClockTick
from sanctioning.doctor.selectors import EXAMINE_JOB, last_examination, steps_of_upkeep
from sanctioning.doctor.services import CHECKS, ask_for_examination, findings, hear_clock, note_done
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.guards import guards
from sanctioning.kit.jobs.kinds import those_that_wait_for_others
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue, run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.management.commands import doctor
from sanctioning.signing.services import make_signing_key, secret_file
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.keyed import keyed
from tests.support.smtp import mail_server

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ANYBODY = Patient()
SMTP = "django.core.mail.backends.smtp.EmailBackend"


def health(finding: Diagnosis) -> tuple[Health, bool]:
    """How it is, and whether something is said that can be done."""
    return finding.health, bool(finding.remedy)


WELL, WARNED, AT_FAULT = (Health.WELL, False), (Health.WARNING, True), (Health.FAULT, True)


def test_the_database_is_named_with_its_version() -> None:
    finding = services_it_needs.database(ANYBODY)
    assert health(finding) == WELL
    assert ("PostgreSQL" if connection.vendor == "postgresql" else "SQLite") in finding.what


@pytest.mark.skipif(connection.vendor != "postgresql", reason="Nobody puts a pooler before SQLite.")
def test_limits_that_do_not_hold_behind_the_pooler_are_named(settings: Any) -> None:
    settings.POOLER, settings.PATIENCE_OF_REQUESTS = ("localhost", 6432), {"lock_timeout": 5000}
    finding = services_it_needs.database(ANYBODY)
    assert health(finding) == WARNED
    assert "lack these limits: lock_timeout." in finding.what
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(connection.settings_dict["NAME"])
        cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {name} SET lock_timeout = '5000'")
    assert health(services_it_needs.database(ANYBODY)) == WELL


def test_a_guard_that_is_down_is_named() -> None:
    assert health(services_it_needs.guards(ANYBODY)) == WELL
    guards.remove()
    finding = services_it_needs.guards(ANYBODY)
    guards.install()
    assert health(finding) == AT_FAULT
    assert "guard_scoring_ledgerentry" in finding.what or "guard_" in finding.what


def test_migrations_that_are_not_applied_are_a_fault(settings: Any) -> None:
    assert health(services_it_needs.tables(ANYBODY)) == WELL
    settings.MIGRATION_MODULES = {}  # SQLite's tables are made without migrations in tests
    if (recorder := MigrationRecorder(connection)).has_table():
        [(app, last)] = MigrationLoader(connection).graph.leaf_nodes("scoring")
        recorder.record_unapplied(app, last)
    finding = services_it_needs.tables(ANYBODY)
    assert health(finding) == AT_FAULT
    assert "scoring.0003_exports" in finding.what


def test_a_broker_that_does_not_answer_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert health(services_it_needs.broker(ANYBODY)) == WELL
    from celery import current_app

    monkeypatch.setattr(current_app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    assert health(services_it_needs.broker(ANYBODY)) == AT_FAULT


def test_a_worker_that_says_nothing_is_a_fault() -> None:
    assert health(services_it_needs.worker(Patient(wait_for_worker=1))) == AT_FAULT
    assert health(services_it_needs.worker(ANYBODY)) == WELL


def test_the_clock_is_heard() -> None:
    assert health(services_it_needs.clock(ANYBODY)) == AT_FAULT
    hear_clock()
    assert health(services_it_needs.clock(ANYBODY)) == WELL
    ClockTick.objects.update(at=timezone.now() - dt.timedelta(minutes=3))
    assert health(services_it_needs.clock(ANYBODY)) == AT_FAULT
    hear_clock()
    assert health(services_it_needs.clock(ANYBODY)) == WELL


def test_messages_that_nobody_carries_to_others_are_told() -> None:
    assert health(services_it_needs.messages_to_others(ANYBODY)) == WELL
    [kind, *_others] = those_that_wait_for_others()
    job = enqueue(kind=kind, key="1")
    assert health(services_it_needs.messages_to_others(ANYBODY)) == WELL
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() - dt.timedelta(minutes=6))
    assert health(services_it_needs.messages_to_others(ANYBODY)) == AT_FAULT


def test_a_mail_is_really_sent(settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = SMTP, "127.0.0.1"
    with mail_server() as post:
        settings.EMAIL_PORT = post.port
        assert health(services_it_needs.mail(ANYBODY)) == WELL
        assert post.taken == []
        assert "ann@example.org" in services_it_needs.mail(Patient(mail_to="ann@example.org")).what
        assert post.taken[0]["To"] == "ann@example.org"
        post.refuse = b"550 nobody of that name\r\n"
        finding = services_it_needs.mail(Patient(mail_to="ann@example.org"))
    assert health(finding) == AT_FAULT
    assert "nobody of that name" in finding.what
    assert health(services_it_needs.mail(ANYBODY)) == AT_FAULT  # the server is gone


@pytest.mark.django_db
def test_mail_into_files_is_no_mail(settings: Any) -> None:
    settings.EMAIL_BACKEND = services_it_needs.TO_FILES
    assert health(services_it_needs.mail(ANYBODY)) == WARNED


def test_the_clocks_of_machine_and_database_agree() -> None:
    assert health(services_it_needs.time_of_day(ANYBODY)) == WELL


def test_a_full_disk_is_told_before_it_is_full() -> None:
    assert health(machine.disk(ANYBODY, enough=0, too_little=0)) == WELL
    assert health(machine.disk(ANYBODY, enough=10**18, too_little=0)) == WARNED
    assert health(machine.disk(ANYBODY, too_little=10**18)) == AT_FAULT


def test_of_two_disks_the_fuller_one_counts(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    settings.MEDIA_ROOT.mkdir()
    free = {settings.VAR_DIR: 10**12, settings.MEDIA_ROOT: 0}
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free[folder]))
    assert health(machine.disk(ANYBODY)) == AT_FAULT


def test_a_key_that_cannot_be_read_is_a_fault_and_one_kept_here_alone_a_warning(cast: Cast) -> None:
    assert health(machine.keys(ANYBODY)) == WARNED
    key = make_signing_key(by=cast.managing)
    assert health(machine.keys(ANYBODY)) == WARNED
    note_done(by=cast.managing, what="keys")
    assert health(machine.keys(ANYBODY)) == WELL
    secret_file(key.fingerprint).unlink()
    assert health(machine.keys(ANYBODY)) == AT_FAULT


def test_no_copy_of_the_keys_is_noted_or_asked_for_before_there_is_a_key(cast: Cast, client: Client) -> None:
    assert cast.managing.account is not None
    client.force_login(cast.managing.account)
    page = "/authority/installation/"
    assert 'value="keys"' not in client.get(page).content.decode()
    assert "A copy of the signing keys elsewhere" not in [step.title for step in steps_of_upkeep()]
    refused = client.post(page, {"done": "keys"})
    assert (refused.status_code, "no signing key to copy yet" in refused.content.decode()) == (409, True)
    assert not AuditEntry.objects.filter(action="keep keys elsewhere").exists()
    make_signing_key(by=cast.managing)
    assert 'value="keys"' in client.get(page).content.decode()
    assert "A copy of the signing keys elsewhere" in [step.title for step in steps_of_upkeep()]


def test_a_key_of_the_days_to_come_is_not_the_one_in_use(cast: Cast) -> None:
    make_signing_key(by=cast.managing)
    note_done(by=cast.managing, what="keys")
    coming = make_signing_key(by=cast.managing, first_day=today() + dt.timedelta(days=1))
    secret_file(coming.fingerprint).unlink()
    assert health(machine.keys(ANYBODY)) == WELL


def test_a_backup_is_seen_by_the_export_or_by_word(cast: Cast, tmp_path: Path) -> None:
    assert health(machine.backup(ANYBODY)) == WARNED
    call_command("export", tmp_path / "all.zip", verbosity=0, stdout=io.StringIO())
    assert health(machine.backup(ANYBODY)) == WELL


def test_an_address_that_is_refused_is_a_fault(settings: Any) -> None:
    settings.SITE_ADDRESS, settings.ALLOWED_HOSTS = "https://whist.example.org", ["whist.example.org"]
    assert health(machine.addresses(ANYBODY)) == WELL
    settings.SITE_ADDRESS = "http://whist.example.org"
    assert health(machine.addresses(ANYBODY)) == WARNED
    settings.ALLOWED_HOSTS = ["elsewhere.example.org"]
    assert health(machine.addresses(ANYBODY)) == AT_FAULT


@pytest.mark.parametrize(
    ("status", "expected"), [(200, WELL), (301, AT_FAULT), (400, AT_FAULT)], ids=["well", "circle", "host"]
)
def test_the_address_that_links_carry_is_asked(
    settings: Any, status: int, expected: tuple[Health, bool]
) -> None:
    """By a server that answers so, and sends whoever it redirects in a circle."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        settings.SITE_ADDRESS = f"http://127.0.0.1:{server.server_port}"
        assert health(machine.reachable(ANYBODY)) == expected
        server.shutdown()
    assert health(machine.reachable(ANYBODY)) == WARNED, "nobody answers any more"


def test_a_page_is_really_printed() -> None:
    assert health(machine.paper(ANYBODY)) == WELL


def test_a_check_that_breaks_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", None)
    doctor_findings = list(findings(ANYBODY))
    assert len(doctor_findings) == len(CHECKS)
    assert [finding.about for finding in doctor_findings if "It could not be checked" in finding.what] == [
        "disk"
    ]


@pytest.mark.once
def test_the_command_ends_with_one_where_something_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "WAIT_SECONDS", 1)
    output = io.StringIO()
    with pytest.raises(CommandError, match="at fault"):
        call_command("doctor", "--json", stdout=output)
    documents = json.loads(output.getvalue())
    assert len(documents) == len(CHECKS)
    assert {document["health"] for document in documents} <= set(Health)


def test_the_page_asks_for_an_examination_and_shows_it(cast: Cast, client: Client) -> None:
    assert cast.managing.account is not None
    client.force_login(cast.managing.account)
    assert "Nothing has been checked yet." in client.get("/authority/installation/").content.decode()

    for _twice in range(2):
        client.post("/authority/installation/", {"key": "one", "mail": "yes"})
    waiting = client.get("/authority/installation/").content.decode()
    assert "waiting for a worker" in waiting
    assert 'http-equiv="refresh"' in waiting

    assert run_waiting(EXAMINE_JOB) == 1
    page = client.get("/authority/installation/").content.decode()
    assert 'http-equiv="refresh"' not in page
    assert "The machine and the database agree." in page
    assert AuditEntry.objects.filter(action="try mail", by=cast.managing).count() == 1


def test_only_a_mail_that_went_counts_as_tried(cast: Cast) -> None:
    ask_for_examination(by=cast.managing, key="k", with_mail=False)
    assert run_waiting(EXAMINE_JOB) == 1
    assert not AuditEntry.objects.filter(action="try mail").exists()


def test_only_the_managing_executor_looks_after_the_installation(cast: Cast) -> None:
    for act in (
        lambda: note_done(by=cast.director, what="keys"),
        lambda: ask_for_examination(by=cast.director, key="k", with_mail=False),
    ):
        with pytest.raises(Refusal, match="Managing Executor"):
            act()
    assert last_examination() is None


def test_an_authority_may_decide_to_do_without_mail_and_change_its_mind(
    cast: Cast, client: Client, settings: Any
) -> None:
    settings.EMAIL_BACKEND = services_it_needs.TO_FILES
    assert cast.managing.account is not None
    client.force_login(cast.managing.account)
    page = "/authority/installation/"

    def mail_is_settled() -> tuple[bool, tuple[Health, bool], bool]:
        step, *_others = steps_of_upkeep()
        offered = 'value="without-mail"' in client.get(page).content.decode()
        return step.done, health(services_it_needs.mail(ANYBODY)), offered

    assert mail_is_settled() == (False, WARNED, True)
    client.post(page, {"done": "without-mail"})
    assert mail_is_settled() == (True, WELL, False)
    assert AuditEntry.objects.get(action="do without mail").by == cast.managing
    client.post(page, {"done": "with-mail"})
    assert mail_is_settled() == (False, WARNED, True)


def test_setting_up_asks_for_mail_keys_and_backup_until_they_are_done(cast: Cast, client: Client) -> None:
    make_signing_key(by=cast.managing)
    assert [step.done for step in steps_of_upkeep()] == [False] * 3
    assert cast.managing.account is not None
    client.force_login(cast.managing.account)
    for what in ("keys", "backup"):
        client.post("/authority/installation/", {"done": what})
    ask_for_examination(by=cast.managing, key="k", with_mail=True)
    run_waiting(EXAMINE_JOB)
    assert [step.done for step in steps_of_upkeep()] == [True] * 3


def test_a_program_asks_how_the_installation_is(cast: Cast, sign_in: SignIn) -> None:
    address, desk = "/api/v1/authority/installation/", sign_in(cast.managing)
    assert desk.get(address).json()["asked_at"] is None
    without_key = desk.post(address, {}, content_type="application/json")
    assert without_key.json()["code"] == "idempotency-key-missing"
    asked = desk.post(address, {}, content_type="application/json", **keyed())
    assert (asked.status_code, asked.json()["examined_at"]) == (202, None)
    run_waiting(EXAMINE_JOB)
    found = desk.get(address).json()
    assert found["examined_at"]
    assert {finding["health"] for finding in found["findings"]} <= {"fine", "warning", "fault"}
    noted = desk.post(f"{address}upkeep/", {"done": "without-mail"}, content_type="application/json")
    assert noted.json()["without_mail_since"]
    assert sign_in(cast.registrar).get(address).status_code == 403


def test_a_program_reads_the_audit_trail(cast: Cast, sign_in: SignIn) -> None:
    note_done(by=cast.managing, what="backup")
    [line] = sign_in(cast.managing).get("/api/v1/authority/trail/", {"search": "note backup"}).json()
    assert (line["action"], line["by_number"]) == ("note backup", cast.managing.number)
    assert sign_in(cast.registrar).get("/api/v1/authority/trail/").status_code == 403
