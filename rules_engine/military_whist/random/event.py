"""A legal random event as a `military-whist/1` record, for programs to try themselves against.

The same arguments give the same record. Pairs revoke, tables run out of flags, the leader lends or does not,
and teams that tie for a place that matters play it off. How much goes wrong is for `mishaps` to say: 0 for
nothing, 1 for a lively evening.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules_engine.cards import DECK, JOKER, TEXT
from rules_engine.military_whist import ties
from rules_engine.military_whist.document import (
    DayDocument,
    ExtraHandDocument,
    HandDocument,
    IncidentDocument,
    LendingDocument,
    PlayoffDocument,
    RecordDocument,
    TeamDocument,
)
from rules_engine.military_whist.flags import START, FlagBook
from rules_engine.military_whist.hand import TRICKS, count, flags_won
from rules_engine.military_whist.levels import BY_NAME
from rules_engine.military_whist.movement import Order, PlannedHand, move_of, movement
from rules_engine.military_whist.record import FORMAT
from rules_engine.military_whist.rotation import LETTERS
from rules_engine.military_whist.standings import standings, tied_groups

_OPEN_DAYS = ((15, 15),)
_CARDS = [TEXT[card] for card in DECK if card != JOKER]


def random_event(
    tables: int,
    seed: int,
    *,
    level: str = "open",
    days: Sequence[Sequence[int]] | None = None,
    moves: Order = "circle",
    restarted: bool = False,
    mishaps: float = 0.0,
    event_id: str | None = None,
) -> dict[str, Any]:
    """A record of one event.

    `days` holds the hands of each session of each day; the level's own by default, one of two sessions of 15
    hands where it has none.

    Raises:
        ValueError: fewer than 2 or more than 60 tables, no hand or more than a thousand.
    """
    played = days or BY_NAME[level].days or _OPEN_DAYS
    sheet = movement(tables, sum(map(sum, played)), moves, restarted)
    event = _RandomEvent(Random(seed), tables, level, sheet, mishaps)
    document = event.record(event_id or f"random-{tables}-tables-{seed}", played)
    document["moves"] = moves
    document["pattern"] = "sample-restarted" if restarted else "sample"
    return dict[str, Any](document)


class _RandomEvent:
    def __init__(
        self, random: Random, tables: int, level: str, sheet: Sequence[PlannedHand], mishaps: float
    ) -> None:
        self.random = random
        self.tables = tables
        self.level = level
        self.sheet = sheet
        self.mishaps = mishaps
        self.skill = [random.gauss(0, 0.07) for _ in range(tables)]
        self.totals = [0] * tables

    def record(self, event_id: str, days: Sequence[Sequence[int]]) -> RecordDocument:
        """The record of the days, with everything that follows from them."""
        document: RecordDocument = {
            "format": FORMAT,
            "ruleset": "alberta-55-plus",
            "id": event_id,
            "level": self.level,
            "teams": [self._team(table) for table in range(self.tables)],
            "pattern": "",
            "moves": "",
            "leader": "the leader",
            "days": [],
        }
        first = 0
        for sessions in days:
            document["days"].append(self._day(list(sessions), first))
            first += sum(sessions)
        document["totals"] = list(self.totals)
        playoffs = self._playoffs()
        if playoffs:
            document["playoffs"] = playoffs
        orders = {frozenset(playoff["teams"]): tuple(playoff["order"]) for playoff in playoffs}
        ranking = standings(self.totals, orders).ranking
        document["ranking"] = [list(entry) for entry in ranking]
        advancing = BY_NAME[self.level].advancing
        if advancing:
            document["advancing"] = [team for _, team in ranking[:advancing]]
        return document

    def _team(self, table: int) -> TeamDocument:
        players: dict[str, str] = {letter: f"t{table + 1:02d}{letter.lower()}" for letter in LETTERS}
        team: TeamDocument = {"name": f"Team {table + 1}", "players": players}
        if self.level == "provincial":
            zones = -(-self.tables // 2)
            team["origin"], team["place"] = f"Zone {table % zones + 1}", table // zones + 1
        elif self.level == "zone":
            team["origin"], team["place"] = f"Area {table // 2 + 1}", table % 2 + 1
        return team

    def _day(self, sessions: list[int], first: int) -> DayDocument:
        self.book = FlagBook([START] * self.tables)
        self.loans: list[LendingDocument] = []
        self.returns: list[LendingDocument] = []
        before = list(self.book.held)
        hands = [self._hand(number) for number in range(first + 1, first + sum(sessions) + 1)]
        scores = self.book.scores
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        day: DayDocument = {"sessions": sessions, "before": before, "hands": hands}
        if self.loans:
            day["loans"] = self.loans
        if self.returns:
            day["returns"] = self.returns
        day["after"], day["scores"] = list(self.book.held), scores
        return day

    def _hand(self, number: int) -> HandDocument:
        plan = self.sheet[number - 1]
        visitor_of = {table: team for team, table in enumerate(plan.to)}
        taken = [
            self._tricks(self.skill[visitor_of[table + 1]] - self.skill[table])
            for table in range(self.tables)
        ]
        incidents = self._incidents()
        owed: list[int] = []
        for table, tricks in enumerate(taken):
            revokes = [
                sum(
                    incident["kind"] == "revoke" and incident["table"] == table + 1 and incident["by"] == side
                    for incident in incidents
                )
                for side in ("visitors", "home")
            ]
            owed.append(flags_won(count(plan.trump, tricks, revokes[0], revokes[1]).visitors))
        self._lend(number, owed)
        won = self.book.payable(owed)
        self.book.move(plan.to, won)
        self._give_back(number)
        move = move_of(plan.to)
        hand: HandDocument = {
            "who": plan.who,
            "move": list(plan.to) if move is None else move,
            "trump": plan.trump,
            "dealer": plan.dealer,
            "tricks": [[tricks, TRICKS - tricks] for tricks in taken],
            "won": won,
        }
        if incidents:
            hand["incidents"] = incidents
        return hand

    def _tricks(self, better: float) -> int:
        chance = min(max(0.5 + better, 0.05), 0.95)
        return sum(self.random.random() < chance for _ in range(TRICKS))

    def _incidents(self) -> list[IncidentDocument]:
        incidents: list[IncidentDocument] = []
        for table in range(1, self.tables + 1):
            if self._happens(0.06):
                kind = self.random.choice(
                    ["revoke", "revoke", "revoke-corrected", "out-of-turn", "dropped-card"]
                )
                by = self.random.choice(["visitors", "home"])
                incidents.append({"kind": kind, "table": table, "by": by})
            if self._happens(0.01):
                incidents.append({"kind": "misdeal", "table": table, "cause": "exposed-in-deal"})
        return incidents

    def _lend(self, number: int, owed: Sequence[int]) -> None:
        for table, flags in enumerate(owed):
            if self.book.may_borrow(table, flags) and self.random.random() < 0.7:
                lent = max(1, flags - self.book.held[table]) + self.random.randrange(2)
                self.book.lend(table, lent)
                self.loans.append({"table": table + 1, "hand": number, "flags": lent})

    def _give_back(self, number: int) -> None:
        for table, lent in enumerate(self.book.lent):
            able = min(lent, self.book.held[table])
            if able and self.book.held[table] > 2 and self._happens(0.5):
                flags = self.random.randint(1, able)
                self.book.give_back(table, flags)
                self.returns.append({"table": table + 1, "hand": number, "flags": flags})

    def _playoffs(self) -> list[PlayoffDocument]:
        playoffs: list[PlayoffDocument] = []
        place = 1
        for group in tied_groups(self.totals):
            matters = place <= BY_NAME[self.level].decided
            if len(group) > 1 and (matters or (len(group) <= max(ties.PLAYED_OFF) and self._happens(0.2))):
                playoffs.append(random_playoff(self.random, group))
            place += len(group)
        return playoffs

    def _happens(self, often: float) -> bool:
        return self.random.random() < often * self.mishaps


def random_playoff(random: Random, teams: Sequence[int]) -> PlayoffDocument:
    """The play-off of these teams; of four or more, the leader's ruling."""
    if len(teams) > max(ties.PLAYED_OFF):
        order = random.sample(list(teams), len(teams))
        return {"teams": list(teams), "ruling": "The leader drew the order.", "order": order}
    names = [str(team) for team in teams]
    draw: list[dict[str, str]] = []
    if len(teams) == max(ties.PLAYED_OFF):
        drawing = names
        while len(drawing) > 1:
            draw.append(_drawn(random, drawing))
            drawing = list(ties.bye(draw).open)
    hands: list[ExtraHandDocument] = []
    ended: list[ties.Extra] = []
    while next_ := ties.play_off(names, draw, ended).next:
        hand = _hand(random, next_)
        hands.append(hand)
        ended.append(ties.Extra((next_[0], next_[1]), ties.awarded((hand["tricks"][0], hand["tricks"][1]))))
    order = [int(team) for team in ties.play_off(names, draw, ended).order]
    playoff: PlayoffDocument = {"teams": list(teams), "hands": hands, "order": order}
    if draw:
        playoff["draw"], playoff["bye"] = draw, int(ties.bye(draw).name or 0)
    return playoff


def _hand(random: Random, teams: Sequence[str]) -> ExtraHandDocument:
    cut = random.choice(_CARDS)
    cuts: list[dict[str, str]] = []
    cutting = [f"{team}{letter}" for team in teams for letter in ties.PLAYERS]
    while len(cutting) > 1:
        cuts.append(_drawn(random, cutting))
        cutting = list(ties.dealer(cuts).open)
    tricks = random.randint(0, TRICKS)
    return {
        "teams": [int(team) for team in teams],
        "trump_cut": cut,
        "trump": ties.trump(cut),
        "cuts": cuts,
        "dealer": ties.dealer(cuts).name or "",
        "tricks": [tricks, TRICKS - tricks],
    }


def _drawn(random: Random, names: Sequence[str]) -> dict[str, str]:
    return dict(zip(names, random.sample(_CARDS, len(names)), strict=True))
