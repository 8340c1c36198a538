"""The check of one hand: how it was dealt, bid and declared, what went wrong in it, and what it comes to.

Rules 13 to 39; inventory C-14 to C-29. Where a finding leaves open what a hand came to, every outcome that
may stand is kept, so that what follows rightly from any of them is no further fault.

Terms: outcome (what a hand may have come to: one if its books are told, none where only the sheet can
tell).
"""

from typing import Final, NamedTuple

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.auction import awarded, bidding
from rules_engine.columbus_whist.bids import Bid
from rules_engine.columbus_whist.check.result import Spot
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
from rules_engine.columbus_whist.infractions import (
    CONSEQUENCES,
    Effect,
    Kind,
    UndecidedError,
    effect,
    renege,
    settled,
)
from rules_engine.columbus_whist.record import Hand, Incident
from rules_engine.findings import Finding, Severity, finding_at
from rules_engine.sentences import Said, Sentence, Several, TeamNumber, says

DIRECTIONS: Final = frozenset({"uptown", "downtown"})


class HandOutcome(NamedTuple):
    """A hand's result, who bid how many for it, and whether a renege ended it."""

    result: HandResult
    bidder: int
    number: int
    by_renege: bool = False


def plain_result(hand: Hand) -> HandResult | None:
    """What a hand comes to in which nothing is noted wrongly, as nearly all are; None for what `HandCheck`
    looks at, among it every hand that a ruling decided, or an infraction that ended the game.

    Its dealer is taken to be beyond doubt.
    """
    if hand.ruling is not None or not _bid_as_noted(hand) or not _declared_rightly(hand):
        return None
    for incident in hand.redeals:
        if settled(incident.kind, incident.choice) != "redeal":
            return None
    decisive: HandResult | None = None
    for incident in hand.incidents:
        follows = _plain_effect(incident, hand.bidder)
        if follows is None:
            return None
        if follows != "none" and decisive is None:
            decisive = _set_or_points(follows, incident, hand.bid, hand.bidder)
    return _plainly_played(hand) if decisive is None else decisive


def _bid_as_noted(hand: Hand) -> bool:
    """Whether the calls, if told with their dealer, were all right and ended with the bid awarded."""
    if hand.calls is None or hand.dealer is None:
        return True
    contract = awarded(hand.dealer, hand.calls)
    return contract is not None and contract[1] == hand.bidder and contract[0] == hand.bid


def _declared_rightly(hand: Hand) -> bool:
    """Whether what was declared, or made trump by the first card, fits the bid."""
    no = hand.bid.kind == "no"
    trump = hand.trump
    if trump is not None and (trump in DIRECTIONS) != no:
        return False
    return hand.first_suit is None or (not no and (trump is None or trump == hand.first_suit))


def _plain_effect(incident: Incident, bidder: int) -> Effect | None:
    """What follows from an infraction that is noted as it should be and costs nobody the game, else None."""
    if incident.kind == "renege":
        return None if incident.found else "none"
    follows = settled(incident.kind, incident.choice)
    bidders = CONSEQUENCES[incident.kind].bidders
    if bidders is not None and bidders != (incident.side == bidder):
        return None
    return None if follows == "redeal" or follows == "game" else follows


def _plainly_played(hand: Hand) -> HandResult | None:
    if hand.taken is None:
        return None
    first, second = hand.taken
    if first < 0 or second < 0 or first + second > BOOKS:
        return None
    taken = first if hand.bidder == 0 else second
    if first + second < BOOKS and not (hand.stopped and decided(hand.bid, taken, first + second - taken)):
        return None
    return played(hand.bid, hand.bidder, taken)


def _set_or_points(follows: Effect, incident: Incident, bid: Bid, bidder: int) -> HandResult:
    return conceded(bidder, bid) if follows == "points" else set_of(incident.side or 0, bid)


class HandCheck:
    """The check of a hand; `outcomes` may stand for it, `findings` are what is wrong in it."""

    def __init__(self, hand: Hand, spot: Spot, teams: tuple[int, int]) -> None:
        self.hand = hand
        self.spot = spot
        self.teams = teams
        self.findings: list[Finding] = []
        self.contracts: list[tuple[Bid, int]] = [(hand.bid, hand.bidder)]
        self.outcomes: list[HandOutcome] = []

    def run(self, dealer_sure: bool) -> None:
        """Check it; the calls only where the dealer is beyond doubt."""
        self._check_redeals()
        if dealer_sure:
            self._check_calls()
        self._check_trump()
        ruling = self.hand.ruling
        decisive = self._check_incidents()
        if ruling is not None:
            result = HandResult(ruling.points, ruling.side)
            self.outcomes = [HandOutcome(result, self.hand.bidder, self.hand.bid.number)]
        elif decisive is not None:
            self.outcomes = [
                self._decided_by(decisive[0], decisive[1], *contract) for contract in self.contracts
            ]
        elif not any(finding.code in _OPEN for finding in self.findings):
            self._check_books()

    def _check_redeals(self) -> None:
        for incident in self.hand.redeals:
            try:
                follows = effect(incident.kind, incident.choice)
            except UndecidedError as error:
                message = says(
                    "%(kind)s: A hand was dealt again; the opponents choose: %(choices)s.",
                    kind=says(incident.kind),
                    choices=error.offered,
                )
                if incident.choice is not None:
                    message = says(
                        "%(kind)s: A hand was dealt again; here the opponents choose %(choices)s.",
                        kind=says(incident.kind),
                        choices=error.offered,
                    )
                self._find("choice-missing", incident.kind, message)
                continue
            if follows != "redeal":
                message = says(
                    "%(kind)s: A hand was dealt again though the opponents chose to go on.",
                    kind=says(incident.kind),
                )
                self._find("redeal-unfounded", incident.kind, message)

    def _check_calls(self) -> None:
        hand = self.hand
        if hand.calls is None or hand.dealer is None:
            return
        if _bid_as_noted(hand):
            return
        come = bidding(hand.dealer, hand.calls.every)
        for objection in come.objections:
            severity = Severity.ERROR if objection.serious else Severity.WARNING
            self.findings.append(
                finding_at(objection.code, objection.rule, objection.message, self.spot, severity)
            )
        if any(objection.serious for objection in come.objections):
            return
        if come.waiting:
            seats = Several([seat + 1 for seat in come.waiting])
            self._add("bid-missing", rules.BIDS, says("No bid of seat %(seats)s is noted.", seats=seats))
        elif come.contract is None:
            self._add(
                "no-bid", rules.DEALER_BIDS, says("Nobody bid, though the dealer must; the director rules.")
            )
        elif (come.contract.bid, come.contract.side) != (hand.bid, hand.bidder):
            message = says(
                "The bidding ended with %(bid)s of team %(team)s; %(noted)s of team %(noted_team)s is noted.",
                bid=come.contract.bid.text,
                team=TeamNumber(self.teams[come.contract.side]),
                noted=hand.bid.text,
                noted_team=TeamNumber(self.teams[hand.bidder]),
            )
            self._add("contract", rules.PROGRESSIVE, message)
            self.contracts.append((come.contract.bid, come.contract.side))

    def _check_trump(self) -> None:
        hand = self.hand
        if _declared_rightly(hand):
            return
        no = hand.bid.kind == "no"
        if hand.trump is not None and (hand.trump in DIRECTIONS) != no:
            message = says(
                "%(bid)s was declared %(trump)s; a suit is trump.", bid=hand.bid.text, trump=hand.trump
            )
            if no:
                message = says(
                    "%(bid)s was declared %(trump)s; a no is uptown or downtown.",
                    bid=hand.bid.text,
                    trump=hand.trump,
                )
            self._add("trump-kind", rules.TRUMP, message)
        else:
            message = says("A no has no trump that a card could make.")
            if not no:
                message = says(
                    "No trump was named, so the first card's suit, %(suit)s, is trump.", suit=hand.first_suit
                )
            self._add("trump-first-card", rules.NO_DIRECTION if no else rules.TRUMP, message)

    def _check_incidents(self) -> tuple[Effect, Incident] | None:
        """The effect that decided the hand, and its incident; a renege before everything else."""
        decisive: tuple[Effect, Incident] | None = None
        for incident in self.hand.incidents:
            if incident.kind == "renege":
                follows = renege(incident.found)
                if follows != "none" and not incident.by_director:
                    message = says("The books were not turned over by a director.")
                    self._add("books-turned", rules.RENEGE_CALL, message)
            else:
                follows = self._effect(incident)
            if follows != "none" and (decisive is None or incident.kind == "renege"):
                decisive = follows, incident
        return decisive

    def _effect(self, incident: Incident) -> Effect:
        consequence = CONSEQUENCES[incident.kind]
        hand = self.hand
        kind = says(incident.kind)
        try:
            follows = effect(incident.kind, incident.choice)
        except UndecidedError as error:
            wrong = says("%(kind)s: The opponents choose: %(choices)s.", kind=kind, choices=error.offered)
            if incident.choice is not None:
                wrong = says(
                    "%(kind)s: Here the opponents choose %(choices)s.", kind=kind, choices=error.offered
                )
            self._find("choice-missing", incident.kind, wrong)
            return "none"
        objection: Sentence | None = None
        if follows == "redeal":
            objection = says(
                "%(kind)s: This voids the hand, which is then dealt again and not scored.", kind=kind
            )
        elif consequence.bidders is not None and consequence.bidders != (incident.side == hand.bidder):
            objection = says(
                "%(kind)s: Team %(team)s bid; this is noted of the wrong team.",
                kind=kind,
                team=TeamNumber(self.teams[hand.bidder]),
            )
        elif incident.kind == "no-direction" and (hand.bid.kind != "no" or hand.trump is not None):
            objection = says(
                "%(kind)s: %(bid)s was not left without a direction.", kind=kind, bid=hand.bid.text
            )
        if objection is not None:
            self._find("incident-unfounded", incident.kind, objection)
            return "none"
        return follows

    def _decided_by(self, follows: Effect, incident: Incident, bid: Bid, bidder: int) -> HandOutcome:
        side = incident.side or 0
        if follows == "set" or follows == "points":
            return HandOutcome(_set_or_points(follows, incident, bid, bidder), bidder, bid.number)
        return HandOutcome(game_to(1 - side), bidder, bid.number, incident.kind == "renege")

    def _check_books(self) -> None:
        taken = self.hand.taken
        if taken is None:
            self.outcomes = [
                HandOutcome(played(bid, side, books), side, bid.number)
                for bid, side in self.contracts
                for books in range(needed(bid) - 1, BOOKS + 1)
            ]
            return
        books = sum(taken)
        bid = self.hand.bid
        bidder = self.hand.bidder
        if min(taken) < 0 or books > BOOKS or (books < BOOKS and not self.hand.stopped):
            message = says(
                "%(one)s and %(other)s books are noted; %(due)s are played.",
                one=taken[0],
                other=taken[1],
                due=BOOKS,
            )
            self._add("book-sum", rules.PLAYED_OUT, message)
        elif books < BOOKS and not decided(bid, taken[bidder], taken[1 - bidder]):
            message = says(
                "Play stopped after %(books)s books, when %(bid)s was neither made nor set.",
                books=books,
                bid=bid.text,
            )
            self._add("stop-undecided", rules.PLAYED_OUT, message)
        else:
            self.outcomes = [
                HandOutcome(played(bid, side, taken[side]), side, bid.number) for bid, side in self.contracts
            ]

    def _find(self, code: str, kind: Kind, message: Said) -> None:
        self._add(code, CONSEQUENCES[kind].rule, message)

    def _add(self, code: str, rule: str, message: Said) -> None:
        self.findings.append(finding_at(code, rule, message, self.spot))


_OPEN: Final = frozenset({"choice-missing", "incident-unfounded", "no-bid"})
"""The findings after which nobody can say what a hand came to."""


def bostons(hands: list[Hand]) -> tuple[int, int]:
    """The Bostons of both sides in these hands: all thirteen books (40)."""
    first = second = 0
    for hand in hands:
        if hand.taken is not None:
            books, others = hand.taken
            if books + others == BOOKS:
                first += books == BOOKS
                second += others == BOOKS
    return first, second
