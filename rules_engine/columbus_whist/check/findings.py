"""A finding with the places of Columbus Whist: round, table, hand, team, play-off, each counting from 1."""

from typing import Final, final

from rules_engine.findings import Finding, Place, Severity, found_at
from rules_engine.sentences import Said

PLACES: Final = ("round", "table", "hand", "team", "playoff")


def nowhere() -> dict[str, int | str | None]:
    """The place of what belongs to no place."""
    return dict.fromkeys(PLACES)


@final
class Where:
    """A game, and a hand of it or none; of a play-off `round` is None, and `table` counts its games."""

    __slots__ = ("hand", "playoff", "round", "table")

    def __init__(self, round_: int | None, table: int, playoff: int | None, hand: int | None = None) -> None:
        self.round: Final = round_
        self.table: Final = table
        self.playoff: Final = playoff
        self.hand: Final = hand

    def at_hand(self, hand: int | None) -> "Where":
        """A hand of the game."""
        return Where(self.round, self.table, self.playoff, hand)

    def as_place(self, team: int | None = None) -> Place:
        """The place, and the team in question."""
        return dict(zip(PLACES, (self.round, self.table, self.hand, team, self.playoff), strict=True))


def found(
    code: str,
    rule: str,
    message: Said,
    place: Place | None = None,
    severity: Severity = Severity.ERROR,
) -> Finding:
    """A finding at a place; of a play-off, `table` is the game of it."""
    return found_at(nowhere() if place is None else place, code, rule, message, severity)
