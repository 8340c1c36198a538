"""The papers of Columbus Whist: a scoresheet for each table, and the rules that are for people."""

from __future__ import annotations

import pytest

from scoring.formats import papers_of
from tests.cast import Cast
from tests.scoring.test_format_papers import words_of
from tests.support.columbus import columbus_event, seat

pytestmark = pytest.mark.once


def test_a_sheet_for_each_table_of_the_game_and_a_page_of_rules(cast: Cast) -> None:
    event, teams = columbus_event(cast, 5)
    seat(cast, event, teams, [(1, 2), (3, 4), (5,)])
    game = seat(cast, event, teams, [(1, 3), (2, 5), (4,)])
    papers = papers_of("columbus-whist")
    facts = papers["sheets"].read(game)
    printed = papers["sheets"].draw(facts, "Sheets", "identifier")
    assert printed == papers["sheets"].draw(facts, "Sheets", "identifier")
    first, second = words_of(printed)
    assert "Game 2 of 6" in first
    for words, names in ((first, ("Team 1", "Team 3")), (second, ("Team 2", "Team 5"))):
        for name in names:
            assert f"Signed for {name}" in words
    [rules] = words_of(papers["rules"].draw(facts, "Rules", "identifier"))
    for said in ("one straight line", "bid blind", "for a renege", "GBP"):
        assert said.casefold() in rules.casefold()
