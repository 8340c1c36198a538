"""A legal random hand: its bidding, what is declared, what goes wrong, its books."""

from random import Random

from rules_engine.cards import RANKS
from rules_engine.columbus_whist.auction import Bidding, BiddingCall, begin, bidding
from rules_engine.columbus_whist.bids import KINDS, MOST, PASS, Bid, beats, progressive
from rules_engine.columbus_whist.document import CallDocument, HandDocument, IncidentDocument, RedealDocument
from rules_engine.columbus_whist.hand import (
    BOOKS,
    HandResult,
    conceded,
    decided,
    game_to,
    needed,
    played,
    set_of,
)
from rules_engine.columbus_whist.infractions import CONSEQUENCES, REDEALS, Kind

SUITS = "SHDC"
_PASSES = 0.6
_SOMETHING_WRONG = 0.15
_HARMLESS: tuple[Kind, ...] = ("conduct", "card-named", "book-reopened")


class RandomHand:
    """One hand: `document` tells it, `result` is what it comes to, `by_renege` how it ended."""

    def __init__(self, random: Random, teams: tuple[int, int], dealer: int, mishaps: float) -> None:
        self.random = random
        self.teams = teams
        self.mishaps = mishaps
        self.calls: list[CallDocument] = []
        come = self._bid(dealer)
        contract = come.contract
        if contract is None:
            raise ValueError("the dealer bids")
        self.bid = contract.bid
        self.bidder = contract.side
        redeals = self._redeals()
        self.document: HandDocument = {
            "dealer": dealer + 1,
            "bids": self.calls,
            "bid": self.bid.text,
            "by": teams[self.bidder],
        }
        if redeals:
            self.document["redeals"] = redeals
        self.by_renege = False
        self.result = self._play()

    def _wrong(self) -> bool:
        return self.random.random() < _SOMETHING_WRONG * self.mishaps

    def _bid(self, dealer: int) -> Bidding:
        calls: list[BiddingCall] = []
        come = begin(dealer)
        while come.waiting:
            seat = come.waiting[0]
            if seat in come.silenced:
                calls.append(BiddingCall(PASS, silenced=True))
                self.calls.append("silenced")
            else:
                calls.append(self._call(come, dealer))
            come = bidding(dealer, calls)
        return come

    def _call(self, come: Bidding, dealer: int) -> BiddingCall:
        random = self.random
        seat = come.waiting[0]
        must = come.contract is None and seat == dealer
        if not must and self._wrong():
            return self._faulty(come)
        bid = None if not must and random.random() < _PASSES else self._higher(come)
        self.calls.append((bid or PASS).text)
        return BiddingCall(bid or PASS)

    def _higher(self, come: Bidding) -> Bid | None:
        bid = progressive(self.random.choice(KINDS), come.over, come.least)
        if bid is not None and bid.number < 5 and self.random.random() < 0.3:
            return Bid(bid.number + 1, bid.kind)
        return bid

    def _faulty(self, come: Bidding) -> BiddingCall:
        """A bid that is forced, or, where others wait, one out of turn; its partner waits or has bid."""
        random = self.random
        if len(come.waiting) > 2 and come.waiting[1] not in come.silenced and random.random() < 0.5:
            seat = come.waiting[1]
            bid = progressive(random.choice(KINDS), come.over) or PASS
            self.calls.append({"bid": bid.text, "seat": seat + 1, "fault": "out-of-turn"})
            return BiddingCall(bid, seat, fault="out-of-turn")
        spoken = Bid(random.randint(1, MOST), random.choice(KINDS))
        forced = progressive(spoken.kind, come.over, come.least)
        if forced is None:
            self.calls.append("pass")
            return BiddingCall(PASS)
        if beats(spoken, come.over) and spoken.number >= come.least:
            self.calls.append({"bid": forced.text, "fault": "information"})
            return BiddingCall(forced, fault="information")
        self.calls.append({"bid": forced.text, "said": spoken.text, "fault": "not-progressive"})
        return BiddingCall(forced, fault="not-progressive", said=spoken)

    def _redeals(self) -> list[RedealDocument]:
        redeals: list[RedealDocument] = []
        while self._wrong():
            kind = self.random.choice(REDEALS)
            redeal: RedealDocument = {"kind": kind}
            if CONSEQUENCES[kind].offender:
                redeal["by"] = self.random.choice(self.teams)
            if CONSEQUENCES[kind].choices:
                redeal["choice"] = "re-deal"
            redeals.append(redeal)
        return redeals

    def _play(self) -> HandResult:
        incidents: list[IncidentDocument] = []
        ended: HandResult | None = None
        while self._wrong() and ended is None:
            kind = self.random.choice([kind for kind in CONSEQUENCES if self._may(kind)])
            incident, ended = self._incident(kind)
            incidents.append(incident)
        if not any(incident["kind"] == "no-direction" for incident in incidents):
            self._declare()
        if incidents:
            self.document["incidents"] = incidents
        return self._books() if ended is None else ended

    def _may(self, kind: Kind) -> bool:
        if CONSEQUENCES[kind].unasked == "redeal":
            return False
        return kind != "no-direction" or self.bid.kind == "no"

    def _incident(self, kind: Kind) -> tuple[IncidentDocument, HandResult | None]:
        random = self.random
        consequence = CONSEQUENCES[kind]
        incident: IncidentDocument = {"kind": kind}
        if kind in _HARMLESS:
            incident["note"] = "The director was called."
            return incident, None
        side = random.randrange(2)
        if consequence.bidders is not None:
            side = self.bidder if consequence.bidders else 1 - self.bidder
        incident["by"] = self.teams[side]
        if kind == "renege":
            is_established = random.random() < 0.5
            self.by_renege = is_established
            incident["found"] = is_established
            incident["turned_by"] = "director"
            return incident, game_to(1 - side) if is_established else None
        if (consequence.choices and random.random() < 0.5) or kind in REDEALS:
            incident["choice"] = "continue"
            return incident, None
        if kind == "no-direction":
            return incident, game_to(1 - side)
        if kind == "count-of-others":
            incident["choice"] = "points"
            return incident, conceded(self.bidder, self.bid)
        return incident, set_of(side, self.bid)

    def _declare(self) -> None:
        random = self.random
        if self.bid.kind == "no":
            self.document["trump"] = random.choice(["uptown", "downtown"])
            return
        suit = random.choice(SUITS)
        self.document["trump"] = suit
        if self._wrong():
            self.document["first_card"] = random.choice(RANKS) + suit

    def _books(self) -> HandResult:
        random = self.random
        taken = min(BOOKS, max(0, round(random.gauss(needed(self.bid) + 0.6, 2.2))))
        if random.random() < 0.03:
            taken = BOOKS
        others = BOOKS - taken
        if random.random() < 0.1 * self.mishaps:
            left = random.randint(1, 3)
            if others >= left and decided(self.bid, taken, others - left):
                others -= left
                self.document["stopped"] = True
        self.document["books"] = [taken, others] if self.bidder == 0 else [others, taken]
        return played(self.bid, self.bidder, taken)
