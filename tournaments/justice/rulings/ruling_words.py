"""The words of a ruling: what every ruling says, and those of the case book, which name nobody.

Rule section: IV (his rulings are recorded).
Terms: words (what happened, for everybody; "the dealer", "the player at his left" in place of names).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.whoopie.rulings.facts import NEEDED
from rules_engine.whoopie.rulings.outcome import WrongFact
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.justice.rulings.irregularities import asked_if_known

RULE: Final = _lazy("IV: rulings are recorded with their rule, what happened and why.")
FROM_FACTS: Final = _lazy("A ruling follows from its facts.")
NOBODY: Final = _lazy("Rulings in the case book name nobody.")
SHORTEST_NAME: Final = 2


def required(field: str, text: str, sentence: str) -> str:
    """The words without blanks around them; refused at their field where there are none."""
    if text.strip():
        return text.strip()
    raise wrong_field(
        field,
        code=f"{field}-missing",
        sentence=sentence,
        rule=str(RULE),
        remedy=_("Write it in a sentence or two, and send again."),
    )


def fact_wrong(field: str, sentence: str) -> Refusal:
    """The refusal of a fact from which nothing can follow."""
    return wrong_field(
        field,
        code="fact-wrong",
        sentence=sentence,
        rule=str(FROM_FACTS),
        remedy=_("Correct it and look at the effect again."),
    )


def irregularity_unknown(typed: str, known: Iterable[str]) -> Refusal:
    """The refusal of an irregularity that the game has not, with those that it has."""
    slugs = list(known)
    refusal = fact_wrong("irregularity", _("This game has no irregularity “%(typed)s”.") % {"typed": typed})
    remedy = _("Choose one of these: %(names)s.") % {"names": ", ".join(slugs)}
    return replace(refusal, remedy=remedy, facts={**refusal.facts, "known": slugs})


def fact_impossible(irregularity: str, wrong: WrongFact) -> Refusal:
    """The refusal of a fact that the engine cannot read, or from which nothing can follow."""
    said = {"name": wrong.field, "label": asked_if_known(irregularity, wrong.field), "why": wrong.why}
    if wrong.why == NEEDED:
        return fact_wrong(wrong.field, _("The fact `%(name)s` is missing: %(label)s.") % said)
    return fact_wrong(wrong.field, _("The fact `%(name)s` (%(label)s) cannot be so: %(why)s.") % said)


def for_everybody(words: str, public: bool, people: Iterable[Person]) -> str:
    """The words for the case book; refused where a public ruling has none, or where they name somebody."""
    words = words.strip()
    if public and not words:
        raise Refusal(
            code="words-missing",
            sentence=_("A public ruling says what happened in its own words."),
            rule=str(NOBODY),
            remedy=_("Write what happened without names, or do not add the ruling to the case book."),
            status=422,
            facts={"field": "words"},
        )
    named = name_in(words, people)
    if named:
        raise Refusal(
            code="words-name-somebody",
            sentence=_("The words for the case book name “%(name)s”.") % {"name": named},
            rule=str(NOBODY),
            remedy=_("Say “the dealer”, “the leader” or “Player 1” instead."),
            status=422,
            facts={"field": "words", "name": named},
        )
    return words


def name_in(words: str, people: Iterable[Person]) -> str:
    """The first name or member number of one of the people that stands in the words, as it stands there.

    A name is looked for as it is written and in capitals: "ash" is wood, "may" a verb, "a king" a card.
    """
    for person in people:
        identity = person.identity
        for name in (
            identity.name,
            identity.family_name,
            *identity.given_names.split(),
            identity.number,
            person.number,
        ):
            if len(name) < SHORTEST_NAME:
                continue
            match = re.search(rf"(?<!\w)(?:{re.escape(name)}|{re.escape(name.upper())})(?!\w)", words)
            if match:
                return match.group()
    return ""
