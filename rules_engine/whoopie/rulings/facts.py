"""The facts of a ruling as a form or a program sends them, and as the law reads them.

Purpose: what each irregularity asks for is told by its type; plain values (JSON) become its fields and back.
Invariants: nothing is guessed: what is missing, of another type, or names a card or a player that there is
not is a `WrongFact` at its field; `plain_facts` of what was read gives the same again.
Rule section: II, III. Terms: fact (one field of a form), kind (how it is asked for), plain (as JSON has it:
a player by record id, a card by its text, a suit by its letter, "*" for a joker led, plays and counts as
lists of pairs).
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal, NamedTuple, get_args, get_type_hints

from rules_engine.cards import CODES, NO_SUIT, SUITS, TEXT
from rules_engine.whoopie.rulings import FORMS, Irregularity
from rules_engine.whoopie.rulings.outcome import LaidCard, WrongFact

Kind = Literal["player", "card", "cards", "suit", "flag", "number", "choice", "plays", "counts", "lying"]
ONE_CARD: Final = frozenset({"card", "meant", "defining"})
LED: Final = "led"
MOST: Final = 99
NEEDED: Final = "it is needed"
_KINDS: Final[Mapping[Any, Kind]] = {
    str: "player",
    bool: "flag",
    int: "number",
    tuple[int, ...]: "cards",
    tuple[LaidCard, ...]: "plays",
    tuple[tuple[str, int], ...]: "counts",
    Mapping[str, tuple[int, ...]]: "lying",
}


class Fact(NamedTuple):
    """One thing that a ruling needs to know; `choices` of a choice, `optional` where it may be nothing."""

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    optional: bool = False


def facts_asked(irregularity: str) -> tuple[Fact, ...]:
    """What a ruling on it needs to know, in the order in which one asks.

    Raises:
        KeyError: for what is none of `FORMS`.
    """
    return _ASKED[irregularity]


def read_facts(irregularity: str, plain: Mapping[str, Any], players: Collection[str]) -> Irregularity:
    """The irregularity with its facts; lists that are left out are empty, optional facts nothing.

    Raises:
        KeyError: for what is none of `FORMS`.
        WrongFact: at the first fact that cannot be read, and for one that nobody asked for.
    """
    facts = facts_asked(irregularity)
    astray = plain.keys() - {fact.name for fact in facts}
    if astray:
        raise WrongFact(min(astray), "this is not asked for")
    read = {fact.name: _read(fact, plain.get(fact.name), players) for fact in facts}
    return FORMS[irregularity](**read)


def plain_facts(form: Irregularity, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The facts as JSON has them, with other names for the players where they are given."""
    called = names or {}
    facts = facts_asked(slug_of(form))
    return {fact.name: _PLAIN[fact.kind](getattr(form, fact.name), called) for fact in facts}


def called(form: Irregularity, names: Mapping[str, str]) -> Irregularity:
    """The same with the players called otherwise, so that what is ruled speaks of them so."""
    plain = plain_facts(form, names)
    return read_facts(slug_of(form), plain, _Anybody())


def slug_of(form: Irregularity) -> str:
    return next(slug for slug, form_type in FORMS.items() if type(form) is form_type)


def subjects(form: Irregularity) -> tuple[str, ...]:
    """The players whose act it was, in the order in which they acted."""
    plays = getattr(form, "plays", None)
    if plays is not None:
        return tuple(dict.fromkeys(play.player for play in plays))
    player = getattr(form, "player", None)
    return (player,) if player is not None else ()


def _fact(name: str, hint: Any) -> Fact:
    choices = get_args(hint)
    if type(None) in choices:
        [inner] = [choice for choice in choices if choice is not type(None)]
        return _fact(name, inner)._replace(optional=True)
    if hint is int and name in ONE_CARD:
        return Fact(name, "card")
    if hint is int and name == LED:
        return Fact(name, "suit")
    if hint in _KINDS:
        return Fact(name, _KINDS[hint])
    return Fact(name, "choice", choices)


def _read(fact: Fact, value: Any, players: Collection[str]) -> Any:
    if value is None and fact.kind in _EMPTY:
        return _EMPTY[fact.kind]()
    if value is None and fact.optional:
        return None
    if value is None:
        raise WrongFact(fact.name, NEEDED)
    if fact.kind == "choice":
        return _one_of(fact, value, fact.choices)
    if fact.kind == "player":
        return _one_of(fact, value, players)
    return _READ[fact.kind](fact, value, players)


def _one_of(fact: Fact, value: Any, known: Collection[str]) -> str:
    if type(value) is str and value in known:
        return value
    raise WrongFact(fact.name, f"{value!r} is none of those who or which are meant")


def _flag(fact: Fact, value: Any, _: Collection[str]) -> bool:
    if type(value) is bool:
        return value
    raise WrongFact(fact.name, "yes or no is expected")


def _number(fact: Fact, value: Any, _: Collection[str]) -> int:
    if type(value) is int and 0 <= value <= MOST:
        return value
    raise WrongFact(fact.name, f"a whole number from 0 to {MOST} is expected")


def _card(fact: Fact, value: Any, _: Collection[str]) -> int:
    if type(value) is str and value in CODES:
        return CODES[value]
    raise WrongFact(fact.name, f"{value!r} is no card; write rank and suit, such as JD, or * for a joker")


def _suit(fact: Fact, value: Any, _: Collection[str]) -> int:
    if value == TEXT[-2]:
        return NO_SUIT
    if type(value) is str and len(value) == 1 and value in SUITS:
        return SUITS.index(value)
    raise WrongFact(fact.name, "S, H, D, C or * for a joker is expected")


def _cards(fact: Fact, value: Any, players: Collection[str]) -> tuple[int, ...]:
    return tuple(_card(fact, card, players) for card in _listed(fact, value))


def _plays(fact: Fact, value: Any, players: Collection[str]) -> tuple[LaidCard, ...]:
    pairs = _pairs(fact, value)
    return tuple(LaidCard(_one_of(fact, who, players), _card(fact, card, players)) for who, card in pairs)


def _counts(fact: Fact, value: Any, players: Collection[str]) -> tuple[tuple[str, int], ...]:
    pairs = _pairs(fact, value)
    return tuple((_one_of(fact, who, players), _number(fact, count, players)) for who, count in pairs)


def _lying(fact: Fact, value: Any, players: Collection[str]) -> dict[str, tuple[int, ...]]:
    if not isinstance(value, Mapping):
        raise WrongFact(fact.name, "the cards of each player are expected")
    return {_one_of(fact, who, players): _cards(fact, held, players) for who, held in value.items() if held}


def _listed(fact: Fact, value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise WrongFact(fact.name, "a list is expected")


def _pairs(fact: Fact, value: Any) -> list[tuple[Any, Any]]:
    listed = _listed(fact, value)
    if all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in listed):
        return [(who, what) for who, what in listed]
    raise WrongFact(fact.name, "pairs of a player and a card or a number are expected")


def _texts(cards: tuple[int, ...], _: Mapping[str, str]) -> list[str]:
    return [TEXT[card] for card in cards]


class _Anybody(Collection[str]):
    """Every name is known."""

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


_READ: Final[Mapping[Kind, Callable[[Fact, Any, Collection[str]], Any]]] = {
    "flag": _flag,
    "number": _number,
    "card": _card,
    "suit": _suit,
    "cards": _cards,
    "plays": _plays,
    "counts": _counts,
    "lying": _lying,
}
_EMPTY: Final[Mapping[Kind, Callable[[], Any]]] = {
    "cards": tuple,
    "plays": tuple,
    "counts": tuple,
    "lying": dict,
}
_PLAIN: Final[Mapping[Kind, Callable[[Any, Mapping[str, str]], Any]]] = {
    "player": lambda player, names: names.get(player, player),
    "flag": lambda flag, _: flag,
    "number": lambda number, _: number,
    "choice": lambda choice, _: choice,
    "card": lambda card, _: None if card is None else TEXT[card],
    "suit": lambda suit, _: TEXT[-2] if suit == NO_SUIT else SUITS[suit],
    "cards": _texts,
    "plays": lambda plays, names: [[names.get(play.player, play.player), TEXT[play.card]] for play in plays],
    "counts": lambda counts, names: [[names.get(who, who), count] for who, count in counts],
    "lying": lambda lying, names: {names.get(who, who): _texts(held, names) for who, held in lying.items()},
}
_ASKED: Final[Mapping[str, tuple[Fact, ...]]] = {
    slug: tuple(_fact(name, hint) for name, hint in get_type_hints(form).items())
    for slug, form in FORMS.items()
}
