"""Reads the incidents of a stanza: which fields each kind has, and of what type."""

from typing import Final, cast

from rules_engine import reading
from rules_engine.cards import NO_CARD, TWO_DECKS, card_named
from rules_engine.reading import Malformed, child
from rules_engine.whoopie.record import MOST_STANZAS, Incident

_NEEDS: Final[dict[str, frozenset[str]]] = {
    "no-whoopie-call": frozenset({"trick"}),
    "bid-out-of-turn": frozenset({"bid"}),
    "illegal-bid": frozenset({"bid"}),
    "changed-bid": frozenset({"bid"}),
    "misdeal": frozenset({"reason"}),
    "exposed-card": frozenset({"trick"}),
    "played-out-of-turn": frozenset({"trick"}),
    "revoke-corrected": frozenset({"trick", "card"}),
    "revoke-self": frozenset({"trick"}),
    "revoke-other": frozenset({"trick"}),
    "revoke-late": frozenset({"trick"}),
    "wrong-card-count": frozenset({"cards"}),
    "type-1": frozenset({"grounds"}),
    "type-2-finding": frozenset({"grounds"}),
    "type-2-penalty": frozenset({"points", "roll"}),
    "adjusted-score": frozenset({"points", "roll"}),
}
_MAY: Final[dict[str, frozenset[str]]] = {
    "misdeal": frozenset({"player"}),
    "exposed-card": frozenset({"card", "cards", "on_table"}),
    "played-out-of-turn": frozenset({"card", "cards", "on_table"}),
    "type-2-finding": frozenset({"roll", "voted_after"}),
    "type-2-penalty": frozenset({"fails_bid", "voted_after", "majority_of"}),
    "adjusted-score": frozenset({"voted_after"}),
}
_NOTHING: Final[frozenset[str]] = frozenset()
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    kind: ("kind", *([] if kind == "misdeal" else ["player"]), *sorted(needs))
    for kind, needs in _NEEDS.items()
}
_EXPOSURES: Final = frozenset({"exposed-card", "played-out-of-turn"})
_GROUNDS: Final[dict[str, tuple[str, ...]]] = {
    "type-1": ("improper-information",),
    "type-2-finding": ("improper-information", "intentional-revoke", "chaotic-action"),
}
ANSWERS: Final = ("aye", "no", "abstain", "absent")
BASES: Final = ("entitled", "cast")


def read_incident(value: object, pointer: str) -> tuple[Incident, list[str]]:
    """The incident, and those of its card texts that name no card.

    Raises:
        Malformed: with a JSON pointer to the place.
    """
    kind = reading.mapping(value, pointer).get("kind")
    if type(kind) is not str or kind not in _NEEDS:
        kind = reading.choice(kind, f"{pointer}/kind", tuple(_NEEDS))
    read = reading.fields(value, pointer, _FIELDS[kind], _MAY.get(kind, _NOTHING))
    bad: list[str] = []
    shows_cards = "card" in read or ("cards" in read and kind != "wrong-card-count")
    if not shows_cards and kind in _EXPOSURES:
        raise Malformed(pointer, "'card' or 'cards' is needed")
    incident = Incident(
        kind=kind,
        player=reading.text(read["player"], f"{pointer}/player") if "player" in read else "",
        trick=_whole(read, "trick", pointer) if "trick" in read else 0,
        cards=_cards(read, pointer, bad) if shows_cards else (),
        on_table=_whole(read, "on_table", pointer) if "on_table" in read else None,
        bid=_whole(read, "bid", pointer) if "bid" in read else 0,
        held=_whole(read, "cards", pointer) if kind == "wrong-card-count" else 0,
        grounds=_grounds(read, kind, pointer) if "grounds" in read else "",
        points=_whole(read, "points", pointer) if "points" in read else 0,
        fails_bid=reading.boolean(read["fails_bid"], f"{pointer}/fails_bid")
        if "fails_bid" in read
        else False,
        roll=_roll(read["roll"], f"{pointer}/roll") if "roll" in read else None,
        voted_after=_whole(read, "voted_after", pointer, MOST_STANZAS) if "voted_after" in read else None,
        majority_of=reading.choice(read["majority_of"], f"{pointer}/majority_of", BASES)
        if "majority_of" in read
        else "",
    )
    if incident.voted_after is not None and incident.roll is None:
        raise Malformed(pointer, "field 'roll' is missing")
    if kind == "misdeal":
        reading.text(read["reason"], f"{pointer}/reason")
    return incident, bad


def _whole(read: dict[str, object], field: str, pointer: str, most: int = TWO_DECKS) -> int:
    return reading.integer(read[field], f"{pointer}/{field}", -most, most)


def _cards(read: dict[str, object], pointer: str, bad: list[str]) -> tuple[int, ...]:
    if "cards" not in read:
        return (_card(read["card"], f"{pointer}/card", bad),)
    if "card" in read:
        raise Malformed(f"{pointer}/cards", "either 'card' or 'cards' is expected")
    listed = reading.items(read["cards"], f"{pointer}/cards")
    if not listed:
        raise Malformed(f"{pointer}/cards", "at least one card is expected")
    return tuple([_card(text, f"{pointer}/cards/{at}", bad) for at, text in enumerate(listed)])


def _card(value: object, pointer: str, bad: list[str]) -> int:
    text = reading.text(value, pointer)
    card = card_named(text)
    if card == NO_CARD:
        bad.append(text)
    return card


def _grounds(read: dict[str, object], kind: str, pointer: str) -> str:
    grounds = reading.choice(read["grounds"], f"{pointer}/grounds", _GROUNDS[kind])
    if kind == "type-2-finding" and grounds != "improper-information" and "roll" not in read:
        raise Malformed(pointer, "field 'roll' is missing")
    return grounds


def _roll(value: object, pointer: str) -> dict[str, str]:
    roll = reading.mapping(value, pointer)
    for player, answer in roll.items():
        reading.choice(answer, child(pointer, player), ANSWERS)
    return cast("dict[str, str]", roll)
