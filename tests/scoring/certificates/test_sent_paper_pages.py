"""Certificates sent in as files, at the registrar's desk and on the check page."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.certificates.models import Certificate
from scoring.recordings.models import Submission
from tests.cast import Cast, certified, make_cast, sanctioned_event
from tests.fixtures import SignIn

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def printed(tmp_path: Path, settings: object) -> tuple[Cast, bytes]:
    settings.MEDIA_ROOT = tmp_path / "media"  # type: ignore[attr-defined]
    settings.SIGNING_KEYS_DIR = tmp_path / "keys"  # type: ignore[attr-defined]
    cast = make_cast()
    event = sanctioned_event(cast, level="special-event", event_type="tournament")
    certified(cast, event, cast.players[:4])
    run_waiting()
    with Certificate.objects.get().document.open("rb") as file:
        return cast, file.read()


def upload(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "application/pdf")


def mutilated(data: bytes) -> bytes:
    return data[:5000] + bytes([data[5000] ^ 1]) + data[5001:]


def test_the_registrar_is_led_to_the_paper_from_the_list_and_the_entry(
    printed: tuple[Cast, bytes], sign_in: SignIn
) -> None:
    cast, data = printed
    certificate, registrar = Certificate.objects.get(), sign_in(cast.registrar)
    address = f"/certificates/{certificate.serial}.pdf"
    desk = "/registrar/certificates/"
    assert registrar.get(desk).content.decode().count(f'href="{address}"') == 1
    entry = registrar.get(desk, {"paper": certificate.serial}).content.decode()
    assert entry.count(f'href="{address}"') == 2
    assert registrar.get(address).content == data
    Certificate.objects.update(document="")
    page = registrar.get(desk).content.decode()
    assert (address in page, "being made" in page) == (False, True)


def test_a_genuine_file_fills_in_its_code_at_the_desk(printed: tuple[Cast, bytes], sign_in: SignIn) -> None:
    cast, data = printed
    certificate, registrar = Certificate.objects.get(), sign_in(cast.registrar)
    form = {"number": cast.players[0].number, "codes": "", "papers": [upload("won.pdf", data)]}
    page = registrar.post("/registrar/", {**form, "act": "look"}).content.decode()
    assert f"\n{certificate.code}</textarea>" in page
    assert "points so far" in page
    form["papers"] = [upload("won.pdf", data)]
    registrar.post("/registrar/", {**form, "act": "record"})
    assert Submission.objects.get().state == Submission.State.ACCEPTED


def test_a_changed_file_is_refused_and_the_good_ones_stay(
    printed: tuple[Cast, bytes], sign_in: SignIn
) -> None:
    cast, data = printed
    files = [upload("won.pdf", data), upload("spoilt.pdf", mutilated(data))]
    answer = sign_in(cast.registrar).post(
        "/registrar/", {"number": cast.players[0].number, "codes": "", "papers": files, "act": "record"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "spoilt.pdf: mutilated: this file was changed after it was signed." in page
    assert f"\n{Certificate.objects.get().code}</textarea>" in page
    assert not Submission.objects.exists()


def test_anybody_can_check_a_file(printed: tuple[Cast, bytes], client: Client) -> None:
    cast, data = printed
    page = client.post("/check/", {"paper": upload("won.pdf", data)}).content.decode()
    assert "Genuine. It can be recorded." in page
    assert "exactly as the Authority signed it" in page
    assert cast.players[0].family_name not in page
    bad = client.post("/check/", {"paper": upload("won.pdf", mutilated(data))})
    assert bad.status_code == 422
    assert "mutilated: this file was changed" in bad.content.decode()
    assert client.post("/check/").status_code == 422
