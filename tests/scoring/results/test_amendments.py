"""What is ruled or decided is felt in the sheet, the report and the ledger at once, and taken back wholly."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from rules_engine.whoopie.random.game import random_game
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Certification, Standing
from scoring.results.selectors.consequences import consequences_of
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.corrections import correct_result
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.support.justice import no_call, overturned, puts_in, revoke, ruled, takes_out
from tests.support.play import body_for, drawn_table, play, report, table
from tournaments.games.models import Game
from tournaments.justice.rulings.services.amendments import StanzaChange
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import take_report
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up

JUNE = MARCH + dt.timedelta(days=90)
State = Game.State


@pytest.fixture
def game(cast: Cast) -> Game:
    """First place at a table of four wins 16.0 points, 4.0 of them blue."""
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    return open_table(cast, event, cast.players[:4])


@pytest.fixture
def running(cast: Cast) -> Game:
    """Three stanzas of a game that is reported stanza by stanza."""
    game = drawn_table(cast, cast.players[:4], stanzas=3)
    play(cast, game, 3, Random(5))
    return game


def final(report: Report) -> dict[str, int]:
    return dict(report.check_document["final"])


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def current(game: Game) -> Report:
    return game.reports.get(current=True)


def two_revokes(cast: Cast) -> list[StanzaChange]:
    """The winner of the sample revoked where he made his bids: he falls to -10, and the third wins."""
    return [puts_in(5, revoke(cast.players[0].number)), puts_in(9, revoke(cast.players[0].number))]


def certify(cast: Cast, game: Game, *, at: dt.datetime = MARCH) -> Certification:
    confirm_result(by=cast.director, game=game, at=at)
    return certify_result(by=cast.executor, game=game, at=at)


def record(cast: Cast, person: Person) -> None:
    papers = Certificate.objects.filter(person=person, kind="rating-points", state="issued")
    record_certificates(by=cast.registrar, person=person, codes=[paper.code for paper in papers], at=MARCH)


def points_of(*people: Person) -> list[Decimal]:
    """What each was awarded, and what of it is recorded."""
    return [
        sum((entry.points for entry in person.ledger.filter(book=book)), Decimal("0.0"))
        for person in people
        for book in ("awarded", "recorded")
    ]


def extrapolation(player: str, authorised: bool) -> StanzaChange:
    return StanzaChange(0, adds=({"player": player, "extrapolate": authorised},))


# While the game is played.


def test_a_ruling_changes_the_sheet_and_its_reversal_brings_it_back(cast: Cast, running: Game) -> None:
    before = Sheet.objects.get(game=running).check_document
    player = cast.players[0].number
    revision = now(running).revision
    ruling = ruled(cast, running, puts_in(2, no_call(player)))
    after = Sheet.objects.get(game=running).check_document
    assert [stanza["scores"][player] for stanza in after["stanzas"]] == [
        score - (number > 1)
        for number, score in enumerate((stanza["scores"][player] for stanza in before["stanzas"]), 1)
    ]
    assert now(running).revision > revision
    assert running.stanza_versions.count() == 3, "what the table said stays"
    overturned(cast, ruling, at=MARCH)
    assert Sheet.objects.get(game=running).check_document == before


def test_a_ruling_waits_for_its_stanza(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=3)
    player = cast.players[0].number
    ruled(cast, game, puts_in(1, no_call(player)))
    body = body_for(table(cast, game), {})
    report(cast, game, body)
    assert Sheet.objects.get(game=game).scores_after(1)[player] == -2, "he failed, and did not call"
    assert not Sheet.objects.get(game=game).check_document["findings"]
    assert game.stanza_versions.get().body == body


def test_a_closed_sheet_follows_and_keeps_who_reported_it(cast: Cast, running: Game) -> None:
    closed = close_game(by=cast.director, game=running, sure=True, at=MARCH)
    assert closed.from_sheet
    player = cast.players[1].number
    ruling = ruled(cast, running, puts_in(3, no_call(player)))
    second = current(running)
    assert (second.version, second.from_sheet, second.reporter) == (2, True, cast.director)
    assert final(second)[player] == final(closed)[player] - 1
    overturned(cast, ruling, at=MARCH)
    assert bytes(current(running).record) == bytes(closed.record)


# A whole record.


def test_a_report_that_comes_after_the_ruling_stands_as_ruled(cast: Cast, game: Game) -> None:
    ruled(cast, game, *two_revokes(cast))
    version = reported(cast, game, record_of(cast.players[:4]))
    sent = game.reports.get(version=1)
    assert (version.version, version.amends, version.reporter, version.current) == (
        2,
        sent,
        sent.reporter,
        True,
    )
    assert final(version)[cast.players[0].number] == -10
    assert json.loads(bytes(sent.record)) == record_of(cast.players[:4])
    assert reported(cast, game, record_of(cast.players[:4])) == version, "sent twice it is one"


def test_every_version_is_made_from_what_was_sent(cast: Cast, game: Game) -> None:
    sent = reported(cast, game, record_of(cast.players[:4]))
    first, second = (ruled(cast, game, change) for change in two_revokes(cast))
    assert final(current(game))[cast.players[0].number] == -10
    overturned(cast, first, at=MARCH)
    assert final(current(game))[cast.players[0].number] == -2
    overturned(cast, second, at=MARCH)
    assert bytes(current(game).record) == bytes(sent.record)
    assert {each.amends_id for each in game.reports.filter(version__gt=1)} == {sent.pk}


def test_where_nothing_changes_there_is_no_new_version(cast: Cast, game: Game) -> None:
    reported(cast, game, record_of(cast.players[:4]))
    ruled(cast, game, takes_out(1, [revoke(cast.players[0].number)]))
    ruled(cast, game)
    assert game.reports.count() == 1


def test_whoever_confirmed_hears_that_the_sheet_has_changed(cast: Cast, game: Game) -> None:
    reported(cast, game, record_of(cast.players[:4]))
    confirm_result(by=cast.players[1], game=game, at=MARCH)
    ruled(cast, game, *two_revokes(cast))
    heard = {message.to for message in Message.objects.filter(kind="confirmation-again")}
    assert heard == {cast.director, cast.players[1]}


def test_a_confirmed_sheet_waits_for_a_second_person_again(cast: Cast, game: Game) -> None:
    reported(cast, game, record_of(cast.players[:4]))
    confirm_result(by=cast.director, game=game, at=MARCH)
    ruled(cast, game, *two_revokes(cast))
    assert now(game).state == State.REPORTED
    messages = Message.objects.filter(kind="confirmation-again")
    assert [message.to for message in messages] == [cast.director]
    assert "needs a second person again" in messages[0].subject
    with pytest.raises(Refusal, match="You reported this game"):
        confirm_result(by=cast.players[0], game=game, at=MARCH)
    certification = certify(cast, game)
    assert certification.standings.get(place=1).person == cast.players[2]


def test_what_the_check_finds_because_of_a_ruling_is_settled_by_it(cast: Cast, game: Game) -> None:
    """The cards of the sample show no revoke there, and the ruling stands all the same."""
    reported(cast, game, record_of(cast.players[:4]))
    ruled(cast, game, *two_revokes(cast))
    errors = current(game).findings.filter(severity="error")
    assert {finding.code for finding in errors} == {"incident-unsupported"}
    assert {(finding.settled_by, finding.reason) for finding in errors} == {
        (cast.executor, "Ruling 1: Two saw it.")
    }


def test_an_error_that_was_open_before_stays_open(cast: Cast, game: Game) -> None:
    wrong = record_of(cast.players[:4])
    wrong["final"][cast.players[3].number] = 99
    reported(cast, game, wrong)
    ruled(cast, game, puts_in(14, {"kind": "illegal-bid", "player": cast.players[3].number, "bid": 9}))
    assert current(game).version == 2
    assert not current(game).findings.filter(severity="error", settled_at__isnull=True), "it is stated anew"
    wrong["stanzas"][0]["dealer"] = cast.players[0].number
    take_report(
        by=cast.players[0],
        game=game,
        data=as_file(wrong),
        idempotency_key="again",
        reason="Misread.",
        at=MARCH,
    )
    before = current(game).findings.filter(code="dealer-rotation", settled_at__isnull=True).count()
    ruled(cast, game, puts_in(13, no_call(cast.players[3].number)))
    open_now = current(game).findings.filter(code="dealer-rotation", settled_at__isnull=True)
    assert open_now.count() == before > 0


# A certified result.


def test_a_ruling_overturned_years_later_brings_the_books_that_would_have_been(
    cast: Cast, game: Game
) -> None:
    ruling = ruled(cast, game, *two_revokes(cast))
    reported(cast, game, record_of(cast.players[:4]))
    certify(cast, game)
    heir, winner = cast.players[2], cast.players[0]
    record(cast, heir)
    assert points_of(heir, winner) == [16, 16, 0, 0]
    step = overturned(cast, ruling, at=JUNE)
    corrected = Certification.objects.get(game=game, current=True)
    assert (corrected.version, corrected.ordered_by) == (2, cast.managing)
    assert (corrected.ruling, corrected.why) == (str(step.appeal), "Nobody saw it.")
    assert corrected.report.amends == game.reports.get(version=1)
    assert points_of(heir, winner) == [0, 0, 16, 0]
    assert list(ledger_problems()) == []
    assert list(heir.degrees.filter(until__isnull=True).values_list("degree", flat=True)) == ["Novice"]


def test_each_whom_it_touches_reads_what_changed_for_him(cast: Cast, game: Game) -> None:
    ruling = ruled(cast, game, *two_revokes(cast))
    reported(cast, game, record_of(cast.players[:4]))
    certify(cast, game)
    heir, winner = cast.players[2], cast.players[0]
    record(cast, heir)
    overturned(cast, ruling, at=JUNE)
    texts = {message.to: message.text for message in Message.objects.filter(kind="result-amended")}
    old, new = Certificate.objects.filter(kind="rating-points").order_by("number")
    assert "Before: place 1 with a score of −3; 16.0 points (4.0 blue)." in texts[heir]
    assert "Now: place 2 with a score of −3; 0.0 points" in texts[heir]
    assert f"Certificate {old.serial} is void." in texts[heir]
    assert "removed from your recorded points" in texts[heir]
    assert "Your degree of Junior Master of Whoopie is withdrawn" in texts[heir]
    assert f"Certificate {new.serial} for 16.0 points is issued." in texts[winner]
    assert "Nobody saw it." in texts[winner]
    assert "Before: place 3 with a score of −10" in texts[winner]
    touched = {
        touched_person.person: touched_person
        for touched_person in consequences_of(Certification.objects.get(game=game, current=True))
    }
    assert touched[heir].taken_out
    assert not touched[heir].taken_over
    assert [entry.points for entry in touched[heir].entries] == [-16, -16]
    assert set(touched) == set(texts)
    heard = [
        message.to_id for message in Message.objects.filter(at=JUNE).exclude(thing_type="tournaments.Appeal")
    ]
    assert sorted(heard) == sorted(person.pk for person in texts), "each in one message"


def test_a_decision_that_changes_no_score_changes_no_book(cast: Cast, game: Game) -> None:
    ruling = ruled(cast, game)
    reported(cast, game, record_of(cast.players[:4]))
    certify(cast, game)
    overturned(cast, ruling, at=JUNE)
    assert Certification.objects.get(game=game).version == 1


def test_a_correction_is_of_what_was_reported_and_the_ruling_stands_on_it(cast: Cast, game: Game) -> None:
    """Two names had been exchanged: the order says so, and the revokes are still the same player's."""
    players = list(cast.players[:4])
    exchanged = [players[1], players[0], *players[2:]]
    ruled(cast, game, puts_in(5, no_call(players[0].number)))
    reported(cast, game, record_of(exchanged))
    certify(cast, game)
    order: dict[str, Any] = {
        "by": cast.managing,
        "game": game,
        "data": as_file(record_of(players)),
        "ruling": "Order 1",
        "why": "Two names were exchanged.",
        "idempotency_key": "order",
        "at": JUNE,
    }
    corrected = correct_result(**order)
    assert final(corrected.report)[players[0].number] == 9 - 1
    assert corrected.report.amends is not None
    assert corrected.report.amends.idempotency_key == "order"
    assert correct_result(**order) == corrected


def test_a_score_is_extrapolated_on_appeal(cast: Cast) -> None:
    people = [player.number for player in cast.players[:5]]
    sent = random_game(people, 5, stanzas=14, changes=True)
    [leaver] = [absent["player"] for absent in sent["absent"] if absent["extrapolate"]]
    game = open_table(cast, sanctioned_event(cast), cast.players[:5])
    ruling = ruled(cast, game)
    reported(cast, game, sent)
    certify(cast, game)
    before = Standing.objects.get(certification__game=game, record_id=leaver)
    assert before.extrapolated > 0
    overturned(cast, ruling, extrapolation(leaver, False), at=JUNE)
    after = Standing.objects.get(certification__game=game, certification__current=True, record_id=leaver)
    assert (after.extrapolated, after.score) == (0, before.score - before.extrapolated)


def test_who_left_a_sheet_is_extrapolated_on_appeal(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=3)
    play(cast, game, 1, Random(5))
    leaver = cast.players[0]
    get_up(by=cast.director, game=game, person=leaver, at=MARCH)
    for _ in range(2):
        now_ = table(cast, game)
        seated = [seat.player for seat in now_.seated]
        report(cast, game, body_for(now_, {seated[0]: 1, seated[1]: 0}))
    close_game(by=cast.director, game=game, sure=True, at=MARCH)
    stood = final(current(game))[leaver.number]
    ruled(cast, game, extrapolation(leaver.number, True))
    assert final(current(game))[leaver.number] > stood
