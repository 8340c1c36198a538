"""Papers and uploads in a bucket, against a server that is spoken to as S3 is."""

from __future__ import annotations

import io
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from pytest_django.fixtures import Settings

from config.settings.object_store import object_store
from deploy.processes import any_free_port
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.storage import keep_file, sha256_of
from sanctioning.people.services.registering import found_authority
from scoring.backups.services.restoring import bring_back
from scoring.backups.services.saving import back_up
from tests.support.processes import Process, wait_until
from tournaments.tables.services.papers import PAPERS_JOB

PAPER = b"%PDF-1.7 a table card"


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/moto-api/", timeout=5):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = any_free_port()
    log = tmp_path_factory.mktemp("objects") / "moto.log"
    process = Process("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port), environment={}, log=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(partial(answers, address), 60, "the object store answers")
        yield address
    finally:
        process.stop()


@pytest.fixture
def bucket(server: str, settings: Settings) -> str:
    """A bucket of its own, in which the site keeps its files."""
    import boto3

    told = {"region": "eu-west-1", "key": "key", "secret": "of the test"}
    name = f"saas-{any_free_port()}"
    client = boto3.client(
        "s3",
        endpoint_url=server,
        region_name=told["region"],
        aws_access_key_id=told["key"],
        aws_secret_access_key=told["secret"],
    )
    client.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": told["region"]})
    settings.STORAGES = {
        **settings.STORAGES,
        "default": object_store(bucket=name, endpoint=server, **told),
    }
    return name


def content_of(name: str) -> bytes:
    with default_storage.open(name) as file:
        return bytes(file.read())


def test_a_file_is_named_by_its_hash_and_stored_once(bucket: str) -> None:
    kept = keep_file("papers/A", PAPER)
    assert keep_file("papers/A", io.BytesIO(PAPER)) == kept
    assert content_of(kept.name) == PAPER
    assert sha256_of(kept.name) == kept.sha256


def test_another_content_under_its_name_is_not_taken_for_it(bucket: str) -> None:
    name, _ = keep_file("papers/A", PAPER)
    default_storage.delete(name)
    default_storage.save(name, ContentFile(b"half"))
    assert keep_file("papers/A", PAPER).name == name
    assert content_of(name) == PAPER


def test_what_is_not_there_has_no_hash(bucket: str) -> None:
    assert sha256_of("papers/nothing.pdf") is None
    with pytest.raises(FileNotFoundError):
        default_storage.open("papers/nothing.pdf")


def test_another_file_of_a_name_is_never_written_over(bucket: str) -> None:
    names = {default_storage.save("papers/A.pdf", ContentFile(text)) for text in (b"one", b"two")}
    assert {content_of(name) for name in names} == {b"one", b"two"}


@pytest.mark.django_db(transaction=True)
def test_what_is_in_the_bucket_is_backed_up_and_brought_back(bucket: str, tmp_path: Path) -> None:
    found_authority(given_names="Morgan", family_name="Vale")
    kept = keep_file("papers/table", PAPER)
    done = {"state": Job.State.DONE, "finished_at": "2026-11-20T20:00Z", "result": kept.as_result}
    Job.objects.create(kind=PAPERS_JOB, key="table", **done)
    call_command("check_files", stdout=io.StringIO())
    backup, manifest = back_up(tmp_path / "backups")
    default_storage.delete(kept.name)
    [saved] = manifest.files
    bring_back(backup.parent / "media" / saved.file, saved)
    assert content_of(kept.name) == PAPER
