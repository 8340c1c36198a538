"""What the engine says, in the reader's language.

Purpose: `rules_engine` speaks English and knows no Django; its findings, reasons and explanations reach
people through here, wherever a page shows them.
Invariants: a sentence is translated by its template, and its facts by what they are; text without a template
is shown as it is. What is kept (findings, reports, the trail) keeps template and facts, or is English.
Terms: names (what the engine's words stand for: "team 3" by the record's numbers, "ruled 3" by the event's).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, pgettext

from rules_engine.sentences import Card, RuledTeam, Sentence, Several, TeamNumber
from sanctioning.kit.wording.cards import card_name

RULED: Final = "ruled"
WORD: Final = re.compile(r"[a-z]+")
NO_NAMES: Final[Mapping[str, str]] = {}


def in_language(text: str, names: Mapping[str, str] | None = None) -> str:
    """A sentence of the engine in the language that is active, its teams by their `names`."""
    names = names or NO_NAMES
    match text:
        case Sentence():
            return _filled(text, names)
        case Several():
            joint = WORD.sub(lambda word: gettext(word[0]), text.joint)
            return joint.join([in_language(part, names) for part in text.parts])
        case RuledTeam():
            return names.get(f"{RULED} {text}", text)
        case TeamNumber():
            return names.get(f"team {text}", text)
    return text


def _filled(sentence: Sentence, names: Mapping[str, str]) -> str:
    template = sentence.template
    if not sentence.facts:
        return gettext(template) if template else ""
    facts = {
        name: _card(template, name, fact) if isinstance(fact, Card) else in_language(fact, names)
        for name, fact in sentence.facts.items()
    }
    words = gettext(template) % facts
    return words[0].upper() + words[1:] if template.startswith("%(card)s") else words


def _card(template: str, name: str, card: str) -> str:
    """A card by its name: "the nine of clubs" in a sentence, but "the penalty card nine of clubs"."""
    called = card_name(card)
    if f"card %({name})s" in template:
        return called
    return pgettext("a card within a sentence", "the %(card)s") % {"card": called}
