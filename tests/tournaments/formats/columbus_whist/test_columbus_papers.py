"""The papers of Columbus Whist: a scoresheet for each table, and the rules that are for people."""

from __future__ import annotations

from dataclasses import replace

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.papers import words_of
from tests.support.printed_rules import not_said_once, rows_printed
from tournaments.formats.display.registry import papers_of
from tournaments.slips.event_folders import folder_of
from tournaments.slips.services.slips import report_slip


def test_a_sheet_for_each_table_of_the_game(cast: Cast) -> None:
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
    playoff = replace(facts.sheets[0], table=0, stage="Who advances")
    [sheet] = words_of(papers["sheets"].draw(replace(facts, sheets=[playoff]), "Sheets", "identifier"))
    assert "Play-off" in sheet
    assert "Game 2 of 6" not in sheet


FOR_PEOPLE_ALONE = {
    "C-1": ("no kitty and no jokers: fifty-two cards, thirteen each",),
    "C-12": ("the first club deals first", "the deal goes on clockwise"),
    "C-13": (
        *("cut before each deal, as often as you like", "the deck stays face down on the table"),
        "leave your hand on the table until the bid blind stands",
    ),
    "C-14": (
        *("a card exposed in the deal", "the wrong dealer", "a wrong number of cards before play"),
        *("the correct player deals again", "count your cards before you bid"),
    ),
    "C-15": (
        *("behind the blind there is silence", "comes down with the first card, before the next"),
        "ask who played which card, and no more",
    ),
    "C-26": (
        *("keep the books in one straight line", "let all four cards be seen before you turn a book over"),
        "close it before the next lead",
    ),
    "C-27": (
        *("a closed book stays closed", "for a renege, called at any time"),
        "the director turns the books over, and nobody else",
    ),
}


def test_each_rule_for_people_alone_stands_on_the_sheet(cast: Cast) -> None:
    event, teams = columbus_event(cast, 2)
    game, paper = seat(cast, event, teams, [(1, 2)]), papers_of("columbus-whist")["rules"]
    [page] = words_of(paper.draw(paper.read(game), "Rules", "identifier"))
    assert "GBP" in page
    assert set(FOR_PEOPLE_ALONE) == rows_printed("C", "rules_pdf")
    assert not_said_once(page, FOR_PEOPLE_ALONE) == []


def test_two_level_at_the_line_have_a_sheet_for_their_play_off(cast: Cast) -> None:
    event, teams = columbus_event(cast, 2)
    for number in range(1, 7):
        game = seat(cast, event, teams, [(1, 2)])
        assert [slip.needed for place, slip in folder_of(game).due.items() if place == "line"] == [False] * (
            number == 6
        )
        won = {"hands": [{"bid": "5", "by": str(1 + number % 2), "books": 11}]}
        hand_in(game, f"g{number}-t1", teams, won)
    sheets = papers_of("columbus-whist")["sheets"]
    assert [sheet.stage for sheet in sheets.read(game).sheets] == [""]
    report_slip(
        by=cast.director, game=game, place="line", typed={"qualifiers": 1}, idempotency_key="line", at=MARCH
    )
    with CaptureQueriesContext(connection) as folded:
        folder_of(game)
    with CaptureQueriesContext(connection) as queries:
        [sheet] = sheets.read(game).sheets
    assert len(queries) == len(folded) + 2
    assert (sheet.table, sheet.stage, [side.number for side in sheet.sides]) == (0, "Who advances", [1, 2])
    hand_in(game, "q-1", teams, won)
    assert [sheet.stage for sheet in sheets.read(game).sheets] == [""]
