"""Confirming and certifying: from a final sheet to standings, awards, ledger and certificates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.models import Sequence
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from sanctioning.terms.services import appoint, end_term
from scoring.certificates.models import Certificate
from scoring.demo.playing import with_slip
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.models import DegreeHeld
from scoring.results.models import Award, Certification, Standing
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import (
    FIRST_DAY,
    JANUARY,
    MARCH,
    Cast,
    certified,
    open_table,
    record_of,
    reported,
    sanctioned_event,
)
from tournaments.executors.selectors.proposals import troubled_games
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.reports.models.report import Confirmation, Report
from tournaments.reports.services.settling import settle_finding


@pytest.fixture
def report(cast: Cast) -> Report:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    return reported(cast, game, record_of(cast.players[:4]))


def test_the_reporter_does_not_confirm(cast: Cast, report: Report) -> None:
    with pytest.raises(Refusal) as refusal:
        confirm_result(by=cast.players[0], game=report.game, at=MARCH)
    assert refusal.value.code == "confirmer-is-reporter"
    for stranger in (cast.outsider, cast.executor, cast.players[8]):
        with pytest.raises(Refusal) as refusal:
            confirm_result(by=stranger, game=report.game, at=MARCH)
        assert refusal.value.code == "not-allowed"
    assert confirm_result(by=cast.players[1], game=report.game, at=MARCH).confirmer == cast.players[1]


def test_nobody_confirms_or_certifies_a_sheet_that_has_changed_since_they_saw_it(
    cast: Cast, report: Report
) -> None:
    game, players = report.game, cast.players
    reported(cast, game, {**record_of(players[:4]), "id": "again"}, key="again")
    for act in (
        partial(confirm_result, by=players[1], game=game, version=1, at=MARCH),
        partial(certify_result, by=cast.executor, game=game, version=1, at=MARCH),
    ):
        with pytest.raises(Refusal) as refusal:
            act()
        assert refusal.value.code == "report-changed"
        assert "it is version 2 now" in refusal.value.sentence
        if act.func is confirm_result:
            confirm_result(by=players[1], game=game, version=2, at=MARCH)
    certify_result(by=cast.executor, game=game, version=2, at=MARCH)


def test_the_pages_send_the_version_that_they_show(
    cast: Cast, report: Report, sign_in: Callable[[Person], Client]
) -> None:
    director, page = sign_in(cast.director), "/events/spring-whoopie/games/1/"
    shown = director.get(page).content.decode()
    reported(cast, report.game, {**record_of(cast.players[:4]), "id": "again"}, key="again")
    assert 'name="version" value="1"' in shown
    answer = director.post(f"{page}confirm/", {"version": "1"})
    assert (answer.status_code, b'name="version" value="2"' in answer.content) == (409, True)
    assert director.post(f"{page}confirm/", {"version": "2"}).status_code == 302
    assert b'name="version" value="2"' in sign_in(cast.executor).get(f"{page}certify/").content


def test_an_executor_whose_term_is_over_certifies_nothing_and_another_is_appointed(
    cast: Cast, report: Report
) -> None:
    game = report.game
    confirm_result(by=cast.players[1], game=game, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(by=cast.managing, game=game, appointment=second(cast), at=MARCH)
    assert refusal.value.code == "game-state"
    end_term(
        by=cast.managing, appointment=cast.executor_appointment, last_day=MARCH.date(), why="Moves.", at=MARCH
    )
    later = MARCH + dt.timedelta(days=1)
    with pytest.raises(Refusal) as refusal:
        certify_result(by=cast.executor, game=game, at=later)
    assert refusal.value.code == "not-allowed"
    [troubled] = troubled_games()
    assert (troubled.bars, troubled.why) == (
        True,
        ("Edgar Hale has not been an executor since 8 March 2025.",),
    )
    appoint_acting_executor(by=cast.managing, game=game, appointment=second(cast), at=later)
    assert troubled_games() == ()
    assert certify_result(by=cast.outsider, game=game, at=later).certified_by == second(cast)


def second(cast: Cast) -> Appointment:
    appointment = Appointment.objects.filter(person=cast.outsider).first()
    return appointment or appoint(
        by=cast.managing, person=cast.outsider, office="acting-executor", first_day=FIRST_DAY, at=JANUARY
    )


@pytest.mark.both_databases
def test_the_database_itself_refuses_the_reporter_as_confirmer(cast: Cast, report: Report) -> None:
    def confirm(reporter: Person, confirmer: Person) -> None:
        with transaction.atomic():
            Confirmation.objects.create(report=report, reporter=reporter, confirmer=confirmer, at=MARCH)

    with pytest.raises(IntegrityError, match="confirmer_is_not_the_reporter"):
        confirm(cast.players[0], cast.players[0])
    with pytest.raises(IntegrityError, match="names the reporter"):
        confirm(cast.players[1], cast.players[0])
    confirm(cast.players[0], cast.players[1])
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        Confirmation.objects.update(confirmer=cast.players[2])


def test_steps_are_taken_in_their_order_and_once(cast: Cast, report: Report) -> None:
    game = report.game
    with pytest.raises(Refusal) as refusal:
        certify_result(by=cast.executor, game=game, at=MARCH)
    assert refusal.value.code == "game-state"
    confirm_result(by=cast.director, game=game, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        confirm_result(by=cast.players[1], game=game, at=MARCH)
    assert refusal.value.code == "game-state"
    certify_result(by=cast.executor, game=game, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        certify_result(by=cast.executor, game=game, at=MARCH)
    assert refusal.value.code == "game-state"
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, {**record_of(cast.players[:4]), "id": "late"}, key="late")
    assert refusal.value.code == "game-state"
    assert Certification.objects.count() == 1


def test_only_its_own_executor_certifies(cast: Cast, report: Report) -> None:
    confirm_result(by=cast.director, game=report.game, at=MARCH)
    for stranger in (cast.managing, cast.director, cast.players[0]):
        with pytest.raises(Refusal) as refusal:
            certify_result(by=stranger, game=report.game, at=MARCH)
        assert refusal.value.code == "not-allowed"


def test_an_open_error_stops_the_result_until_it_is_settled(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    report = reported(cast, game, with_slip(record_of(cast.players[:4])))
    with pytest.raises(Refusal) as refusal:
        confirm_result(by=cast.director, game=game, at=MARCH)
    assert (refusal.value.code, refusal.value.facts["open"]) == ("open-findings", 1)
    [named] = refusal.value.facts["errors"]
    assert named["message"] == report.findings.get(severity="error").message
    settle_finding(by=cast.executor, finding=report.findings.get(), reason="A slip.", at=MARCH)
    confirm_result(by=cast.director, game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)
    assert [standing.score for standing in Standing.objects.all()] == [9, -3, -8, -11]


def test_an_award_keeps_every_number_it_was_computed_from(cast: Cast) -> None:
    certified(cast, sanctioned_event(cast, level="special-event"), cast.players[:4])
    [award] = Award.objects.all()
    assert (award.points, award.blue) == (Decimal("8.0"), Decimal("1.0"))
    assert award.numbers == {
        "articles": 1,
        "level": "special-event",
        "type": "club-game",
        "finals": [9, -3, -8, -11],
        "table_size": 4,
        "table_size_by": "truncated-average",
        "tie_rule": "share",
        "player_hands": 56,
        "own_player_hands": 56,
        "stanzas": 14,
        "band": "3-4",
        "paid_places": 1,
        "scale": ["8.0"],
        "blue_scale": ["1.0"],
        "place": 1,
        "covered": [1],
    }


def test_a_tie_shares_the_places_it_covers_rounded_down(cast: Cast) -> None:
    event = sanctioned_event(cast, level="special-event", event_type="tournament")
    certified(cast, event, cast.players[:8], name="sample-7-players")
    won = [
        (award.standing.place, award.standing.shared, award.points, award.blue, award.numbers["covered"])
        for award in Award.objects.order_by("pk")
    ]
    share = (1, True, Decimal("9.3"), Decimal("1.5"), [1, 2, 3])
    assert won == [share, share, share]
    assert [entry.points for entry in LedgerEntry.objects.all()] == [Decimal("9.3")] * 3
    assert Certificate.objects.count() == 3


def test_one_job_for_each_certificate(cast: Cast) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    [certificate] = Certificate.objects.all()
    [job] = Job.objects.filter(kind="scoring.certificate-document")
    assert (job.kind, job.key, job.payload) == (
        "scoring.certificate-document",
        certificate.serial,
        {"certificate": certificate.pk},
    )


def test_who_takes_part_becomes_a_novice_once(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    certified(cast, event, cast.players[2:6])
    novices = DegreeHeld.objects.filter(degree="Novice").values_list("person", flat=True)
    assert sorted(novices) == sorted(player.pk for player in cast.players[:6])


@pytest.mark.both_databases
def test_a_failure_half_way_leaves_nothing(cast: Cast, report: Report) -> None:
    """The number of the certificate that would be issued is taken: the last step of all fails."""
    before = MARCH - dt.timedelta(days=1)
    event = sanctioned_event(cast, name="Another", at=before)
    other = certified(cast, event, cast.players[4:8], at=before)
    Certificate.objects.get(award__standing__certification=other)
    Sequence.objects.filter(name=Certificate.Kind.RATING_POINTS).update(last=0)
    confirm_result(by=cast.director, game=report.game, at=MARCH)
    with pytest.raises(IntegrityError), transaction.atomic():
        certify_result(by=cast.executor, game=report.game, at=MARCH)
    assert Game.objects.get(pk=report.game_id).state == "confirmed"
    assert list(Certification.objects.all()) == [other]
    for model in (Award, LedgerEntry, Certificate):
        assert model.objects.count() == 1
    for kind in ("certificate-issued", "scoring.certificate-document"):
        assert Job.objects.filter(kind=kind).count() + Message.objects.filter(kind=kind).count() == 1
    assert not DegreeHeld.objects.filter(person=cast.players[0]).exists()
