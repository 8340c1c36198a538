"""What the check of one game of Columbus Whist gives."""

from typing import Final, final

from rules_engine.columbus_whist.record import Result


@final
class Checked:
    """A game as checked: what the rules give, what was reported (the same where nothing was), its Bostons;
    `sure` while no fault leaves open what its hands were, `over` once somebody won or nobody will."""

    __slots__ = ("as_reported", "bostons", "by_rule", "ending", "hands", "over", "sure", "teams")

    def __init__(
        self,
        teams: tuple[int, int],
        by_rule: Result,
        as_reported: Result,
        ending: str | None,
        bostons: tuple[int, int],
        hands: int,
        sure: bool,
        over: bool,
    ) -> None:
        self.teams: Final = teams
        self.by_rule: Final = by_rule
        self.as_reported: Final = as_reported
        self.ending: Final = ending
        self.bostons: Final = bostons
        self.hands: Final = hands
        self.sure: Final = sure
        self.over: Final = over

    def as_document(self) -> dict[str, object]:
        """The game as the check's document has it."""
        winner = self.by_rule.winner
        return {
            "teams": list(self.teams),
            "winner": None if winner is None else self.teams[winner],
            "points": list(self.by_rule.points),
            "ending": self.ending,
            "hands": self.hands,
            "bostons": list(self.bostons),
        }
