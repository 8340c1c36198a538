"""What the check of a game of Whoopie gives."""

from dataclasses import dataclass, field
from typing import Final, final

from rules_engine.findings import RecordCheck

FORMAT: Final = "whoopie-check/1"


@final
class StanzaResult:
    """One stanza as the rules have it; `scores` are the true totals after it."""

    __slots__ = ("cards", "dealer", "delta", "scores", "taken", "trump_after", "winners")

    def __init__(
        self,
        cards: int,
        dealer: str,
        winners: list[str] | None,
        taken: dict[str, int] | None,
        delta: dict[str, int],
        scores: dict[str, int],
        trump_after: str | None,
    ) -> None:
        self.cards: Final = cards
        self.dealer: Final = dealer
        self.winners: Final = winners
        self.taken: Final = taken
        self.delta: Final = delta
        self.scores: Final = scores
        self.trump_after: Final = trump_after

    def as_document(self) -> dict[str, object]:
        """The stanza's part of `whoopie-check/1`."""
        return {
            "cards": self.cards,
            "dealer": self.dealer,
            "winners": self.winners,
            "taken": self.taken,
            "delta": self.delta,
            "scores": self.scores,
            "trump_after": self.trump_after,
        }


@dataclass(frozen=True, kw_only=True)
class Check(RecordCheck):
    """What the check of one record gives; `ranking` holds (place, player, score)."""

    format: str = FORMAT
    stanzas: tuple[StanzaResult, ...] = ()
    final: dict[str, int] = field(default_factory=dict)
    ranking: tuple[tuple[int, str, int], ...] = ()
    player_hands: int = 0

    def results(self) -> dict[str, object]:
        """What the record came to."""
        return {
            "stanzas": [stanza.as_document() for stanza in self.stanzas],
            "final": self.final,
            "ranking": [list(entry) for entry in self.ranking],
            "player_hands": self.player_hands,
        }
