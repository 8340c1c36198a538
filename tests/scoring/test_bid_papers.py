"""The papers of Bid Whist: scoresheets of a round, who plays whom, and the rules that are for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.formats import papers_of
from tests.cast import Cast
from tests.scoring.test_format_papers import words_of
from tests.support.bid_whist import seat_round, tournament_of

pytestmark = pytest.mark.once

GAMES = (
    {"table": 1, "teams": [2, 1]},
    {"table": 2, "teams": [3, 4]},
    {"table": 3, "teams": [5, 1], "picked": 1},
)


def test_a_sheet_for_each_table_the_wall_and_a_page_of_rules(cast: Cast) -> None:
    event, teams = tournament_of(cast, 5)
    game = seat_round(cast, event, teams, GAMES)
    papers = papers_of("bid-whist")
    facts = papers["sheets"].read(game)
    printed = papers["sheets"].draw(facts, "Sheets", "identifier")
    assert printed == papers["sheets"].draw(facts, "Sheets", "identifier")
    first, _second, odd = words_of(printed)
    assert "2. Team 2 against 1. Team 1" in first
    assert "Round 1 of 4" in first
    assert "stays" in first
    assert "Team 1 brings this sheet" in first
    assert "Team 1 is picked to play the odd team" in odd
    final = replace(facts.sheets[0], table=1, stage="Final")
    [match] = words_of(papers["sheets"].draw(replace(facts, sheets=[final]), "Sheets", "identifier"))
    assert "Both teams sign this sheet" in match
    assert "stays" not in match
    [wall] = words_of(papers["tables"].draw(facts, "Tables", "identifier"))
    assert "picked for the odd team" in wall
    assert "the first 4 play on" in wall
    [rules] = words_of(papers["rules"].draw(facts, "Rules", "identifier"))
    for said in (
        *("first diamond", "none of the first four", "bid blinds from the sweet 16", "never high, low"),
        *("7 no", "uptown", "lays away stays face down", "no word of trump", "scoresheet looked at"),
    ):
        assert said in rules.casefold(), said
