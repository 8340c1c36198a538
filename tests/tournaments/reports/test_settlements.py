"""Findings settled while the game is played: held by their stanza, and carried into the report."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from scoring.results.services.certification import confirm_result
from tests.cast import MARCH, Cast
from tests.support.play import drawn_table, play, random_body, report, table
from tournaments.games.models import Game
from tournaments.reports.models.report import Report, ReportFinding
from tournaments.reports.selectors.settlements import findings_in_play
from tournaments.reports.services.settlements import settle_in_play
from tournaments.reports.services.settling import settle_finding
from tournaments.tables.models.sheet import Settlement
from tournaments.tables.services.closing import close_game, reopen_game
from tournaments.tables.services.stanzas import report_stanza

WHY = "Both dealt by agreement; the bids were made in order."


@pytest.fixture
def game(cast: Cast) -> Game:
    """Two stanzas, the second dealt by whoever sits on the dealer's left instead of him."""
    game = drawn_table(cast, cast.players[:4], stanzas=3)
    play(cast, game, 1, Random(1))
    report(cast, game, misdealt(cast, game))
    return game


def misdealt(cast: Cast, game: Game) -> dict[str, Any]:
    body = random_body(table(cast, game), Random(2))
    body["cards"] -= 1
    return body


def open_marks(cast: Cast, game: Game) -> list[str]:
    return [finding["mark"] for finding in table(cast, game).findings if finding["blocks"]]


def settle_all(cast: Cast, game: Game) -> None:
    for mark in open_marks(cast, game):
        settle_in_play(by=cast.executor, game=game, mark=mark, reason=WHY, at=MARCH)


def close(cast: Cast, game: Game) -> Report:
    return close_game(by=cast.director, game=game, sure=True, at=MARCH)


def open_errors(report: Report) -> int:
    return sum(finding.blocks for finding in report.findings.all())


def test_what_is_settled_in_play_goes_into_the_report_with_its_reason(cast: Cast, game: Game) -> None:
    assert open_marks(cast, game)
    settle_all(cast, game)
    assert open_marks(cast, game) == []
    closed = close(cast, game)
    assert open_errors(closed) == 0
    settled = closed.findings.filter(settled_by=cast.executor)
    assert {finding.reason for finding in settled} == {WHY}
    assert AuditEntry.objects.filter(action="settle finding in play").count() == len(settled)
    confirm_result(by=cast.players[0], game=game, at=MARCH)


def test_a_corrected_stanza_is_judged_afresh(cast: Cast, game: Game) -> None:
    settle_all(cast, game)
    standing = table(cast, game).stanzas[1]
    report_stanza(
        by=cast.director,
        game=game,
        number=2,
        body=misdealt_again(standing.stanza),
        idempotency_key="again",
        replaces=1,
        reason="Two bids were swapped.",
        at=MARCH,
    )
    assert open_marks(cast, game)
    assert open_errors(close(cast, game)) > 0
    assert Settlement.objects.exists()


def misdealt_again(stanza: Mapping[str, Any]) -> dict[str, Any]:
    """Still a card short, with another result."""
    made_bids = {player: player == stanza["dealer"] for player, _ in stanza["bids"]}
    changed = {name: value for name, value in stanza.items() if name not in ("taken", "scores")}
    return {**changed, "made": made_bids}


def test_another_stanza_corrected_leaves_it_settled(cast: Cast, game: Game) -> None:
    settle_all(cast, game)
    first = table(cast, game).stanzas[0].stanza
    changed = {name: value for name, value in first.items() if name not in ("taken", "scores")}
    made_bids = {player: bid == 0 for player, bid in first["bids"]}
    report_stanza(
        by=cast.director,
        game=game,
        number=1,
        body={**changed, "made": made_bids},
        idempotency_key="first again",
        replaces=1,
        reason="Somebody's tricks were counted twice.",
        at=MARCH,
    )
    stands = [finding for finding in table(cast, game).findings if finding["stanza"] == 2]
    assert stands
    assert all(finding["settled_by"] for finding in stands)


def test_what_was_settled_after_closing_outlives_a_correction_elsewhere(cast: Cast, game: Game) -> None:
    closed = close(cast, game)
    for finding in closed.findings.filter(severity="error"):
        settle_finding(by=cast.executor, finding=finding, reason=WHY, at=MARCH)
    reopen_game(by=cast.executor, game=game, reason="A stanza is to come.", at=MARCH)
    assert open_marks(cast, game) == []
    assert not ReportFinding.objects.filter(
        report=close(cast, game), severity="error", settled_at=None
    ).exists()


@pytest.mark.both_databases
def test_only_who_rules_the_game_settles_once_and_with_a_reason(cast: Cast, game: Game) -> None:
    [mark, *_] = open_marks(cast, game)
    for by, reason, code in (
        (cast.director, WHY, "not-allowed"),
        (cast.players[0], WHY, "not-allowed"),
        (cast.executor, "  ", "reason-missing"),
    ):
        with pytest.raises(Refusal) as refused:
            settle_in_play(by=by, game=game, mark=mark, reason=reason, at=MARCH)
        assert refused.value.code == code
    settle_in_play(by=cast.executor, game=game, mark=mark, reason=WHY, at=MARCH)
    for known, code in ((mark, "finding-settled"), ("0" * 16, "finding-gone")):
        with pytest.raises(Refusal) as refused:
            settle_in_play(by=cast.executor, game=game, mark=known, reason=WHY, at=MARCH)
        assert refused.value.code == code
    with pytest.raises(DatabaseError), transaction.atomic():
        Settlement.objects.update(reason="something else")


def test_findings_of_running_games_take_two_queries(cast: Cast, game: Game) -> None:
    with CaptureQueriesContext(connection) as captured:
        findings = findings_in_play([game.pk])
    assert len(captured) == 2
    assert [finding["blocks"] for finding in findings[game.pk] if finding["severity"] == "error"]
