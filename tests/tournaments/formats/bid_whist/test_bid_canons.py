"""Canons in the record of Bid Whist: violations with their steps, and the games that they take away."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast
from tests.support.bid_whist import seat_round, sheet_typed, tournament_of
from tests.support.team_events import signed_in
from tournaments.justice.canons.services import note_violation
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.services.slips import report_slip

HANDS = [{"bidder": 1, "bid": "4", "made": 4}] * 4
PLAYED = {"table": 1, "teams": [1, 2], "hands": HANDS, "winner": 1}


def test_a_game_that_a_canon_takes_away_is_forfeited_on_its_sheet(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    game = seat_round(cast, event, teams, [PLAYED])
    late = cast.players[0]
    for _violation in range(2):
        note_violation(
            by=cast.director, event=event, person=late, kind="late-to-seat", what="Late.", round=1, at=MARCH
        )
    typed = sheet_typed(PLAYED)
    report_slip(by=cast.director, game=game, place="r1-t1", typed=typed, idempotency_key="a", at=MARCH)
    record = record_so_far(folder_of(game))
    assert [
        (violation["step"], violation["earlier"], violation["round"]) for violation in record["violations"]
    ] == [
        ("written-warning", 0, 1),
        ("forfeit", 0, 1),
    ]
    game.refresh_from_db()
    [finding] = game.sheet.check_document["findings"]
    assert (finding["code"], finding["rule"]) == ("canon-forfeit", "B-47/Canon 2")
    report_slip(
        by=cast.director,
        game=game,
        place="r1-t1",
        typed={"forfeit": "1"},
        idempotency_key="b",
        replaces=1,
        reason="Canon 2.",
        at=MARCH,
    )
    game.sheet.refresh_from_db()
    assert game.sheet.check_document["findings"] == []


def test_a_stage_of_the_playoff_is_named_where_a_violation_takes_its_match(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    director, page = signed_in(cast.director), f"/events/{event.slug}/canons/"
    assert '<option value="5">Round 5</option>' in director.get(page).content.decode()
    seat_round(cast, event, teams, [PLAYED])
    form = {"player": cast.players[0].number, "kind": "late-to-seat", "what": "Late.", "round": "5"}
    assert director.post(page, form).status_code == 302
    shown = director.get(page).content.decode()
    assert all(f">{game}</option>" in shown for game in ("Round 4", "Final"))
    assert "Final · number 1 that counts" in shown
    assert "Round 5" not in shown
    assert director.post(page, {**form, "round": "6"}).status_code == 422


@pytest.mark.both_databases
def test_a_warning_for_a_book_turned_early_is_proposed_where_it_counts(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    game = seat_round(cast, event, teams, [{"table": 1, "teams": [1, 2]}])
    player = signed_in(cast.executor)
    ruling = f"/events/{event.slug}/games/1/rule/?irregularity=bid-whist-book-turned&team=2"
    renege = {"end": "renege", "fault": "book-turned", "against": "2", "by": "1", "bid": "4"}

    def said() -> tuple[str, list[str], str]:
        due = folder_of(game).due["r1-t1"]
        assert due.tells
        sentences = [sentence for sentence in due.tells({"hands": [renege]}) if "canons" in sentence]
        return str(due.fields[0].help), sentences, player.get(ruling).content.decode()

    sheet, sentences, page = said()
    assert (sheet, sentences) == ("", [])
    assert "Noted by the canons" not in page
    note_violation(
        by=cast.director,
        event=event,
        person=cast.players[2],
        kind="book-turned",
        what="Turned it.",
        round=1,
        at=MARCH,
    )
    with CaptureQueriesContext(connection) as queries:
        page = player.get(ruling).content.decode()
    noted = [
        query["sql"]
        for query in queries
        if "canonstep" in query["sql"] and 'FROM "tournaments_team"' in query["sql"]
    ]
    assert len(noted) == 1
    assert '<option value="yes" selected>' in page
    sheet, sentences, page = said()
    assert sheet == "Noted by the canons as warned for a book turned early: 2.\u00a0Team 2."
    assert sentences == ["Hand 1: under the canons, team 2 has been warned for a book turned early."]
    assert "Noted by the canons: 2. Team 2." in page
    assert '<option value="yes" selected>' in page
    assert (
        '<option value="yes" selected>' not in player.get(ruling.replace("team=2", "team=1")).content.decode()
    )
