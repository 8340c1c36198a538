"""What the check of a tournament of Bid Whist gives, and where in it a finding is."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_engine.bid_whist.standings import RoundResult, StandingsRow
from rules_engine.findings import RecordCheck

FORMAT: Final = "bid-whist-check/1"


class Spot(NamedTuple):
    """Where something is, each counting from 1; what does not apply is None."""

    round: int | None = None
    stage: int | None = None
    table: int | None = None
    hand: int | None = None
    decider: int | None = None
    team: int | None = None


NOWHERE: Final = Spot()


@dataclass(frozen=True, kw_only=True)
class Check(RecordCheck):
    """What the check of one record gives; rounds and stages hold the results of their games."""

    format: str = FORMAT
    rounds: tuple[tuple[RoundResult, ...], ...] = ()
    standings: tuple[StandingsRow, ...] = ()
    seeds: tuple[int, ...] = ()
    stages: tuple[tuple[RoundResult, ...], ...] = ()
    places: tuple[int | None, ...] = ()

    def results(self) -> dict[str, object]:
        """What the record came to."""
        return {
            "rounds": [[_as_document(result) for result in games] for games in self.rounds],
            "standings": [list(row) for row in self.standings],
            "seeds": list(self.seeds),
            "stages": [[_as_document(result) for result in games] for games in self.stages],
            "places": list(self.places),
        }


def _as_document(result: RoundResult) -> dict[str, object]:
    return {"teams": list(result.teams), "points": list(result.points), "winner": result.winner}
