"""The papers of every format, read from their PDF against the plan that they print: each paper is drawn once
for the module, and every test reads what stands on it.

Rule section: 3a, 3c, 10a to 10c and the sample (M-9, M-11, M-37, M-38); 3 (B-36 to B-38); 11 and 41 (C-12,
C-31).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from rules_engine.military_whist.movement import move_of, movement
from rules_engine.military_whist.movement_proof import prove
from rules_engine.military_whist.rotation import TRUMPS, at_home
from tests.cast import Cast
from tests.support.bid_whist import seat_round, tournament_of
from tests.support.columbus import columbus_event, seat
from tests.support.papers import in_order, lines_of, rows_under, said_on, words_of
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tests.tournaments.slips.test_format_papers import PROVINCIAL
from tournaments.formats.columbus_whist.sheets.fields import ENDINGS
from tournaments.formats.display.registry import papers_of
from tournaments.formats.registry import FORMATS
from tournaments.tables.documents.facts import CardFacts, SheetFacts, SheetPlayer, SheetRow
from tournaments.tables.documents.scoresheets import scoresheets_pdf
from tournaments.tables.documents.table_cards import table_cards_pdf

pytestmark = pytest.mark.xdist_group("papers of formats")
Printed = dict[str, list[str]]
_PRINTED: Final[dict[str, Printed]] = {}
TABLES: Final = 5
LEADER: Final = "Hand Who Move to Trump Dealer"
AT_TABLE: Final = "Hand Go out To table Guests of Trump Deals"
SESSIONS: Final = ["Day 1, session 1", "Day 1, session 2", "Day 2, session 1"]
PLAYERS: Final = ("Ada", "Bob", "Cy", "Dot")

READ: Final = {
    "military-whist": {"movement", "tables", "rotation", "flags", "signs", "play-off", "courtesies"},
    "bid-whist": {"sheets", "tables", "rules", "bracket"},
    "columbus-whist": {"sheets", "rules"},
    "whoopie": set(),
}
"""The papers whose content is read: here, those of rules for people and of the play-off in
`test_format_papers`, `test_bid_papers`, `test_columbus_papers` and `test_military_whist`."""


@pytest.fixture
def military(cast: Cast) -> Printed:
    """Five tables and fifty hands of two days."""
    if "military" not in _PRINTED:
        event = team_event(cast, "military-whist", "alberta-55-plus", days=2)
        game = seat_in_order(cast, event, enter_teams(cast, event, TABLES), PROVINCIAL)
        papers = papers_of("military-whist")
        facts = papers["movement"].read(game)
        names = ("movement", "tables", "rotation", "flags", "signs")
        drawn = {name: papers[name].draw(facts, name, "identifier") for name in names}
        led, first = replace(facts, director="Vera Zone"), facts.hands[0]
        own = replace(led, playable=False, even=False, visits=(3, 3), meetings=(2, 4))
        own = replace(own, hands=(replace(first, move=None), *facts.hands[1:]))
        drawn |= {"led signs": papers["signs"].draw(led, "signs", "identifier")}
        drawn |= {"own movement": papers["movement"].draw(own, "own movement", "identifier")}
        _PRINTED["military"] = {name: words_of(pdf) for name, pdf in drawn.items()}
    return _PRINTED["military"]


@pytest.fixture
def bid(cast: Cast) -> Printed:
    """Five teams: 2 and 3 stay, 5 is left over, and 2 is picked to play it."""
    if "bid" not in _PRINTED:
        event, teams = tournament_of(cast, 5)
        games = (
            {"table": 1, "teams": [2, 1]},
            {"table": 2, "teams": [3, 4]},
            {"table": 3, "teams": [5, 2], "picked": 2},
        )
        papers, game = papers_of("bid-whist"), seat_round(cast, event, teams, games)
        facts = papers["sheets"].read(game)
        final = replace(facts, sheets=[replace(facts.sheets[0], table=1, stage="Final")])
        _PRINTED["bid"] = {
            "sheets": words_of(papers["sheets"].draw(facts, "Sheets", "identifier")),
            "tables": words_of(papers["tables"].draw(facts, "Tables", "identifier")),
            "final": words_of(papers["sheets"].draw(final, "Sheets", "identifier")),
            "last": words_of(papers["sheets"].draw(replace(facts, round=4), "Sheets", "identifier")),
        }
    return _PRINTED["bid"]


@pytest.fixture
def columbus(cast: Cast) -> Printed:
    """Five teams, of which the fifth sits out."""
    if "columbus" not in _PRINTED:
        event, teams = columbus_event(cast, 5)
        game = seat(cast, event, teams, [(1, 2), (4, 3), (5,)])
        paper = papers_of("columbus-whist")["sheets"]
        _PRINTED["columbus"] = {"sheets": words_of(paper.draw(paper.read(game), "Sheets", "identifier"))}
    return _PRINTED["columbus"]


@pytest.fixture(scope="module")
def whoopie() -> Printed:
    players = tuple(SheetPlayer(name=name, number=f"W-{at}") for at, name in enumerate(PLAYERS, start=1))
    rows = tuple(SheetRow(number=at + 1, cards=5 - at, dealer=(at + 2) % 4) for at in range(5))
    facts = {
        "event": "Evening",
        "club": "The club",
        "place": "The hall",
        "when": "8 March",
        "table": "7",
        "game": "Game 3",
        "round": "Round 2",
        "ends": "After five stanzas",
        "sanction": "S-12",
        "acting_executor": "Eve",
        "scorekeeper": "Kit",
    }
    sheet = SheetFacts(
        is_group=False, **facts, address="https://saas.example.org/sheet/", players=players, rows=rows
    )
    card = CardFacts(
        is_group=False, **facts, first_dealer="Fay", seats=PLAYERS, board="https://saas.example.org/board/"
    )
    return {
        "sheet": words_of(scoresheets_pdf([sheet], "Scoresheets", "identifier")),
        "card": words_of(table_cards_pdf([card], "Cards", "identifier")),
    }


def test_every_paper_of_every_format_is_read() -> None:
    """A new paper is printed by nobody whose content no test reads."""
    assert {slug: set(papers_of(slug)) for slug in FORMATS if slug in READ} == READ
    assert {slug for slug in FORMATS if papers_of(slug)} <= set(READ)


def test_the_leaders_movement_is_the_sheet_of_the_law(military: Printed) -> None:
    """M-37: WHO, MOVE TO, TRUMP and DEALER, hand by hand, under their headings."""
    [leaders, proof] = military["movement"]
    due = [
        f"{number} {hand.who} +{move_of(hand.to)} {hand.trump} {hand.dealer}"
        for number, hand in enumerate(movement(TABLES, 50), start=1)
    ]
    assert rows_under(leaders, LEADER) == due
    assert [line for line in lines_of(leaders) if line.startswith("Day ")] == SESSIONS
    assert f"The leader's movement: {TABLES} tables, 50 hands" in lines_of(leaders)
    assert "Tables apart Visits there Visits back Meetings H S D C NT Low NT High" in lines_of(proof)
    assert "1 Team 1 · 2 Team 2 · 3 Team 3 · 4 Team 4 · 5 Team 5" in lines_of(proof)


def test_the_proof_says_how_often_teams_meet_and_in_which_trumps(military: Printed) -> None:
    """M-25, M-26: each line of the proof is what the law computes of the movement."""
    proof, page = prove(movement(TABLES, 50)), military["movement"][1]
    for apart in range(1, TABLES // 2 + 1):
        met = [proof.visits[0][apart], proof.visits[apart][0], proof.meetings[0][apart]]
        met += [proof.trumps[0][apart][at] for at in range(len(TRUMPS))]
        assert " ".join([str(apart), *(str(times or "–") for times in met)]) in lines_of(page)
    visits, meetings = proof.visit_spread, proof.meeting_spread
    assert visits.least != visits.most, "a movement of which both are printed"
    pairs = ", ".join(f"{pair} {times}" for pair, times in proof.pairs.items())
    for words in (
        "on every hand exactly one pair comes to each table, and nobody stays at their own.",
        f"of any two teams one visits the other from {visits.least} to {visits.most} times.",
        f"any two teams meet {meetings.least} times.",
        f"how often each pair goes out: {pairs}.",
    ):
        assert words.casefold() in said_on(page), words
    leaders = said_on(military["movement"][0])
    assert "+3: the pair goes three tables on, past the last table to the first." in leaders
    assert "visitors with 7 or more win one flag, with 10 or more two." in leaders


def test_a_leaders_own_sheet_says_which_pairs_go_their_own_ways_and_that_it_cannot_be_played(
    military: Printed,
) -> None:
    leaders, proof = military["own movement"]
    first = movement(TABLES, 50)[0]
    assert rows_under(leaders, LEADER)[0] == f"1 {first.who} own {first.trump} {first.dealer}"
    assert "zone activity director: vera zone" in said_on(leaders)
    assert "this sheet cannot be played as it is" in said_on(proof)
    assert "of any two teams one visits the other 3 times." in said_on(proof)
    assert "any two teams meet from 2 to 4 times." in said_on(proof)
    assert "could be more equal" not in said_on(proof)


def hands_at(table: int) -> list[str]:
    """What a table's own sheet has to say of each hand: its pair goes out to where the law sends it, and the
    pair that comes is that of the team whose destination the table is."""
    rows = []
    for number, hand in enumerate(movement(TABLES, 50), start=1):
        guests = hand.to.index(table) + 1
        rows.append(f"{number} {hand.who} {hand.to[table - 1]} {guests} {hand.trump} {hand.dealer}")
    return rows


def test_each_table_is_told_where_its_pairs_go_and_who_comes(military: Printed) -> None:
    """M-37, M-9: the sheets for the tables and the large cards."""
    pages = military["tables"]
    assert len(pages) == TABLES
    for table, page in enumerate(pages, start=1):
        assert rows_under(page, AT_TABLE) == hands_at(table)
    cards = military["rotation"]
    assert len(cards) == 3 * TABLES
    for table in range(1, TABLES + 1):
        of_table = cards[3 * (table - 1) : 3 * table]
        assert [row for page in of_table for row in rows_under(page, AT_TABLE)] == hands_at(table)
        for page, session in zip(of_table, SESSIONS, strict=True):
            assert in_order(page, [f"Team {table}", session, f"Table {table}"])


def test_who_goes_out_is_never_who_stays() -> None:
    """The pair at home is the other two letters, so that the sheets need not print it."""
    assert {hand.who: at_home(hand.who) for hand in movement(TABLES, 6)} == {
        "A&B": "X&Y",
        "X&Y": "A&B",
        "A&X": "B&Y",
        "B&Y": "A&X",
        "A&Y": "B&X",
        "B&X": "A&Y",
    }


def test_signs_have_the_number_and_the_team_of_each_table(military: Printed) -> None:
    """M-9: tables are numbered from one to the last."""
    lines = [line for page in military["signs"] for line in lines_of(page)]
    signs = [lines[at : at + 3] for at, line in enumerate(lines) if line == "Table"]
    assert signs == [["Table", str(table), f"Team {table}"] for table in range(1, TABLES + 1)]
    text = " ".join(said_on(page) for page in military["led signs"])
    assert text.count("zone activity director: vera zone") == TABLES


def test_slips_for_flags_have_a_box_for_each_count_of_each_table_and_day(military: Printed) -> None:
    """M-13, M-38."""
    lines = [line for page in military["flags"] for line in lines_of(page)]
    slips = [lines[at : at + 7] for at, line in enumerate(lines) if line == "Table"]
    assert slips == [
        [
            "Table",
            str(table),
            f"Team {table}",
            f"Evening of military-whist · Day {day}",
            "Before play (12) At the end Of them on loan",
            "Counted by Checked by",
            "At the end put the flags in fives on the table, and wait for the check.",
        ]
        for day in (1, 2)
        for table in range(1, TABLES + 1)
    ]


def test_the_sheet_of_a_table_says_what_its_players_keep_to(military: Printed) -> None:
    """M-11, M-19 to M-24, M-29, M-38."""
    for page in military["tables"]:
        for words in (
            "twelve flags stand on each table; no paper scoring",
            "somebody of the home team hands the flags out",
            "visitors with 7 or more tricks win one flag, with 10 or more two",
            "in nt low the opponents' tricks count",
            "the opponent on the dealer's right cuts, towards the dealer",
            "deal again: a card faced in the pack or exposed, too many cards, a deal out of turn",
            "the card returns, and the partner may not lead that suit",
            "revoke: two tricks to the opponents",
            "a dropped card is played when its suit comes up",
            "25 minutes a game",
            "flags before play (12) flags at the end",
            "put the flags in fives on the table, and wait for the check",
        ):
            assert words in said_on(page), words


ROUND: Final = [
    (1, (2, "stays", "C Cedar", "D Dogwood"), (1, "moves", "A Ash", "B Birch")),
    (2, (3, "stays", "E Elm", "F Fir"), (4, "moves", "G Ginkgo", "H Hazel")),
    (3, (5, "stays", "I Ivy", "J Juniper"), (2, "picked", "C Cedar", "D Dogwood")),
]


def test_a_sheet_of_bid_whist_has_its_table_its_pairs_and_places_to_sign(bid: Printed) -> None:
    """B-36: one of each team signs, the winner's number stands on it."""
    assert len(bid["sheets"]) == len(ROUND)
    for page, (table, (team, stays, a, b), (other, moves, c, d)) in zip(bid["sheets"], ROUND, strict=True):
        lines = lines_of(page)
        assert lines[0] == f"{team}. Team {team} against {other}. Team {other}"
        assert lines[2:5] == ["Round 1 of 4", str(table), "Table"]
        assert lines[5:13] == [
            *(f"{team} A, {stays}", a, f"{team} B, {stays}", b),
            *(f"{other} A, {moves}", c, f"{other} B, {moves}", d),
        ]
        assert "First diamond, deals first" in lines
        assert f"Signed for {team}. Team {team} Signed for {other}. Team {other}" in lines
        assert "Number of the winning team What was reneged, or the Director's ruling" in lines
        columns = "Bid that won Team Made at Set Renege, of team"
        heading = f"Hand Bids in their order, from the dealer's left {columns} Points {team} Points {other}"
        assert rows_under(page, heading) == [f"{hand} ☐" for hand in range(1, 5)]
        assert "+ One more hand, only where the four leave a tie" in lines
        assert (
            "a bid made counts its level as made, a bid set its own level for the other team; a no bid "
            "doubles both. a renege that was called brings the callers the bid on the table." in said_on(page)
        )
    [match] = bid["final"]
    assert in_order(match, ["Final", "1", "Match", "Signed for 2. Team 2", "Signed for 1. Team 1"])


def test_a_sheet_of_bid_whist_says_who_goes_on_and_of_the_odd_game_that_nobody_does(bid: Printed) -> None:
    """B-37, B-38: the picked team is one that stays; its second game does not send it away."""
    first, second, odd = (said_on(page) for page in bid["sheets"])
    moving = "team {} brings this sheet to the scoring table and moves to the next one."
    assert moving.format(1) in first
    assert moving.format(4) in second
    for page, moves in zip(bid["last"][:2], (1, 4), strict=True):
        assert f"team {moves} brings this sheet to the scoring table. this was the last round." in said_on(
            page
        )
    assert "brings it nothing. it brings this sheet to the scoring table." in said_on(bid["last"][2])
    assert not any("moves to the next" in said_on(page) or "then" in said_on(page) for page in bid["last"])
    assert "moves to the next" not in odd
    assert (
        "team 2 is picked to play the odd team: this game brings it nothing. it brings this sheet to the "
        "scoring table and then moves or stays as after its own game; team 5 stays here." in odd
    )


def test_the_wall_says_who_stays_and_who_moves(bid: Printed) -> None:
    [wall] = bid["tables"]
    picked = "picked for the odd team; moves or stays as at its own table"
    assert in_order(
        wall,
        ["Table Stays Moves", "1 2 Team 2 1 Team 1", "2 3 Team 3 4 Team 4", f"3 5 Team 5 2 Team 2 {picked}"],
    )
    assert "after the last round the first 4 play on, by rounds won and then by points." in said_on(wall)


def test_a_sheet_of_columbus_whist_has_its_table_its_pairs_and_places_to_sign(columbus: Printed) -> None:
    """C-12, C-31; who sits out has no sheet."""
    tables = [(1, ("1", "A Ash", "B Birch"), ("2", "C Cedar", "D Dogwood"))]
    tables.append((2, ("4", "G Ginkgo", "H Hazel"), ("3", "E Elm", "F Fir")))
    assert len(columbus["sheets"]) == len(tables)
    for page, (table, (team, a, b), (other, c, d)) in zip(columbus["sheets"], tables, strict=True):
        lines = lines_of(page)
        assert lines[0] == f"Team {team} against Team {other}"
        assert lines[2:5] == ["Game 1 of 6", str(table), "Table"]
        assert lines[5:13] == [
            *(f"Team {team} A", a, f"Team {team} B", b),
            *(f"Team {other} A", c, f"Team {other} B", d),
        ]
        assert "First club, deals first" in lines
        assert [line for line in lines if line.isdecimal()][-14:] == [str(hand) for hand in range(1, 15)]
        assert f"Won by Points of Team {team} Points of Team {other}" in lines
        assert f"Signed for Team {team} Signed for Team {other}" in lines
        assert in_order(page, ["Books of the bidders", f"Score Team {team}", f"Score Team {other}"])
        assert "Hand What went wrong, and of which team The opponents chose Director" in lines
        assert in_order(page, ["The game ended by", *(f"☐ {words}" for _end, words in ENDINGS)])
        assert (
            "each book above six is a point where the bid is made; a set costs the bid. five points are "
            "game, below nothing too; so are two sets." in said_on(page)
        )
        assert "signed by both teams the sheet is final; the director alone changes it." in said_on(page)


def test_a_scoresheet_of_whoopie_has_each_stanza_with_its_cards_and_dealer(whoopie: Printed) -> None:
    [page] = whoopie["sheet"]
    lines = lines_of(page)
    assert in_order(page, ["Evening", "The club · The hall · 8 March", "Round 2 · Game 3 · sanction S-12"])
    terms = [
        "The game ends",
        "After five stanzas",
        "Acting Executor",
        "Eve",
        "Scorekeeper",
        "Kit",
        "Table",
        "7",
    ]
    assert in_order(page, terms)
    assert in_order(page, ["No. Cards Deals", "1 Ada", "W-1", "2 Bob", "W-2", "3 Cy", "W-3", "4 Dot", "W-4"])
    assert " ".join(["bid +/− total"] * 4) in lines
    for stanza in ("1 5 Cy", "2 4 Dot", "3 3 Ada", "4 2 Bob", "5 1 Cy"):
        assert stanza in lines
    assert lines.count("D") == len(("1", "2", "3", "4", "5"))
    assert "Type it in here" in lines
    assert "+ made, − failed; write tricks instead where they are counted." in page
    assert "the shaded bid is the dealer's: it comes last" in said_on(page)
    assert "Scorekeeper Confirmed by a second person" in lines


def test_a_card_of_a_table_says_who_sits_where_and_when_the_game_ends(whoopie: Printed) -> None:
    [page] = whoopie["card"]
    assert in_order(page, ["Table", "7", "Evening", "The club · The hall", "8 March · Round 2 · Game 3"])
    assert in_order(page, [f"{seat} {name}" for seat, name in enumerate(PLAYERS, start=1)])
    assert in_order(page, ["The game ends", "After five stanzas", "Acting Executor", "Eve"])
    assert in_order(page, ["Scorekeeper (highest card)", "Kit", "First Dealer (lowest card)", "Fay"])
    assert "Running scores" in page
    assert "Scorekeeper's pad" not in page
