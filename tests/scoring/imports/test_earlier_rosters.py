"""Past rosters as documents: sent along with a table, listed with the rosters, downloaded, taken back."""

from __future__ import annotations

import io

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.imports.models import Import
from scoring.imports.services.preparing import CHECK_JOB, check_import, drop_import, upload_import
from scoring.imports.services.writing import WRITE_JOB, write_import
from scoring.ledger.selectors.stored_files import fault_of, stored_files
from scoring.rosters.models import EarlierRoster
from tests.cast import Cast
from tests.scoring.imports.test_imports import csv_of, faults, outcomes, taken_back

pytestmark = pytest.mark.both_databases

SPRING, AUTUMN = b"%PDF-1.4 spring", b"%PDF-1.4 autumn"
TABLE = b"name,points\r\nAsh,12.5\r\n"


def checked(cast: Cast, *lines: str) -> Import:
    importing = upload_import(
        by=cast.registrar,
        kind="rosters",
        name="rosters.csv",
        file=csv_of("file,date,game,title", *lines),
        documents=[
            ("old/spring 98.pdf", io.BytesIO(SPRING)),
            ("autumn.pdf", io.BytesIO(AUTUMN)),
            ("list.pdf", io.BytesIO(TABLE)),
        ],
    )
    check_import(by=cast.registrar, importing=importing)
    run_waiting(CHECK_JOB)
    importing.refresh_from_db()
    return importing


def written(cast: Cast, *lines: str) -> Import:
    importing = checked(cast, *lines)
    write_import(by=cast.managing, importing=importing)
    run_waiting(WRITE_JOB)
    importing.refresh_from_db()
    assert importing.state == Import.State.WRITTEN, importing.job and importing.job.error
    return importing


TWO = ("spring 98.pdf,15.5.1998,,Spring 1998", "autumn.pdf,15.11.1998,Whist,")


def test_they_are_listed_with_the_rosters_and_everybody_can_download_them(cast: Cast, client: Client) -> None:
    assert "No roster is published yet" in client.get("/rosters/").content.decode()
    written(cast, *TWO)
    page = client.get("/rosters/").content.decode()
    assert "earlier document" in page
    assert "Spring 1998, as of" in page
    assert "Whist Roster, as of" in page
    autumn, spring = EarlierRoster.objects.all()
    assert b"".join(client.get(f"/rosters/earlier/{spring.pk}/")) == SPRING
    answer = client.get(f"/rosters/earlier/{autumn.pk}/")
    assert answer["Content-Disposition"] == 'attachment; filename="roster-whist-1998-11-15.pdf"'
    listed = client.get("/api/v1/rosters/earlier/").json()
    assert [(line["as_of"], line["card_game"]) for line in listed] == [
        ("1998-11-15", "whist"),
        ("1998-05-15", "whoopie"),
    ]
    assert client.get("/rosters/earlier/999/").status_code == 404
    assert not [fault for fault in map(fault_of, stored_files()) if fault]


def test_a_document_is_kept_once_and_each_row_needs_its_own(cast: Cast) -> None:
    written(cast, TWO[0])
    importing = checked(
        cast, TWO[0], TWO[1], "autumn.pdf,15.5.1999,,", "winter.pdf,15.5.1999,,", "autumn.pdf,never,,"
    )
    assert outcomes(importing) == ["same", "new", "wrong", "wrong", "wrong"]
    assert faults(importing) == {4: ["twice-in-file"], 5: ["document-missing"], 6: ["no-day"]}


def test_what_holds_no_pdf_is_no_roster_whatever_it_is_called(cast: Cast) -> None:
    importing = checked(cast, TWO[0], "list.pdf,15.5.1999,,")
    assert faults(importing) == {3: ["document-not-pdf"]}


def test_an_import_that_is_dropped_leaves_the_documents_that_another_has_too(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    kept, dropped = checked(cast, *TWO), checked(cast, TWO[0])
    own_file, documents = dropped.file, kept.documents.values_list("file", flat=True)
    with django_capture_on_commit_callbacks(execute=True):
        drop_import(by=cast.registrar, importing=dropped)
    assert not default_storage.exists(own_file)
    assert [default_storage.exists(file) for file in documents] == [True] * 3


def test_taken_back_they_are_gone_from_the_list(cast: Cast, client: Client) -> None:
    importing = written(cast, *TWO)
    taken_back(cast.managing, importing)
    assert not EarlierRoster.objects.exists()
    assert outcomes(checked(cast, *TWO)) == ["new", "new"]
