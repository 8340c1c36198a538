"""Two desks at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial

import pytest
from django.db import transaction

from sanctioning.kit.refusals import Refusal
from sanctioning.signing.models import SigningKey
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import replace_certificate
from scoring.demo.sample_records import as_file
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld, RecordedCertificate, Submission
from scoring.recordings.services.own_recording import record_own
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.corrections import correct_result
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, make_cast, open_table, record_of, reported, sanctioned_event
from tests.support.racing import all_at_once, closing_connection
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import take_report

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def test_two_registrars_one_certificate(cast: Cast) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    [certificate] = Certificate.objects.all()
    record = partial(
        record_certificates, by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=MARCH
    )
    answers = all_at_once([record, record])
    outcomes = sorted(
        (answer.state, answer.refused_for) for answer in answers if isinstance(answer, Submission)
    )
    assert outcomes == [("accepted", ""), ("refused", "recorded")]
    assert RecordedCertificate.objects.count() == 1
    assert LedgerEntry.objects.filter(book="recorded").count() == 1
    assert DegreeHeld.objects.filter(degree="Junior Master").count() == 1


def test_two_desks_with_two_papers_of_one_player(cast: Cast) -> None:
    """The second desk sees what the first recorded: 3.0 more bring no new degree."""
    event = sanctioned_event(cast)
    for _ in range(2):
        certified(cast, event, cast.players[:4])
    answers = all_at_once(
        [
            partial(record_certificates, by=cast.registrar, person=cast.players[0], codes=[code], at=MARCH)
            for code in Certificate.objects.values_list("code", flat=True)
        ]
    )
    outcomes = sorted(
        (answer.state, answer.refused_for) for answer in answers if isinstance(answer, Submission)
    )
    assert outcomes == [("accepted", ""), ("refused", "quantity")]


def test_a_paper_that_is_being_replaced_is_not_recorded(cast: Cast) -> None:
    """The desk that records waits for the one that replaces, and finds the paper void."""
    certified(cast, sanctioned_event(cast), cast.players[:4])
    [certificate] = Certificate.objects.all()
    record = partial(
        record_certificates, by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=MARCH
    )
    with ThreadPoolExecutor(1) as desk:
        with transaction.atomic():
            replace_certificate(by=cast.registrar, certificate=certificate, why="Coffee.", at=MARCH)
            recording = desk.submit(closing_connection(record))
            assert wait([recording], timeout=1).not_done == {recording}
        assert recording.result(timeout=60).refused_for == "void"
    assert not RecordedCertificate.objects.exists()


def test_two_players_recording_at_once_keep_one_chain(cast: Cast) -> None:
    event = sanctioned_event(cast)
    tables = [cast.players[first : first + 4] for first in range(4)]
    for table in tables:
        certified(cast, event, table)
    papers = {certificate.person: certificate.code for certificate in Certificate.objects.all()}
    assert len(papers) == 4
    all_at_once(
        [
            partial(record_certificates, by=cast.registrar, person=person, codes=[code], at=MARCH)
            for person, code in papers.items()
        ]
    )
    assert Submission.objects.filter(state="accepted").count() == 4
    assert list(ledger_problems()) == []
    assert LedgerEntry.objects.count() == 8


def test_one_report_sent_by_four_threads_is_one(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    send = partial(
        take_report,
        by=players[0],
        game=game,
        data=as_file(record_of(players)),
        idempotency_key="phone",
        at=MARCH,
    )
    answers = all_at_once([send] * 4)
    assert answers == [Report.objects.get()] * 4


def test_four_different_reports_are_four_versions_and_one_is_current(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    all_at_once(
        [
            partial(
                take_report,
                by=player,
                game=game,
                data=as_file({**record_of(players), "id": player.number}),
                idempotency_key=player.number,
                reason="As I wrote it.",
                at=MARCH,
            )
            for player in players
        ]
    )
    assert sorted(game.reports.values_list("version", flat=True)) == [1, 2, 3, 4]
    assert game.reports.filter(current=True).count() == 1


def test_one_report_sent_by_four_with_keys_of_their_own_is_one(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    data = as_file(record_of(players))
    answers = all_at_once(
        [
            partial(take_report, by=player, game=game, data=data, idempotency_key=player.number, at=MARCH)
            for player in players
        ]
    )
    assert answers == [game.reports.get()] * 4


def test_a_game_is_certified_once(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    reported(cast, game, record_of(players))
    confirm_result(by=cast.director, game=game, at=MARCH)
    answers = all_at_once([partial(certify_result, by=cast.executor, game=game, at=MARCH)] * 3)
    refusals = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert refusals == ["game-state", "game-state"]
    assert (Certification.objects.count(), Certificate.objects.count()) == (1, 1)
    assert LedgerEntry.objects.get().day == dt.date(2025, 3, 8)


def order(cast: Cast, game: Game, key: str) -> Callable[[], Certification]:
    """The Managing Executor has the first two players exchanged."""
    first, second, *rest = cast.players[:4]
    return partial(
        correct_result,
        by=cast.managing,
        game=game,
        data=as_file(record_of([second, first, *rest])),
        ruling="Ruling 7",
        why="Exchanged.",
        idempotency_key=key,
        at=MARCH,
    )


def test_a_correction_and_the_desk_at_once(cast: Cast) -> None:
    """Recorded first, the recording is corrected; corrected first, the paper is void. Both add up."""
    game = certified(cast, sanctioned_event(cast), cast.players[:4]).game
    [certificate] = Certificate.objects.all()
    record = partial(
        record_certificates, by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=MARCH
    )
    acts: list[Callable[[], object]] = [record, order(cast, game, "one")]
    submission, corrected = all_at_once(acts)
    assert isinstance(submission, Submission)
    assert isinstance(corrected, Certification)
    assert (submission.state, submission.refused_for) in (("accepted", ""), ("refused", "void"))
    recorded = LedgerEntry.objects.filter(book="recorded", person=cast.players[0])
    assert sum(entry.points for entry in recorded) == 0
    assert not DegreeHeld.objects.filter(degree="Junior Master", until__isnull=True).exists()
    assert list(ledger_problems()) == []


def test_one_order_sent_by_three_threads_is_one(cast: Cast) -> None:
    game = certified(cast, sanctioned_event(cast), cast.players[:4]).game
    answers = all_at_once([order(cast, game, "one")] * 3)
    assert answers == [Certification.objects.get(current=True)] * 3
    assert Certification.objects.count() == 2


def test_two_orders_are_two_versions_one_after_the_other(cast: Cast) -> None:
    game = certified(cast, sanctioned_event(cast), cast.players[:4]).game
    all_at_once([order(cast, game, "one"), order(cast, game, "two")])
    versions = Certification.objects.order_by("version").values_list(
        "version", "current", "corrects__version"
    )
    assert list(versions) == [(1, False, None), (2, False, 1), (3, True, 2)]
    assert LedgerEntry.objects.count() == 3


def test_a_roster_published_meanwhile_has_the_correction_or_its_erratum(cast: Cast) -> None:
    may, june = dt.date(2025, 5, 15), MARCH + dt.timedelta(days=90)
    game = certified(cast, sanctioned_event(cast), cast.players[:4]).game
    [certificate] = Certificate.objects.all()
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=MARCH)
    roster = compile_roster(by=cast.registrar, as_of=may, at=MARCH)
    publish = partial(publish_roster, by=cast.registrar, roster=roster, at=june)
    acts: list[Callable[[], object]] = [publish, order(cast, game, "one")]
    all_at_once(acts)
    roster.refresh_from_db()
    assert roster.published
    assert (roster.points == 0) != roster.errata.exists()


def test_the_player_online_and_the_desk_at_once(cast: Cast) -> None:
    """One of them records; the other is told."""
    certified(cast, sanctioned_event(cast), cast.players[:4])
    [certificate] = Certificate.objects.all()
    key = SigningKey.objects.create(fingerprint="f" * 64, first_day=dt.date(2025, 1, 1), made_at=MARCH)
    Certificate.objects.update(signed_with=key)
    answers = all_at_once(
        [
            partial(
                record_certificates,
                by=cast.registrar,
                person=cast.players[0],
                codes=[certificate.code],
                at=MARCH,
            ),
            partial(record_own, by=cast.players[0], serials=[certificate.serial], at=MARCH),
        ]
    )
    outcomes = sorted(
        (answer.state, answer.refused_for) for answer in answers if isinstance(answer, Submission)
    )
    assert outcomes == [("accepted", ""), ("refused", "recorded")]
    assert RecordedCertificate.objects.count() == 1
