"""Whatever was ruled, appealed, taken back and corrected, in any order: the ledger is as if decided rightly.

Two tables of four play the same game. At one, rulings are made, replaced, overturned and varied, before and
after its result is certified and recorded, and the record itself is corrected; at the other only what stands
in the end is ruled, in another order, and nothing else ever happens.
"""

from __future__ import annotations

import datetime as dt
import json
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from rules_engine.whoopie.random.game import random_game
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file, with_names
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.corrections import correct_result
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.scoring.ledger.test_ledger_property import totals
from tests.support.justice import no_call, overturned, puts_in, revoke, ruled, takes_out
from tests.support.play import drawn_table, report
from tests.support.seeds import examples
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.amendments import StanzaChange
from tournaments.reports.services.reports import take_report
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.closing import close_game

SEATS = ["ann", "bob", "cat", "dan"]
STANZAS = 5
HOUR = dt.timedelta(hours=1)
Json = dict[str, Any]
State = Game.State


class TableOfFour:
    """A game of four, told with the names of the law's own table."""

    def __init__(self, cast: Cast, event: Event, people: list[Person], *, by_stanzas: bool) -> None:
        self.cast, self.people, self.by_stanzas = cast, people, by_stanzas
        self.number = {seat: person.number for seat, person in zip(SEATS, people, strict=True)}
        self.game = (
            drawn_table(cast, people, event=event, stanzas=STANZAS)
            if by_stanzas
            else open_table(cast, event, people, stanzas=STANZAS)
        )
        self.hours = count(1)

    def now(self) -> dt.datetime:
        return MARCH + next(self.hours) * HOUR

    @property
    def state(self) -> str:
        return Game.objects.get(pk=self.game.pk).state

    def named(self, change: StanzaChange) -> StanzaChange:
        named_record: Json = with_names(
            {"id": "", "removes": list(change.removes), "adds": list(change.adds), "sets": change.sets},
            self.number,
        )
        return StanzaChange(
            change.stanza, tuple(named_record["removes"]), tuple(named_record["adds"]), named_record["sets"]
        )

    def rule(self, change: StanzaChange, *, instead_of: Ruling | None = None) -> Ruling:
        return ruled(self.cast, self.game, self.named(change), instead_of=instead_of, at=self.now())

    def overturn(self, ruling: Ruling, *changes: StanzaChange) -> None:
        overturned(self.cast, ruling, *map(self.named, changes), at=self.now())

    def report(self, record: Json) -> None:
        named_record = with_names(record, self.number)
        if not self.by_stanzas:
            take_report(
                by=self.people[0],
                game=self.game,
                data=as_file(named_record),
                idempotency_key=str(self.game),
                at=MARCH,
            )
            return
        for body in named_record["stanzas"]:
            report(self.cast, self.game, body, at=self.now())
        close_game(by=self.people[0], game=self.game, sure=True, at=self.now())

    def certify(self) -> None:
        if self.state == State.REPORTED:
            confirm_result(by=self.cast.director, game=self.game, at=self.now())
        certify_result(by=self.cast.executor, game=self.game, at=self.now())

    def correct(self, record: Json) -> None:
        correct_result(
            by=self.cast.managing,
            game=self.game,
            data=as_file(with_names(record, self.number)),
            ruling="Order",
            why="Names were exchanged.",
            idempotency_key=f"{self.game.pk} {next(self.hours)}",
            settled_because="The order says so.",
            at=self.now(),
        )

    def record(self, seat: str) -> bool:
        person = self.people[SEATS.index(seat)]
        papers = Certificate.objects.filter(person=person, kind="rating-points", state="issued")
        codes = [paper.code for paper in papers]
        if not codes:
            return False
        sent = record_certificates(by=self.cast.registrar, person=person, codes=codes, at=self.now())
        return sent.state == "accepted"

    def entries(self) -> list[Json]:
        """What the ledger has for each of the four."""
        certification = Certification.objects.get(game=self.game, current=True)
        return [self._entries_of(person, certification) for person in self.people]

    def _entries_of(self, person: Person, certification: Certification) -> Json:
        standing = certification.standings.get(person=person)
        papers = Certificate.objects.filter(person=person, state__in=("issued", "recorded"))
        held = DegreeHeld.objects.filter(person=person, until__isnull=True)
        return {
            "placed": (standing.place, standing.shared, standing.score),
            "awarded": totals("awarded", person),
            "recorded": totals("recorded", person),
            "papers": sorted(papers.values_list("kind", "state", "points", "blue", "degree")),
            "degrees": sorted(held.values_list("degree", flat=True)),
        }


class Trial:
    """One game with all that may happen to it; keeps what stands in the end."""

    def __init__(self, table: TableOfFour, dice: Random, record: Json) -> None:
        self.table, self.dice, self.sent = table, dice, record
        self.changes = _changes(dice, record)
        self.standing: dict[int, StanzaChange] = {}
        self.open: dict[int, Ruling] = {}
        self.recorded: set[str] = set()
        self.reported = self.corrected = False

    def act(self, name: str) -> None:
        """What cannot be done now is not done."""
        try:
            getattr(self, name)()
        except Refusal as refused:
            if refused.code not in ("game-state", "not-certified", "not-reported"):
                raise

    def rule(self) -> None:
        if self.changes:
            index = len(self.changes)
            self.open[index] = self.table.rule(self.changes[-1])
            self.standing[index] = self.changes.pop()

    def rule_anew(self) -> None:
        if self.open and self.changes:
            index = self.dice.choice(sorted(self.open))
            self.open[index] = self.table.rule(self.changes[-1], instead_of=self.open[index])
            self.standing[index] = self.changes.pop()

    def overturn(self) -> None:
        if self.open:
            index = self.dice.choice(sorted(self.open))
            self.table.overturn(self.open[index])
            del self.open[index], self.standing[index]

    def vary(self) -> None:
        if self.open and self.changes:
            index = self.dice.choice(sorted(self.open))
            self.table.overturn(self.open[index], self.changes[-1])
            del self.open[index]
            self.standing[index] = self.changes.pop()

    def report(self) -> None:
        if not self.reported:
            self.table.report(self.sent)
            self.reported = True

    def certify(self) -> None:
        self.table.certify()

    def correct(self) -> None:
        """Two of the names on the sheet had been exchanged."""
        first, second = self.dice.sample(SEATS, 2)
        swapped = with_names(self.sent, {first: second, second: first})
        self.table.correct(swapped)
        self.sent, self.corrected = swapped, True

    def take_record(self) -> None:
        seat = self.dice.choice(SEATS)
        if self.table.record(seat):
            self.recorded.add(seat)

    def finish(self) -> None:
        self.report()
        if self.table.state != State.CERTIFIED:
            self.table.certify()


def _changes(dice: Random, record: Json) -> list[StanzaChange]:
    """Incidents put in, each another one, what was reported taken out, or a bid that stands otherwise."""
    changes = []
    for stanza, body in enumerate(record["stanzas"], start=1):
        for trick in range(1, body["cards"] + 1):
            incident = dice.choice((revoke, no_call))(dice.choice(SEATS), trick=trick)
            changes.append(puts_in(stanza, incident))
        changes.append(
            StanzaChange(stanza, sets={"bids": [[dice.choice(SEATS), dice.randint(0, body["cards"])]]})
        )
        changes += [
            takes_out(stanza, [incident]) for incident in body.get("incidents", ()) if "player" in incident
        ]
    return dice.sample(changes, min(len(changes), 8))


def _by_the_draw(record: Json, table: TableOfFour) -> Json:
    """The same play with the names so exchanged that its First Dealer is the one who was drawn."""
    game = Game.objects.select_related("first_dealer").get(pk=table.game.pk)
    if game.first_dealer is None:
        return record
    seats = sorted(game.players.all(), key=lambda player: player.seat or 0)
    order = [
        next(seat for seat, number in table.number.items() if number == seated.record_id) for seated in seats
    ]
    dealer = order.index(next(s for s, n in table.number.items() if n == game.first_dealer.record_id))
    first_dealer = SEATS.index(record["first_dealer"])
    return with_names(record, {SEATS[(first_dealer + at) % 4]: order[(dealer + at) % 4] for at in range(4)})


ACTS = ("rule", "rule_anew", "overturn", "vary", "report", "certify", "correct", "take_record")
MIDST = ("overturn", "vary", "correct", "take_record")


@pytest.mark.both_databases
@pytest.mark.slow
class DecidingRightlyAtOnce(TestCase):
    cast: Cast
    event: Event

    @classmethod
    def setUpTestData(cls) -> None:
        cls.cast = make_cast()
        cls.event = sanctioned_event(cls.cast, level="series-playoff-consolation", event_type="tournament")

    @settings(max_examples=examples(6), phases=(Phase.explicit, Phase.generate))
    @example(
        seed=493,
        by_stanzas=True,
        first=["rule_anew", "rule", "rule_anew", "rule", "vary"],
        then=["vary", "report"],
        last=["vary", "overturn", "vary", "take_record", "correct"],
    )
    @given(
        st.integers(0, 10_000),
        st.booleans(),
        st.lists(st.sampled_from(("rule", "rule_anew", "overturn", "vary")), min_size=2, max_size=5),
        st.lists(st.sampled_from(ACTS), max_size=4),
        st.lists(st.sampled_from(MIDST), min_size=3, max_size=7),
    )
    def test_any_order_ends_in_the_same_ledger(
        self, seed: int, by_stanzas: bool, first: list[str], then: list[str], last: list[str]
    ) -> None:
        dice = Random(seed)
        record = random_game(SEATS, seed, stanzas=STANZAS, mishaps=0.5)
        here = TableOfFour(self.cast, self.event, list(self.cast.players[:4]), by_stanzas=by_stanzas)
        trial = Trial(here, dice, _by_the_draw(record, here))
        for name in ("rule", "rule", "rule", *first, "report", *then, "certify", *last):
            trial.act(name)
        trial.finish()
        by_stanzas = by_stanzas and not trial.corrected
        there = TableOfFour(self.cast, self.event, list(self.cast.players[4:8]), by_stanzas=by_stanzas)
        for change in dice.sample(list(trial.standing.values()), len(trial.standing)):
            there.rule(change)
        there.report(trial.sent)
        there.certify()
        for seat in trial.recorded:
            there.record(seat)
        assert here.entries() == there.entries()
        assert list(ledger_problems()) == []
        if by_stanzas:
            assert _scores(here) == _scores(there)


def _scores(table: TableOfFour) -> list[Json]:
    """Stanza by stanza, in the names of the law's table."""
    document = Sheet.objects.get(game=table.game).check_document
    without_names = json.dumps([stanza["scores"] for stanza in document["stanzas"]])
    for seat, number in table.number.items():
        without_names = without_names.replace(number, seat)
    scores: list[Json] = json.loads(without_names)
    return scores
