"""The check of one hand on a scoresheet: its bidding, its renege, its points."""

from typing import Final

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bids import (
    BY_TEXT,
    CALLS,
    Bid,
    auction,
    heard,
    in_range,
    may_declare_at_once,
    plainly_won,
)
from rules_engine.bid_whist.bids import points as points_of
from rules_engine.bid_whist.check.result import Spot
from rules_engine.bid_whist.record import Hand, Renege, Two
from rules_engine.bid_whist.reneges import RULES, awarded, may_call
from rules_engine.bid_whist.scoring import CalledRenege, hand_points, to_side
from rules_engine.bid_whist.scoring import ScoredHand as Scored
from rules_engine.findings import Finding, finding_at, warning_at
from rules_engine.sentences import AND, Said, Several, TeamNumber, says

_ONE_SIDE: Final = frozenset({"direction-early", "trump-early"})


def plain_points(hand: Hand, teams: Two) -> Two | None:
    """The points of a hand in which nothing is wrong, as nearly all are; None for another."""
    bid = hand.bid
    bidder = hand.bidder
    made = hand.made
    if bid is None or bidder is None or hand.renege is not None:
        return None
    if made is not None and made < bid.level:
        return None
    if hand.calls is not None:
        won = plainly_won(hand.calls)
        if won is None or won[1] is not bid:
            return None
        leads = 0 if hand.first == teams[0] else 1
        if teams[(leads + won[0]) % 2] != bidder:
            return None
    side = 0 if bidder == teams[0] else 1
    due = to_side(1 - side, points_of(bid)) if made is None else to_side(side, points_of(bid, made))
    return due if hand.points is None or hand.points == due else None


class HandCheck:
    """The check of a hand of these two teams; `due` and `noted` are its points by the rules and as noted."""

    def __init__(self, hand: Hand, teams: Two, spot: Spot, number: int | None = None) -> None:
        self.hand = hand
        self.teams = teams
        self.spot = spot
        self.number = number
        self.findings: list[Finding] = []
        self.due: Two = (0, 0)
        self.noted: Two = (0, 0)

    def run(self) -> None:
        """Check it; `findings`, `due` and `noted` are filled."""
        hand = self.hand
        allowed = [self._scored(hand, hand.bidder, hand.bid)]
        if hand.calls is not None and hand.first is not None:
            allowed += self._check_calls(hand.calls, hand.first)
        if hand.renege is not None:
            self._check_renege(hand.renege)
            if hand.renege.by == hand.renege.called_by:
                allowed += [self._scored(hand, hand.bidder, hand.bid, team) for team in self.teams]
        elif hand.made is not None and hand.bid is not None and hand.made < hand.bid.level:
            message = says(
                "%(bid)s is noted as made at %(made)s; it is made at %(level)s or set.",
                bid=hand.bid,
                made=hand.made,
                level=hand.bid.level,
            )
            self._find("made-low", rules.TRUMP_POINTS, message)
            side = self._side(hand.bidder)
            allowed += [to_side(side, points_of(hand.bid)), to_side(1 - side, points_of(hand.bid))]
        self.due = hand.points if hand.points is not None and hand.points in allowed else allowed[0]
        self.noted = self.due
        if hand.points is not None:
            self.noted = hand.points
            if hand.points not in allowed:
                message = says(
                    "%(points)s points are noted; the hand brings %(due)s.",
                    points=_told(hand.points),
                    due=_told(self.due),
                )
                self._find("hand-points", self._rule(), message)

    def _side(self, team: int | None) -> int:
        return 0 if team == self.teams[0] else 1

    def _scored(self, hand: Hand, bidder: int | None, bid: Bid | None, by: int | None = None) -> Two:
        """What a hand brings, or would if the team `by` had reneged."""
        renege: CalledRenege | None = None
        if hand.renege is not None:
            called = hand.renege
            renege = CalledRenege(called.fault, self._side(called.by if by is None else by), called.improper)
        side = None if bidder is None else self._side(bidder)
        return hand_points(Scored(side, bid, hand.made, renege))

    def _rule(self) -> str:
        if self.hand.renege is not None:
            return RULES[self.hand.renege.fault]
        no_bid = self.hand.bid is not None and self.hand.bid.doubled
        return rules.NO_POINTS if no_bid else rules.TRUMP_POINTS

    def _check_calls(self, calls: tuple[str, ...], first: int) -> list[Two]:
        """Check what was said; the points where the bid that won is not the one noted."""
        bids: list[Bid | None] = []
        understood = True
        for at, words in enumerate(calls, 1):
            try:
                bids.append(BY_TEXT[words] if words in BY_TEXT else heard(words))
            except ValueError:
                understood = False
                message = says(
                    "Call %(call)s, %(words)s, is neither a bid as it is said nor 'pass'.",
                    call=at,
                    words=repr(words),
                )
                self._warn("call-words", rules.WORDS, message)
        ended = self.hand.renege is not None
        done = auction(bids)
        last = done.bid if understood else self.hand.bid
        declared = last is not None and may_declare_at_once(last)
        if len(calls) > CALLS or (len(calls) < CALLS and not (ended or declared)):
            message = says(
                "%(calls)s calls are noted; bidding goes round once, %(due)s calls.",
                calls=len(calls),
                due=CALLS,
            )
            self._find("call-count", rules.BIDDING, message)
            return []
        if not understood or ended:
            return []
        for at in done.improper:
            bid = bids[at]
            rule = rules.IMPROPER_BID if bid is not None and in_range(bid) else rules.BIDDING
            message = says(
                "Call %(call)s, %(words)s, does not take out the bid before it, or is none.",
                call=at + 1,
                words=repr(calls[at]),
            )
            self._warn("call-improper", rule, message)
        return self._compare_bid(done.winner, done.bid, first)

    def _compare_bid(self, winner: int | None, bid: Bid | None, first: int) -> list[Two]:
        hand = self.hand
        bidder: int | None = None
        if winner is not None:
            bidder = self.teams[(self._side(first) + winner) % 2]
        if bid == hand.bid and bidder == hand.bidder:
            return []
        noted = {"team": TeamNumber(hand.bidder), "bid": hand.bid}
        message = says("Team %(team)s with %(bid)s is noted as winning the bidding; it was nobody.", **noted)
        if bid is not None and bidder is not None:
            message = says(
                "Team %(team)s with %(bid)s is noted as winning the bidding; it was team %(due)s with "
                "%(due_bid)s.",
                **noted,
                due=TeamNumber(bidder),
                due_bid=bid,
            )
        self._find("bid-winner", rules.ORDER, message)
        if bid is None or bidder is None or (hand.made is not None and hand.made < bid.level):
            return []
        return [self._scored(hand, bidder, bid)]

    def _check_renege(self, renege: Renege) -> None:
        hand = self.hand
        no_bid = hand.bid is None or hand.bid.doubled
        call = may_call(
            renege.fault, own=renege.by == renege.called_by, warnings=int(renege.warned), no_bid=no_bid
        )
        if not call.allowed:
            code = "renege-own" if renege.by == renege.called_by else "renege-groundless"
            self._find(code, call.rule, call.reason)
        elif renege.fault in _ONE_SIDE and renege.improper is None:
            message = says(
                "The bid that was said too early is not told; the points of the bid before it stand."
            )
            self._warn("renege-bid", call.rule, message)
        elif awarded(renege.fault, hand.bid, renege.improper) is None:
            message = says("No bid was on the table that could be awarded.")
            self._find("renege-bid", call.rule, message)

    def _find(self, code: str, rule: str, message: Said) -> None:
        self.findings.append(finding_at(code, rule, message, self._where()))

    def _warn(self, code: str, rule: str, message: Said) -> None:
        self.findings.append(warning_at(code, rule, message, self._where()))

    def _where(self) -> Spot:
        return self.spot if self.number is None else self.spot._replace(hand=self.number)


def _told(points: Two) -> str:
    return Several(points, AND)
