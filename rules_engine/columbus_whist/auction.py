"""The bidding of one hand, as it was called: what stands, and what was not to be called.

Rules 22 to 26; inventory C-17 to C-21, readings 8 and 9. Once round from the dealer's left, the dealer last.
Who bids what does not progress, or tells something, must bid the progressive bid, and his partner is
silenced. A bid out of turn that the opponents let stand silences the partner too; the opponents' next bid
overrules whatever was bid before, which by the words need not be higher: the director is shown it.

Terms: seat (0 to 3 clockwise, so that partners are two apart), side (0 for seats 0 and 2, 1 for the others),
silenced (may not bid in this hand), contract (the bid awarded).
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, final, get_args

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.bids import LEAST, LEAST_OF_DEALER, PASS, Bid, beats, progressive

SEATS: Final = 4
Fault = Literal["not-progressive", "information", "out-of-turn"]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)


@final
class Call:
    """One call: what stands as bid, whose it is if not his whose turn it is, and what was wrong with it.

    `silenced` for a player who may not bid. `said` is what was said before the bid was forced.
    """

    __slots__ = ("bid", "fault", "said", "seat", "silenced")

    def __init__(
        self,
        bid: Bid,
        seat: int | None = None,
        silenced: bool = False,
        fault: Fault | None = None,
        said: Bid | None = None,
    ) -> None:
        self.bid: Final = bid
        self.seat: Final = seat
        self.silenced: Final = silenced
        self.fault: Final = fault
        self.said: Final = said


class Objection(NamedTuple):
    """What is wrong with the call `at` a place in the list, from 0; what is not `serious` is only shown."""

    code: str
    rule: str
    at: int
    message: str
    serious: bool = True


class Contract(NamedTuple):
    """The bid awarded, and the seat it belongs to."""

    bid: Bid
    seat: int

    @property
    def side(self) -> int:
        """The bidding team."""
        return self.seat % 2


class Bidding(NamedTuple):
    """How far the bidding has come: `waiting` are the seats still to call, in their order.

    `overruling` is the side whose next bid overrules all before, after a bid out of turn of the other.
    """

    dealer: int
    contract: Contract | None
    objections: tuple[Objection, ...]
    waiting: tuple[int, ...]
    silenced: frozenset[int]
    overruling: int | None

    @property
    def over(self) -> Bid:
        """The bid to beat."""
        return self.contract.bid if self.contract is not None else PASS

    @property
    def least(self) -> int:
        """The least number of the next bid; the dealer's, after three passes, is two."""
        return LEAST_OF_DEALER if self.contract is None and self.waiting == (self.dealer,) else LEAST


def begin(dealer: int) -> Bidding:
    """The bidding before the first call."""
    order = tuple([(dealer + step) % SEATS for step in range(1, SEATS + 1)])
    return Bidding(dealer, None, (), order, frozenset(), None)


def bidding(dealer: int, calls: Sequence[Call]) -> Bidding:
    """The bidding after these calls; it goes on from every call as if it had been right."""
    regular = plain_contract(dealer, calls)
    if regular is not None:
        return Bidding(dealer, Contract(*regular), (), (), frozenset(), None)
    come = begin(dealer)
    for at, call in enumerate(calls):
        come = _after(come, call, at)
    return come


def plain_contract(dealer: int, calls: Sequence[Call]) -> tuple[Bid, int] | None:
    """The bid awarded and its seat after four calls none of which needs a look, as nearly all are; None for
    others."""
    if len(calls) != SEATS:
        return None
    over = PASS
    bidder = dealer
    for at, call in enumerate(calls, 1):
        if call.fault is not None or call.silenced or call.seat is not None:
            return None
        bid = call.bid
        if bid.number:
            if not beats(bid, over):
                return None
            over = bid
            bidder = (dealer + at) % SEATS
    if bidder == dealer and over.number < LEAST_OF_DEALER:
        return None
    return over, bidder


def _after(come: Bidding, call: Call, at: int) -> Bidding:
    seat = call.seat
    if seat is None:
        if not come.waiting:
            return _object(come, "bid-again", rules.BIDS, at, "Everybody has bid; nobody bids twice.")
        seat = come.waiting[0]
    objected = _objection(come, call, seat, at)
    objections = come.objections if objected is None else (*come.objections, objected)
    waiting = tuple([one for one in come.waiting if one != seat])
    silenced = come.silenced
    overruling = come.overruling
    contract = come.contract
    if call.fault is not None:
        silenced = silenced | ({(seat + 2) % SEATS} & set(waiting))
    if call.bid.number and not call.silenced:
        contract = Contract(call.bid, seat)
        if overruling == seat % 2:
            overruling = None
    if call.fault == "out-of-turn":
        overruling = 1 - seat % 2
    return Bidding(come.dealer, contract, objections, waiting, silenced, overruling)


def _object(come: Bidding, code: str, rule: str, at: int, message: str) -> Bidding:
    return come._replace(objections=(*come.objections, Objection(code, rule, at, message)))


def _objection(come: Bidding, call: Call, seat: int, at: int) -> Objection | None:
    """What is wrong with a call of this seat, the first thing only."""
    name = f"Seat {seat + 1}"
    if seat not in come.waiting:
        return Objection("bid-again", rules.BIDS, at, f"{name} has bid already; nobody bids twice.")
    if (seat != come.waiting[0]) != (call.fault == "out-of-turn"):
        due = come.waiting[0] + 1
        message = f"{name} bids and it is its turn; that is no bid out of turn."
        if seat != come.waiting[0]:
            message = f"{name} bids out of turn, before seat {due}; the opponents' choice is not noted."
        return Objection("bid-turn", rules.OUT_OF_TURN_BID, at, message)
    if call.silenced != (seat in come.silenced):
        message = f"{name} is silenced and cannot bid."
        if call.silenced:
            message = f"{name} is noted as silenced; nothing silences it."
        return Objection("bid-silenced", rules.PROGRESSIVE, at, message)
    if call.silenced:
        return None
    if call.fault in ("not-progressive", "information"):
        return _forced(come, call, at)
    return _free(come, call, seat, at)


def _forced(come: Bidding, call: Call, at: int) -> Objection | None:
    said = call.bid if call.said is None else call.said
    in_order = beats(said, come.over) and said.number >= come.least
    if call.fault == "not-progressive" and call.said is not None and in_order:
        message = f"{said.text} over {come.over.text} was progressive; nothing is forced."
        return Objection("bid-forced", rules.PROGRESSIVE, at, message)
    due = progressive(said.kind, come.over, come.least)
    if due is None or call.bid == due:
        return None
    message = f"The bidder is forced to bid {due.text}; {call.bid.text} is noted."
    return Objection("bid-forced", rules.PROGRESSIVE, at, message)


def _free(come: Bidding, call: Call, seat: int, at: int) -> Objection | None:
    bid = call.bid
    if come.least == LEAST_OF_DEALER and bid.number < LEAST_OF_DEALER:
        message = f"Everybody passed; the dealer bids at least {LEAST_OF_DEALER}, not {bid.text}."
        return Objection("dealer-bid", rules.DEALER_BIDS, at, message)
    if not bid.number or beats(bid, come.over):
        return None
    if come.overruling == seat % 2:
        message = f"{bid.text} overrules {come.over.text} after a bid out of turn; the director looks at it."
        return Objection("bid-overruling", rules.OUT_OF_TURN_BID, at, message, serious=False)
    message = f"{bid.text} is not above {come.over.text}, which was bid before."
    return Objection("bid-order", rules.PROGRESSIVE, at, message)
