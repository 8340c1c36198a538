"""Certificates in every state; a player's own recording; papers that get their signature afterwards."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import override_settings

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from sanctioning.signing.models import SigningKey
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import (
    mark_mutilated,
    replace_certificate,
    sign_what_is_unsigned,
)
from scoring.recordings.models import Submission
from scoring.recordings.selectors.own_certificates import certificates_to_send
from scoring.recordings.services.own_recording import record_own
from scoring.recordings.services.recordings import record_certificates
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.fixtures import SignIn

LATER = MARCH + dt.timedelta(days=10)


@pytest.fixture
def paper(cast: Cast) -> Certificate:
    """16.0 points, 4.0 of them blue, of the first player."""
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    certified(cast, event, cast.players[:4])
    return Certificate.objects.get()


def signed(certificate: Certificate) -> Certificate:
    """As the press leaves it."""
    key, _ = SigningKey.objects.get_or_create(
        fingerprint="f" * 64, first_day=dt.date(2025, 1, 1), defaults={"made_at": MARCH}
    )
    Certificate.objects.filter(pk=certificate.pk).update(signed_with=key)
    certificate.refresh_from_db()
    return certificate


def test_a_player_records_what_the_system_signed(cast: Cast, paper: Certificate) -> None:
    winner = cast.players[0]
    submission = record_own(by=winner, serials=[signed(paper).serial], at=LATER)
    assert (submission.state, submission.registrar, submission.total) == ("accepted", winner, Decimal("16.0"))
    degree = Certificate.objects.get(kind="degree")
    assert degree.facts["registrar"] == cast.registrar.name
    assert certificates_to_send(person=winner) == ()


def test_a_program_of_the_player_asks_what_it_would_bring_and_records_it(
    cast: Cast, paper: Certificate, sign_in: SignIn
) -> None:
    program, sent = sign_in(cast.players[0]), {"serials": [signed(paper).serial]}
    forecast = program.post("/api/v1/me/certificates/forecast/", sent, "application/json")
    assert (forecast.status_code, forecast.json()["total"]) == (200, "16.0")
    assert not Submission.objects.exists()
    for _ in range(2):
        recorded = program.post(
            "/api/v1/me/certificates/", sent, "application/json", headers={"Idempotency-Key": "once"}
        )
        assert (recorded.status_code, recorded.json()["total"]) == (201, "16.0")
    assert Submission.objects.count() == 1


def test_a_player_records_what_was_won_under_a_merged_record(cast: Cast, paper: Certificate) -> None:
    kept = register_person(by=cast.registrar, given_names="Ann", family_name="Ash", at=MARCH)
    merge_people(by=cast.registrar, kept=kept, merged=cast.players[0], reason="The same.", at=MARCH)
    assert record_own(by=kept, serials=[signed(paper).serial], at=LATER).state == "accepted"


def test_what_is_not_signed_waits(cast: Cast, paper: Certificate) -> None:
    [own] = certificates_to_send(person=cast.players[0])
    assert (own.serial, own.ready) == (paper.serial, False)
    with pytest.raises(Refusal) as refusal:
        record_own(by=cast.players[0], serials=[paper.serial], at=LATER)
    assert refusal.value.code == "not-signed-yet"
    assert not Submission.objects.exists()


@pytest.mark.parametrize("serials", [[], ["RPC-000001"], ["DC-000001"], ["nothing"]])
def test_only_own_certificates_are_sent(cast: Cast, paper: Certificate, serials: list[str]) -> None:
    signed(paper)
    with pytest.raises(Refusal) as refusal:
        record_own(by=cast.players[1], serials=serials, at=LATER)
    assert refusal.value.code == "not-yours"


def test_the_desk_first_the_player_is_told(cast: Cast, paper: Certificate) -> None:
    signed(paper)
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[paper.code], at=LATER)
    refused = record_own(by=cast.players[0], serials=[paper.serial], at=LATER)
    assert (refused.state, refused.refused_for) == ("refused", "recorded")


def test_the_registrar_is_offered_what_the_paper_allows(
    cast: Cast, paper: Certificate, sign_in: SignIn
) -> None:
    def offered() -> list[bool]:
        page = desk.get("/registrar/certificates/", {"paper": paper.serial}).content.decode()
        return [
            f'action="/registrar/certificates/{paper.serial}/{act}/"' in page
            for act in ("mutilated", "replace")
        ]

    desk = sign_in(cast.registrar)
    assert offered() == [True, True]
    mark_mutilated(by=cast.registrar, certificate=paper, why="Torn in two.", at=LATER)
    assert offered() == [False, True]
    replace_certificate(by=cast.registrar, certificate=paper, why="Torn in two.", at=LATER)
    assert offered() == [False, False]


@pytest.mark.both_databases
def test_a_mutilated_paper_is_marked_once_and_replaced_once(cast: Cast, paper: Certificate) -> None:
    mark_mutilated(by=cast.registrar, certificate=paper, why="Torn in two.", at=LATER)
    paper.refresh_from_db()
    assert paper.state == "mutilated"
    with pytest.raises(Refusal) as refusal:
        mark_mutilated(by=cast.registrar, certificate=paper, why="Again.", at=LATER)
    assert refusal.value.code == "not-markable"
    fresh = replace_certificate(by=cast.registrar, certificate=paper, why="Torn in two.", at=LATER)
    paper.refresh_from_db()
    assert (paper.state, fresh.state) == ("replaced", "issued")


@pytest.mark.parametrize("act", [mark_mutilated, replace_certificate])
def test_the_registrar_says_why(cast: Cast, paper: Certificate, act: object) -> None:
    for by, why, code in ((cast.players[0], "Torn.", "not-allowed"), (cast.registrar, " ", "reason-missing")):
        with pytest.raises(Refusal) as refusal:
            act(by=by, certificate=paper, why=why, at=LATER)  # type: ignore[operator]
        assert refusal.value.code == code


@pytest.mark.django_db(transaction=True)
def test_what_was_printed_without_a_signature_gets_one(
    cast: Cast, paper: Certificate, tmp_path: Path
) -> None:
    with override_settings(MEDIA_ROOT=tmp_path, SIGNING_KEYS_DIR=tmp_path / "keys"):
        assert sign_what_is_unsigned() == 0
        run_waiting()
        Certificate.objects.update(signed_with=None)
        assert (sign_what_is_unsigned(), sign_what_is_unsigned()) == (1, 1)
        assert Job.objects.filter(key=f"{paper.serial}/signed").count() == 1
        run_waiting()
        assert Certificate.objects.get().signed_with is not None
        assert sign_what_is_unsigned() == 0
