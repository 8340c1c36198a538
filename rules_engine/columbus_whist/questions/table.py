"""The questions of the table that `decide` answers: a bidding, a hand, a game's end, an infraction."""

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.auction import SEATS, bidding
from rules_engine.columbus_whist.bids import KINDS, PASS, Bid, progressive
from rules_engine.columbus_whist.game import (
    EXTRA,
    RULES,
    START,
    WITH_EXTRA,
    State,
    after,
    ended,
    late,
)
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
from rules_engine.columbus_whist.infractions import CHOICES, CONSEQUENCES, UndecidedError, effect, renege
from rules_engine.columbus_whist.infractions import KINDS as INFRACTIONS
from rules_engine.columbus_whist.reader.games import MOST_SECONDS
from rules_engine.columbus_whist.reader.hands import MOST_HANDS, read_bid, read_calls
from rules_engine.reading import Malformed, boolean, child, choice, fields, integer, items

SIDES = ("first", "second")
_HAND_ENDINGS = ("set", "points", "renege", "no-direction")


def bids(question: object) -> dict[str, object]:
    """Topic "columbus-bidding": what the calls of a hand come to, and what may be bid next."""
    terms = fields(question, "", ("dealer", "bids"))
    dealer = integer(terms["dealer"], "/dealer", 1, SEATS) - 1
    come = bidding(dealer, read_calls(terms["bids"], "/bids"))
    turn = come.waiting[0] if come.waiting else None
    silenced = turn is not None and turn in come.silenced
    least = [] if turn is None or silenced else [progressive(kind, come.over, come.least) for kind in KINDS]
    may_pass = turn is not None and (come.contract is not None or turn != dealer or silenced)
    if turn is not None:
        reason = f"Seat {turn + 1} is {'silenced' if silenced else 'to bid'}."
    elif come.contract is None:
        reason = "Nobody has bid, and everybody has called; the director rules."
    else:
        reason = f"Seat {come.contract.seat + 1} plays {come.contract.bid.text}."
    return {
        "bid": None if come.contract is None else come.contract.bid.text,
        "seat": None if come.contract is None else come.contract.seat + 1,
        "turn": None if turn is None else turn + 1,
        "silenced": silenced,
        "may_pass": may_pass,
        "least": [bid.text for bid in least if bid is not None],
        "wrong": [
            {
                "bid": objection.at + 1,
                "code": objection.code,
                "serious": objection.serious,
                "rule": objection.rule,
                "reason": objection.message,
            }
            for objection in come.objections
        ],
        "rule": rules.PROGRESSIVE if come.contract is not None or turn != dealer else rules.DEALER_BIDS,
        "reason": reason,
    }


def hand(question: object) -> dict[str, object]:
    """Topic "columbus-hand": what a hand that was played comes to."""
    terms = fields(question, "", ("bid", "books"), ("stopped_with",))
    bid = _read_awarded(terms["bid"], "/bid")
    books = integer(terms["books"], "/books", 0, BOOKS)
    others = integer(terms.get("stopped_with", BOOKS - books), "/stopped_with", 0, BOOKS - books)
    settled = decided(bid, books, others)
    result = played(bid, 0, books)
    bidders_won = result.set_side is None
    if not settled:
        reason = f"With {books} and {others} books {bid.text} is neither made nor set; play goes on."
    elif bidders_won:
        reason = f"{bid.text} needs {needed(bid)} books; {books} score {result.points[0]}."
    else:
        reason = f"{bid.text} needs {needed(bid)} books; the bidders took {books} and are set."
    return {
        "settled": settled,
        "made": bidders_won if settled else None,
        "points": result.points[0] if settled else None,
        "odd": settled and not bidders_won and bid.number == 1,
        "boston": BOOKS in (books, others),
        "rule": rules.BOOKS if settled else rules.PLAYED_OUT,
        "reason": reason,
    }


def game(question: object) -> dict[str, object]:
    """Topic "columbus-game": how a game stands after its hands, and how it ended."""
    terms = fields(question, "", ("hands",), ("ready", "left"))
    entries = items(terms["hands"], "/hands")
    if len(entries) > MOST_HANDS:
        raise Malformed("/hands", f"no more than {MOST_HANDS} hands are expected")
    state = START
    tardy = _read_tardy(terms["ready"], "/ready") if "ready" in terms else []
    if tardy and entries:
        raise Malformed(child("/ready", tardy[0]), "a team that is late for a game plays no hand of it")
    for at, entry in enumerate(entries):
        if state.ending is not None:
            raise Malformed(child("/hands", at), "the game was over")
        state = _played(state, entry, child("/hands", at))
    if len(tardy) == 1:
        state = ended(state, 1 - tardy[0], "late")
    elif "left" in terms and state.ending is None and not tardy:
        state = ended(state, 1 - SIDES.index(choice(terms["left"], "/left", SIDES)), "left")
    elif "left" in terms:
        choice(terms["left"], "/left", SIDES)
    return _standing(state, len(tardy) == len(SIDES))


def _standing(state: State, both_late: bool) -> dict[str, object]:
    rule = rules.FIVE
    reason = f"After {state.hands} hands it stands {state.points[0]} to {state.points[1]}."
    if both_late:
        rule, reason = rules.DIRECTOR, "Neither team was seated in five minutes; the director rules."
    elif state.ending is not None and state.winner is not None:
        rule = RULES[state.ending]
        more = f", {EXTRA} points more to the winner" if state.ending in WITH_EXTRA else ""
        reason = f"The {SIDES[state.winner]} team won ({state.ending}){more}."
    return {
        "over": state.ending is not None,
        "winner": None if state.winner is None else SIDES[state.winner],
        "ending": state.ending,
        "points": list(state.points),
        "sets": list(state.sets),
        "rule": rule,
        "reason": reason,
    }


def _read_tardy(value: object, pointer: str) -> list[int]:
    pair = items(value, pointer)
    if len(pair) != len(SIDES):
        raise Malformed(pointer, "seconds, or null, for each of two teams are expected")
    tardy: list[int] = []
    for side, seconds in enumerate(pair):
        read = None if seconds is None else integer(seconds, child(pointer, side), 0, MOST_SECONDS)
        if late(read):
            tardy.append(side)
    return tardy


def _played(state: State, value: object, pointer: str) -> State:
    read = fields(value, pointer, ("by", "bid"), ("books", "ended", "against"))
    bidder = SIDES.index(choice(read["by"], child(pointer, "by"), SIDES))
    bid = _read_awarded(read["bid"], child(pointer, "bid"))
    if "ended" not in read:
        if "against" in read:
            raise Malformed(child(pointer, "against"), "a hand that was played is against nobody")
        if "books" not in read:
            raise Malformed(pointer, "field 'books' is missing")
        books = integer(read["books"], child(pointer, "books"), 0, BOOKS)
        return after(state, played(bid, bidder, books), bidder, bid.number)
    if "books" in read:
        raise Malformed(child(pointer, "books"), "a hand that an infraction ended has no books")
    how = choice(read["ended"], child(pointer, "ended"), _HAND_ENDINGS)
    if how == "points":
        if "against" in read:
            raise Malformed(child(pointer, "against"), "the points of the bid go to the bidders")
        return after(state, conceded(bidder, bid), bidder, bid.number)
    if how == "no-direction":
        if bid.kind != "no":
            raise Malformed(child(pointer, "bid"), "a bid of no is expected")
        if "against" in read:
            raise Malformed(child(pointer, "against"), "a no without a direction is against the bidders")
        return after(state, game_to(1 - bidder), bidder, bid.number)
    if "against" not in read:
        raise Malformed(pointer, "field 'against' is missing; it names the offenders")
    offender = SIDES.index(choice(read["against"], child(pointer, "against"), SIDES))
    result: HandResult = set_of(offender, bid) if how == "set" else game_to(1 - offender)
    return after(state, result, bidder, bid.number, by_renege=how == "renege")


def infraction(question: object) -> dict[str, object]:
    """Topic "columbus-infraction": what follows from one, and what the opponents may choose."""
    terms = fields(question, "", ("kind",), ("choice", "found"))
    kind = choice(terms["kind"], "/kind", INFRACTIONS)
    consequence = CONSEQUENCES[kind]
    taken = choice(terms["choice"], "/choice", CHOICES) if "choice" in terms else None
    follows: str | None
    if kind == "renege":
        if "choice" in terms:
            raise Malformed("/choice", "nobody chooses after a call of renege")
        if "found" not in terms:
            raise Malformed("", "field 'found' is missing; it says whether a renege was found")
        follows = renege(boolean(terms["found"], "/found"))
    elif "found" in terms:
        raise Malformed("/found", "only a renege is looked for")
    else:
        try:
            follows = effect(kind, taken)
        except UndecidedError as error:
            if taken is not None:
                raise Malformed("/choice", str(error)) from None
            follows = None
    return {
        "effect": follows,
        "choices": [name for name, _ in consequence.choices],
        "rule": consequence.rule,
        "reason": _TOLD[follows],
    }


_TOLD: dict[str | None, str] = {
    None: "The opponents choose.",
    "redeal": "The hand is void; the correct player deals again.",
    "set": "The offenders are set for the points of the bid.",
    "points": "The bidders take the points of the bid.",
    "game": f"The other team has the game and {EXTRA} points more.",
    "none": "No penalty is stated; the director rules, or play goes on.",
}


def _read_awarded(value: object, pointer: str) -> Bid:
    bid = read_bid(value, pointer)
    if bid == PASS:
        raise Malformed(pointer, "the bid that was awarded is expected; a pass is none")
    return bid
