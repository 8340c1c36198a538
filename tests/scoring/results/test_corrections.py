"""A certified result changes only by order, and everything that follows from it follows by itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.degrees.entry_condition import DEGREE
from scoring.degrees.selectors.recording_forecast import held_by
from scoring.demo.sample_records import as_file
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld, RecordedCertificate
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Award, Certification, Standing
from scoring.results.services.corrections import Order, certify_anew, correct_result
from scoring.rosters.lines import RosterKey
from scoring.rosters.models import Erratum, Roster
from scoring.rosters.selectors.kept_lines import csv_pieces
from scoring.rosters.selectors.rosters import roster_detail
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, record_of, sanctioned_event
from tests.fixtures import SignIn
from tournaments.events.models.event import Event
from tournaments.formats.record_check import check_of_record
from tournaments.games.models import Game
from tournaments.reports.services.reports import add_version

MAY = dt.date(2025, 5, 15)
PUBLISHED = noon(dt.date(2025, 5, 20))
JUNE = noon(dt.date(2025, 6, 2))


@pytest.fixture
def event(cast: Cast) -> Event:
    """First place at a table of four wins 16.0 points, 4.0 of them blue."""
    return sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")


@pytest.fixture
def game(cast: Cast, event: Event) -> Game:
    """Won by the first of the players."""
    return certified(cast, event, cast.players[:4]).game


def swapped(cast: Cast, first: int = 0, second: int = 1) -> list[Person]:
    """The four players with two of them in each other's place."""
    players = list(cast.players[:4])
    players[first], players[second] = players[second], players[first]
    return players


def correct(
    cast: Cast,
    game: Game,
    players: Sequence[Person],
    *,
    key: str = "order",
    at: dt.datetime = JUNE,
    **more: Any,
) -> Certification:
    usual: dict[str, Any] = {
        "by": cast.managing,
        "ruling": "Ruling 7 of 2025",
        "why": "Two names were exchanged on the sheet.",
        **more,
    }
    return correct_result(
        game=game, data=as_file(record_of(players)), idempotency_key=f"{game.pk}/{key}", at=at, **usual
    )


def record_all(cast: Cast, person: Person, at: dt.datetime = MARCH) -> None:
    papers = Certificate.objects.filter(person=person, kind="rating-points", state="issued")
    codes = list(papers.order_by("pk").values_list("code", flat=True))
    record_certificates(by=cast.registrar, person=person, codes=codes, at=at)


def points(book: str, person: Person) -> Decimal:
    return sum((entry.points for entry in person.ledger.filter(book=book)), Decimal("0.0"))


def degrees(person: Person) -> list[str]:
    return list(person.degrees.filter(until__isnull=True).order_by("rank").values_list("degree", flat=True))


def test_the_corrected_version_is_current_and_the_one_before_stays(cast: Cast, game: Game) -> None:
    before = Certification.objects.get(game=game)
    stood = list(before.standings.values_list("person", "place", "score"))
    corrected = correct(cast, game, swapped(cast))
    before.refresh_from_db()
    assert (before.current, before.version, corrected.version, corrected.corrects) == (False, 1, 2, before)
    assert (corrected.ordered_by, corrected.ruling) == (cast.managing, "Ruling 7 of 2025")
    assert (str(before), str(corrected)) == (f"{game} certified", f"{game} certified, version 2")
    assert list(before.standings.values_list("person", "place", "score")) == stood
    assert corrected.standings.order_by("place")[0].person == cast.players[1]
    assert list(game.reports.order_by("version").values_list("version", "current")) == [(1, False), (2, True)]
    game.refresh_from_db()
    assert game.state == Game.State.CERTIFIED


@pytest.mark.both_databases
def test_a_program_sends_the_corrected_record(cast: Cast, game: Game, sign_in: SignIn) -> None:
    order = {
        "record": record_of(swapped(cast)),
        "ruling": "Ruling 7 of 2025",
        "why": "Two names were exchanged on the sheet.",
    }
    address = f"/api/v1/events/{game.event.slug}/games/{game.number}/corrections/"
    for _ in range(2):
        corrected = sign_in(cast.managing).post(
            address, order, content_type="application/json", headers={"Idempotency-Key": "once"}
        )
        assert (corrected.status_code, corrected.json()["version"]) == (201, 2), corrected.json()
    assert game.certifications.count() == 2


@pytest.mark.both_databases
def test_the_ledger_names_what_it_corrects(cast: Cast, game: Game) -> None:
    first = LedgerEntry.objects.get()
    correct(cast, game, swapped(cast))
    back, fresh = LedgerEntry.objects.order_by("number")[1:]
    assert (back.corrects, back.points, back.person, back.day) == (
        first,
        -first.points,
        first.person,
        first.day,
    )
    assert (fresh.corrects, fresh.person, fresh.points) == (None, cast.players[1], Decimal("16.0"))
    assert back.ordered_by == fresh.ordered_by == cast.managing
    assert back.reason == "Corrected by Ruling 7 of 2025: Two names were exchanged on the sheet."
    assert list(ledger_problems()) == []


def test_the_certificate_of_a_changed_award_is_void_and_another_is_issued(cast: Cast, game: Game) -> None:
    old = Certificate.objects.get()
    correct(cast, game, swapped(cast))
    old.refresh_from_db()
    new = Certificate.objects.exclude(pk=old.pk).get()
    assert (old.state, new.state, new.person) == ("void", "issued", cast.players[1])
    assert Job.objects.filter(kind="scoring.certificate-document", key=new.serial).exists()
    assert AuditEntry.objects.get(action="void certificate").thing_label == old.serial


@pytest.mark.both_databases
def test_an_award_that_stays_keeps_its_certificate(cast: Cast, event: Event) -> None:
    """Second and third change places; the winner is the same."""
    game = certified(cast, event, cast.players[:4]).game
    order = list(Standing.objects.order_by("place").values_list("person", flat=True))
    last = [index for index, player in enumerate(cast.players[:4]) if player.pk in order[2:]]
    corrected = correct(cast, game, swapped(cast, *last))
    certificate = Certificate.objects.get()
    assert certificate.state == "issued"
    award = Award.objects.get(standing__certification=corrected)
    assert award.root == certificate.award
    assert LedgerEntry.objects.count() == 1


def test_recorded_points_and_the_degree_follow(cast: Cast, game: Game) -> None:
    winner, heir = cast.players[0], cast.players[1]
    record_all(cast, winner)
    paper = Certificate.objects.get(kind="degree")
    assert degrees(winner) == ["Novice", "Junior Master"]
    correct(cast, game, swapped(cast))
    paper.refresh_from_db()
    assert (points("recorded", winner), degrees(winner), paper.state) == (Decimal("0.0"), ["Novice"], "void")
    assert (points("awarded", heir), points("recorded", heir)) == (Decimal("16.0"), Decimal("0.0"))
    assert list(ledger_problems()) == []


def test_a_degree_that_was_taken_away_opens_no_event(cast: Cast, game: Game) -> None:
    winner, master = cast.players[0], {"at_least": "Junior Master"}
    record_all(cast, winner)
    assert DEGREE.unmet(game.event, winner, master, JUNE.date()) is None
    correct(cast, game, swapped(cast))
    assert DEGREE.unmet(game.event, winner, master, JUNE.date()) is not None


def test_a_degree_is_kept_while_its_points_are_there(cast: Cast, event: Event) -> None:
    winner = cast.players[0]
    games = [certified(cast, event, cast.players[:4]).game for _ in range(3)]
    record_all(cast, winner)
    assert degrees(winner) == ["Novice", "Master"]
    correct(cast, games[0], swapped(cast))
    assert (points("recorded", winner), degrees(winner)) == (Decimal("32.0"), ["Novice", "Master"])
    papers = Certificate.objects.filter(kind="degree").order_by("number")
    assert [(paper.state, paper.points) for paper in papers] == [
        ("void", Decimal("48.0")),
        ("issued", Decimal("32.0")),
    ]
    degree = DegreeHeld.objects.get(degree="Master")
    assert (degree.certificate, papers[1].facts["recorded_on"]) == (papers[1], degree.since.isoformat())
    text = " ".join(Message.objects.get(to=winner, kind="result-amended").text.split())
    assert "You remain Master of Whoopie." in text
    assert f"{papers[1].serial} replaces it and shows 32.0 points." in text


def test_a_degree_certificate_says_nothing_of_what_was_recorded_later(cast: Cast, event: Event) -> None:
    """Nor does a correction of that change it."""
    winner = cast.players[0]
    certified(cast, event, cast.players[:4])
    record_all(cast, winner)
    later = [certified(cast, event, cast.players[:4]).game for _ in range(3)]
    record_all(cast, winner)
    correct(cast, later[0], swapped(cast))
    assert points("recorded", winner) == Decimal("48.0")
    papers = Certificate.objects.filter(kind="degree").order_by("number")
    assert [(paper.degree, paper.state, paper.points) for paper in papers] == [
        ("Junior Master", "issued", Decimal("16.0")),
        ("Master", "void", Decimal("64.0")),
        ("Master", "issued", Decimal("48.0")),
    ]


def test_after_a_jump_the_degree_below_is_conferred_where_points_bear_it(cast: Cast, event: Event) -> None:
    winner = cast.players[0]
    games = [certified(cast, event, cast.players[:4]).game for _ in range(2)]
    record_all(cast, winner)
    correct(cast, games[0], swapped(cast))
    assert (points("recorded", winner), degrees(winner)) == (Decimal("16.0"), ["Novice", "Junior Master"])
    papers = Certificate.objects.filter(kind="degree").order_by("number").values_list("degree", "state")
    assert list(papers) == [("Master", "void"), ("Junior Master", "issued")]


def test_a_regained_degree_has_a_new_certificate(cast: Cast, game: Game) -> None:
    winner = cast.players[0]
    record_all(cast, winner)
    correct(cast, game, swapped(cast))
    correct(cast, game, cast.players[:4], key="appeal", ruling="Appeal 2 of 2025", why="Overturned.")
    assert (points("recorded", winner), degrees(winner)) == (Decimal("16.0"), ["Novice", "Junior Master"])
    papers = Certificate.objects.filter(kind="degree").order_by("number").values_list("degree", "state")
    assert list(papers) == [("Junior Master", "void"), ("Junior Master", "issued")]
    rows = RecordedCertificate.objects.order_by("pk")
    assert [row.certificate.state for row in rows] == ["void", "recorded"]
    assert rows[1].instead_of == rows[0]
    assert rows[1].submission == rows[0].submission
    assert list(ledger_problems()) == []


def test_an_order_sent_twice_counts_once(cast: Cast, game: Game) -> None:
    first = correct(cast, game, swapped(cast))
    entries = LedgerEntry.objects.count()
    assert correct(cast, game, swapped(cast)) == first
    assert (Certification.objects.count(), LedgerEntry.objects.count()) == (2, entries)
    same = correct(cast, game, swapped(cast), key="again")
    assert (same.version, LedgerEntry.objects.count()) == (3, entries)


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"why": " "}, "reason-missing"), ({"ruling": ""}, "reason-missing")],
)
def test_a_correction_says_why(cast: Cast, game: Game, changed: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        correct(cast, game, swapped(cast), **changed)
    assert refusal.value.code == code


def test_only_the_managing_executor_orders(cast: Cast, game: Game) -> None:
    for stranger in (cast.executor, cast.director, cast.registrar, cast.players[1]):
        with pytest.raises(Refusal) as refusal:
            correct(cast, game, swapped(cast), by=stranger)
        assert (refusal.value.code, refusal.value.status) == ("not-allowed", 403)
    by_two: list[dict[str, Any]] = [
        {"by": cast.registrar, "ordered_by": cast.managing},
        {"ordered_by": cast.registrar},
    ]
    for orders in by_two:
        with pytest.raises(Refusal) as refusal:
            correct(cast, game, swapped(cast), **orders)
        assert refusal.value.code == "not-allowed"


@pytest.mark.both_databases
def test_errors_that_the_check_still_finds_need_a_reason_to_stand(cast: Cast, game: Game) -> None:
    record = record_of(swapped(cast))
    scores = record["stanzas"][2]["scores"]
    slip = {**scores, cast.players[2].number: scores[cast.players[2].number] + 3}
    record["stanzas"][2]["scores"] = slip
    order: dict[str, Any] = {
        "by": cast.managing,
        "game": game,
        "data": as_file(record),
        "ruling": "Ruling 7 of 2025",
        "why": "Exchanged.",
        "at": JUNE,
    }
    with pytest.raises(Refusal) as refusal:
        correct_result(**order, idempotency_key="one")
    assert refusal.value.code == "open-findings"
    assert (Certification.objects.count(), game.reports.count()) == (1, 1)
    correct_result(**order, idempotency_key="two", settled_because="An erasure that all remember.")
    [finding] = game.reports.get(current=True).findings.filter(severity="error")
    assert (finding.settled_by, finding.reason) == (cast.managing, "An erasure that all remember.")


def test_an_error_that_was_settled_before_keeps_its_own_reason(cast: Cast, game: Game) -> None:
    record = record_of(swapped(cast))
    for stanza in (2, 3):
        record["stanzas"][stanza]["scores"][cast.players[stanza].number] += 3
    data = as_file(record)
    report = add_version(
        by=cast.managing,
        game=game,
        data=data,
        idempotency_key="two",
        check=check_of_record(game.event, data),
        at=JUNE,
        before=game.state,
    )
    first, *others = report.findings.filter(severity="error").order_by("pk")
    settled = {"settled_by": cast.executor, "settled_at": JUNE, "reason": "Seen by all."}
    report.findings.filter(pk=first.pk).update(**settled)
    order = Order(
        ordered_by=cast.managing, ruling="Ruling 7", why="Exchanged.", settled_because="The rest stands."
    )
    certify_anew(by=cast.managing, game=game, report=report, order=order, at=JUNE)
    reasons = report.findings.filter(severity="error").order_by("pk").values_list("reason", flat=True)
    assert list(reasons) == ["Seen by all.", *["The rest stands." for _error in others]]


@pytest.mark.both_databases
def test_the_database_has_one_current_version_and_keeps_the_others(cast: Cast, game: Game) -> None:
    correct(cast, game, swapped(cast))
    with pytest.raises(IntegrityError), transaction.atomic():
        Certification.objects.filter(version=1).update(current=True)
    with pytest.raises(IntegrityError, match="final"), transaction.atomic():
        Certification.objects.filter(version=2).update(why="another")
    with pytest.raises(IntegrityError), transaction.atomic():
        Certification.objects.filter(version=1).update(version=5)


@pytest.mark.both_databases
def test_a_published_roster_gets_a_dated_erratum_and_stays(cast: Cast, game: Game) -> None:
    record_all(cast, cast.players[0])
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    published = publish_roster(by=cast.registrar, roster=roster, at=PUBLISHED)
    frozen = list(csv_pieces(published))
    correct(cast, game, swapped(cast))
    erratum = Erratum.objects.get()
    assert (erratum.name, erratum.at, erratum.number) == ("Ash, A", JUNE, 1)
    assert (erratum.said_points, erratum.said_degree) == (Decimal("16.0"), "Junior Master of Whoopie")
    assert (erratum.right_points, erratum.right_degree) == (Decimal("0.0"), "Novice of Whoopie")
    assert list(csv_pieces(Roster.objects.get())) == frozen
    shown = roster_detail(RosterKey(MAY))
    assert shown is not None
    assert [(erratum.number, erratum.ruling) for erratum in shown.errata] == [(1, "Ruling 7 of 2025")]
    correct(cast, game, cast.players[:4], key="appeal", ruling="Appeal 2", why="Overturned.")
    second = Erratum.objects.get(number=2)
    assert (second.said_points, second.right_points) == (Decimal("0.0"), Decimal("16.0"))
    correct(cast, game, swapped(cast), key="review", ruling="Ruling 9", why="Exchanged after all.")
    third = Erratum.objects.get(number=3)
    assert (third.said_points, third.right_points) == (Decimal("16.0"), Decimal("0.0"))


def test_the_roster_of_the_very_day_of_the_game_gets_an_erratum(cast: Cast) -> None:
    on_the_day = noon(MAY)
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament", at=on_the_day)
    game = certified(cast, event, cast.players[:4], at=on_the_day).game
    record_all(cast, cast.players[0], at=on_the_day)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=PUBLISHED)
    publish_roster(by=cast.registrar, roster=roster, at=PUBLISHED)
    correct(cast, game, swapped(cast))
    assert Erratum.objects.get().said_points == Decimal("16.0")


def test_a_working_copy_follows_a_correction_made_after_its_day(cast: Cast, game: Game) -> None:
    record_all(cast, cast.players[0])
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(dt.date(2025, 5, 16)))
    assert roster.points == Decimal("16.0")
    correct(cast, game, swapped(cast), at=PUBLISHED)
    assert Job.objects.filter(kind="scoring.compile-roster").count() == 1
    published = publish_roster(by=cast.registrar, roster=roster, at=JUNE)
    assert (published.points, Erratum.objects.count()) == (Decimal("0.0"), 0)


def test_certificates_in_every_state_are_void_after_a_change(cast: Cast, event: Event) -> None:
    from scoring.certificates.services.certificates import replace_certificate

    game = certified(cast, event, cast.players[:4]).game
    old = Certificate.objects.get()
    fresh = replace_certificate(by=cast.registrar, certificate=old, why="Coffee.", at=MARCH)
    correct(cast, game, swapped(cast))
    states = {
        certificate.pk: certificate.state
        for certificate in Certificate.objects.filter(person=cast.players[0])
    }
    assert states == {old.pk: "replaced", fresh.pk: "void"}


def test_a_correction_that_changes_nothing_leaves_the_books(cast: Cast, game: Game) -> None:
    before = LedgerEntry.objects.count(), Certificate.objects.count(), DegreeHeld.objects.count()
    corrected = correct(cast, game, cast.players[:4])
    assert (LedgerEntry.objects.count(), Certificate.objects.count(), DegreeHeld.objects.count()) == before
    assert corrected.version == 2
    player = cast.players[0]
    assert held_by([player], "whoopie")[player.pk].sanctioned_games == 1
