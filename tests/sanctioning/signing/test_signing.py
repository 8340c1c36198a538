"""Signed certificates: genuine byte for byte or found out, by keys that follow one another."""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import os
import random
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.x509 import load_pem_x509_certificate
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.signing.models import SigningKey
from sanctioning.signing.proof import Verdict, prove, split_pem
from sanctioning.signing.sealing import new_key
from sanctioning.signing.selectors import key_list
from sanctioning.signing.services import key_in_use, make_signing_key, seal_paper, secret_file
from scoring.certificates.documents.certificates import certificate_pdf
from scoring.certificates.documents.papers import certificate_bytes
from scoring.certificates.models import Certificate
from scoring.certificates.sent_papers import MOST_BYTES, codes_with_papers, read_paper
from scoring.certificates.services.certificates import DOCUMENT_JOB
from scoring.recordings.services.recordings import record_certificates
from tests.cast import Cast, certified, make_cast, sanctioned_event
from tests.scoring.certificates.test_certificate_pages import CERTIFICATE

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def folder(tmp_path: Path, settings: object) -> Path:
    """Papers and keys of this test alone."""
    settings.MEDIA_ROOT = tmp_path / "media"  # type: ignore[attr-defined]
    settings.SIGNING_KEYS_DIR = tmp_path / "keys"  # type: ignore[attr-defined]
    return tmp_path


def printed() -> tuple[Cast, Certificate, bytes]:
    """A certificate with its paper, printed and signed by its job."""
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    assert run_waiting(DOCUMENT_JOB) == 1
    certificate = Certificate.objects.get()
    with certificate.document.open("rb") as file:
        return cast, certificate, file.read()


def changed(data: bytes, place: int, bit: int = 0) -> bytes:
    """The same with one bit of one byte turned."""
    return data[:place] + bytes([data[place] ^ (1 << bit)]) + data[place + 1 :]


def published() -> list[str]:
    return split_pem(key_list())


@pytest.mark.django_db(transaction=True)
def test_an_issued_certificate_is_signed_and_carries_its_facts(folder: Path) -> None:
    _, certificate, data = printed()
    proof = prove(data, published())
    assert proof.verdict is Verdict.GENUINE
    assert proof.fingerprint == SigningKey.objects.get().fingerprint
    assert proof.document["format"] == "saas-certificate/1"
    assert proof.document["facts"] == {**certificate.facts, "authority": proof.document["facts"]["authority"]}
    assert hashlib.sha256(data).hexdigest() == certificate.document_sha256
    assert certificate.signed_with == SigningKey.objects.get()


@pytest.mark.django_db(transaction=True)
def test_the_unsigned_paper_is_the_same_bytes_again(folder: Path) -> None:
    _, certificate, data = printed()
    paper = certificate_bytes(certificate)
    assert hashlib.sha256(paper).hexdigest() == certificate.paper_sha256
    assert data.startswith(paper)


@pytest.mark.django_db(transaction=True)
def test_one_changed_byte_is_found_wherever_it_is(folder: Path) -> None:
    _, _, data = printed()
    keys, dice = published(), random.Random(1966)
    signature = data.index(b"/ByteRange") - 4200
    places = [*range(signature, signature + 2200), *range(len(data) - 400, len(data))]
    places += dice.sample(range(len(data)), 300)
    for place in places:
        verdict = prove(changed(data, place, dice.randrange(8)), keys).verdict
        assert verdict is Verdict.CHANGED, place
    assert prove(data + b"\n", keys).verdict is Verdict.CHANGED
    assert prove(data[:-1], keys).verdict is Verdict.CHANGED


@pytest.mark.django_db(transaction=True)
def test_a_paper_without_signature_or_with_a_stranger_s_is_told_apart(folder: Path) -> None:
    _, certificate, data = printed()
    assert prove(certificate_bytes(certificate), published()).verdict is Verdict.UNSIGNED
    assert prove(b"no PDF at all", published()).verdict is Verdict.UNSIGNED
    assert prove(data, []).verdict is Verdict.UNKNOWN_KEY


@pytest.mark.django_db(transaction=True)
def test_after_a_rotation_old_and_new_papers_are_genuine(folder: Path) -> None:
    _, _, data = printed()
    old = SigningKey.objects.get()
    new = make_signing_key(by=None, first_day=today() + dt.timedelta(days=30))
    assert key_in_use() == old
    assert key_in_use(at=noon(today() + dt.timedelta(days=30))) == new
    assert len(published()) == 2
    assert prove(data, published()).fingerprint == old.fingerprint
    assert prove(data, [new.certificate_pem]).verdict is Verdict.UNKNOWN_KEY


@pytest.mark.both_databases
def test_a_key_is_secret_published_and_noted(db: None, folder: Path) -> None:
    key = make_signing_key(by=None)
    path = secret_file(key.fingerprint)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    page = Client().get("/keys/").content.decode()
    assert key.fingerprint in page
    listed = Client().get("/keys/saas-keys.pem").content.decode()
    assert split_pem(listed) == [key.certificate_pem.strip()]
    assert "PRIVATE" not in page + listed
    noted = AuditEntry.objects.get(action="make signing key").after or {}
    assert noted["fingerprint"] == key.fingerprint


def test_a_private_key_is_encrypted_where_there_is_a_passphrase(
    db: None, folder: Path, settings: object
) -> None:
    settings.SIGNING_PASSPHRASE = "a long passphrase"  # type: ignore[attr-defined]
    key = make_signing_key(by=None)
    assert b"ENCRYPTED PRIVATE KEY" in secret_file(key.fingerprint).read_bytes()
    paper = certificate_pdf(CERTIFICATE)
    signed = seal_paper(paper=paper, reason="Issued", key=key)
    assert prove(signed, [key.certificate_pem]).genuine


def test_a_key_made_before_there_was_a_passphrase_still_signs(
    db: None, folder: Path, settings: object
) -> None:
    key = make_signing_key(by=None)
    settings.SIGNING_PASSPHRASE = "a later passphrase"  # type: ignore[attr-defined]
    signed = seal_paper(paper=certificate_pdf(CERTIFICATE), reason="Issued", key=key)
    assert prove(signed, [key.certificate_pem]).genuine


def test_a_key_whose_private_half_is_gone_is_refused_with_the_remedy(db: None, folder: Path) -> None:
    key = make_signing_key(by=None)
    secret_file(key.fingerprint).unlink()
    with pytest.raises(Refusal, match="cannot be read on this machine"):
        seal_paper(paper=b"", reason="Issued", key=key)


def test_keys_follow_one_another(db: None, folder: Path) -> None:
    make_signing_key(by=None)
    with pytest.raises(Refusal, match="already a key from"):
        make_signing_key(by=None)
    with pytest.raises(Refusal, match="has passed"):
        make_signing_key(by=None, first_day=today() - dt.timedelta(days=1))
    assert len(list((folder / "keys").iterdir())) == 1


def test_a_published_key_is_never_changed(db: None, folder: Path) -> None:
    key = make_signing_key(by=None)
    with pytest.raises(Exception, match="never changed"):
        SigningKey.objects.filter(pk=key.pk).update(certificate_pem="another")


def test_the_command_makes_the_first_key_only_where_there_is_none(db: None, folder: Path) -> None:
    output = io.StringIO()
    call_command("make_signing_key", "--if-none", stdout=output)
    call_command("make_signing_key", "--if-none", stdout=output)
    assert SigningKey.objects.get().fingerprint in output.getvalue()
    assert "There is a key already" in output.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_paper_that_comes_back_is_read_or_refused(folder: Path) -> None:
    cast, certificate, data = printed()
    assert read_paper(file=io.BytesIO(data), name="mine.pdf") == certificate
    with pytest.raises(Refusal, match="mutilated") as mutilated:
        read_paper(file=io.BytesIO(changed(data, 5000)), name="mine.pdf")
    assert mutilated.value.code == "mutilated"
    with pytest.raises(Refusal, match="carries no signature"):
        read_paper(file=io.BytesIO(certificate_bytes(certificate)), name="copy.pdf")
    with pytest.raises(Refusal, match="larger"):
        read_paper(file=io.BytesIO(b"%" * (MOST_BYTES + 1)), name="film.pdf")
    files = [("good.pdf", io.BytesIO(data)), ("bad.pdf", io.BytesIO(changed(data, 5000)))]
    with pytest.raises(Refusal, match="bad") as refusal:
        codes_with_papers(codes=["ABC"], files=files)
    assert refusal.value.facts["codes"] == ["ABC", certificate.code]
    assert cast.players
    typed = certificate.code.lower()
    assert codes_with_papers(codes=[typed], files=[("good.pdf", io.BytesIO(data))]) == [typed]


@pytest.mark.django_db(transaction=True)
def test_a_degree_s_certificate_is_signed_too(folder: Path) -> None:
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    sent = Certificate.objects.get()
    record_certificates(
        by=cast.registrar, person=cast.players[0], codes=[sent.code], at=noon(dt.date(2025, 3, 9))
    )
    run_waiting()
    degree = Certificate.objects.get(kind=Certificate.Kind.DEGREE)
    with degree.document.open("rb") as file:
        proof = prove(file.read(), published())
    assert proof.genuine
    assert proof.document["kind"] == "degree"
    assert proof.document["facts"]["degree"] == degree.facts["degree"]


@pytest.mark.django_db(transaction=True)
def test_the_command_proves_a_file_without_any_database(folder: Path) -> None:
    _, certificate, data = printed()
    (folder / "good.pdf").write_bytes(data)
    (folder / "keys.pem").write_text(key_list())
    status, output = verify(folder, "good.pdf", "keys.pem")
    assert status == 0
    assert "Genuine: every byte" in output
    assert certificate.code in output


@pytest.mark.django_db(transaction=True)
def test_the_command_says_by_its_status_what_it_found(
    folder: Path, django_assert_num_queries: DjangoAssertNumQueries, capsys: pytest.CaptureFixture[str]
) -> None:
    _, certificate, data = printed()
    (folder / "bad.pdf").write_bytes(changed(data, 5000))
    (folder / "copy.pdf").write_bytes(certificate_bytes(certificate))
    (folder / "good.pdf").write_bytes(data)
    (folder / "keys.pem").write_text(key_list())
    (folder / "none.pem").write_text("")

    def status(file: str, keys: str) -> str | int | None:
        with pytest.raises(SystemExit) as ended:
            call_command("verify_certificate", str(folder / file), keys=folder / keys)
        return ended.value.code

    with django_assert_num_queries(0):
        assert status("bad.pdf", "keys.pem") == 1
        assert "Mutilated: this file was changed" in capsys.readouterr().out
        assert status("good.pdf", "none.pem") == 2
        assert status("copy.pdf", "keys.pem") == 3
        assert status("missing.pdf", "keys.pem") == 4


def verify(folder: Path, file: str, keys: str) -> tuple[int, str]:
    """The command in a process of its own, with a database that is not here."""
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_certificate", str(folder / file), "--keys", str(folder / keys)],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "SAAS_VAR": str(folder / "nowhere"),
            "SAAS_DB_NAME": "/nowhere/at/all.sqlite3",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_a_key_made_for_the_day_after_a_leap_day_ends_in_a_year_without_one() -> None:
    certificate = load_pem_x509_certificate(
        new_key(holder="Us", first_day=dt.date(2028, 3, 1)).certificate_pem.encode()
    )
    assert certificate.not_valid_before_utc.date() == dt.date(2028, 2, 29)
    assert certificate.not_valid_after_utc.date() == dt.date(2078, 2, 28)
