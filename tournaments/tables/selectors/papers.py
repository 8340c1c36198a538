"""What is printed for the tables of a round, an event or a game: scoresheets and table cards.

Invariants: who sits where, who deals and how many cards is what the database and the law say, nothing is
computed here; a constant number of queries, however many tables.
Terms: group (a game after a split, whose first hand and players are those of its start).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.deals_ahead import Written, deals, stanzas_of_cycles, stanzas_planned
from rules_engine.whoopie.document import StartDocument
from rules_engine.whoopie.hand_sizes import Hand
from sanctioning.kit.wording.day_formats import english_day
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import clock
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import visible_events
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.rounds.selectors.rounds import TableCard, games_for_cards, table_cards
from tournaments.tables.documents.facts import CardFacts, SheetFacts, SheetPlayer, SheetRow
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.table_links import secrets_of

SIZES: Final = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
MOST_ROWS: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTables:
    """The papers of some tables before they are printed; `sha256` tells two states of them apart."""

    title: str
    sheets: tuple[SheetFacts, ...]
    cards: tuple[CardFacts, ...]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(repr((self.title, self.sheets, self.cards)).encode()).hexdigest()


def papers_of_event(
    *, event: Event, round_id: int | None = None, game_id: int | None = None, links: bool = False
) -> PrintedTables:
    """Sheets and cards of an event, of one of its rounds, or of one game, `links` with those to the pads.

    Five queries.
    """
    games = [
        game
        for game in games_for_cards(event, round_id)
        if game.state != Game.State.VOID and game_id in (None, game.pk)
    ]
    starts = dict(Sheet.objects.filter(game__in=games).values_list("game_id", "start"))
    cards = table_cards(games)
    secrets = secrets_of(games) if links else {}
    return PrintedTables(
        title=f"{event.name}, {games[0].round.label}"
        if round_id and games and games[0].round
        else event.name,
        sheets=tuple(
            _sheet(game, card, starts.get(game.pk)) for game, card in zip(games, cards, strict=True)
        ),
        cards=tuple(
            _card(game, card, secrets.get(game.pk, "")) for game, card in zip(games, cards, strict=True)
        ),
    )


def blank_papers(players: int) -> PrintedTables:
    """An empty sheet for so many players, its hand sizes printed for one full cycle."""
    rows = stanzas_of_cycles(1, players)
    nobody = tuple(SheetPlayer() for _seat in range(players))
    sheet = SheetFacts(players=nobody, rows=_rows(rows, tuple("ABCDEFGHIJ"[:players]), None, None))
    return PrintedTables(title=_("Whoopie scoresheet"), sheets=(sheet,), cards=())


def event_to_print(*, slug: str, asker: Person | None) -> Event | None:
    return visible_events(asker).filter(slug=slug).first()


def _sheet(game: Game, card: TableCard, start: StartDocument | None) -> SheetFacts:
    seats = tuple(seat.number for seat in card.seats)
    hand: Hand | None = (start["cards"], start["direction"]) if start else None
    planned = stanzas_planned(card.planned, len(seats), hand) if len(seats) >= FEWEST_PLAYERS else 0
    rows = stanzas_of_cycles(1, max(len(seats), FEWEST_PLAYERS)) if planned is None else planned
    dealer = card.seats[card.first_dealer_seat - 1].number if card.first_dealer_seat else None
    return SheetFacts(
        event=card.event,
        club=card.club,
        place=card.place,
        when=_when(card),
        table=card.group or str(card.table),
        is_group=bool(card.group),
        game=capfirst(card.game),
        round=capfirst(card.round),
        ends=ends_words(card.planned),
        sanction=card.sanction,
        acting_executor=card.acting_executor,
        scorekeeper=card.scorekeeper,
        address=_address("sheet-entry", game),
        players=tuple(SheetPlayer(name=seat.name, number=seat.number) for seat in card.seats),
        rows=_rows(min(rows, MOST_ROWS), seats, dealer, hand) if seats else (),
    )


def _rows(stanzas: int, seats: Sequence[str], dealer: str | None, start: Hand | None) -> tuple[SheetRow, ...]:
    """The stanzas ahead with their hand sizes, and who deals them where a First Dealer is drawn."""
    table = tuple(seats)
    due = deals(dealer or table[0], start, [Written(table)] * stanzas)
    return tuple(
        SheetRow(number=number, cards=deal.cards, dealer=table.index(deal.dealer) if dealer else None)
        for number, deal in enumerate(due, start=1)
    )


def _card(game: Game, card: TableCard, secret: str) -> CardFacts:
    return CardFacts(
        event=card.event,
        club=card.club,
        place=card.place,
        when=_when(card),
        table=card.group or str(card.table),
        is_group=bool(card.group),
        game=capfirst(card.game),
        round=capfirst(card.round),
        ends=ends_words(card.planned),
        sanction=card.sanction,
        acting_executor=card.acting_executor,
        scorekeeper=card.scorekeeper,
        first_dealer=card.first_dealer,
        seats=tuple(seat.name for seat in card.seats),
        pad=pad_address(secret) if secret else "",
        board=_address("table", game),
    )


def pad_address(secret: str) -> str:
    """Where the pad of a table opens for whoever has its link."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{reverse('pad-link', args=[secret])}"


def _when(card: TableCard) -> str:
    return f"{english_day(card.starts_at)}, {clock(card.starts_at, card.time_zone)}"


def _address(name: str, game: Game) -> str:
    path = reverse(name, args=[game.event.slug, f"{game.number}{game.group}"])
    return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"
