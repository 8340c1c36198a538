"""The check that goes on from the one before says, at any moment, what the check of the whole record says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from rules_engine.bid_whist.random.hands import RandomSheets
from rules_engine.columbus_whist.random.event import random_event
from rules_engine.military_whist.random.event import random_event as random_meeting
from tests.support.bid_whist import sheets as bid_sheets
from tests.support.columbus import typed_of
from tests.support.seeds import by_seeds
from tests.support.whist_slips import head_of as at_tables
from tests.support.whist_slips import slips_of
from tests.tournaments.slips.test_slips_of_one_game import head_of
from tournaments.formats.fields import read_fields
from tournaments.formats.format import Format
from tournaments.formats.registry import format_named
from tournaments.formats.slips import CheckSoFar, EventHead, Left, SeatStay

T = TypeVar("T")
Bodies = dict[str, Mapping[str, Any]]


class Evening:
    """An event of slips without a database, checked after each of them in both ways."""

    def __init__(self, game: str, ruleset: str, planned: Mapping[str, Any], random: Random) -> None:
        self.random = random
        self.ruleset = ruleset
        self.planned = planned
        self.played: Format = format_named(game)
        self.standing = Bodies()
        self.signed: dict[str, tuple[str, ...]] = {}
        self.rounds: list[list[tuple[int, int]]] = []
        self.teams: dict[int, dict[str, Any]] = {}
        self.so_far: CheckSoFar | None = None
        self.went_on = 0

    def bare_head(self) -> EventHead:
        return head_of(self.ruleset, self.planned, self.rounds)

    @property
    def head(self) -> EventHead:
        head = self.bare_head()
        teams = {number: replace(team, **self.teams.get(number, {})) for number, team in head.teams.items()}
        return replace(head, teams=teams, signed=self.signed)

    def seat(self, pairs: Sequence[tuple[int, int]]) -> None:
        self.rounds.append(list(pairs))
        self.so_far = None

    def change_team(self, number: int) -> None:
        """Renamed, gone after a round, or with a substitute: the head is another, and all is checked."""
        substitute = (
            SeatStay(letter="A", player=f"{number}a", first=1, last=1),
            SeatStay(letter="A", player=f"{number}s", first=2, last=None),
            SeatStay(letter="B", player=f"{number}b", first=1, last=None),
        )
        changes: list[dict[str, Any]] = [
            {"name": f"Team {number} of old"},
            {"left": Left(after=max(1, len(self.rounds) - 1), why="ill")},
            {"players": {"A": f"{number}s", "B": f"{number}b"}, "sat": substitute},
        ]
        self.teams[number] = self.random.choice(changes)
        self.so_far = None

    def report(self, place: str, typed: Mapping[str, Any]) -> None:
        """Handed in, or in place of what stands; without a signature then."""
        slips = self.played.slips
        assert slips is not None
        due = {due.place: due for due in slips.due(self.head, self.standing)}.get(place)
        if due is None:
            return
        values = read_fields(due.fields, typed, due.rule)
        self.standing[place] = due.read(values) if due.read else values
        self.signed.pop(place, None)
        self.require_alike([place])

    def sign(self, place: str, *people: str) -> None:
        self.signed[place] = people
        self.require_alike([place])

    def require_alike(self, places: Sequence[str]) -> None:
        slips, head = self.played.slips, self.head
        assert slips is not None
        assert slips.follow is not None
        record = slips.record(head, self.standing)
        whole = self.played.check(json.dumps(record).encode()).document
        so_far = self.so_far.after(head, self.standing, places) if self.so_far else None
        self.went_on += so_far is not None
        self.so_far = so_far or slips.follow(head, self.standing, record)
        if self.so_far is not None:
            assert json.dumps(self.so_far.document) == json.dumps(whole)


def in_any_order(random: Random, slips: Iterable[T]) -> list[T]:
    return random.sample(listed := list(slips), len(listed))


@by_seeds(6)
def test_sheets_of_bid_whist(seed: int) -> None:
    random = Random(seed)
    evening = Evening("bid-whist", "cardsharks", {"tournament": "main-event"}, random)
    sheets, teams = RandomSheets(random, 0.3), list(range(1, 9))
    for number in range(1, 5):
        random.shuffle(teams)
        evening.seat([(teams[at], teams[at + 1]) for at in range(0, len(teams), 2)])
        for table, two in in_any_order(random, enumerate(evening.rounds[-1], start=1)):
            for sheet in bid_sheets(f"r{number}-t{table}", sheets.sheet(table, two, 0.3)):
                evening.report(sheet.place, sheet.typed)
            if random.random() < 0.5:
                evening.sign(f"r{number}-t{table}", f"{two[0]}a", f"{random.choice(two)}b")
            if random.random() < 0.2:
                earlier = random.randrange(number)
                at, pair = random.choice(list(enumerate(evening.rounds[earlier], start=1)))
                for sheet in bid_sheets(f"r{earlier + 1}-t{at}", sheets.sheet(at, pair, 0.3)):
                    evening.report(sheet.place, sheet.typed)
            if random.random() < 0.1:
                evening.change_team(random.choice(teams))
    assert evening.went_on > 10


@by_seeds(8)
def test_sheets_of_columbus_whist(seed: int) -> None:
    random = Random(seed)
    record = random_event(8, seed, mishaps=random.choice([0.0, 0.3]))
    pot = random.choice([0, 500])
    evening = Evening(
        "columbus-whist",
        "columbus-first-club-2016",
        {"games": 6, "qualifiers": 2, "pot_cents": pot},
        random,
    )
    left = {(leaver["round"], leaver["team"]): leaver for leaver in record.get("leavers", ())}
    sheets: dict[str, Mapping[str, Any]] = {}
    for number, games in enumerate(record["rounds"], start=1):
        evening.seat([(game["teams"][0], game["teams"][1]) for game in games])
        for table, game in in_any_order(random, enumerate(games, start=1)):
            leaver = next((left[number, team] for team in game["teams"] if (number, team) in left), None)
            place = f"g{number}-t{table}"
            sheets[place] = typed_of(game, leaver)
            evening.report(place, sheets[place])
            if place in evening.standing and random.random() < 0.5:
                evening.sign(place, *(f"{team}a" for team in game["teams"]))
            if random.random() < 0.2:
                earlier = random.choice(list(sheets))
                evening.report(earlier, {"late": "both"} if random.random() < 0.3 else sheets[earlier])
            if random.random() < 0.1:
                evening.change_team(random.randrange(1, 9))
    assert evening.went_on > 10


class Meeting(Evening):
    """The same of Military Whist, where all sit down once."""

    def bare_head(self) -> EventHead:
        return at_tables(len(self.rounds[0]), self.planned["days"])


@by_seeds(6)
def test_hands_and_counts_of_military_whist(seed: int) -> None:
    random, days, tables = Random(seed), [[2, 1], [2]], 4
    meeting = Meeting("military-whist", "alberta-55-plus", {"days": days}, random)
    meeting.seat([(at, at) for at in range(1, tables + 1)])
    slips = slips_of(random_meeting(tables, seed, days=days, mishaps=random.choice([0.0, 0.3])))
    hands = iter(range(1, 6))
    for day, sessions in enumerate(days, start=1):
        moments = [f"d{day}-before-", *(f"h{next(hands)}-" for _hand in range(sum(sessions)))]
        for moment in [*moments, f"d{day}-after-"]:
            together = [place for place in slips if place.startswith((moment, f"loan-{day}"))]
            for place, typed in in_any_order(random, [(place, slips[place]) for place in together]):
                meeting.report(place, typed)
                if random.random() < 0.2:
                    meeting.sign(place, "t01a")
                if random.random() < 0.1:
                    meeting.report(*random.choice([(known, slips[known]) for known in meeting.standing]))
    assert meeting.went_on > 10
