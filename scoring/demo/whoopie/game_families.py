"""Games reported stanza by stanza in the demo season: a family of groups brought to its certificates, and one
game that is still played.

The family: eight seated and two waiting are split in two; the second group is split again; a player goes
over from one branch to another; who left early is extrapolated into a paid place.
"""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

from rules_engine.whoopie.random.stanza import RandomStanza
from sanctioning.kit.clock import noon
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanction_paid
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.justice.votes import vote_at
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
from tournaments.tables.services.authorisations import authorise_extrapolation
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table
from tournaments.tables.services.splits import decide_split, draw_for_places
from tournaments.tables.services.stanzas import report_stanza

DAY, MINUTE = dt.timedelta(days=1), dt.timedelta(minutes=1)
CLUB = 0
PLAYED, RUNNING = dt.date(2026, 10, 10), dt.date(2026, 11, 20)
SEED = 1966
DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "SHDC")


class Evening:
    """One event whose games are reported stanza by stanza, and the clock on its wall."""

    def __init__(
        self,
        authority: DemoAuthority,
        name: str,
        day: dt.date,
        people: list[Person],
        planned: int,
        level: str = "open",
    ) -> None:
        self.authority, self.dice = authority, Random(SEED)
        self.director, self.at = authority.directors[CLUB], noon(day, 18)
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
            body = RandomStanza(self.dice, seated, due.dealer, due.cards, lively).play()
            self.report(game, due, seated[0], body)

    def report(self, game: Game, due: DueStanza, otherwise: str, body: dict[str, Any]) -> None:
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
            cards = dict(zip(split.open, self.dice.sample(DECK, len(split.open)), strict=True))
            split = draw_for_places(by=ruler, game=game, cards=cards, seed=str(game), at=self.at)
        groups = list(Game.objects.filter(parent=game).order_by("group"))
        return [draw_cards(by=ruler, game=group, seed=str(group), at=self.at) for group in groups]

    def wait(self, game: Game, people: list[Person]) -> None:
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


def play_a_family(authority: DemoAuthority) -> None:
    evening = Evening(authority, "Wetherby Long Table 2026", PLAYED, by_number(authority)[:16], planned=14)
    game = evening.table(8)
    evening.play(game, 4)
    leader = evening.numbered[evening.now(game).standing[0][1]]
    get_up(by=leader, game=game, person=leader, at=evening.at)
    sit_down(by=evening.director, game=game, person=evening.people[8], at=evening.at)
    evening.play(game, 2)
    evening.wait(game, evening.people[9:11])
    first, second = evening.split(game)
    evening.play(second, 2)
    evening.wait(second, evening.people[11:16])
    second_a, second_b = evening.split(second)
    evening.play(second_a, 2)
    mover = evening.numbered[evening.now(second_a).seated[0].player]
    evening.play(second_b, 1)
    get_up(by=evening.director, game=second_a, person=mover, at=evening.at)
    sit_down(by=evening.director, game=second_b, person=mover, at=evening.at)
    reason = "He had to meet the last train and had led all evening."
    authorise_extrapolation(
        by=evening.executor.person, game=first, player=leader.number, reason=reason, at=evening.at
    )
    evening.play(first, 8)
    evening.play(second_a, 4)
    evening.play(second_b, 5)
    for group in (first, second_a, second_b):
        evening.certify(group)


def by_number(authority: DemoAuthority) -> list[Person]:
    return sorted(authority.players, key=lambda player: player.number)


def begin_a_game(authority: DemoAuthority) -> None:
    """A table of seven in the middle of its game: one has gone, one came, one waits, a slip was corrected."""
    evening = Evening(
        authority, "Wetherby Friday Table 2026", RUNNING, by_number(authority)[30:39], planned=13
    )
    game = evening.table(7)
    evening.play(game, 4, lively=0.6)
    gone = evening.numbered[evening.now(game).seated[2].player]
    get_up(by=gone, game=game, person=gone, at=evening.at)
    sit_down(by=evening.director, game=game, person=evening.people[7], at=evening.at)
    evening.play(game, 2, lively=0.3)
    evening.wait(game, evening.people[8:9])
    slip = StanzaVersion.objects.get(game=game, number=5)
    report_stanza(
        by=evening.director,
        game=game,
        number=5,
        body={**slip.body, "incidents": []},
        idempotency_key=f"demo/{game.pk}/5/corrected",
        replaces=1,
        reason="Written down at the wrong line of the sheet.",
        at=evening.at,
    )
    vote_at(game, evening.executor.person, evening.at + MINUTE)
