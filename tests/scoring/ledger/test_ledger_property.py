"""Whatever is certified, recorded and corrected, the ledger is that of somebody who does every sum afresh.

The oracle keeps three facts a game: who won it by the version in force, and who has recorded it. A table of
four pays 16.0 points to the first, 4.0 of them blue; all else follows by addition.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from rules_engine.points.degrees import DEGREES, level
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.services.corrections import correct_result
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import lines
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, make_cast, record_of, sanctioned_event
from tests.support.seeds import examples
from tournaments.events.models.event import Event
from tournaments.games.models import Game

MOST_GAMES = 3
WON, BLUE = Decimal("16.0"), Decimal("4.0")
MAY, NOVEMBER = dt.date(2025, 5, 15), dt.date(2025, 11, 15)
DAY = dt.timedelta(days=1)

certify = st.tuples(st.just("certify"), st.integers(0, 3))
record = st.tuples(st.just("record"), st.integers(0, 3))
correction = st.tuples(st.just("correct"), st.integers(0, MOST_GAMES - 1), st.integers(0, 3))


class LedgerUnderTest:
    """The real ledger beside the oracle's."""

    def __init__(self, cast: Cast, event: Event) -> None:
        self.cast, self.event = cast, event
        self.games: list[Game] = []
        self.winners: list[Person] = []
        self.recorded: dict[int, set[Person]] = defaultdict(set)
        self.keys = count()
        self.days = count(1)

    def now(self) -> dt.datetime:
        return MARCH + next(self.days) * DAY

    def table(self, winner: int) -> list[Person]:
        """Four players, of whom the one in the first seat wins."""
        players = list(self.cast.players[:4])
        return players[winner:] + players[:winner]

    def certify(self, winner: int) -> None:
        if len(self.games) < MOST_GAMES:
            self.games.append(certified(self.cast, self.event, self.table(winner), at=self.now()).game)
            self.winners.append(self.cast.players[winner])

    def record(self, who: int) -> None:
        person = self.cast.players[who]
        papers = Certificate.objects.filter(person=person, kind="rating-points", state="issued")
        if not papers:
            return
        sent = record_certificates(
            by=self.cast.registrar,
            person=person,
            codes=[paper.code for paper in papers],
            at=self.now(),
        )
        if sent.state == "accepted":
            for paper in papers:
                assert paper.award is not None
                self.recorded[paper.award.standing.certification.game_id].add(person)

    def correct(self, index: int, winner: int) -> None:
        if index < len(self.games):
            correct_result(
                by=self.cast.managing,
                game=self.games[index],
                data=as_file(record_of(self.table(winner))),
                ruling="Ruling",
                why="An oracle said so.",
                idempotency_key=f"order {next(self.keys)}",
                at=self.now(),
            )
            self.winners[index] = self.cast.players[winner]

    def won(self, person: Person) -> int:
        return self.winners.count(person)

    def kept(self, person: Person) -> int:
        """How many of the games that the person has won now were recorded."""
        pairs = zip(self.games, self.winners, strict=True)
        return sum(winner == person and person in self.recorded[game.pk] for game, winner in pairs)

    def verify(self) -> None:
        for person in self.cast.players[:4]:
            assert totals("awarded", person) == (self.won(person) * WON, self.won(person) * BLUE)
            assert totals("recorded", person) == (self.kept(person) * WON, self.kept(person) * BLUE)
            reached = level(self.kept(person) * WON, self.kept(person) * BLUE, len(self.games))
            held = DegreeHeld.objects.filter(person=person, until__isnull=True)
            assert max(held.values_list("rank", flat=True), default=-1) == reached
            good = Certificate.objects.filter(person=person, kind="degree", state="issued")
            assert set(good.values_list("degree", flat=True)) == set(
                held.exclude(rank=0).values_list("degree", flat=True)
            )
            papers = Certificate.objects.filter(person=person, kind="rating-points")
            assert papers.filter(state="recorded").count() == self.kept(person)
            assert papers.filter(state="issued").count() == self.won(person) - self.kept(person)
        assert list(ledger_problems()) == []

    def verify_rosters(self) -> None:
        """The roster not published says what is true; the published one with its errata does."""
        roster = compile_roster(by=self.cast.registrar, as_of=NOVEMBER, at=self.now())
        assert {line.number: (line.points, line.degree) for line in lines(roster)} == self.true_lines()

    def true_lines(self) -> dict[str, tuple[Decimal, str]]:
        if not self.games:
            return {}
        people = {person: self.kept(person) for person in self.cast.players[:4]}
        return {
            person.number: (
                won * WON,
                f"{DEGREES[level(won * WON, won * BLUE, len(self.games))].name} of Whoopie",
            )
            for person, won in people.items()
        }


def totals(book: str, person: Person) -> tuple[Decimal, Decimal]:
    entries = LedgerEntry.objects.filter(book=book, person=person)
    nothing = Decimal("0.0")
    return sum((entry.points for entry in entries), nothing), sum((entry.blue for entry in entries), nothing)


@pytest.mark.slow
class BooksAgainstAnOracle(TestCase):
    cast: Cast
    event: Event

    @classmethod
    def setUpTestData(cls) -> None:
        cls.cast = make_cast()
        cls.event = sanctioned_event(cls.cast, level="series-playoff-consolation", event_type="tournament")

    @settings(max_examples=examples(25))
    @given(st.lists(st.one_of(certify, record, correction), min_size=3, max_size=9))
    def test_after_any_sequence(self, acts: list[tuple[Any, ...]]) -> None:
        ledger = LedgerUnderTest(self.cast, self.event)
        for name, *details in acts:
            getattr(ledger, name)(*details)
        ledger.verify()
        ledger.verify_rosters()

    @pytest.mark.both_databases
    @settings(max_examples=examples(12))
    @given(st.lists(correction, min_size=1, max_size=4))
    def test_a_published_roster_with_its_errata_says_what_is_true(self, acts: list[tuple[Any, ...]]) -> None:
        ledger = LedgerUnderTest(self.cast, self.event)
        for winner in (0, 0, 1):
            ledger.certify(winner)
        ledger.record(0)
        ledger.record(1)
        roster = compile_roster(by=self.cast.registrar, as_of=MAY, at=ledger.now())
        publish_roster(by=self.cast.registrar, roster=roster, at=MARCH + 100 * DAY)
        ledger.days = count(101)
        for _, *details in acts:
            ledger.correct(*details)
        ledger.verify()
        listed = {line.number: (line.points, line.degree) for line in lines(Roster.objects.get(as_of=MAY))}
        for erratum in roster.errata.order_by("number"):
            assert listed[erratum.member_number] == (erratum.said_points, erratum.said_degree)
            listed[erratum.member_number] = (erratum.right_points, erratum.right_degree)
        assert listed == ledger.true_lines()
