"""Backups of either database, restored to an empty installation and compared with what was saved."""

from __future__ import annotations

import io
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django.fixtures import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.storage import keep_file
from sanctioning.people.services.registering import found_authority
from scoring.backups.digests import differences, table_digests
from scoring.backups.folder import BackupFolder
from scoring.backups.manifest import TableDigest
from scoring.backups.services.restoring import rehearse_restore
from scoring.backups.services.saving import back_up
from tests.support.processes import ROOT, environment_of_a_process
from tests.support.season import copy_season
from tournaments.tables.services.papers import PAPERS_JOB

PAPER = b"%PDF-1.7 a table card"


def keep_a_paper(content: bytes = PAPER) -> str:
    kept = keep_file("papers/table", content)
    done = {"state": Job.State.DONE, "finished_at": "2026-11-20T20:00Z", "result": kept.as_result}
    Job.objects.create(kind=PAPERS_JOB, key=kept.sha256, **done)
    return kept.name


@pytest.fixture
def authority(transactional_db: None, settings: Settings, tmp_path: Path) -> str:
    """An authority with an account, a paper and a signing key of its own folder; gives the paper's name."""
    settings.SECRET_KEY = "0123456789-abcdefghijklmnopq-XYZ-of-the-test"
    settings.MEDIA_ROOT, settings.SIGNING_KEYS_DIR = tmp_path / "media", tmp_path / "keys"
    found_authority(given_names="Morgan", family_name="Vale")
    Account.objects.create_user("ann@example.org", "a long password")
    call_command("make_signing_key", stdout=io.StringIO())
    return keep_a_paper()


def commanded(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**environment_of_a_process(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def server() -> dict[str, Any]:
    told = connection.settings_dict
    return {"user": told["USER"], "host": told["HOST"], "port": told["PORT"], "autocommit": True}


@pytest.fixture
def empty_database() -> Iterator[str]:
    with psycopg.connect(**server(), dbname="postgres") as admin:
        admin.execute("CREATE DATABASE saas_restored TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield "saas_restored"
        finally:
            admin.execute("DROP DATABASE saas_restored WITH (FORCE)")


def databases() -> set[str]:
    with psycopg.connect(**server(), dbname="postgres") as admin:
        return {name for (name,) in admin.execute("SELECT datname FROM pg_database")}


@pytest.mark.postgresql
@pytest.mark.slow
def test_a_backup_is_restored_to_an_empty_postgresql(
    authority: str, empty_database: str, settings: Settings, tmp_path: Path
) -> None:
    folder, output = tmp_path / "backups", io.StringIO()
    with connection.cursor() as cursor:
        saved = table_digests(cursor)
    call_command("backup", folder, with_keys=True, stdout=output)
    [backup] = BackupFolder(folder).backups()
    assert f"{backup}: " in output.getvalue()
    assert " 1 files, 2 keys." in output.getvalue()

    told = connection.settings_dict
    production = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SAAS_SECRET_KEY": (backup / "keys/secret_key").read_text(),
        "SAAS_ALLOWED_HOSTS": "saas.example.org",
        "SAAS_SITE_ADDRESS": "https://saas.example.org",
        "SAAS_VAR": str(tmp_path / "restored"),
        "SAAS_DB_NAME": empty_database,
        **{f"SAAS_DB_{name}": str(told[name]) for name in ("USER", "HOST", "PORT")},
    }
    restored = commanded("restore", str(backup), **production)
    assert restored.returncode == 0, restored.stderr
    assert "tables and 1 files are as they were saved." in restored.stdout
    assert "The ledger is sound" in restored.stdout
    assert "All 1 files are sound." in restored.stdout
    assert (tmp_path / "restored/media" / authority).read_bytes() == PAPER
    [key] = (tmp_path / "restored/keys").iterdir()
    assert key.read_bytes() == (Path(settings.SIGNING_KEYS_DIR) / key.name).read_bytes()
    with psycopg.connect(**server(), dbname=empty_database) as other, other.cursor() as cursor:
        assert differences(saved, table_digests(cursor)) == []

    again = commanded("restore", str(backup), **production)
    assert again.returncode == 1
    assert "has tables already" in again.stderr


@pytest.mark.postgresql
@pytest.mark.slow
def test_a_rehearsal_leaves_nothing_behind_but_a_note(authority: str, tmp_path: Path) -> None:
    back_up(tmp_path / "backups")
    before = databases()
    output = io.StringIO()
    call_command("rehearse_restore", tmp_path / "backups", stdout=output)
    assert "can be restored" in output.getvalue()
    assert databases() == before
    assert AuditEntry.objects.filter(action="rehearse restore").count() == 1


@pytest.mark.postgresql
@pytest.mark.slow
def test_a_rehearsal_finds_a_dump_that_holds_something_else(authority: str, tmp_path: Path) -> None:
    """Its hash fits, as if it had been written by a tool that is at fault."""
    backup, manifest = back_up(tmp_path / "backups")
    text = (backup / "manifest.json").read_text()
    [accounts] = [table for table in manifest.tables if table.name == "sanctioning_account"]
    (backup / "manifest.json").write_text(text.replace(accounts.digest, "7"))
    before = databases()
    with pytest.raises(Refusal, match="sanctioning_account has 1 rows"):
        rehearse_restore(tmp_path / "backups")
    assert databases() == before


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_file_that_was_changed_is_found_by_the_rehearsal(authority: str, tmp_path: Path) -> None:
    backup, _ = back_up(tmp_path / "backups")
    (backup.parent / "media" / authority).write_bytes(b"another")
    with pytest.raises(Refusal, match=authority) as refused:
        rehearse_restore(tmp_path / "backups")
    assert refused.value.code == "backup-damaged"
    assert not AuditEntry.objects.filter(action="rehearse restore").exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_is_gone_from_the_store_is_named_and_the_rest_is_saved(
    authority: str, settings: Settings, tmp_path: Path
) -> None:
    other = keep_a_paper(b"another")
    (Path(settings.MEDIA_ROOT) / authority).unlink()
    _, manifest = back_up(tmp_path / "backups")
    assert manifest.missing == [authority]
    assert [saved.file for saved in manifest.files] == [other]


def test_files_are_shared_by_backups_and_go_with_the_last_that_has_them(
    authority: str, tmp_path: Path
) -> None:
    first, _ = back_up(tmp_path / "backups")
    kept = first.parent / "media" / authority
    written = kept.stat().st_mtime_ns
    Job.objects.all().delete()
    other = keep_a_paper(b"another")
    second = first.with_name("20991231T000000Z")
    first.rename(second.with_name("20200101T000000Z"))
    back_up(tmp_path / "backups")
    assert kept.stat().st_mtime_ns == written
    gone = BackupFolder(tmp_path / "backups").keep_newest(1)
    assert [path.name for path in gone] == ["20200101T000000Z"]
    assert not kept.exists()
    assert (first.parent / "media" / other).read_bytes() == b"another"


def test_one_backup_at_a_time_is_written_to_a_folder(authority: str, tmp_path: Path) -> None:
    with BackupFolder(tmp_path / "backups").held(), pytest.raises(Refusal) as refused:
        back_up(tmp_path / "backups")
    assert refused.value.code == "backup-under-way"


def test_a_backup_that_fails_leaves_nothing(
    authority: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scoring.backups.services.saving.write_wholly", full)
    with pytest.raises(Refusal, match="No space left on device"):
        back_up(tmp_path / "backups")
    assert BackupFolder(tmp_path / "backups").backups() == []
    assert list((tmp_path / "backups").glob("2*")) == []


def test_without_a_backup_there_is_nothing_to_rehearse(authority: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no backup"):
        call_command("rehearse_restore", tmp_path / "backups")


def test_tables_that_differ_are_named() -> None:
    saved = [TableDigest(name=name, rows=1, digest="5") for name in ("a", "b", "c")]
    restored = [
        TableDigest(name="a", rows=1, digest="5"),
        TableDigest(name="b", rows=1, digest="6"),
        TableDigest(name="d", rows=0, digest="0"),
    ]
    assert differences(saved, restored) == [
        "b has 1 rows (6), not 1",
        "c is missing",
        "d was not saved",
    ]


@pytest.mark.slow
def test_the_season_of_a_club_is_restored_on_another_machine(tmp_path: Path) -> None:
    club, other = tmp_path / "club", tmp_path / "other"
    copy_season(club)
    local = {"DJANGO_SETTINGS_MODULE": "config.settings.local"}
    saved = commanded("backup", str(tmp_path / "backups"), "--with-keys", SAAS_VAR=str(club), **local)
    assert saved.returncode == 0, saved.stderr
    [backup] = BackupFolder(tmp_path / "backups").backups()
    rehearsed = commanded("rehearse_restore", str(tmp_path / "backups"), SAAS_VAR=str(club), **local)
    assert rehearsed.returncode == 0, rehearsed.stderr
    restored = commanded("restore", str(backup), SAAS_VAR=str(other), **local)
    assert restored.returncode == 0, restored.stderr
    assert "The ledger is sound" in restored.stdout
    with (
        closing(sqlite3_of(club)) as before,
        closing(sqlite3_of(other)) as after,
    ):
        assert people(before) == people(after)
    shutil.rmtree(other)
    damaged = backup / "database.sqlite3"
    damaged.write_bytes(damaged.read_bytes()[:-4096])
    refused = commanded("restore", str(backup), SAAS_VAR=str(other), **local)
    assert refused.returncode == 1
    assert "database.sqlite3" in refused.stderr


def sqlite3_of(folder: Path) -> sqlite3.Connection:

    return sqlite3.connect(folder / "saas.sqlite3")


def people(database: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return list(database.execute("SELECT * FROM sanctioning_person ORDER BY id"))
