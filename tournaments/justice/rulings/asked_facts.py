"""The irregularities of a game as a program is told them: with the facts that a ruling on each needs.

Invariant: what is listed here is what `weigh_matter` takes; what the record of a stanza tells need not be
sent. Terms: kind (how a value is written in JSON; `about` says it in words).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rules_engine.whoopie.rulings.facts import MOST, Fact, facts_asked
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.fields import RowColumn
from tournaments.formats.format import Format
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.hooks import PLACES_DUE
from tournaments.justice.rulings.effects_by_format import facts_to_ask
from tournaments.justice.rulings.fact_fields import LED
from tournaments.justice.rulings.forms import COMPUTED
from tournaments.justice.rulings.irregularities import CHOICES, IRREGULARITIES, asked_as
from tournaments.justice.rulings.selectors.rulings import people_at

FactKind = Literal[
    "player",
    "card",
    "cards",
    "suit",
    "flag",
    "number",
    "choice",
    "plays",
    "counts",
    "lying",
    "whole",
    "text",
    "lines",
    "rows",
]
ABOUT: Final[Mapping[str, str]] = {
    "player": _lazy("The member number of a player at the table."),
    "card": _lazy("Rank and suit, such as QH or 10S; * is a joker."),
    "cards": _lazy("A list of cards in their order, each by rank and suit, such as QH or 10S; * is a joker."),
    "suit": _lazy("S, H, D or C; * where a joker was led."),
    "flag": _lazy("true or false."),
    "number": _lazy("A whole number."),
    "choice": _lazy("One of the choices."),
    "plays": _lazy("A list of pairs in their order, each of a member number and a card."),
    "counts": _lazy("A list of pairs in their order, each of a member number and a whole number."),
    "lying": _lazy("An object: by member number the list of that player's cards."),
}
OF_THE_RECORD: Final = frozenset({("cards", "number"), ("dealer", "flag"), ("defining", "card")})
"""What the record tells of a stanza that is reported."""
TOLD_BY_RECORD: Final = _lazy("It can be left out where the stanza is reported.")
LISTS: Final = frozenset({"cards", "plays", "counts", "lying"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChoice:
    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFact:
    """`about` says how its value is written; `choices` are there where only those are taken, `least` and
    `most` are of numbers."""

    name: str
    label: str
    kind: FactKind
    about: str
    needed: bool
    choices: tuple[FactChoice, ...]
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedIrregularity:
    """`slug` is what a ruling says; its facts stand in the order in which one asks for them."""

    slug: str
    section: str
    name: str
    asks: tuple[AskedFact, ...]


def irregularities_of(game: Game) -> tuple[AskedIrregularity, ...]:
    """Those on which one rules in this game. A constant number of queries."""
    played = format_named(game.event.format)
    if played.rules_by_its_book:
        return tuple(_by_the_book(played, game))
    people = people_at(game)
    players = tuple(FactChoice(value=record_id, label=name) for record_id, name in people.items())
    return tuple(
        AskedIrregularity(
            slug=slug,
            section=words.section,
            name=words.name,
            asks=tuple(
                _asked(slug, fact, players) for fact in facts_asked(slug) if fact.name not in COMPUTED
            ),
        )
        for slug, words in IRREGULARITIES.items()
    )


def _asked(irregularity: str, fact: Fact, players: tuple[FactChoice, ...]) -> AskedFact:
    of_record = (fact.name, fact.kind) in OF_THE_RECORD
    about = str(ABOUT[fact.kind])
    return AskedFact(
        name=fact.name,
        label=asked_as(irregularity, fact.name),
        kind=fact.kind,
        about=f"{about} {TOLD_BY_RECORD}" if of_record else about,
        needed=not fact.optional and fact.kind not in LISTS and not of_record,
        choices=_choices(fact, players),
        least=0 if fact.kind == "number" else None,
        most=MOST if fact.kind == "number" else None,
    )


def _choices(fact: Fact, players: tuple[FactChoice, ...]) -> tuple[FactChoice, ...]:
    if fact.kind == "player":
        return players
    if fact.kind == "suit":
        return tuple(FactChoice(value=value, label=str(label)) for value, label in LED)
    return tuple(FactChoice(value=choice, label=str(CHOICES[choice])) for choice in fact.choices)


def _by_the_book(played: Format, game: Game) -> Iterator[AskedIrregularity]:
    assert played.rulings is not None
    places = PLACES_DUE.only()(game)
    for slug, known in played.rulings.irregularities.items():
        fields = facts_to_ask(played, game, slug, places)
        yield AskedIrregularity(
            slug=slug, section=known.section, name=str(known.name), asks=tuple(map(_of_field, fields))
        )


def _of_field(field: RowColumn) -> AskedFact:
    whole = field.kind == "whole"
    return AskedFact(
        name=field.name,
        label=str(field.label),
        kind=field.kind,
        about=str(field.help),
        needed=field.needed,
        choices=tuple(FactChoice(value=value, label=str(label)) for value, label in field.choices),
        least=field.least if whole else None,
        most=field.most if whole else None,
    )
