"""What the engine says: a template in English, which is what gets translated, and the facts that fill it.

Purpose: nobody reads a sentence back to learn what it is about. Each is a `str`, so that whoever prints or
stores it has its English; whoever says it in another language asks for `template` and `facts`.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Self

COMMA: Final = ", "
AND: Final = " and "
OR: Final = " or "
SEMICOLON: Final = "; "


class TeamNumber(str):
    """A team by its number in the record."""

    __slots__ = ()

    def __new__(cls, number: object) -> Self:
        return super().__new__(cls, number)


class RuledTeam(TeamNumber):
    """A team by its number in the event, as a ruling names it."""

    __slots__ = ()


class Card(str):
    """A card as records spell it: `9C`, `*` for a joker."""

    __slots__ = ()


class Said(str):
    """What the engine says: a sentence, or several."""

    __slots__ = ()


class Several(Said):
    """Facts in a row, and what joins them."""

    __slots__ = ("joint", "parts")

    parts: tuple[str, ...]
    joint: str

    def __new__(cls, parts: Iterable[str | int], joint: str = COMMA) -> Self:
        facts = tuple([_fact(part) for part in parts])
        row = super().__new__(cls, joint.join(facts))
        row.parts = facts
        row.joint = joint
        return row

    def __getnewargs__(self) -> tuple[tuple[str, ...], str]:  # type: ignore[override]
        return self.parts, self.joint


class Sentence(Said):
    """A template filled with facts; a word that is translated is a sentence without facts."""

    __slots__ = ("facts", "template")

    template: str
    facts: Mapping[str, str]

    def __new__(cls, template: str, facts: Mapping[str, object]) -> Self:
        filled = {name: _fact(fact) for name, fact in facts.items()}
        sentence = super().__new__(cls, template % filled if filled else template)
        sentence.template = template
        sentence.facts = filled
        return sentence

    def __getnewargs__(self) -> tuple[str, Mapping[str, str]]:  # type: ignore[override]
        return self.template, self.facts


def says(template: str, **facts: object) -> Sentence:
    """The sentence of a template; its facts by their names. The template is gathered for translators."""
    return Sentence(template, facts)


def team_list(numbers: Iterable[int], joint: str = COMMA) -> Said:
    """Teams of the record in a row; a word where there is none."""
    row = [TeamNumber(number) for number in numbers]
    return Several(row, joint) if row else says("none")


def _fact(fact: object) -> str:
    return fact if isinstance(fact, str) else str(fact)


def as_document(text: str) -> object:
    """The text as JSON that keeps its facts: English alone where it has none."""
    match text:
        case Sentence():
            return {
                "template": text.template,
                "facts": {name: as_document(fact) for name, fact in text.facts.items()},
            }
        case Several():
            return {"parts": [as_document(part) for part in text.parts], "joint": text.joint}
        case RuledTeam():
            return {"ruled_team": str(text)}
        case TeamNumber():
            return {"team": str(text)}
        case Card():
            return {"card": str(text)}
    return text


def from_document(document: object) -> str:
    """The text that `as_document` wrote."""
    match document:
        case {"template": str(template), "facts": dict(facts)}:
            return Sentence(template, {name: from_document(fact) for name, fact in facts.items()})
        case {"parts": list(parts), "joint": str(joint)}:
            return Several([from_document(part) for part in parts], joint)
        case {"ruled_team": str(number)}:
            return RuledTeam(number)
        case {"team": str(number)}:
            return TeamNumber(number)
        case {"card": str(card)}:
            return Card(card)
    return str(document)
