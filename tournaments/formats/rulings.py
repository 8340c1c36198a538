"""What a director rules on where tables hand in slips: irregularities as data, their effect by the engine.

Purpose: a format names what goes wrong at its tables, the facts that a ruling on it needs, and what its
engine says follows; the site asks for them, keeps the ruling and writes it into the record.
Invariants: an effect is computed, never typed; what is kept are codes, so that it reads in any language.
Terms: irregularity (known by a slug of its own on the whole site: it begins with the format's), offender
(the team that did it), consequence (one thing that follows: a code of `Rulings.words`, with what its words
need), award (what a ruling brings that a slip tells: a game, points, books, a hand).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules_engine.sentences import RuledTeam, Sentence, says
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.fields import Body, Field, Said
from tournaments.formats.slips import Due, EventHead, SlipBody
from tournaments.formats.standing_rulings import HAND, Ruled, RuledConsequence

NOT_AS_RULED: Final = "not-as-ruled"
"""The code of the finding that a slip tells otherwise than a ruling about it."""
MILDER: Final = says(
    "Ruling %(ruling)s takes nothing from team %(team)s, but the sheet has a penalty for it."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What follows by `rule`, cited as the engine cites it; `kinds` are those of `outcomes.KINDS`, by
    which rulings are counted and found."""

    rule: str
    consequences: tuple[RuledConsequence, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """Its section as the engine cites it, its name, other words by which it is looked for, the facts that are
    asked, and what follows of them; `by_a_team` says whether a team did it. Where
    a canon warns of it, `canon` is its kind: who was noted is said and proposed at the fact `warned`."""

    section: str
    name: Said
    also: Said
    ruled: Callable[[Body], Followed]
    fields: tuple[Field, ...] = ()
    by_a_team: bool = True
    canon: str = ""


def hand_field(most: int) -> Field:
    """In which hand of its slip it happened; without it the slip is looked through."""
    return Field(
        name=HAND,
        label=_lazy("In hand"),
        help=_lazy("Its number on the sheet. What you rule is proposed there."),
        kind="whole",
        needed=False,
        least=1,
        most=most,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NotKept:
    """That a slip tells otherwise than a ruling: as findings say it, and the body of the slip by the ruling;
    none where more has to be told than was ruled."""

    ruled: Ruled
    message: str
    body: Body | None


def of_ruling(template: str, ruled: Ruled, **facts: object) -> Sentence:
    """The sentence of a template that names a ruling and the team that it was about."""
    return says(template, ruling=ruled.number, team=RuledTeam(ruled.offender), **facts)


Compare = Callable[[EventHead, Due, SlipBody, Sequence[Ruled]], Sequence[NotKept]]
"""Which of the rulings about a slip are not kept by what stands on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """The irregularities of a format by slug, its consequences in words by code, and the rule by which a
    ruling is final; without one it goes up the ladder of appeals. `compare` holds slips against rulings."""

    irregularities: Mapping[str, Irregularity]
    words: Mapping[str, Said]
    final: Said = ""
    compare: Compare | None = None

    def sentences(self, outcome: Mapping[str, Any]) -> tuple[str, ...]:
        """What follows, from the outcome that was kept."""
        return tuple(
            str(self.words[consequence["code"]]) % consequence["said"]
            for consequence in outcome["consequences"]
        )
