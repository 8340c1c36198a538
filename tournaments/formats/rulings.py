"""What a director rules on where tables hand in slips: irregularities as data, their effect by the engine.

Purpose: a format names what goes wrong at its tables, the facts that a ruling on it needs, and what its
engine says follows; the house asks for them, keeps the ruling and writes it into the record.
Invariants: an effect is computed, never typed; what is kept are codes, so that it reads in any language.
Terms: irregularity (known by a slug of its own in the whole house: it begins with the format's), offender
(the team that did it), consequence (one thing that follows: a code of `Rulings.words`, with what its words
need).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.formats.fields import Field, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    code: str
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What follows by `rule`, cited as the engine cites it; `kinds` are those of `ruling_outcomes.KINDS`, by
    which rulings are counted and found."""

    rule: str
    consequences: tuple[Consequence, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """Its section as the engine cites it, its name, other words by which it is looked for, the facts that are
    asked, and what follows of them; `by_a_team` says whether a team did it. Where
    a canon warns of it, `canon` is its kind: who was noted is said and proposed at the fact `warned`."""

    section: str
    name: Said
    also: Said
    ruled: Callable[[Mapping[str, Any]], Followed]
    fields: tuple[Field, ...] = ()
    by_a_team: bool = True
    canon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """The irregularities of a format by slug, its consequences in words by code, and the rule by which a
    ruling is final; without one it goes up the ladder of appeals."""

    irregularities: Mapping[str, Irregularity]
    words: Mapping[str, Said]
    final: Said = ""

    def sentences(self, outcome: Mapping[str, Any]) -> tuple[str, ...]:
        """What follows, from the outcome that was kept."""
        return tuple(str(self.words[one["code"]]) % one["said"] for one in outcome["consequences"])
