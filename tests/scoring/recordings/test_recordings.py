"""The registrar's desk: a submission wholly or not at all, and the degrees that follow."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import replace_certificate
from scoring.degrees.selectors.lists import holders
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.models import DegreeHeld, RecordedCertificate, Submission
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Award
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tournaments.events.models.event import Event

LATER = MARCH + dt.timedelta(days=10)


@pytest.fixture
def event(cast: Cast) -> Event:
    """First place at a table of four wins 16.0 points, 4.0 of them blue."""
    return sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")


def win(cast: Cast, event: Event, times: int = 1) -> list[Certificate]:
    """The first of the players wins a table, so many times."""
    for _ in range(times):
        certified(cast, event, cast.players[:4])
    return list(Certificate.objects.filter(person=cast.players[0], kind="rating-points").order_by("number"))


def codes(certificates: list[Certificate]) -> list[str]:
    return [certificate.code for certificate in certificates]


@pytest.mark.both_databases
def test_a_new_degree_is_recorded_with_its_certificate(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    winner = cast.players[0]
    submission = record_certificates(by=cast.registrar, person=winner, codes=[certificate.code], at=LATER)
    assert (submission.state, submission.total, submission.held_points) == (
        "accepted",
        Decimal("16.0"),
        Decimal("16.0"),
    )
    certificate.refresh_from_db()
    assert certificate.state == "recorded"
    degree = DegreeHeld.objects.get(degree="Junior Master")
    assert (degree.person, degree.since, degree.submission) == (winner, LATER.date(), submission)
    [held] = [line for line in holders().lines([degree]) if line.number == winner.number]
    assert (held.degree, held.brought_forward) == ("Junior Master of Whoopie", False)
    paper = degree.certificate
    assert paper is not None
    assert (paper.kind, paper.serial, paper.facts["degree"]) == (
        "degree",
        "DC-000001",
        "Junior Master of Whoopie",
    )
    entry = LedgerEntry.objects.get(book="recorded")
    assert (entry.person, entry.points, entry.blue, entry.certificate, entry.day) == (
        winner,
        Decimal("16.0"),
        Decimal("4.0"),
        certificate,
        LATER.date(),
    )


def test_the_degree_certificate_names_the_managing_executor_who_came_last_into_office(
    cast: Cast, event: Event
) -> None:
    [certificate] = win(cast, event)
    appoint(
        by=cast.managing,
        person=cast.outsider,
        office=Office.MANAGING_EXECUTOR,
        first_day=LATER.date(),
        at=MARCH,
    )
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=LATER)
    paper = Certificate.objects.get(kind="degree")
    assert paper.facts["managing_executor"] == cast.outsider.name


def test_one_certificate_also_over_a_jump(cast: Cast, event: Event) -> None:
    """From Novice to Master in one submission: 32.0 points, 8.0 of them blue."""
    submission = record_certificates(
        by=cast.registrar, person=cast.players[0], codes=codes(win(cast, event, 2)), at=LATER
    )
    assert submission.answer["degree"] == "Master"
    assert list(Certificate.objects.filter(kind="degree").values_list("degree", flat=True)) == ["Master"]
    assert set(DegreeHeld.objects.filter(person=cast.players[0]).values_list("degree", flat=True)) == {
        "Novice",
        "Master",
    }


def test_too_few_points_and_no_degree_are_refused_and_kept(cast: Cast, event: Event) -> None:
    first, second = win(cast, event, 2)[:2]
    record: dict[str, Any] = {"by": cast.registrar, "person": cast.players[0], "at": LATER}
    record_certificates(codes=[first.code], **record)
    degree_before = list(DegreeHeld.objects.values_list("person", "degree"))
    weak = sanctioned_event(cast, name="Members' evening", level="restricted")
    certified(cast, weak, cast.players[:4])
    small = Certificate.objects.get(points=Decimal("1.5"))
    refused = record_certificates(codes=[small.code], **record)
    assert (refused.state, refused.refused_for) == ("refused", "quantity")
    assert refused.reason == "1.5 points, 23.5 short of 25.0, and no new degree."
    small.refresh_from_db()
    assert small.state == "issued"
    assert list(DegreeHeld.objects.values_list("person", "degree")) == degree_before
    assert LedgerEntry.objects.filter(book="recorded").count() == 1
    assert record_certificates(codes=[small.code, second.code], **record).answer["degree"] == "Master"


@pytest.mark.both_databases
def test_a_submission_is_recorded_wholly_or_not_at_all(cast: Cast, event: Event) -> None:
    certificates = win(cast, event, 3)
    record_certificates(by=cast.registrar, person=cast.players[0], codes=codes(certificates[:1]), at=LATER)
    refused = record_certificates(
        by=cast.registrar, person=cast.players[0], codes=codes(certificates), at=LATER
    )
    assert (refused.state, refused.refused_for) == ("refused", "recorded")
    assert refused.reason.endswith("The rest, 32.0 points, would be accepted.")
    assert RecordedCertificate.objects.count() == 1
    states = Certificate.objects.filter(kind="rating-points").values_list("state", flat=True)
    assert sorted(states) == ["issued", "issued", "recorded"]


def test_the_same_paper_twice_in_one_submission(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    refused = record_certificates(
        by=cast.registrar, person=cast.players[0], codes=[certificate.code, certificate.code], at=LATER
    )
    assert refused.refused_for == "twice"


def test_another_players_certificate_is_refused(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    refused = record_certificates(
        by=cast.registrar, person=cast.players[1], codes=[certificate.code], at=LATER
    )
    assert refused.refused_for == "other-player"


@pytest.mark.both_databases
def test_a_mutilated_paper_is_refused_and_replaced_once(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    record: dict[str, Any] = {"by": cast.registrar, "person": cast.players[0], "at": LATER}
    refused = record_certificates(codes=[certificate.code], mutilated=[certificate.code.lower()], **record)
    assert refused.refused_for == "mutilated"
    certificate.refresh_from_db()
    assert certificate.state == "mutilated"
    fresh = replace_certificate(by=cast.registrar, certificate=certificate, why="Coffee.", at=LATER)
    certificate.refresh_from_db()
    assert (certificate.state, fresh.state, fresh.replaces) == ("replaced", "issued", certificate)
    assert fresh.code != certificate.code
    assert fresh.facts["replaces_serial"] == certificate.serial
    assert (fresh.facts["serial"], fresh.facts["code"]) == (fresh.serial, fresh.code)
    for again in (certificate, fresh):
        with pytest.raises(Refusal) as refusal:
            replace_certificate(by=cast.registrar, certificate=again, why="Tea.", at=LATER)
        assert refusal.value.code == "not-replaceable"
    assert record_certificates(codes=[certificate.code], **record).refused_for == "void"
    assert record_certificates(codes=[fresh.code], **record).state == "accepted"


def test_what_is_recorded_stays_so_whatever_becomes_of_its_paper(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    record: dict[str, Any] = {"by": cast.registrar, "person": cast.players[0], "at": LATER}
    record_certificates(codes=[certificate.code], **record)
    refused = record_certificates(codes=[certificate.code], mutilated=[certificate.code], **record)
    assert refused.state == "refused"
    certificate.refresh_from_db()
    assert certificate.state == "recorded"


def test_unknown_codes_are_named_and_nothing_is_written(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=LATER)
    degree_paper = Certificate.objects.get(kind="degree")
    for wrong in (["K7QM"], [degree_paper.code], []):
        with pytest.raises(Refusal) as refusal:
            record_certificates(by=cast.registrar, person=cast.players[0], codes=wrong, at=LATER)
        assert (refusal.value.code, refusal.value.facts) == ("code-unknown", {"codes": wrong})
    assert Submission.objects.count() == 1


def test_only_the_registrar_records(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    for stranger in (cast.players[1], cast.managing, cast.executor, cast.director):
        with pytest.raises(Refusal) as refusal:
            record_certificates(by=stranger, person=cast.players[0], codes=[certificate.code], at=LATER)
        assert refusal.value.code == "not-allowed"


@pytest.mark.both_databases
def test_the_database_records_a_certificate_once(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    submission = record_certificates(
        by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=LATER
    )
    entry = LedgerEntry.objects.get(book="awarded")
    with pytest.raises(IntegrityError), transaction.atomic():
        RecordedCertificate.objects.create(submission=submission, certificate=certificate, entry=entry)
    with pytest.raises(IntegrityError, match="submission_refused_has_a_reason"), transaction.atomic():
        Submission.objects.update(state="refused")


@pytest.mark.both_databases
def test_the_database_keeps_what_a_certificate_says(cast: Cast, event: Event) -> None:
    [certificate] = win(cast, event)
    mine = Certificate.objects.filter(pk=certificate.pk)
    changes: list[dict[str, Any]] = [
        {"number": 99},
        {"award": None},
        {"card_game": "whist"},
        {"degree": "Champion"},
        {"points": Decimal("99.0")},
        {"blue": Decimal("0.0")},
        {"facts": {}},
        {"points": Decimal("99.0")},
        {"facts": {}},
        {"code": "2222-2222-2222"},
        {"person": cast.players[3]},
    ]
    for changed in changes:
        with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
            mine.update(**changed)
    with pytest.raises(IntegrityError), transaction.atomic():
        mine.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        Certificate.objects.create(
            kind="rating-points",
            number=99,
            code="2222-2222-2223",
            person=certificate.person,
            award=Award.objects.get(),
            points=Decimal("16.0"),
            blue=Decimal("4.0"),
            facts={},
            issued_at=MARCH,
        )
