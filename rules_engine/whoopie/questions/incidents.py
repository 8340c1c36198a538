"""Reading the incidents of one player in one stanza, as in a game record but without the player."""

from collections.abc import Callable

from rules_engine.draws import rank
from rules_engine.reading import (
    Malformed,
    boolean,
    child,
    choice,
    fields,
    integer,
    items,
    mapping,
    text,
)
from rules_engine.whoopie.reader.incidents import ANSWERS, BASES
from rules_engine.whoopie.scoring import KINDS, IncidentEffect, incident_effect

GROUNDS = ("improper-information", "intentional-revoke", "chaotic-action")
FREE_REPEATS = 2

Reader = Callable[[object, str], object]


def incident_effects(value: object, pointer: str, dealer: bool) -> list[tuple[str, IncidentEffect]]:
    """Kind and effect of each incident; the third "type-1" in the list and any later one cost nothing.

    Raises:
        Malformed: at what is not an incident as a record has it.
    """
    effects: list[tuple[str, IncidentEffect]] = []
    type_1 = 0
    for index, item in enumerate(items(value, pointer)):
        place = child(pointer, index)
        kind, read = _read_incident(item, place)
        type_1 += kind == "type-1"
        effect = incident_effect(
            kind,
            bid=integer(read.get("bid", 0), child(place, "bid")),
            dealer=dealer,
            points=integer(read.get("points", 0), child(place, "points")),
            fails_bid=boolean(read.get("fails_bid", False), child(place, "fails_bid")),
            repeated=type_1 > FREE_REPEATS,
        )
        effects.append((kind, effect))
    return effects


def _read_incident(value: object, pointer: str) -> tuple[str, dict[str, object]]:
    kind = choice(mapping(value, pointer).get("kind"), child(pointer, "kind"), sorted(KINDS))
    required, optional = _FIELDS.get(kind, _NONE)
    read = fields(value, pointer, ("kind", *required), tuple(optional))
    for name, reader in (required | optional).items():
        if name in read:
            reader(read[name], child(pointer, name))
    return kind, read


def _whole(low: int, high: int) -> Reader:
    return lambda value, pointer: integer(value, pointer, low, high)


def _one_of(*allowed: str) -> Reader:
    return lambda value, pointer: choice(value, pointer, allowed)


def _card(value: object, pointer: str) -> object:
    card = text(value, pointer)
    try:
        return rank(card)
    except ValueError as error:
        raise Malformed(pointer, str(error)) from None


def _cards(value: object, pointer: str) -> object:
    return [_card(card, child(pointer, index)) for index, card in enumerate(items(value, pointer))]


def _roll(value: object, pointer: str) -> object:
    return [
        choice(answer, child(pointer, player), ANSWERS) for player, answer in mapping(value, pointer).items()
    ]


_TRICK = _whole(1, 53)
_BID = _whole(0, 1_000)
_SHOWN: dict[str, Reader] = {"card": _card, "cards": _cards, "trick": _TRICK, "on_table": _whole(0, 10)}
_VOTED: dict[str, Reader] = {"roll": _roll, "voted_after": _whole(0, 1_000_000)}
_NONE: tuple[dict[str, Reader], dict[str, Reader]] = ({}, {})
_FIELDS: dict[str, tuple[dict[str, Reader], dict[str, Reader]]] = {
    "no-whoopie-call": ({}, {"trick": _TRICK}),
    "bid-out-of-turn": ({"bid": _BID}, {}),
    "illegal-bid": ({}, {"bid": integer}),
    "changed-bid": ({}, {"bid": integer}),
    "misdeal": ({}, {"reason": text}),
    "exposed-card": ({}, _SHOWN),
    "played-out-of-turn": ({}, _SHOWN),
    "revoke-corrected": ({}, {"trick": _TRICK, "card": _card}),
    "revoke-self": ({}, {"trick": _TRICK}),
    "revoke-other": ({}, {"trick": _TRICK}),
    "revoke-late": ({}, {"trick": _TRICK}),
    "wrong-card-count": ({}, {"cards": _whole(0, 53)}),
    "type-1": ({}, {"grounds": _one_of("improper-information")}),
    "type-2-finding": ({}, {"grounds": _one_of(*GROUNDS), **_VOTED}),
    "type-2-penalty": (
        {"points": _whole(0, 4)},
        {"fails_bid": boolean, **_VOTED, "majority_of": _one_of(*BASES)},
    ),
    "adjusted-score": ({"points": _whole(1, 1_000)}, _VOTED),
}
"""Fields of each kind besides "kind": those its effect needs, and the others that a record may have."""
