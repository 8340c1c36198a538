"""A ruling that stands at an event of slips, as its format reads it.

Terms: consequence (one thing that follows: a code of `Rulings.words`, with what its words need), place (of
the slip that it is about), offender (the team that did it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.formats.fields import Body

PLACE: Final = "place"
TEAM: Final = "team"
HAND: Final = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledConsequence:
    code: str
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """On which irregularity of its format, with the facts that were asked and what followed."""

    irregularity: str
    facts: Body
    number: int = 0
    section: str = ""
    consequences: tuple[RuledConsequence, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(consequence.code for consequence in self.consequences)

    @property
    def place(self) -> str:
        """Empty for a ruling that is about no slip."""
        return str(self.facts.get(PLACE, ""))

    @property
    def offender(self) -> str:
        """The number of the team; empty for none."""
        return str(self.facts.get(TEAM, ""))

    @property
    def hand(self) -> int | None:
        """In which hand of its slip, where it was said."""
        return self.facts.get(HAND)
