"""A game while it is played: stanza by stanza, with comings and goings."""

from __future__ import annotations

import datetime as dt
import json
from random import Random

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from rules_engine import decide
from rules_engine.draws import highest_left, rank
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.sanctioning.kit.test_messages import client_of
from tests.support.play import body_for, drawn_table, play, random_body, report, table
from tests.support.votes import charged
from tournaments.games.models import Game
from tournaments.justice.votes.services.votes import demand_vote
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.models.sheet import Sheet, StanzaVersion
from tournaments.tables.selectors.table import table_of_game
from tournaments.tables.services.authorisations import change_plan, name_scorekeeper
from tournaments.tables.services.closing import close_game, reopen_game
from tournaments.tables.services.seating import get_up, sit_down
from tournaments.tables.services.stanzas import report_stanza


@pytest.fixture
def game(cast: Cast) -> Game:
    return drawn_table(cast, cast.players[:5])


def test_running_scores_are_right_with_every_stanza(cast: Cast, game: Game) -> None:
    dice = Random(1)
    scores = {player.number: 0 for player in cast.players[:5]}
    for number in range(1, 8):
        now = table(cast, game)
        assert now.due is not None
        assert now.due.number == number
        body = random_body(now, dice)
        report(cast, game, body)
        dealer = now.due.dealer
        for player, bid in body["bids"]:
            question = {"bid": bid, "taken": body["taken"][player], "cards": body["cards"]}
            question |= {"dealer": player == dealer}
            scores[player] += int(str(decide.answer("stanza-score", question)["delta"]))
        assert table(cast, game).totals == scores
    assert Game.objects.get(pk=game.pk).state == "playing"
    assert Sheet.objects.get().check_document["findings"] == []


def test_a_stanza_that_names_a_member_twice_is_refused(cast: Cast, game: Game) -> None:
    body = json.dumps(random_body(table(cast, game), Random(2))).replace('"cards"', '"cards": 9, "cards"', 1)
    answer = client_of(cast.director).post(
        f"/api/v1/events/{game.event.slug}/games/{game.number}/table/stanzas/?number=1",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": "twice"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "stanza-malformed")
    assert "“cards” is named twice" in answer.json()["sentence"]


def test_a_stanza_sent_twice_is_one(cast: Cast, game: Game) -> None:
    body = random_body(table(cast, game), Random(2))
    first = report(cast, game, body, key="phone")
    again = report_stanza(by=cast.director, game=game, number=1, body=body, idempotency_key="phone", at=MARCH)
    assert again == first
    with pytest.raises(Refusal) as refusal:
        report_stanza(by=cast.director, game=game, number=2, body=body, idempotency_key="phone", at=MARCH)
    assert refusal.value.code == "idempotency-key-reused"


def test_the_second_reporter_is_told_what_stands(cast: Cast, game: Game) -> None:
    now = table(cast, game)
    report(cast, game, random_body(now, Random(3)))
    with pytest.raises(Refusal) as refusal:
        report_stanza(
            by=cast.players[1],
            game=game,
            number=1,
            body=random_body(now, Random(4)),
            idempotency_key="other",
            at=MARCH,
        )
    assert refusal.value.code == "stanza-reported"
    assert refusal.value.facts["version"] == 1
    assert refusal.value.facts["stanza"] == StanzaVersion.objects.get().body


@pytest.mark.both_databases
def test_a_correction_is_a_version_with_a_reason(cast: Cast, game: Game) -> None:
    now = table(cast, game)
    report(cast, game, random_body(now, Random(3)))
    play(cast, game, 2, Random(5))
    corrected = random_body(now, Random(9))

    def correct(reason: str, replaces: int = 1) -> StanzaVersion:
        return report_stanza(
            by=cast.director,
            game=game,
            number=1,
            body=corrected,
            idempotency_key=f"again {reason} {replaces}",
            replaces=replaces,
            reason=reason,
            at=MARCH,
        )

    with pytest.raises(Refusal) as refusal:
        correct(" ")
    assert refusal.value.code == "reason-missing"
    corrected_stanza = correct("Ash bid one more.")
    assert (corrected_stanza.version, corrected_stanza.reason) == (2, "Ash bid one more.")
    with pytest.raises(Refusal) as refusal:
        correct("Once more.")
    assert refusal.value.code == "stanza-reported"
    assert StanzaVersion.objects.filter(number=1).count() == 2
    after = table(cast, game)
    first = after.stanzas[0]
    assert first.scores == first.delta
    assert after.totals == {
        seat.player: sum(stanza.delta[seat.player] for stanza in after.stanzas) for seat in after.seated
    }
    for act in (
        lambda: StanzaVersion.objects.update(reason="Changed."),
        lambda: StanzaVersion.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_newcomers_leavers_and_returners(cast: Cast, game: Game) -> None:
    dice = Random(6)
    play(cast, game, 3, dice)
    before = table(cast, game)
    get_up(by=cast.director, game=game, person=cast.players[2], at=MARCH)
    sit_down(by=cast.director, game=game, person=cast.players[7], left_of=cast.players[0].number, at=MARCH)
    now = table(cast, game)
    average = sum(before.totals.values()) // 5
    newcomer = next(seat for seat in now.seated if seat.player == cast.players[7].number)
    assert (newcomer.score, newcomer.entering, newcomer.returns) == (average, True, False)
    play(cast, game, 2, dice)
    sit_down(by=cast.director, game=game, person=cast.players[2], at=MARCH)
    returner = next(seat for seat in table(cast, game).seated if seat.player == cast.players[2].number)
    assert (returner.score, returner.returns) == (before.totals[cast.players[2].number], True)
    play(cast, game, 2, dice)
    report_of_game = close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert report_of_game.check_document["ok"]
    assert [finding.code for finding in report_of_game.findings.all()] == ["not-as-planned"]
    assert close_game(by=cast.director, game=game, sure=True, at=MARCH) == report_of_game


def test_a_stanza_asks_as_often_late_in_a_game_of_ten_as_early_in_one_of_three(cast: Cast) -> None:
    def queries_of_a_stanza(game: Game) -> int:
        body = random_body(table(cast, game), Random(1))
        with CaptureQueriesContext(connection) as queries:
            report(cast, game, body)
        return len(queries)

    few = drawn_table(cast, cast.players[:3])
    play(cast, few, 2, Random(1))
    many = drawn_table(cast, cast.players, event=few.event, stanzas=40)
    play(cast, many, 38, Random(1))
    assert queries_of_a_stanza(few) == queries_of_a_stanza(many) <= 20

    def queries_of_a_page(game: Game) -> int:
        with CaptureQueriesContext(connection) as queries:
            table(cast, game)
        return len(queries)

    assert queries_of_a_page(few) == queries_of_a_page(many) <= 20


def test_the_scorekeeper_is_followed_by_the_next_highest_or_whom_the_executor_names(
    cast: Cast, game: Game
) -> None:
    draw = Game.objects.get(pk=game.pk).opening_draw[0]
    first, second = sorted(draw, key=lambda player: rank(draw[player]), reverse=True)[:2]
    numbered = {player.number: player for player in cast.players}
    play(cast, game, 1, Random(1))
    due = table(cast, game).due
    assert due is not None
    assert due.scorekeeper == first
    get_up(by=cast.director, game=game, person=numbered[first], at=MARCH)
    due = table(cast, game).due
    assert due is not None
    assert due.scorekeeper == highest_left(Game.objects.get(pk=game.pk).opening_draw, list(due.order))
    other = next(player for player in due.order if player != second)
    with pytest.raises(Refusal) as refusal:
        name_scorekeeper(by=cast.director, game=game, player=other, reason="He writes well.", at=MARCH)
    assert refusal.value.code == "not-allowed"
    name_scorekeeper(by=cast.executor, game=game, player=other, reason="He writes well.", at=MARCH)
    play(cast, game, 1, Random(1))
    record = json.loads(bytes(close_game(by=cast.director, game=game, sure=True, at=MARCH).record))
    assert record["stanzas"][1]["scorekeeper"] == other


def test_another_end_is_ruled_and_an_end_that_was_not_planned_found(cast: Cast, game: Game) -> None:
    play(cast, game, 2, Random(1))
    with pytest.raises(Refusal) as refusal:
        change_plan(by=cast.director, game=game, planned={"stanzas": 3}, reason="Late.", at=MARCH)
    assert refusal.value.code == "not-allowed"
    with pytest.raises(Refusal) as refusal:
        close_game(by=cast.director, game=game, at=MARCH)
    assert (refusal.value.code, refusal.value.facts["stanzas"]) == ("not-over", 28)
    early = close_game(by=cast.director, game=game, sure=True, at=MARCH)
    assert [(finding.code, finding.severity) for finding in early.findings.all()] == [
        ("not-as-planned", "warning")
    ]
    reopen_game(by=cast.executor, game=game, reason="There is time.", at=MARCH)
    assert not game.reports.filter(current=True).exists()
    change_plan(by=cast.executor, game=game, planned={"stanzas": 3}, reason="The hall closes.", at=MARCH)
    play(cast, game, 1, Random(1))
    assert table(cast, game).is_over
    assert not close_game(by=cast.director, game=game, at=MARCH).findings.exists()


def test_only_what_was_played_here_is_offered_to_be_reopened(cast: Cast) -> None:
    event = sanctioned_event(cast)
    whole, played = (open_table(cast, event, cast.players[first : first + 4]) for first in (0, 4))
    reported(cast, whole, record_of(cast.players[:4]))
    draw_cards(by=cast.director, game=played, seed="cards", at=MARCH)
    play(cast, played, 1, Random(1))
    close_game(by=cast.director, game=played, sure=True, at=MARCH)
    offered = [
        table_of_game(game=Game.objects.get(pk=game.pk), asker=cast.executor) for game in (whole, played)
    ]
    assert [seen.acts.reopen for seen in offered if seen] == [False, True]


def test_who_closes_over_an_open_error_or_a_vote_is_asked(cast: Cast, game: Game) -> None:
    change_plan(by=cast.executor, game=game, planned={"stanzas": 1}, reason="Late.", at=MARCH)
    body = random_body(table(cast, game), Random(1))
    report(cast, game, {**body, "dealer": body["bids"][0][0]})
    violation = charged(game, cast.players[0], cast.players[1])
    demand_vote(by=cast.players[0], violation=violation, motion="find-chaotic-action", at=MARCH)
    with pytest.raises(Refusal) as refusal:
        close_game(by=cast.director, game=game, at=MARCH)
    errors = sum(finding["blocks"] for finding in table(cast, game).findings)
    assert errors > 0
    assert refusal.value.facts == {"stanzas": 0, "open_errors": errors, "votes": 1}
    assert close_game(by=cast.director, game=game, sure=True, at=MARCH).current


@pytest.mark.both_databases
def test_a_game_by_the_clock_is_over_when_its_time_has_come(cast: Cast, game: Game) -> None:
    change_plan(by=cast.executor, game=game, planned={"until": "22:30"}, reason="Late.", at=MARCH)
    play(cast, game, 1, Random(1))
    with pytest.raises(Refusal) as refusal:
        close_game(by=cast.director, game=game, at=MARCH)
    assert "22:30" in refusal.value.sentence
    assert close_game(by=cast.director, game=game, at=MARCH + dt.timedelta(hours=11)).current


def test_who_walks_out_fails_his_bid_and_is_gone_before_the_next_deal(cast: Cast, game: Game) -> None:
    play(cast, game, 2, Random(1))
    now = table(cast, game)
    assert now.due is not None
    walker = now.due.order[0]
    person = next(player for player in cast.players if player.number == walker)
    with pytest.raises(Refusal) as refusal:
        get_up(by=cast.director, game=game, person=person, walked_out=True, reason="Angry.", at=MARCH)
    assert refusal.value.code == "not-allowed"
    get_up(by=cast.executor, game=game, person=person, walked_out=True, reason="Angry.", at=MARCH)
    with pytest.raises(Refusal) as refusal:
        report(cast, game, body_for(table(cast, game), {walker: 1}))
    assert refusal.value.code == "walked-out-made"
    report(cast, game, body_for(table(cast, game), {now.due.order[1]: 1}))
    assert walker not in {seat.player for seat in table(cast, game).seated}
    play(cast, game, 1, Random(1))
    record = json.loads(bytes(close_game(by=cast.director, game=game, sure=True, at=MARCH).record))
    assert record["stanzas"][3]["leaves"] == [walker]
