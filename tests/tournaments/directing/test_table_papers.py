"""Scoresheets and table cards: what stands on them, for 3 to 10 players, and how they come to be printed."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from django.test import Client

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from tests.cast import Cast, open_table, sanctioned_event
from tests.fixtures import SignIn
from tests.support.papers import words_of
from tests.tournaments.tables.splitting import split_in
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.documents.facts import CardFacts, SheetFacts, SheetPlayer, SheetRow
from tournaments.tables.documents.scoresheets import scoresheets_pdf
from tournaments.tables.documents.table_cards import table_cards_pdf
from tournaments.tables.selectors.papers import blank_papers, papers_of_event
from tournaments.tables.services.papers import PAPERS_JOB

OTHER = ("seats", "pad", "board", "is_group")
ADDRESS = "https://saas.example.org/events/evening/games/1/"


def sheet_of(players: int, stanzas: int) -> SheetFacts:
    names = tuple(SheetPlayer(name=f"Player {letter}", number=letter) for letter in "ABCDEFGHIJ"[:players])
    dealers = cycle(range(players))
    rows = tuple(SheetRow(number=at + 1, cards=at % 5 + 1, dealer=next(dealers)) for at in range(stanzas))
    return SheetFacts(event="Evening", table="7", address=ADDRESS, players=names, rows=rows)


@pytest.mark.parametrize(("players", "stanzas", "pages"), [(3, 33, 2), (5, 19, 1), (6, 15, 1), (10, 9, 1)])
def test_a_sheet_has_a_row_a_stanza_and_breaks_evenly(players: int, stanzas: int, pages: int) -> None:
    data = scoresheets_pdf([sheet_of(players, stanzas)], "Scoresheet", "one")
    words = words_of(data)
    assert len(words) == pages
    for letter in "ABCDEFGHIJ"[:players]:
        assert all(f"Player {letter}" in page for page in words)
    assert ("carried over" in words[-1]) is (pages > 1)
    assert "Confirmed by a second person" in words[-1]
    assert data == scoresheets_pdf([sheet_of(players, stanzas)], "Scoresheet", "one")


def test_a_card_tells_who_sits_where_and_shows_the_pad_only_where_it_may_be_had() -> None:
    card = {field: field for field in CardFacts.__annotations__ if field not in OTHER}
    open_card = CardFacts(**card, seats=tuple("ABCDEFG"), board=ADDRESS, is_group=False)
    private = CardFacts(**card, seats=tuple("ABC"), board=ADDRESS, pad=f"{ADDRESS}pad/", is_group=False)
    leaf, second = words_of(table_cards_pdf([open_card, private, open_card], "Cards", "one"))
    assert leaf.count("Running scores") == 2
    assert leaf.count("Scorekeeper's pad") == 1
    assert "Scorekeeper's pad" not in second


def test_a_sheet_says_what_the_books_and_the_law_say(cast: Cast) -> None:
    event = sanctioned_event(cast)
    game = open_table(cast, event, cast.players[:4], stanzas=6)
    open_table(cast, event, cast.players[4:9], stanzas=14)
    before = papers_of_event(event=event)
    draw_cards(by=cast.director, game=game, seed="spring")
    game.refresh_from_db()
    assert game.first_dealer is not None
    after = papers_of_event(event=event)
    assert before.sha256 != after.sha256
    first, second = after.sheets
    assert first.address.endswith(f"/events/{event.slug}/games/1/sheet/")
    assert [row.cards for row in first.rows] == [1, 2, 3, 4, 5, 6]
    assert all(row.dealer is None for row in second.rows)
    dealer = next(
        at for at, player in enumerate(first.players) if player.number == game.first_dealer.record_id
    )
    assert [row.dealer for row in first.rows] == [(dealer + step) % 4 for step in range(6)]
    assert [player.name for player in first.players] == [person.name for person in cast.players[:4]]
    assert papers_of_event(event=event, game_id=game.pk).sheets == (first,)


@pytest.mark.both_databases
def test_the_first_who_asks_has_it_printed_once(cast: Cast, client: Client) -> None:
    event = sanctioned_event(cast)
    open_table(cast, event, cast.players[:4])
    address = f"/events/{event.slug}/scoresheets.pdf"
    assert client.get(address).status_code == 202
    assert client.get(address).status_code == 202
    run_waiting(PAPERS_JOB)
    answer = client.get(address)
    assert answer.status_code == 200
    assert Job.objects.filter(kind=PAPERS_JOB).count() == 1
    (page,) = words_of(answer.content)
    assert event.name in page
    assert cast.players[0].name in page


def test_an_event_without_tables_leads_back_to_where_that_is_said(cast: Cast, client: Client) -> None:
    event = sanctioned_event(cast)
    answer = client.get(f"/events/{event.slug}/cards.pdf", follow=True)
    assert "No table to print" in answer.content.decode()
    assert not Job.objects.filter(kind=PAPERS_JOB).exists()


def test_the_queries_do_not_grow_with_the_tables(cast: Cast, django_assert_num_queries) -> None:
    event = sanctioned_event(cast)
    open_table(cast, event, cast.players[:3])
    with django_assert_num_queries(3):
        papers_of_event(event=event)
    for _ in range(3):
        open_table(cast, event, cast.players[:3])
    with django_assert_num_queries(3):
        assert len(papers_of_event(event=event).sheets) == 4


@pytest.mark.parametrize("players", range(3, 11))
def test_a_blank_sheet_has_the_hands_of_a_cycle_and_no_names(players: int) -> None:
    (sheet,) = blank_papers(players).sheets
    cards = [row.cards or 0 for row in sheet.rows]
    assert cards[0] == cards[-1] == 1
    assert max(cards) == 53 // players
    assert {player.name for player in sheet.players} == {""}


def test_the_papers_of_a_group_name_its_game_and_no_table(cast: Cast, sign_in: SignIn, eight: Game) -> None:
    split_in(cast, eight)
    papers = papers_of_event(event=eight.event)
    for facts in (papers.cards, papers.sheets):
        named = [(paper.table, paper.is_group) for paper in facts]
        assert named == [("1", False), ("1A", True), ("1B", True)]
    page = sign_in(cast.director).get(f"/events/{eight.event.slug}/cards/").content.decode()
    shown = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Game 1A" in shown
    assert shown.count("Table 1 ") == 1, "that of the table before it was split"
