"""The list of an event's slips, narrowed to what somebody looks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sanctioning.kit.lists.word_search import says_all
from tournaments.slips.selectors.slips import SlipLine, SlipPhase

ONLY: Final[Mapping[str, Callable[[SlipLine], bool]]] = {
    "missing": lambda line: not line.version and line.needed,
    "unsigned": lambda line: bool(line.version) and line.signs and not line.settled,
    "troubled": lambda line: bool(line.findings),
}
"""What a list of slips can be narrowed to."""


def narrowed(phases: Sequence[SlipPhase], words: str, only: str) -> tuple[SlipPhase, ...]:
    """The lines in whose title all the words stand, in any case, of those alone that are asked for; phases
    without one are left out."""
    wanted = ONLY.get(only)
    matching = []
    for phase in phases:
        chosen = [line for line in phase.lines if wanted is None or wanted(line)]
        lines = tuple(line for line in chosen if says_all(line.title, words))
        matching.append(SlipPhase(title=phase.title, lines=lines))
    return tuple(phase for phase in matching if phase.lines)
