"""What the director of Columbus Whist rules on: the infractions, the other team's choice, what follows.

Rule section: 12 to 39 (C-13 to C-20, C-23 to C-29); the closing lines (C-33: the director's ruling is final).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.infractions import CONSEQUENCES, KINDS, Effect, Kind, effect, renege
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.columbus_whist.rulings.sheets_as_ruled import SLUG, compare
from tournaments.formats.columbus_whist.sheets.fields import CHOICES, MOST_HANDS, NO, WRONG, YES
from tournaments.formats.fields import Body, Field
from tournaments.formats.rulings import Followed, Irregularity, Rulings, hand_field
from tournaments.formats.standing_rulings import Ruled, RuledConsequence

RENEGE: Final[Kind] = "renege"
CONDUCT: Final[Kind] = "conduct"
DISORDERLY: Final = "disorderly"
KEPT: Final = "kept"
_CHOSEN: Final = dict(CHOICES)
_HAND: Final = hand_field(MOST_HANDS)
_FOUND: Final = (
    (YES, _lazy("the director turned the books over, and it is one")),
    (NO, _lazy("the director turned the books over, and it is none")),
)
_CONDUCT: Final = (
    (YES, _lazy("disorderly: nothing is refunded to the team")),
    (NO, _lazy("talk or delay, and not disorderly")),
)
_ALSO: Final[Mapping[str, str]] = {
    "exposed-in-deal": _lazy("misdeal, redeal"),
    "wrong-dealer": _lazy("misdeal, redeal"),
    "count-before-play": _lazy("short hand, too many cards, misdeal"),
    "count-of-both": _lazy("short hand, too many cards"),
    "exposed-before-bidding": _lazy("after the deal, redeal or play on"),
    "said-trump": _lazy("no-trump, improper word"),
    "dragged-bid": _lazy("half-stepping, a pause before special"),
    "bid-out-of-turn": _lazy("too early, the partner is silenced"),
    "no-direction": _lazy("uptown, downtown, not stated"),
    "exposed": _lazy("shown, dropped, put on the table"),
    "out-of-turn": _lazy("too early, wrong leader"),
    "stopped": _lazy("laid the hand down"),
    "count-of-bidders": _lazy("short hand, too many cards"),
    "count-of-others": _lazy("short hand, too many cards"),
    RENEGE: _lazy("revoke, did not follow suit, books turned over"),
    "book-reopened": _lazy("a book looked at again"),
    "card-named": _lazy("asked what was led, talk"),
    "conduct": _lazy("talk behind the blind, disorderly, delay"),
}
_WORDS: Final[Mapping[str, str]] = {
    "redeal": _lazy("The hand is void: the correct player deals again."),
    "set": _lazy(
        "The team that did it is set for the points of the bid. With a set already, or on a bid of one, it "
        "is game, and the other team gets five points more."
    ),
    "points": _lazy("The other team takes the points of the bid."),
    "game": _lazy("The other team is awarded the game and five points."),
    "none": _lazy("No penalty; play goes on."),
    KEPT: _lazy("Nothing that the team paid is refunded."),
}
_COUNTED: Final[Mapping[Effect, tuple[str, ...]]] = {
    "redeal": ("redeal",),
    "set": ("bid-failed",),
    "points": ("awarded",),
    "game": ("awarded",),
    "none": (),
}


def disorderly_by_ruling(ruled: Iterable[Ruled]) -> Iterator[int]:
    """The teams whose conduct was ruled to be disorderly, by number."""
    for ruling in ruled:
        if ruling.irregularity == f"{SLUG}{CONDUCT}" and ruling.facts.get(DISORDERLY) == YES:
            yield int(ruling.facts["team"])


def _ruled(kind: Kind, facts: Body) -> Followed:
    if kind == CONDUCT and facts.get(DISORDERLY) == YES:
        return Followed(
            rule=rules.DIRECTOR, consequences=(RuledConsequence(code="none"), RuledConsequence(code=KEPT))
        )
    follows = renege(facts["found"] == YES) if kind == RENEGE else effect(kind, facts.get("choice"))
    return Followed(
        rule=CONSEQUENCES[kind].rule, consequences=(RuledConsequence(code=follows),), kinds=_COUNTED[follows]
    )


def _irregularity(kind: Kind, name: str) -> Irregularity:
    known = CONSEQUENCES[kind]
    return Irregularity(
        section=known.rule,
        name=name,
        also=_ALSO[kind],
        ruled=lambda facts: _ruled(kind, facts),
        fields=_fields(kind),
        by_a_team=known.offender or kind == CONDUCT,
    )


def _fields(kind: Kind) -> tuple[Field, ...]:
    if kind == RENEGE:
        return (Field(name="found", label=_lazy("The renege"), kind="choice", choices=_FOUND), _HAND)
    if kind == CONDUCT:
        return (Field(name=DISORDERLY, label=_lazy("The conduct"), kind="choice", choices=_CONDUCT),)
    offered = CONSEQUENCES[kind].choices
    hand = (_HAND,) if CONSEQUENCES[kind].offender else ()
    if not offered:
        return hand
    return (
        Field(
            name="choice",
            label=_lazy("The other team chooses"),
            kind="choice",
            choices=tuple((choice, _CHOSEN[choice]) for choice, _effect in offered),
        ),
        *hand,
    )


RULINGS: Final = Rulings(
    irregularities={f"{SLUG}{kind}": _irregularity(kind, dict(WRONG)[kind]) for kind in KINDS},
    words=_WORDS,
    compare=compare,
    final=_lazy("Closing lines: a tournament director is called for any ruling, and the ruling is final."),
)
