"""What the leader of Military Whist rules on: what goes wrong at a table, and what follows by the engine.

Rule section: 9b to 9i (M-19 to M-24), 11 (M-4); 4 and 10b (M-12: the leader is the final authority).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_engine.military_whist.irregularities import CONSEQUENCES, Kind
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.fields import Body, Field
from tournaments.formats.military_whist.rulings.sheets_as_ruled import compare
from tournaments.formats.rulings import Followed, Irregularity, Rulings
from tournaments.formats.standing_rulings import RuledConsequence

LATE: Final = "late"
_FOUND: Final = (
    ("in-time", _lazy("before the trick was complete")),
    (LATE, _lazy("later, up to the end of the hand")),
)
_CAUSES: Final = (
    ("faced-card", _lazy("a card was faced in the pack")),
    ("too-many-cards", _lazy("somebody got too many cards")),
    ("exposed-in-deal", _lazy("a card was exposed during the deal")),
    ("dealt-out-of-turn", _lazy("somebody dealt out of turn")),
    ("interference", _lazy("somebody interfered with the dealer")),
)
_NOTHING: Final = "no-penalty"
_WORDS: Final = {
    "tricks": _lazy("The opponents are awarded %(tricks)s tricks at the end of the hand."),
    "card_returns": _lazy("The card goes back to the offender's hand."),
    "partner_may_not_lead": _lazy("The partner, in their turn, may not lead that suit."),
    "must_play": _lazy("The offender must play that card once its suit comes up again."),
    "deal_again": _lazy("It is a misdeal: the hand is dealt again."),
    "cut_again": _lazy("The dealer shuffles, and the cards are cut again."),
    "last_trick_to_the_one_before": _lazy(
        "It is no misdeal: who won the trick before takes the last one; in No Trump High, if the lead would "
        "be the short player's, the partner leads."
    ),
    _NOTHING: _lazy("No penalty is stated; play goes on."),
}
_KINDS: Final = {"tricks": "awarded", "card_returns": "taken-back", "deal_again": "redeal"}


def followed(kind: Kind) -> Followed:
    """What the engine says follows, as codes: each thing that it holds true."""
    effects = CONSEQUENCES[kind]._asdict()
    rule = effects.pop("rule")
    holds = [name for name, value in effects.items() if value] or [_NOTHING]
    return Followed(
        rule=rule,
        consequences=tuple(
            RuledConsequence(code=name, said={"tricks": effects["tricks"]} if name == "tricks" else {})
            for name in holds
        ),
        kinds=tuple(_KINDS[name] for name in holds if name in _KINDS),
    )


def _revoke(facts: Body) -> Followed:
    return followed("revoke" if facts["found"] == LATE else "revoke-corrected")


def _always(kind: Kind) -> Callable[[Body], Followed]:
    return lambda _facts: followed(kind)


def _irregularity(kind: Kind, name: str, also: str, **more: Any) -> Irregularity:
    fields = {"section": CONSEQUENCES[kind].rule, "ruled": _always(kind), **more}
    return Irregularity(name=name, also=also, **fields)


RULINGS: Final = Rulings(
    irregularities={
        f"military-whist-{slug}": irregularity
        for slug, irregularity in {
            "revoke": _irregularity(
                "revoke",
                _lazy("A revoke"),
                _lazy("did not follow suit, corrected in time, found late"),
                ruled=_revoke,
                fields=(Field(name="found", label=_lazy("Found"), kind="choice", choices=_FOUND),),
            ),
            "out-of-turn": _irregularity(
                "out-of-turn", _lazy("A lead or play out of turn"), _lazy("too early, wrong leader")
            ),
            "dropped-card": _irregularity(
                "dropped-card", _lazy("A dropped card"), _lazy("fell on the table, exposed")
            ),
            "two-cards": _irregularity(
                "two-cards", _lazy("Two cards played at once"), _lazy("one card short at the last trick")
            ),
            "misdeal": _irregularity(
                "misdeal",
                _lazy("A misdeal"),
                _lazy("faced card, too many cards, out of turn, interference, redeal"),
                by_a_team=False,
                fields=(Field(name="cause", label=_lazy("What it was"), kind="choice", choices=_CAUSES),),
            ),
            "exposed-before-deal": _irregularity(
                "exposed-before-deal",
                _lazy("A card exposed before the deal"),
                _lazy("in the cut, while shuffling"),
                by_a_team=False,
            ),
            "conduct": _irregularity(
                "conduct", _lazy("Somebody's conduct"), _lazy("signals, courtesy, body movement, cheating")
            ),
        }.items()
    },
    words=_WORDS,
    compare=compare,
    final=_lazy(
        "4 and 10b: the leader renders the decisions, and is the final authority on any point of play."
    ),
)
