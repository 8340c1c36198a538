"""What the check of an event of Military Whist gives, and where in it a finding is."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_engine.findings import RecordCheck

FORMAT: Final = "military-whist-check/1"


class Spot(NamedTuple):
    """Where something is, each counting from 1, hands through all days; what does not apply is None."""

    day: int | None = None
    hand: int | None = None
    table: int | None = None
    playoff: int | None = None


NOWHERE: Final = Spot()


class HandResult(NamedTuple):
    """What a hand came to by the rules: flags that each table paid and failed to pay, and holds after it."""

    paid: list[int]
    short: list[int]
    held: list[int]

    def as_document(self) -> dict[str, object]:
        """The result as a JSON object."""
        return {"paid": self.paid, "short": self.short, "held": self.held}


class DayResult(NamedTuple):
    """What a day came to; scores and loans are None where nothing tells them."""

    hands: tuple[HandResult, ...]
    scores: list[int] | None
    lent: list[int]

    def as_document(self) -> dict[str, object]:
        """The result as a JSON object."""
        return {
            "hands": [hand.as_document() for hand in self.hands],
            "scores": self.scores,
            "lent": self.lent,
        }


@dataclass(frozen=True, kw_only=True)
class Check(RecordCheck):
    """What the check of one record gives; `ranking` holds (place, team, name, total)."""

    format: str = FORMAT
    days: tuple[DayResult, ...] = ()
    totals: list[int] | None = None
    ranking: tuple[tuple[int, int, str, int], ...] = ()

    def results(self) -> dict[str, object]:
        """What the record came to."""
        return {
            "days": [day.as_document() for day in self.days],
            "totals": self.totals,
            "ranking": [list(entry) for entry in self.ranking],
        }
