"""Evenings of Whoopie in the demo season whose games are reported stanza by stanza."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from random import Random

from rules_engine.whoopie.document import StanzaDocument
from rules_engine.whoopie.random.stanza import RandomStanza
from sanctioning.kit.clock import noon
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanction_paid
from scoring.demo.authority.founding import DemoAuthority
from scoring.results.services.certification import certify_result, confirm_result
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.executors.selectors.obstacles import facts_about, obstacles
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.services.games import open_game
from tournaments.rounds.services.draws import draw_cards, seat_by_draw
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.selectors.table import DueStanza, Table, table_of_game
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.splits import decide_split, draw_for_places
from tournaments.tables.services.stanzas import report_stanza

DAY, MINUTE = dt.timedelta(days=1), dt.timedelta(minutes=1)
CLUB = 0
SEED = 1966
DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "SHDC")


class Evening:
    """One event whose games are reported stanza by stanza, and the clock on its wall."""

    def __init__(
        self,
        authority: DemoAuthority,
        name: str,
        day: dt.date,
        people: Sequence[Person],
        planned: int,
        level: str = "open",
    ) -> None:
        self.authority, self.random = authority, Random(SEED)
        self.director, self.opens = authority.directors[CLUB], noon(day, 18)
        self.at = self.opens
        self.executor = authority.executors[0]
        self.people = people
        self.numbered = {person.number: person for person in self.people}
        self.event = self._event(name, planned, level)

    def _event(self, name: str, planned: int, level: str) -> Event:
        authority, long_before = self.authority, self.at - 40 * DAY
        event = register_event(
            by=self.director,
            club=authority.clubs[CLUB],
            name=name,
            place="Reading Room, Wetherby",
            starts_at=self.at,
            ends_at=self.at + dt.timedelta(hours=5),
            time_zone="Europe/London",
            at=long_before,
        )
        sanction = apply_for_sanction(
            by=self.director,
            event=event,
            level=authority.levels[level],
            event_type=authority.types["tournament"],
            at=long_before + DAY,
        )
        sanction_paid(authority, sanction, long_before + 5 * DAY)
        event.refresh_from_db()
        for person in self.people:
            enter_event(by=person, event=event, person=person, at=long_before + 9 * DAY)
        self.planned = planned
        return event

    def table(self, players: int) -> Game:
        """The game with so many of the people seated by draw, and its cards drawn."""
        eve = self.at - DAY
        game = open_game(by=self.director, event=self.event, planned={"stanzas": self.planned}, at=eve)
        self.executor = free_executor(self.authority, game)
        game = appoint_acting_executor(
            by=self.authority.managing, game=game, appointment=self.executor, at=eve
        )
        seat_by_draw(
            by=self.director, game=game, people=self.people[:players], seed=self.event.slug, at=self.at
        )
        return draw_cards(by=self.director, game=game, seed=self.event.slug, at=self.at)

    def now(self, game: Game) -> Table:
        table = table_of_game(game=Game.objects.get(pk=game.pk), asker=self.director)
        assert table is not None
        return table

    def play(self, game: Game, stanzas: int, *, lively: float = 0.1) -> None:
        """So many stanzas, each reported by whoever keeps the score."""
        for _ in range(stanzas):
            due = (now := self.now(game)).due
            assert due is not None
            seated = [seat.player for seat in now.seated]
            body = RandomStanza(self.random, seated, due.dealer, due.cards, float(lively)).play()
            self.report(game, due, seated[0], body)

    def report(self, game: Game, due: DueStanza, otherwise: str, body: StanzaDocument) -> None:
        """The stanza that is due, by whoever keeps the score, or else by that player."""
        self.at += 6 * MINUTE
        report_stanza(
            by=self.numbered[due.scorekeeper or otherwise],
            game=game,
            number=due.number,
            body=body,
            idempotency_key=f"demo/{game.pk}/{due.number}",
            at=self.at,
        )

    def split(self, game: Game) -> list[Game]:
        """Two groups, with draws for the ties and for scorekeeper and First Dealer."""
        ruler = self.executor.person
        split = decide_split(by=ruler, game=game, groups=2, seed=str(game), at=self.at)
        while split.open:
            cards = dict(zip(split.open, self.random.sample(DECK, len(split.open)), strict=True))
            split = draw_for_places(by=ruler, game=game, cards=cards, seed=str(game), at=self.at)
        groups = list(Game.objects.filter(parent=game).order_by("group"))
        return [draw_cards(by=ruler, game=group, seed=str(group), at=self.at) for group in groups]

    def seated(self, game: Game, place: int) -> Person:
        return self.numbered[self.now(game).seated[place].player]

    def leading(self, game: Game) -> Person:
        return self.numbered[self.now(game).standing[0][1]]

    def pass_time(self, minutes: int) -> None:
        self.at += minutes * MINUTE

    def wait(self, game: Game, people: Sequence[Person]) -> None:
        for person in people:
            wait_at_table(by=person, game=game, person=person, at=self.at)

    def certify(self, game: Game) -> None:
        close_game(by=self.director, game=game, sure=True, at=self.at)
        players = game.players.filter(stays__until__isnull=True).order_by("seat", "pk")
        confirmer = players.exclude(person=self.director).select_related("person").first()
        assert confirmer is not None
        confirm_result(by=confirmer.person, game=game, at=self.at + 20 * MINUTE)
        certify_result(by=self.executor.person, game=game, at=self.at + DAY)


def free_executor(authority: DemoAuthority, game: Game) -> Appointment:
    """The first executor whom nothing bars: some evenings are so many days before today, whatever else is
    played then."""
    facts = facts_about([game], authority.executors)
    return next(
        executor
        for executor in authority.executors
        if not any(bar.bars for bar in obstacles(facts, game, executor))
    )


def begin_evening(
    authority: DemoAuthority, name: str, day: dt.date, people: Sequence[Person], planned: int
) -> Evening:
    return Evening(authority, name, day, people, planned)


def report_without_incidents(by: Person, game: Game, number: int, reason: str, at: dt.datetime) -> None:
    """A stanza put right: what was written down beside it belonged to another."""
    slip = StanzaVersion.objects.get(game=game, number=number)
    report_stanza(
        by=by,
        game=game,
        number=number,
        body={**slip.body, "incidents": []},
        idempotency_key=f"demo/{game.pk}/{number}/corrected",
        replaces=1,
        reason=reason,
        at=at,
    )
