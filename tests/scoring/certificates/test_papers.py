"""The jobs that print, and the public check of what they print."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from sanctioning.kit.clock import noon
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.certificates.documents.papers import certificate_bytes
from scoring.certificates.models import Certificate
from scoring.certificates.selectors.certificates import certificate_check, certificate_document
from scoring.certificates.services.certificates import DOCUMENT_JOB as CERTIFICATE_JOB
from scoring.heads.services import HEAD_JOB
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.lines import RosterKey
from scoring.rosters.models import Roster
from scoring.rosters.selectors.rosters import roster_document
from scoring.rosters.services.rosters import DOCUMENT_JOB as ROSTER_JOB
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import Cast, certified, make_cast, sanctioned_event


@pytest.fixture
def won(cast: Cast) -> Certificate:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    return Certificate.objects.get()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


@pytest.mark.django_db(transaction=True)
def test_every_paper_is_printed_once_and_the_same_again(folder: Path) -> None:
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    certificate = Certificate.objects.get()
    record_certificates(
        by=cast.registrar,
        person=cast.players[0],
        codes=[certificate.code],
        at=noon(dt.date(2025, 3, 9)),
    )
    roster = compile_roster(by=cast.registrar, as_of=dt.date(2025, 5, 15), at=noon(dt.date(2025, 5, 16)))
    publish_roster(by=cast.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    assert run_waiting(CERTIFICATE_JOB, ROSTER_JOB) == 4
    assert not Job.objects.exclude(state="done").exclude(kind__in=[MAIL_JOB, HEAD_JOB]).exists()
    for paper in Certificate.objects.all():
        data = certificate_document(serial=paper.serial, asker=cast.players[0])
        assert data is not None
        assert data.startswith(b"%PDF")
        assert hashlib.sha256(data).hexdigest() == paper.document_sha256
        assert hashlib.sha256(certificate_bytes(paper)).hexdigest() == paper.paper_sha256
        assert certificate_document(serial=paper.serial, asker=cast.players[1]) is None
        assert certificate_document(serial=paper.serial, asker=None) is None
    booklet = roster_document(RosterKey(dt.date(2025, 5, 15)))
    assert booklet is not None
    assert hashlib.sha256(booklet).hexdigest() == Roster.objects.get().documents.get().sha256


def test_the_check_says_what_anybody_may_know(cast: Cast, won: Certificate) -> None:
    check = certificate_check(code=won.code.lower().replace("-", " "))
    assert (check.genuine, check.serial, check.state, check.points) == (
        True,
        won.serial,
        "issued",
        won.points,
    )
    text = " ".join(
        str(value) for value in (check.sentence, check.kind, check.serial, check.degree, check.code)
    )
    assert won.person.family_name not in text
    assert won.person.number not in text


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("recorded", "Genuine. Its points have been recorded."),
        ("void", "This certificate was issued but is void."),
        ("replaced", "This certificate was issued and replaced by another."),
        ("mutilated", "This certificate was issued but is mutilated. It cannot be recorded."),
    ],
)
def test_the_check_tells_the_state(cast: Cast, won: Certificate, state: str, sentence: str) -> None:
    Certificate.objects.update(state=state)
    assert certificate_check(code=won.code).sentence == sentence


def test_a_slip_and_a_stranger_are_told_apart(cast: Cast, won: Certificate) -> None:
    slip = certificate_check(code=won.code[:-1] + ("2" if won.code[-1] != "2" else "3"))
    assert (slip.well_formed, slip.genuine, slip.serial) == (False, False, "")
    stranger = certificate_check(code="2222-2222-2222")
    assert (stranger.well_formed, stranger.genuine) == (True, False)
