"""The course of a game from stanza to stanza: the hand-size cycle and the passing of the deal.

Section I, "First Dealer and subsequent deals"; inventory W-15 to W-19, readings 11 and 12. A hand size or a
dealer may follow from what was reported before or from what should have been, so that one wrong stanza does
not fault those after it.
"""

from rules_engine.whoopie.hand_sizes import Hand, first_hand, next_hand


class HandCourse:
    """Follows the hand sizes; `start` is the first hand of a group after a split."""

    def __init__(self, start: Hand | None) -> None:
        self._start = start
        self._true: Hand | None = None
        self._reported: list[Hand] = []

    def follow(self, cards: int, players: int) -> int | None:
        """Take the next stanza's hand size; the size that was due if `cards` follows from nothing."""
        seated = max(1, min(players, 53))
        true = self._next(self._true, seated)
        due = [true]
        for hand in self._reported:
            if hand != self._true:
                due.append(self._next(hand, seated))
        self._true = true
        self._reported = [hand for hand in due if hand[0] == cards]
        if self._reported:
            return None
        # A size that follows from nothing may have been on its way up or down; the next hand tells.
        self._reported = [(cards, "up"), (cards, "down")] if cards > 0 else [true]
        return due[-1][0]

    @property
    def hand(self) -> Hand:
        """The last hand, its direction as the rules give it."""
        true = self._true
        same = (hand for hand in self._reported if true is not None and hand[1] == true[1])
        return next(same, self._reported[0])

    def due(self, players: int) -> Hand:
        """The next hand for `players`, after what was dealt."""
        return self._next(None if self._true is None else self.hand, players)

    def _next(self, last: Hand | None, players: int) -> Hand:
        return first_hand(self._start, players) if last is None else next_hand(last[0], last[1], players)


def next_dealer(dealer: str, before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """Who deals after `dealer`: the next clockwise as seated `now`.

    If the dealer, who sat in `before`, has left: the first on his left who sat there and remains.
    """
    if dealer in now:
        return now[(now.index(dealer) + 1) % len(now)]
    at = before.index(dealer)
    for step in range(1, len(before)):
        candidate = before[(at + step) % len(before)]
        if candidate in now:
            return candidate
    return now[0]


class DealCourse:
    """Follows the deal, first dealt by `first`, or by `drawn` where the draw gave somebody else."""

    def __init__(self, first: str, drawn: str | None, seats: tuple[str, ...]) -> None:
        self._reported = first
        self._true = drawn if drawn is not None and drawn in seats else first
        self._before = seats
        self._first = True

    def follow(self, dealer: str, seated: tuple[str, ...]) -> str | None:
        """Take the next stanza's dealer; who was due if the deal did not pass to `dealer`."""
        due = self._due(self._reported, seated)
        true = due if self._true == self._reported else self._due(self._true, seated)
        self._before = seated
        self._first = False
        self._true = true
        self._reported = dealer if dealer in seated else true
        return None if dealer in (due, true) else due

    def due(self, seated: tuple[str, ...]) -> str:
        """Whose the next deal is, when those `seated` sit down to it."""
        return self._due(self._reported, seated)

    @property
    def dealer(self) -> str:
        """The last dealer: the reported one, or where he does not sit at the table the one who was due."""
        return self._reported

    def _due(self, last: str, seated: tuple[str, ...]) -> str:
        if self._first and last in seated:
            return last
        return next_dealer(last, self._before, seated)
