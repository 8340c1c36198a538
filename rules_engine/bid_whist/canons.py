"""What follows from a violation, step by step.

Section 7, R6 and the note to R8; inventory B-8, B-25, B-27, B-46 to B-48, readings 8 and 13. Steps are
counted for each player and go with him from tournament to tournament; those of bidding words and of books
turned early are counted in a tournament. Who appears late for registration (Canon 1) may be excluded each
time; the Director says. A suspension is from the next tournament that he enters, whichever it is, and each
one takes away one tournament.

Terms: earlier (violations of the same kind that the player has already), step (what the next one brings).
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, get_args

from rules_engine.bid_whist import rules

Kind = Literal["late-appearance", "late-to-seat", "disruption", "food", "words", "book-turned"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Step = Literal[
    "warning", "written-warning", "forfeit", "forfeit-and-suspension", "suspension", "director", "renege"
]
STEPS: Final[tuple[Step, ...]] = get_args(Step)
WITHIN_A_TOURNAMENT: Final[frozenset[Kind]] = frozenset({"words", "book-turned"})
MINUTES_TO_SIT: Final = 15
SUSPENDING: Final = frozenset({"forfeit-and-suspension", "suspension"})
FORFEITING: Final = frozenset({"forfeit", "forfeit-and-suspension"})

RULES: Final[dict[Kind, str]] = {
    "late-appearance": rules.CANON_1,
    "late-to-seat": rules.CANON_2,
    "disruption": rules.CANON_3,
    "food": rules.CANON_3,
    "words": rules.PASS,
    "book-turned": rules.BOOK_TURNED,
}
_LADDERS: Final[dict[Kind, tuple[Step, ...]]] = {
    "late-appearance": ("director",),
    "late-to-seat": ("written-warning", "forfeit", "forfeit-and-suspension"),
    "disruption": ("written-warning", "suspension"),
    "food": ("warning", "director"),
    "words": ("warning", "director"),
    "book-turned": ("warning", "renege"),
}
"""By kind, the steps in order; the last one is that of every further violation. "director": he may deny
further participation, or in bidding make the team forfeit. "renege": the other team may call one."""


class Violation(NamedTuple):
    """A violation, in the tournament where it happened."""

    player: str
    kind: Kind
    tournament: str


class Sanctioned(NamedTuple):
    """A violation with the step that it brings."""

    violation: Violation
    step: Step
    rule: str


def step(kind: Kind, count: int) -> Step:
    """What a violation brings after so many earlier ones of its kind."""
    ladder = _LADDERS[kind]
    return ladder[min(count, len(ladder) - 1)]


def earlier(violation: Violation, before: Iterable[Violation]) -> int:
    """How many violations before this one count with it."""
    here = violation.kind in WITHIN_A_TOURNAMENT
    return sum(
        [
            other.player == violation.player
            and other.kind == violation.kind
            and (not here or other.tournament == violation.tournament)
            for other in before
        ]
    )


def late_to_seat(minutes_after_call: float) -> bool:
    """Whether a player who sits down so long after the Director's call delayed the start."""
    return minutes_after_call > MINUTES_TO_SIT


def sanctioned(violations: Iterable[Violation]) -> tuple[Sanctioned, ...]:
    """The step of each violation, in the order in which they happened."""
    before: list[Violation] = []
    steps: list[Sanctioned] = []
    for violation in violations:
        steps.append(
            Sanctioned(violation, step(violation.kind, earlier(violation, before)), RULES[violation.kind])
        )
        before.append(violation)
    return tuple(steps)


def suspended_from(
    player: str, violations: Sequence[Violation], entered: Sequence[str]
) -> tuple[tuple[str, ...], int]:
    """The tournaments that a player sits out, and how many he still has to.

    `entered` are those that he entered or wishes to, in the order of their days, the ones where he violated
    a canon among them; a violation in any other tournament was before them all.
    """
    served: list[str] = []
    due = [case for case in sanctioned(violations) if case.violation.player == player]
    owed = sum([case.step in SUSPENDING for case in due if case.violation.tournament not in entered])
    for tournament in entered:
        # Served before this tournament's own violations are added: a suspension is from the next one on.
        if owed:
            served.append(tournament)
            owed -= 1
        owed += sum([case.step in SUSPENDING for case in due if case.violation.tournament == tournament])
    return tuple(served), owed
