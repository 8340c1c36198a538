"""An evening at work in the demo season: who is let in, and a table that plays while others still draw."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from random import Random
from typing import Final

from rules_engine.justice.bar_reach import Target
from rules_engine.whoopie.random.stanza import RandomStanza
from sanctioning.clubs.models import Club
from sanctioning.kit.clock import moment, noon
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in, settle_entry_fee
from tournaments.entries.services.entries import enter_event, mark_absent
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.services.draws import enter_drawn_cards
from tournaments.tables.selectors.table import table_of_game
from tournaments.tables.services.stanzas import report_stanza

EVENING: Final = dt.date(2026, 11, 21)
SEED: Final = 1966
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)


def doors_open() -> dt.datetime:
    """At five; earlier where the demo is built on that very day before all of the evening is over."""
    begun = moment(None) - 3 * HOUR
    begun = begun.replace(minute=begun.minute // 30 * 30, second=0, microsecond=0)
    return max(noon(EVENING, 9), min(noon(EVENING, 17), begun))


def club_reach(club: Club) -> Target:
    """A bar from the events of a club."""
    return Target("club", club.slug)


def enter_one_by_one(event: Event, people: Sequence[Person], at: dt.datetime) -> None:
    for place, person in enumerate(people):
        enter_event(by=person, event=event, person=person, at=at + place * MINUTE)


def let_in(director: Person, event: Event, at: dt.datetime) -> None:
    """The first does not come, so that one who waits moves up; everybody but the last is checked in."""
    mark_absent(by=director, entry=event.entries.order_by("pk")[0], at=at)
    *present, _ = event.entries.filter(state=Entry.State.ENTERED).order_by("pk")
    for place, entry in enumerate(present):
        check_in(by=director, entry=entry, at=at + place * MINUTE)
        if place == 0:
            settle_entry_fee(by=director, entry=entry, to="waived", why="Keeps the bar.", at=at)
        elif place < len(present) - 2:
            settle_entry_fee(by=director, entry=entry, to="paid", at=at + place * MINUTE)


def draw_by_hand(by: Person, game: Game, cards: Sequence[str], at: dt.datetime) -> None:
    """Everybody has drawn one of these cards, from the first seat on."""
    seated = game.players.order_by("seat")
    drawn = {player.record_id: card for player, card in zip(seated, cards, strict=False)}
    enter_drawn_cards(by=by, game=game, cards=drawn, at=at)


def play_with_an_error(by: Person, game: Game, stanzas: int, at: dt.datetime) -> None:
    """So many stanzas, of which the last was dealt a card too many."""
    random = Random(SEED)
    for number in range(1, stanzas + 1):
        now = table_of_game(game=Game.objects.get(pk=game.pk), asker=by)
        assert now is not None
        assert now.due is not None
        seated = [seat.player for seat in now.seated]
        cards = now.due.cards + (1 if number == stanzas else 0)
        body = RandomStanza(random, seated, now.due.dealer, cards, 0.0).play()
        key = f"floor/{game.pk}/{now.due.number}"
        report_stanza(
            by=by,
            game=game,
            number=now.due.number,
            body=body,
            idempotency_key=key,
            at=at + number * 5 * MINUTE,
        )
