"""What the law says, in the reader's language.

Purpose: `rules_engine` speaks English and knows no Django; its findings, reasons and explanations reach
people through here, wherever a page shows them.
Invariants: a sentence is known by the pattern that the engine makes it from, and its facts stay as they were,
but for a card, which is named ("the nine of clubs", for "9C"); one that no pattern knows is shown in English;
what is kept (findings, reports, the trail) stays English.
Terms: pattern (a sentence of the engine with its facts as placeholders, which is also what is translated),
names (what the engine's words stand for: "team 3", "3B" or the record id of a player; "ruled 3" is the team
of that number on the site, which a ruling names).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, gettext, pgettext

from sanctioning.kit.wording.cards import card_name
from sanctioning.kit.wording.whist_sentences import JOINING, TEAM_FACTS, WHIST_FACTS, WHIST_PATTERNS
from sanctioning.kit.wording.whoopie_sentences import FACTS, PATTERNS

# Facts that are words themselves are said in the language too; names and numbers are not.
WORDS: Final = frozenset((*FACTS, *WHIST_FACTS))
# Numbers in a row, "3 and 4" or "team 3 or team 5": what joins them is said in the language.
NUMBERS: Final = re.compile(r"(?:team )?-?\d+(?:(?:, | and | or )(?:team )?-?\d+)*")
JOINED: Final = re.compile("|".join(JOINING))
CARD: Final = re.compile(r"[2-9TJQKA][SHDC]|\*")
PLACEHOLDER: Final = re.compile(r"%\\?\((\w+)\\?\)s")


def _read(pattern: str) -> re.Pattern[str]:
    """The pattern as an expression that finds its facts; one named twice is the same both times."""
    seen: set[str] = set()

    def fact(match: re.Match[str]) -> str:
        name = match[1]
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>.+?)"

    return re.compile(PLACEHOLDER.sub(fact, re.escape(pattern)), re.DOTALL)


READ: Final = tuple((pattern, _read(pattern)) for pattern in (*WHIST_PATTERNS, *PATTERNS))


OF_TEAMS: Final = re.compile(r"\b[Tt]eams? %\((\w+)\)s")
ONE_TEAM: Final = re.compile(r"\bteam \d+")
NUMBER: Final = re.compile(r"\d+")
OF_A_RULING: Final = "Ruling %(ruling)s "
RULED: Final = "ruled"


def in_language(sentence: str, names: Mapping[str, str] | None = None) -> str:
    """A sentence of the engine in the language that is active, its teams by their `names`."""
    language = get_language() or "en"
    if not sentence:
        return sentence
    if names:
        return _with_teams(sentence, language, names)
    return _said(sentence, language)


def pattern_of(sentence: str) -> str | None:
    """The pattern that a sentence was made from, if it is one of the engine's."""
    pattern_and_facts = _found(sentence)
    return pattern_and_facts[0] if pattern_and_facts else None


def _found(sentence: str) -> tuple[str, dict[str, str]] | None:
    for pattern, expression in READ:
        match = expression.fullmatch(sentence)
        if match is not None:
            return pattern, match.groupdict()
    return None


@lru_cache(maxsize=4096)
def _said(sentence: str, language: str) -> str:
    pattern_and_facts = _found(sentence)
    if pattern_and_facts is None:
        return gettext(sentence) if sentence in WORDS else sentence
    pattern, facts = pattern_and_facts
    return _told(pattern, {name: _fact(value, language) for name, value in facts.items()})


def _with_teams(sentence: str, language: str, names: Mapping[str, str]) -> str:
    """The same, a name for each number of a team."""
    pattern_and_facts = _found(sentence)
    english = language.startswith("en")
    if pattern_and_facts is None:
        words = sentence if english else _said(sentence, language)
        return ONE_TEAM.sub(lambda team: names.get(team[0], team[0]), words)
    pattern, facts = pattern_and_facts
    called = RULED if pattern.startswith(OF_A_RULING) else "team"
    teams = set(OF_TEAMS.findall(pattern))
    always = TEAM_FACTS.get(pattern, ())
    named = {}
    for name, value in facts.items():
        if name in always or (name in teams and NUMBERS.fullmatch(value)):
            fact = value if english else _fact(value, language)
            named[name] = NUMBER.sub(lambda number: names.get(f"{called} {number[0]}", number[0]), fact)
        else:
            named[name] = _with_teams(value, language, names)
    return _told(pattern, named)


def _told(pattern: str, facts: Mapping[str, str]) -> str:
    """The sentence of a pattern; its facts are in the language already, but for the cards."""
    words = gettext(pattern) % {name: _card(pattern, name, value) for name, value in facts.items()}
    return words[0].upper() + words[1:] if pattern.startswith("%(card)s") else words


def _card(pattern: str, name: str, value: str) -> str:
    """A card by its name; whatever else is a fact stays, "3C" too where it is a player of a team."""
    apposed = f"card %({name})s" in pattern
    if not (apposed or name in ("card", "other")) or CARD.fullmatch(value) is None:
        return value
    called = card_name(value)
    return called if apposed else pgettext("a card within a sentence", "the %(card)s") % {"card": called}


def _fact(value: str, language: str) -> str:
    if NUMBERS.fullmatch(value):
        return JOINED.sub(lambda word: gettext(word[0]), value)
    return _said(value, language)
