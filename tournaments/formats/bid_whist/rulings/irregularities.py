"""What the Director of Bid Whist rules on: reneges that may be called, and bids that may not be made.

Rule section: 6 and R5, R8, R15, R16, R18 to R20, R22 (B-27 to B-35); the end of section 6 (B-1: what the
Director decides is final). Words for "Pass" and all conduct are the canons' (B-25, B-46 to B-48).
Terms: bid on the table (that of the hand, or the highest so far), improper (said as it may not be).
"""

from __future__ import annotations

from typing import Final

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bids import BY_TEXT, Bid, mended, points
from rules_engine.bid_whist.reneges import RULES, Fault, awarded, may_call
from rules_engine.bid_whist.timetable import HANDS
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.rulings.sheets_as_ruled import compare
from tournaments.formats.bid_whist.rulings.warnings import BOOK_TURNED
from tournaments.formats.bid_whist.scoresheets.hands import BIDS
from tournaments.formats.fields import Body, Field
from tournaments.formats.rulings import Followed, Irregularity, Rulings, hand_field
from tournaments.formats.standing_rulings import RuledConsequence

CALLED: Final = "called"
_HAND: Final = hand_field(HANDS)
YES: Final = "yes"
_YES_OR_NO: Final = ((YES, _lazy("yes")), ("no", _lazy("no")))
_CHOICE: Final = Field(
    name="choice",
    label=_lazy("The other team"),
    kind="choice",
    choices=((CALLED, _lazy("calls a renege")), ("play-on", _lazy("plays on"))),
)
_ACCUSED: Final = Field(
    name="choice",
    label=_lazy("The accused team"),
    kind="choice",
    choices=((CALLED, _lazy("takes the bid on the table")), ("play-on", _lazy("plays on"))),
)
_STANDING: Final = Field(name="standing", label=_lazy("The bid on the table"), kind="choice", choices=BIDS)
_STANDING_IF_ANY: Final = Field(
    name="standing",
    label=_lazy("The bid on the table"),
    help=_lazy("Empty if none was made yet."),
    kind="choice",
    choices=BIDS,
    needed=False,
)
_IMPROPER: Final = Field(
    name="improper", label=_lazy("The bid that was said as it may not be"), kind="choice", choices=BIDS
)
_WARNED: Final = Field(
    name="warned", label=_lazy("The team was warned for it before"), kind="choice", choices=_YES_OR_NO
)
_FOLLOWS: Final = Field(
    name="follows_suit",
    label=_lazy("The card exposed follows the suit led"),
    kind="choice",
    choices=_YES_OR_NO,
)
_WORDS: Final = {
    "awarded": _lazy(
        "The other team gets the bid on the table, %(bid)s: %(points)s points. The hand is over."
    ),
    "accused-awarded": _lazy(
        "No renege is found: the accused team gets the bid on the table, %(bid)s: %(points)s points."
    ),
    "director": _lazy("The rules name no bid that could be awarded: the Director decides."),
    "play-on": _lazy("Play goes on, and no renege can be called for it any more."),
    "card-played": _lazy("The card exposed must be played."),
    "warning": _lazy("The team is warned, and the player who had not played plays a card."),
    "no-renege": _lazy("No renege can be called for it; play goes on."),
    "becomes": _lazy("The bid becomes %(bid)s, the next higher one of its kind."),
    "no-bid-left": _lazy("No higher bid of its kind is left: the Director decides."),
}


def _fault(fault: Fault, facts: Body) -> Followed:
    standing, improper = _bid(facts.get("standing")), _bid(facts.get("improper"))
    call = may_call(
        fault,
        warnings=int(facts.get("warned") == YES),
        follows_suit=facts.get("follows_suit") == YES,
        no_bid=standing is None or standing.doubled,
    )
    played = [RuledConsequence(code="card-played")] if fault == "card-exposed" else []
    if not call.allowed:
        code = "warning" if fault == "book-turned" else "no-renege"
        return Followed(
            rule=call.rule,
            consequences=(*played, RuledConsequence(code=code)),
            kinds=("warning",) if code == "warning" else (),
        )
    if facts["choice"] != CALLED:
        return Followed(rule=call.rule, consequences=(*played, RuledConsequence(code="play-on")))
    won = awarded(fault, standing, improper)
    if won is None:
        return Followed(rule=call.rule, consequences=(RuledConsequence(code="director"),))
    code = "accused-awarded" if fault == "wrong-call" else "awarded"
    values = {"bid": str(won), "points": points(won)}
    return Followed(
        rule=call.rule, consequences=(RuledConsequence(code=code, said=values),), kinds=("awarded",)
    )


def _improper_bid(facts: Body) -> Followed:
    becomes = mended(BY_TEXT[facts["improper"]], _bid(facts.get("standing")))
    if becomes is None:
        return Followed(rule=rules.IMPROPER_BID, consequences=(RuledConsequence(code="no-bid-left"),))
    values = {"bid": str(becomes)}
    return Followed(
        rule=rules.IMPROPER_BID,
        consequences=(RuledConsequence(code="becomes", said=values),),
        kinds=("bid-substituted",),
    )


def _bid(text: str | None) -> Bid | None:
    return BY_TEXT[text] if text else None


def _renege(
    fault: Fault, name: str, also: str, *fields: Field, choice: Field = _CHOICE, canon: str = ""
) -> Irregularity:
    return Irregularity(
        section=RULES[fault],
        name=name,
        also=also,
        ruled=lambda facts: _fault(fault, facts),
        fields=(*fields, choice, _HAND),
        canon=canon,
    )


RULINGS: Final = Rulings(
    irregularities={
        "bid-whist-suit-not-followed": _renege(
            "suit-not-followed", _lazy("Suit not followed"), _lazy("renege, revoke"), _STANDING
        ),
        "bid-whist-bid-out-of-turn": _renege(
            "bid-out-of-turn",
            _lazy("A bid out of turn"),
            _lazy("renege, too early"),
            _STANDING_IF_ANY,
            _IMPROPER,
        ),
        "bid-whist-played-out-of-turn": _renege(
            "played-out-of-turn", _lazy("A card played out of turn"), _lazy("renege, too early"), _STANDING
        ),
        "bid-whist-joker-kept": _renege(
            "joker-kept",
            _lazy("A joker not played at the first chance"),
            _lazy("renege, no bid, uptown, downtown"),
            _STANDING,
        ),
        "bid-whist-card-exposed": _renege(
            "card-exposed", _lazy("A card exposed"), _lazy("shown, dropped"), _STANDING, _FOLLOWS
        ),
        "bid-whist-book-turned": _renege(
            "book-turned",
            _lazy("A book turned before all had played"),
            _lazy("warning, renege"),
            _STANDING,
            _WARNED,
            canon=BOOK_TURNED,
        ),
        "bid-whist-direction-early": _renege(
            "direction-early",
            _lazy("The direction named before the bid was won"),
            _lazy("uptown, downtown, renege"),
            _STANDING_IF_ANY,
            _IMPROPER,
        ),
        "bid-whist-trump-early": _renege(
            "trump-early",
            _lazy("Trump named before the bid was won"),
            _lazy("suit named, renege"),
            _STANDING_IF_ANY,
            _IMPROPER,
        ),
        "bid-whist-wrong-call": _renege(
            "wrong-call",
            _lazy("A renege called where there was none"),
            _lazy("wrong call, joker"),
            _STANDING,
            choice=_ACCUSED,
        ),
        "bid-whist-improper-bid": Irregularity(
            section=rules.IMPROPER_BID,
            name=_lazy("A bid that does not take out the one before"),
            also=_lazy("improper bid, too low, repeated"),
            ruled=_improper_bid,
            fields=(_IMPROPER, _STANDING_IF_ANY),
        ),
    },
    words=_WORDS,
    compare=compare,
    final=_lazy("End of section 6: notwithstanding the rules, the decision of the Director is final."),
)
