"""The papers of Bid Whist: scoresheets of a round, who plays whom, and the rules that are for people."""

from __future__ import annotations

from dataclasses import replace

from tests.cast import Cast
from tests.support.bid_whist import seat_round, tournament_of
from tests.support.papers import words_of
from tests.support.printed_rules import not_said_once, rows_printed
from tournaments.formats.display.registry import papers_of

GAMES = (
    {"table": 1, "teams": [2, 1]},
    {"table": 2, "teams": [3, 4]},
    {"table": 3, "teams": [5, 1], "picked": 1},
)


def test_a_sheet_for_each_table_and_the_wall(cast: Cast) -> None:
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


FOR_PEOPLE_ALONE = {
    "B-1": ("the decision of the director is final",),
    "B-13": (
        *("who draws the first diamond deals first", "on the dealer's right cuts at least once"),
        *("deal clockwise one at a time, twelve cards each", "six make the kitty"),
    ),
    "B-14": ("none of the first four or the last four dealt", "no two of them one after the other"),
    "B-18": (
        *("never high, low or trumps", "uptown or downtown, are named once the bid is won"),
        "in a no bid jokers win nothing",
    ),
    "B-19": ("high, with trumps", "special, with trumps"),
    "B-21": (
        *("who wins the bid takes the kitty and keeps twelve cards", "lay away stays face down with them"),
        "nobody shows the kitty or counts their partner's",
    ),
    "B-22": (
        *("after the first card no word of trump, of what led or of who played what", "asked for before it"),
        *("the scoresheet looked at always", "closed it stays so, unless a renege is called"),
    ),
    "B-26": ("who bids 7 no may name it and take the kitty at once",),
    "B-45": (
        *("bid blinds from the sweet 16 to the final", "before that where there are any"),
        "up after the deal, before the first bid",
    ),
}


def test_each_rule_for_people_alone_stands_on_the_sheet(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    paper = papers_of("bid-whist")["rules"]
    game = seat_round(cast, event, teams, [{"table": 1, "teams": [2, 1]}])
    [page] = words_of(paper.draw(paper.read(game), "Rules", "identifier"))
    assert set(FOR_PEOPLE_ALONE) == rows_printed("B", "rules_pdf")
    assert not_said_once(page, FOR_PEOPLE_ALONE) == []
