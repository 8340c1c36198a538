"""A finding with the places of Bid Whist: round, stage, table, hand, decider, team, counting from 1."""

from typing import NamedTuple

from rules_engine.findings import Finding, Place, Severity, found_at
from rules_engine.sentences import Said


class Spot(NamedTuple):
    """Where something is; what does not apply is None."""

    round: int | None = None
    stage: int | None = None
    table: int | None = None
    hand: int | None = None
    decider: int | None = None
    team: int | None = None

    def as_place(self) -> Place:
        """The places by their names."""
        return self._asdict()


NOWHERE = Spot()


def found(
    code: str, rule: str, message: Said, spot: Spot = NOWHERE, severity: Severity = Severity.ERROR
) -> Finding:
    """A finding at a spot."""
    return found_at(spot.as_place(), code, rule, message, severity)


def warned(code: str, rule: str, message: Said, spot: Spot = NOWHERE) -> Finding:
    """A finding that only asks for a look."""
    return found(code, rule, message, spot, Severity.WARNING)
