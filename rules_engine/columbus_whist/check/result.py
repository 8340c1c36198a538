"""What the check of an event of Columbus Whist gives, and where in it a finding is."""

from dataclasses import dataclass
from typing import Final, NamedTuple, final

from rules_engine.columbus_whist.boston_pot import Pot
from rules_engine.columbus_whist.record import Result
from rules_engine.findings import RecordCheck

FORMAT: Final = "columbus-whist-check/1"


class Spot(NamedTuple):
    """Where something is, each counting from 1; what does not apply is None. In a play-off there is no
    round, and `table` counts its games."""

    round: int | None = None
    table: int | None = None
    hand: int | None = None
    team: int | None = None
    playoff: int | None = None


NOWHERE: Final = Spot()


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


@dataclass(frozen=True, kw_only=True)
class Check(RecordCheck):
    """What the check of one record gives; `games` are round by round, `ranking` holds (place, team, name,
    games won, points). `pot` is the Boston pot split, where there is one and its games tell it,
    `pot_open` are the round and table of those that do not."""

    format: str = FORMAT
    games: tuple[tuple[Checked, ...], ...] = ()
    ranking: tuple[tuple[int, int, str, int, int], ...] = ()
    qualified: tuple[int, ...] = ()
    pot: Pot | None = None
    pot_open: tuple[tuple[int, int], ...] = ()

    def results(self) -> dict[str, object]:
        """What the record came to."""
        return {
            "rounds": [[game.as_document() for game in games] for games in self.games],
            "ranking": [list(entry) for entry in self.ranking],
            "qualified": list(self.qualified),
            "boston": None if self.pot is None else {**self.pot._asdict(), "winners": list(self.pot.winners)},
        }

    def as_document(self) -> dict[str, object]:
        """The check as JSON; which games leave the pot open is said only where some do."""
        document = super().as_document()
        if self.pot_open:
            document["boston_open"] = [list(place) for place in self.pot_open]
        return document
