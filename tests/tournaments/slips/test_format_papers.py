"""The papers of Military Whist: the movement with its proof, and a sheet for each table."""

from __future__ import annotations

import pytest
from django.test import Client

from rules_engine.military_whist.movement import movement
from rules_engine.military_whist.rotation import TRUMPS
from sanctioning.kit.jobs.services.jobs import run_waiting
from tests.cast import Cast
from tests.support.kept_steps import kept_step
from tests.support.papers import words_of
from tests.support.printed_rules import not_said_once, rows_printed
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.formats.display.registry import papers_of
from tournaments.formats.military_whist.documents.papers import facts_of
from tournaments.games.models import Game
from tournaments.slips.services.format_papers import FORMAT_PAPERS_JOB
from tournaments.slips.services.slips import report_slip

pytestmark = pytest.mark.xdist_group("papers of formats")

PROVINCIAL = {"level": "open", "days": [[15, 15], [20]], "moves": "circle", "pattern": "sample"}


@kept_step
def seated(cast: Cast) -> Game:
    event = team_event(cast, "military-whist", "alberta-55-plus", days=2)
    return seat_in_order(cast, event, enter_teams(cast, event, 4), PROVINCIAL)


@pytest.mark.both_databases
def test_the_sheets_say_what_the_law_computes_and_are_printed_once(cast: Cast) -> None:
    game = seated(cast)
    facts, sheet = facts_of(game), movement(4, 50)
    assert facts is not None
    assert [(hand.who, hand.trump, hand.dealer) for hand in facts.hands] == [row[:3] for row in sheet]
    assert facts.even
    assert (
        sum(distance.meetings for distance in facts.distances[:-1]) * 2 + facts.distances[-1].meetings == 100
    )
    for table in facts.tables:
        for hand, planned in zip(table.hands, sheet, strict=True):
            assert planned.to[table.table - 1] == hand.to
            assert planned.to[hand.visitors - 1] == table.table
    address = f"/events/{game.event.slug}/papers/movement.pdf"
    assert Client().get(address).status_code == 202
    run_waiting(FORMAT_PAPERS_JOB)
    answer = Client().get(address)
    assert answer.status_code == 200
    [leaders, proof] = words_of(answer.content)
    assert "Day 2, session 1" in leaders
    assert "could be more equal" in proof


def test_each_table_has_its_page(cast: Cast) -> None:
    game = seated(cast)
    paper = papers_of("military-whist")["tables"]
    printed = paper.draw(paper.read(game), "Sheets", "identifier")
    assert printed == paper.draw(paper.read(game), "Sheets", "identifier")
    pages = words_of(printed)
    assert len(pages) == 4
    for number, page in enumerate(pages, start=1):
        assert f"Team {number}" in page
        assert "wait for the check" in page


def test_there_is_no_paper_before_the_teams_are_seated(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    client = Client()
    assert client.get(f"/events/{event.slug}/papers/movement.pdf").headers["Location"].endswith("/rounds/")
    assert client.get(f"/events/{event.slug}/papers/nothing.pdf").status_code == 404


@pytest.mark.parametrize(
    ("name", "pages", "words"),
    [
        ("rotation", 4 * 3, "Day 1, session 1"),
        ("flags", 2, "Before play (12)"),
        ("signs", 2, "Team 1"),
        ("courtesies", 1, "A misdeal, dealt again"),
    ],
)
def test_what_is_for_people_alone_is_printed(cast: Cast, name: str, pages: int, words: str) -> None:
    game, paper = seated(cast), papers_of("military-whist")[name]
    printed = paper.draw(paper.read(game), "Papers", "identifier")
    assert printed == paper.draw(paper.read(game), "Papers", "identifier")
    printed_words = words_of(printed)
    assert len(printed_words) == pages
    assert words in printed_words[0]


FOR_PEOPLE_ALONE = {
    "M-1": ("the official rules of this event", "the web page applies"),
    "M-4": (
        "nothing of a dealt hand",
        "no word and no gesture",
        "no hand is thrown in",
        "perfume",
        "dress as befits",
    ),
    "M-11": ("each table has a deck and twelve flags", "no paper scoring"),
    "M-19": (
        *("the dealer shuffles", "on the dealer's right cuts"),
        "exposed before the deal: shuffle and cut again",
    ),
    "M-20": (
        *("from the dealer's left", "faced in the pack", "too many cards", "exposed during the deal"),
        *("a deal out of turn", "the dealer disturbed"),
    ),
    "M-21": ("out of turn: the card goes back", "the partner may not lead that suit"),
    "M-22": ("revoke: two tricks", "none where it is found before the trick is complete"),
    "M-23": ("a dropped card is played once its suit comes up",),
    "M-24": ("two cards played at once: no misdeal", "who won the trick before takes the last"),
    "M-29": ("somebody of the home team hands the flags out",),
    "M-38": ("flags in fives on the table, and wait",),
}


def test_each_rule_for_people_alone_stands_on_the_page_to_hang_up(cast: Cast) -> None:
    game, paper = seated(cast), papers_of("military-whist")["courtesies"]
    [page] = words_of(paper.draw(paper.read(game), "Courtesies", "identifier"))
    assert rows_printed("M", "courtesies_pdf") <= set(FOR_PEOPLE_ALONE)
    assert not_said_once(page, FOR_PEOPLE_ALONE) == []


def test_a_sheet_of_the_leaders_own_is_printed_once_it_is_there(cast: Cast) -> None:
    own = {**PROVINCIAL, "days": [[3]], "moves": "own", "pattern": "own"}
    event = team_event(cast, "military-whist", "alberta-55-plus")
    game = seat_in_order(cast, event, enter_teams(cast, event, 3), own)
    address = f"/events/{event.slug}/papers/movement.pdf"
    assert Client().get(address).headers["Location"].endswith("/slips/")
    lines = "A&B 1 H B\nX&Y 2 S X\nA&X 2,3,1 NT Low A"
    report_slip(by=cast.director, game=game, place="sheet", typed={"lines": lines}, idempotency_key="s")
    facts = facts_of(game)
    assert facts is not None
    assert [(hand.who, hand.move, hand.trump) for hand in facts.hands] == [
        ("A&B", 1, "H"),
        ("X&Y", 2, "S"),
        ("A&X", 1, "NT Low"),
    ]
    assert facts.playable


def test_a_sheet_on_which_pairs_go_their_own_ways_is_printed_with_its_proof(cast: Cast) -> None:
    own = {**PROVINCIAL, "days": [[3]], "moves": "own", "pattern": "own"}
    event = team_event(cast, "military-whist", "alberta-55-plus")
    game = seat_in_order(cast, event, enter_teams(cast, event, 4), own)
    lines = "A&B 2,1,4,3 H B\nX&Y 2,3,4,1 S X\nA&X 2,1,4,3 NT Low A"
    report_slip(by=cast.director, game=game, place="sheet", typed={"lines": lines}, idempotency_key="s")
    paper = papers_of("military-whist")["movement"]
    facts = paper.read(game)
    met = {
        (encounter.first, encounter.second): (
            encounter.there,
            encounter.back,
            encounter.meetings,
            encounter.trumps,
        )
        for encounter in facts.encounters
    }
    assert list(met) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert met[1, 2] == (3, 2, 5, tuple({"H": 2, "S": 1, "NT Low": 2}.get(trump, 0) for trump in TRUMPS))
    assert met[1, 3] == (0, 0, 0, (0,) * len(TRUMPS))
    [_leaders, proof] = words_of(paper.draw(facts, "Movement", "identifier"))
    assert "Who meets whom" in proof
    assert "1 and 2 3 2 5" in " ".join(proof.split())
