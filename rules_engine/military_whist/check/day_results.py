"""What the check of one day of Military Whist gives."""

from typing import NamedTuple


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
