"""Scoresheets of Bid Whist against what the Director ruled: hands that a renege ended, and how they would be.

Rule section: 6 (B-27 to B-35); its end (B-1: what the Director decides is final). Which bid is awarded the
engine has said when it was ruled; points follow from the hand as it is written.
Terms: called (a hand that a renege ended, as the sheet has it).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules_engine.bid_whist.bids import BY_TEXT, Bid
from rules_engine.bid_whist.reneges import awarded
from rules_engine.sentences import says
from tournaments.formats.bid_whist.kept import HandRow, SheetSlip
from tournaments.formats.bid_whist.rulings.warnings import BOOK_TURNED
from tournaments.formats.bid_whist.scoresheets.games import AGAIN, RENEGE, ROWS, fault_of
from tournaments.formats.rulings import MILDER, NotKept, of_ruling
from tournaments.formats.slips import Due, EventHead
from tournaments.formats.standing_rulings import Ruled

SLUG: Final = "bid-whist-"
AWARDED: Final = ("awarded", "accused-awarded")
PLAYED_ON: Final = ("warning", "no-renege", "play-on")
MISSING: Final = says(
    "Ruling %(ruling)s gives the opponents of team %(team)s the bid on the table, %(bid)s; the sheet "
    "does not."
)


def compare(head: EventHead, due: Due, body: SheetSlip, rulings: Sequence[Ruled]) -> Sequence[NotKept]:
    """Each ruling that the sheet of a game, or one hand more, does not keep."""
    if ROWS not in body:
        return ()
    return tuple(_not_kept(body, rulings))


def _not_kept(body: SheetSlip, rulings: Sequence[Ruled]) -> Iterator[NotKept]:
    free = dict(enumerate(body[ROWS], start=1))
    for ruled in rulings:
        called = [number for number, hand in free.items() if _is_of(ruled, number, hand)]
        won = next(
            (consequence.said["bid"] for consequence in ruled.consequences if consequence.code in AWARDED),
            None,
        )
        if won is not None:
            number = next((number for number in called if _awarded(free[number]) == won), None)
            if number is None:
                yield _found(ruled, MISSING, _with(body, ruled, called, won), bid=won)
            else:
                del free[number]
        elif called and set(ruled.codes) & {*PLAYED_ON}:
            yield _found(ruled, MILDER, None)


def _found(ruled: Ruled, template: str, body: SheetSlip | None, **facts: object) -> NotKept:
    return NotKept(ruled=ruled, message=of_ruling(template, ruled, **facts), body=body)


def _is_of(ruled: Ruled, number: int, hand: HandRow) -> bool:
    """Whether a hand was ended by the renege that was ruled on."""
    return (
        hand["end"] == RENEGE
        and fault_of(hand["fault"]) == fault_of(ruled.irregularity.removeprefix(SLUG))
        and hand["against"] == ruled.offender
        and ruled.hand in (None, number)
    )


def _awarded(hand: HandRow) -> str:
    """The bid whose points a hand that a renege ended brings."""
    won = awarded(fault_of(hand["fault"]), _bid(hand.get("bid")), _bid(hand.get("said")))
    return "" if won is None else str(won)


def _bid(text: str | None) -> Bid | None:
    return BY_TEXT[text] if text else None


def _with(body: SheetSlip, ruled: Ruled, called: Sequence[int], won: str) -> SheetSlip | None:
    """The sheet with the hand as it was ruled, its winner left to the points; None where nobody can say which
    hand it was."""
    number = ruled.hand or _hand_of(body, ruled, called, won)
    if number is None or number > len(body[ROWS]):
        return None
    hands = [_reneged(hand, ruled) if at == number else hand for at, hand in enumerate(body[ROWS], start=1)]
    rest = body.copy()
    rest.pop("winner", None)
    rest.pop("ruling", None)
    rest["hands"] = hands
    return rest


def _hand_of(body: SheetSlip, ruled: Ruled, called: Sequence[int], won: str) -> int | None:
    """The hand that has the renege already, else the only one of that bid."""
    standing = ruled.facts.get("standing", won)
    of_that_bid = [number for number, hand in enumerate(body[ROWS], start=1) if hand.get("bid") == standing]
    likely = [*called] or of_that_bid
    return likely[0] if len(likely) == 1 else None


def _reneged(hand: HandRow, ruled: Ruled) -> HandRow:
    facts = ruled.facts
    name = ruled.irregularity.removeprefix(SLUG)
    written = hand.copy()
    written.pop("said", None)
    written["end"] = RENEGE
    written["fault"] = AGAIN if name == BOOK_TURNED else name
    written["against"] = ruled.offender
    if "standing" in facts:
        written["bid"] = facts["standing"]
    else:
        written.pop("bid", None)
        written.pop("by", None)
    if "improper" in facts:
        written["said"] = facts["improper"]
    return written
