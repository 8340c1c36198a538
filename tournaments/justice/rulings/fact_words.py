"""The facts of a ruling as they were told, in words: what the form asks, and what was answered.

Invariant: names of players and of cards are those that people use; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules_engine.whoopie.rulings.facts import Fact, facts_asked
from sanctioning.kit.wording.cards import SUITS, card_name
from tournaments.justice.rulings.irregularities import CHOICES, asked_as


def facts_in_words(
    irregularity: str, facts: Mapping[str, Any], called: Callable[[str], str]
) -> tuple[str, ...]:
    """“Who revoked: Ada Ash”, a line for each fact; none for an irregularity of another book."""
    try:
        questions = facts_asked(irregularity)
    except KeyError:
        return ()
    return tuple(
        _("%(asked)s: %(answer)s")
        % {"asked": asked_as(irregularity, fact.name).rstrip("?:"), "answer": _answer(fact, value, called)}
        for fact in questions
        if (value := facts.get(fact.name)) not in (None, "", [], {})
    )


def _answer(fact: Fact, value: Any, called: Callable[[str], str]) -> str:
    match fact.kind:
        case "player":
            return called(value)
        case "card":
            return card_name(value)
        case "cards":
            return ", ".join(map(card_name, value))
        case "suit":
            return str(SUITS.get(value, value))
        case "flag":
            return _("yes") if value else _("no")
        case "choice":
            return str(CHOICES[value])
        case "plays":
            return ", ".join(f"{called(who)} {card_name(card)}" for who, card in value)
        case "counts":
            return ", ".join(f"{called(who)} {count}" for who, count in value)
        case "lying":
            return ", ".join(
                f"{called(who)} {', '.join(map(card_name, cards))}" for who, cards in value.items()
            )
        case _:
            return str(value)
