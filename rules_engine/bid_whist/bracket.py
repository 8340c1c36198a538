"""The bracket of the playoff.

Section 4; inventory B-42 to B-44, reading 10. The first seed meets the last, the second the last but one, and
so on; below that the standard fold keeps the best seeds apart as long as can be. Who wins meets whoever wins
beside him. The winners of the two semi-finals play for the first place and the second, the losers for the
third and the fourth. The officials may correct pairings after an error in seating, and eliminate a team that
is absent: its opponent goes on, and where both are absent nobody does.

Terms: slot (a place in the bracket, None where nobody came to it), stage (a round of the playoff).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

Slot = int | None
Pair = tuple[Slot, Slot]
_Team = TypeVar("_Team")

_NAMES: Final[dict[int, str]] = {2: "Final", 4: "Final Four", 8: "Elite 8", 16: "Sweet 16"}
THIRD: Final = "Third place"


class Medals(NamedTuple):
    """The first four; None where a place is not decided, or nobody has it."""

    first: Slot
    second: Slot
    third: Slot
    fourth: Slot


def stage_name(teams: int) -> str:
    """The name of the stage with so many teams."""
    return _NAMES.get(teams, f"Top {teams}")


def blinds_required(teams: int) -> bool:
    """Whether bid blinds must be used in the stage with so many teams (R14)."""
    return teams <= 16


def fold(field: int) -> tuple[int, ...]:
    """The seeds in the order of the slots: neighbours meet.

    Raises:
        ValueError: for a field that is no power of two from 2.
    """
    if field < 2 or field & (field - 1):
        raise ValueError("a bracket has 2, 4, 8, … slots")
    slots = [1, 2]
    while len(slots) < field:
        size = 2 * len(slots) + 1
        slots = [seed for slot in slots for seed in (slot, size - slot)]
    return tuple(slots)


def first_stage(seeds: Sequence[int]) -> tuple[Pair, ...]:
    """The first pairs of the teams, given in the order of their seeds."""
    return pairs_of([seeds[seed - 1] for seed in fold(len(seeds))])


def pairs_of(slots: Sequence[_Team]) -> tuple[tuple[_Team, _Team], ...]:
    """Neighbours in pairs."""
    return tuple([(slots[at], slots[at + 1]) for at in range(0, len(slots) - 1, 2)])


def next_stage(winners: Sequence[_Team]) -> tuple[tuple[_Team, _Team], ...]:
    """The pairs of the stage after the one that these won, in the order of its pairs; none after a final."""
    return pairs_of(winners) if len(winners) > 1 else ()


def walkover(pair: Pair, absent: Sequence[int] = ()) -> tuple[bool, Slot]:
    """Whether a pair is settled without play, and who goes on then."""
    here = [team for team in pair if team is not None and team not in absent]
    if len(here) == 2:
        return False, None
    return True, here[0] if here else None


def loser(pair: Pair, winner: Slot) -> Slot:
    """The other of the two; None where nobody won, or nobody was against the winner."""
    if winner is None:
        return None
    return pair[1] if pair[0] == winner else pair[0]


def medals(semi_finals: Sequence[Pair], winners: Sequence[Slot], final: Slot, third: Slot) -> Medals:
    """The first four from the semi-finals, who won them, who won the final and the game for the third place.

    A field of two has no semi-finals: `semi_finals` is empty, and `winners` are the two finalists.
    """
    finalists: Pair = (winners[0], winners[1])
    if not semi_finals:
        return Medals(final, loser(finalists, final), None, None)
    losers: Pair = (loser(semi_finals[0], winners[0]), loser(semi_finals[1], winners[1]))
    return Medals(final, loser(finalists, final), third, loser(losers, third))
