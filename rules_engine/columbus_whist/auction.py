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
from rules_engine.sentences import Said, says

SEATS: Final = 4
Fault = Literal["not-progressive", "information", "out-of-turn"]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)


@final
class BiddingCall:
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


@final
class BiddingCalls:
    """The calls of a hand; `awarded` is the bid that won where none of them needs a look, as in nearly all
    hands, and `steps` how far round from the dealer its bidder sits; otherwise `awarded` is None."""

    __slots__ = ("awarded", "every", "steps")

    def __init__(self, every: tuple[BiddingCall, ...]) -> None:
        won = _won_plainly(every)
        self.every: Final = every
        self.awarded: Final = None if won is None else won[0]
        self.steps: Final = 0 if won is None else won[1]


class Objection(NamedTuple):
    """What is wrong with the call `at` a place in the list, from 0; what is not `serious` is only shown."""

    code: str
    rule: str
    at: int
    message: Said
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


def bidding(dealer: int, calls: Sequence[BiddingCall]) -> Bidding:
    """The bidding after these calls; it goes on from every call as if it had been right."""
    course = _course(dealer, calls)
    return Bidding(
        dealer,
        None if course.bid is None else Contract(course.bid, course.bidder),
        tuple(course.objections),
        tuple(course.waiting),
        frozenset(course.silenced),
        None if course.overruling < 0 else course.overruling,
    )


def awarded(dealer: int, calls: BiddingCalls) -> tuple[Bid, int] | None:
    """The bid awarded and its side where everybody called and nothing is wrong with any call; else None."""
    if calls.awarded is not None:
        return calls.awarded, (dealer + calls.steps) % 2
    course = _course(dealer, calls.every)
    if course.bid is None or course.waiting or course.objections:
        return None
    return course.bid, course.bidder % 2


def _won_plainly(calls: tuple[BiddingCall, ...]) -> tuple[Bid, int] | None:
    """The bid awarded after four calls without fault, and how far from the dealer its bidder sits."""
    if len(calls) != SEATS:
        return None
    over = PASS
    steps = 0
    for at, call in enumerate(calls, 1):
        if call.fault is not None or call.silenced or call.seat is not None:
            return None
        if call.bid.number:
            if not beats(call.bid, over):
                return None
            over = call.bid
            steps = at
    if over.number < (LEAST_OF_DEALER if steps == SEATS else LEAST):
        return None
    return over, steps


@final
class _Course:
    """A bidding on its way from call to call: `overruling` is as in `Bidding`, -1 for neither side."""

    __slots__ = ("bid", "bidder", "dealer", "objections", "overruling", "silenced", "waiting")

    def __init__(self, dealer: int) -> None:
        self.dealer: Final = dealer
        self.bid: Bid | None = None
        self.bidder = dealer
        self.objections: list[Objection] = []
        self.waiting: list[int] = [(dealer + step) % SEATS for step in range(1, SEATS + 1)]
        self.silenced: list[int] = []
        self.overruling = -1

    @property
    def over(self) -> Bid:
        """The bid to beat."""
        return PASS if self.bid is None else self.bid

    @property
    def least(self) -> int:
        """The least number of the next bid."""
        alone = self.bid is None and len(self.waiting) == 1 and self.waiting[0] == self.dealer
        return LEAST_OF_DEALER if alone else LEAST


def _course(dealer: int, calls: Sequence[BiddingCall]) -> _Course:
    course = _Course(dealer)
    for at, call in enumerate(calls):
        _go_on(course, call, at)
    return course


def _go_on(course: _Course, call: BiddingCall, at: int) -> None:
    named_seat = call.seat
    if named_seat is None and not course.waiting:
        message = says("Everybody has bid; nobody bids twice.")
        course.objections.append(Objection("bid-again", rules.BIDS, at, message))
        return
    seat = course.waiting[0] if named_seat is None else named_seat
    objected = _objection(course, call, seat, at)
    if objected is not None:
        course.objections.append(objected)
    if seat in course.waiting:
        course.waiting.remove(seat)
    partner = (seat + 2) % SEATS
    if call.fault is not None and partner in course.waiting and partner not in course.silenced:
        course.silenced.append(partner)
    if call.bid.number and not call.silenced:
        course.bid = call.bid
        course.bidder = seat
        if course.overruling == seat % 2:
            course.overruling = -1
    if call.fault == "out-of-turn":
        course.overruling = 1 - seat % 2


def _objection(come: _Course, call: BiddingCall, seat: int, at: int) -> Objection | None:
    """What is wrong with a call of this seat, the first thing only."""
    if seat not in come.waiting:
        message = says("Seat %(seat)s has bid already; nobody bids twice.", seat=seat + 1)
        return Objection("bid-again", rules.BIDS, at, message)
    if (seat != come.waiting[0]) != (call.fault == "out-of-turn"):
        due = come.waiting[0] + 1
        message = says("Seat %(seat)s bids and it is its turn; that is no bid out of turn.", seat=seat + 1)
        if seat != come.waiting[0]:
            message = says(
                "Seat %(seat)s bids out of turn, before seat %(due)s; the opponents' choice is not noted.",
                seat=seat + 1,
                due=due,
            )
        return Objection("bid-turn", rules.OUT_OF_TURN_BID, at, message)
    if call.silenced != (seat in come.silenced):
        message = says("Seat %(seat)s is silenced and cannot bid.", seat=seat + 1)
        if call.silenced:
            message = says("Seat %(seat)s is noted as silenced; nothing silences it.", seat=seat + 1)
        return Objection("bid-silenced", rules.PROGRESSIVE, at, message)
    if call.silenced:
        return None
    if call.fault == "not-progressive" or call.fault == "information":
        return _forced(come, call, at)
    return _free(come, call, seat, at)


def _forced(come: _Course, call: BiddingCall, at: int) -> Objection | None:
    bid = call.bid if call.said is None else call.said
    in_order = beats(bid, come.over) and bid.number >= come.least
    if call.fault == "not-progressive" and call.said is not None and in_order:
        message = says(
            "%(said)s over %(over)s was progressive; nothing is forced.", said=bid.text, over=come.over.text
        )
        return Objection("bid-forced", rules.PROGRESSIVE, at, message)
    due = progressive(bid.kind, come.over, come.least)
    if due is None or call.bid == due:
        return None
    message = says(
        "The bidder is forced to bid %(due)s; %(noted)s is noted.", due=due.text, noted=call.bid.text
    )
    return Objection("bid-forced", rules.PROGRESSIVE, at, message)


def _free(come: _Course, call: BiddingCall, seat: int, at: int) -> Objection | None:
    bid = call.bid
    if come.least == LEAST_OF_DEALER and bid.number < LEAST_OF_DEALER:
        message = says(
            "Everybody passed; the dealer bids at least %(least)s, not %(bid)s.",
            least=LEAST_OF_DEALER,
            bid=bid.text,
        )
        return Objection("dealer-bid", rules.DEALER_BIDS, at, message)
    if not bid.number or beats(bid, come.over):
        return None
    if come.overruling == seat % 2:
        message = says(
            "%(bid)s overrules %(over)s after a bid out of turn; the director looks at it.",
            bid=bid.text,
            over=come.over.text,
        )
        return Objection("bid-overruling", rules.OUT_OF_TURN_BID, at, message, serious=False)
    message = says("%(bid)s is not above %(over)s, which was bid before.", bid=bid.text, over=come.over.text)
    return Objection("bid-order", rules.PROGRESSIVE, at, message)
