"""Hands and scoresheets made by chance, as records have them."""

from random import Random
from typing import Final

from rules_engine.bid_whist.bids import BIDS, BY_TEXT, HIGHEST, PASS, Bid, may_declare_at_once, outranks
from rules_engine.bid_whist.bids import CALLS as EVERYBODY
from rules_engine.bid_whist.document import GameDocument, HandDocument, RenegeDocument
from rules_engine.bid_whist.record import Two
from rules_engine.bid_whist.reneges import FAULTS, Fault
from rules_engine.bid_whist.scoring import CalledRenege, ScoredHand, added, hand_points, round_winner
from rules_engine.bid_whist.timetable import HANDS

_MADE: Final = 0.62
_RENEGES: Final = 0.12
_BIDDING: Final = frozenset({"bid-out-of-turn", "direction-early", "trump-early"})


class RandomSheets:
    """Scoresheets from one source of chance; `mishaps` from 0 to 1 says how often a renege is called."""

    def __init__(self, random: Random, mishaps: float) -> None:
        self.random = random
        self.mishaps = mishaps

    def sheet(self, table: int, teams: Two, edge: float) -> GameDocument:
        """A game; `edge` is how much stronger the first team is, negative for weaker."""
        played = [self.hand(teams, edge) for _ in range(HANDS)]
        totals = added([points for _, points in played])
        game: GameDocument = {"table": table, "teams": list(teams), "hands": [hand for hand, _ in played]}
        game["points"] = list(totals)
        side = round_winner(totals)
        if side is None:
            game["extra"], points = self.hand(teams, edge)
            side = round_winner(points)
        game |= {"winner": teams[side or 0], "signed": list(teams), "brought_by": teams[1]}
        return game

    def hand(self, teams: Two, edge: float) -> tuple[HandDocument, Two]:
        """A hand as a record has it, and its points."""
        first = self.random.randrange(2)
        calls, winner, bid = self._bidding()
        side = (first + winner) % 2
        hand: HandDocument = {"first": teams[first], "calls": calls}
        if self.random.random() < _RENEGES * self.mishaps:
            return self._renege(hand, teams, side, bid)
        hand |= {"bidder": teams[side], "bid": str(bid)}
        level: int | None = None
        if self.random.random() < _MADE + (edge if side == 0 else -edge):
            level = self.random.choice([bid.level, *range(bid.level, HIGHEST + 1)])
            hand["made"] = level
        else:
            hand["set"] = True
        points = hand_points(ScoredHand(side, bid, level))
        hand["points"] = list(points)
        return hand, points

    def _bidding(self) -> tuple[list[str], int, Bid]:
        """What is said, who wins (from the dealer's left) and with what; one player at least bids."""
        calls: list[str] = []
        standing: Bid | None = None
        winner = 0
        for at in range(EVERYBODY):
            higher = [bid for bid in BIDS if outranks(bid, standing)]
            must = standing is None and at == EVERYBODY - 1
            if higher and (must or self.random.random() < 0.45):
                standing, winner = self.random.choice(higher[: 1 + self.random.randrange(6)]), at
                calls.append(str(standing))
                if may_declare_at_once(standing) and self.random.random() < 0.5:
                    break
            else:
                calls.append(PASS)
        assert standing is not None
        return calls, winner, standing

    def _renege(self, hand: HandDocument, teams: Two, side: int, bid: Bid) -> tuple[HandDocument, Two]:
        faults = [fault for fault in FAULTS if fault != "joker-kept" or bid.doubled]
        fault: Fault = self.random.choice(faults)
        by = self.random.randrange(2)
        renege: RenegeDocument = {"fault": fault, "by": teams[by], "called_by": teams[1 - by]}
        improper: Bid | None = None
        if fault == "book-turned":
            renege["warned"] = True
        if fault in _BIDDING:
            improper = self._improper(fault)
            renege["improper"] = str(improper)
            hand["calls"], standing, side = self._broken_off(hand["calls"], teams.index(hand["first"]))
            if standing is None:
                hand["renege"] = renege
                points = hand_points(ScoredHand(None, None, None, CalledRenege(fault, by, improper)))
                hand["points"] = list(points)
                return hand, points
            bid = standing
        hand |= {"bidder": teams[side], "bid": str(bid), "renege": renege}
        points = hand_points(ScoredHand(side, bid, None, CalledRenege(fault, by, improper)))
        hand["points"] = list(points)
        return hand, points

    def _improper(self, fault: Fault) -> Bid:
        kinds = {"direction-early": ("no",), "trump-early": ("high", "special")}
        return self.random.choice([bid for bid in BIDS if bid.kind in kinds.get(fault, (bid.kind,))])

    def _broken_off(self, calls: list[str], first: int) -> tuple[list[str], Bid | None, int]:
        """The bidding up to where it was interrupted, the bid on the table then, and its side."""
        heard = calls[: self.random.randrange(len(calls))]
        standing: Bid | None = None
        side = first
        for at, call in enumerate(heard):
            if call != PASS:
                standing, side = BY_TEXT[call], (first + at) % 2
        return heard, standing, side
