"""Running totals of a game: the true ones, and those that were reported.

Sections I, "Scoring", and II, "Adding new players", "Truncated average" and "Re-entering players"; inventory
W-14, W-22, W-23, W-75 to W-79. A reported total is right if it is the true one, or the last reported one plus
this stanza's true change.
"""

from typing import NamedTuple

from rules_engine.findings import Finding
from rules_engine.sentences import says
from rules_engine.whoopie.averages import truncated_average
from rules_engine.whoopie.record import Join, Start


class Leaving(NamedTuple):
    """The truncated averages, true and reported, of the last stanza a player took part in."""

    true: int
    reported: int


class Totals:
    """The totals of everybody known to the game, kept along its stanzas."""

    def __init__(self, seats: tuple[str, ...], start: Start | None) -> None:
        self.newcomers_first = 0 if start is None else start.average
        self.continued = start is not None
        former = {} if start is None else start.scores
        self.true: dict[str, int] = dict(former)
        for player in seats:
            if player not in self.true:
                self.true[player] = self.newcomers_first
        self.reported: dict[str, int] = dict(self.true)
        self.last_stanza: dict[str, Leaving] = {}

    def enter(self, join: Join, before: tuple[str, ...], number: int) -> Finding | None:
        """Somebody sits down before stanza `number`; `before` are those who played the one before it.

        The former score of a returner whom `start` does not name, or who has played in another group since,
        cannot be checked.
        """
        player = join.player
        rule = "II/Adding new players"
        elsewhere = self.continued and join.came_from is not None
        if player in self.true and not elsewhere:
            rule = "II/Re-entering players"
            due = (self.true[player], self.reported[player])
        elif join.returns and self.continued:
            due = (join.score, join.score)
        elif not before:
            due = (self.newcomers_first, self.newcomers_first)
        else:
            due = (self._average(self.true, before), self._average(self.reported, before))
        self.true[player] = due[0]
        self.reported[player] = join.score
        if join.score in due:
            return None
        message = says(
            "%(player)s enters with %(score)s; their score is %(due)s.",
            player=player,
            score=join.score,
            due=due[0],
        )
        return Finding("entry-score", rule, message, number, None, player)

    def leave(self, player: str, before: tuple[str, ...]) -> None:
        """Keep what extrapolation will need of a player who leaves after playing with `before`."""
        if player in before:
            self.last_stanza[player] = Leaving(
                self._average(self.true, before), self._average(self.reported, before)
            )

    def add(self, delta: dict[str, int]) -> dict[str, int]:
        """Add a stanza's true changes; the true totals of those whom it touches."""
        true = self.true
        scores = {player: true[player] + change for player, change in delta.items()}
        true.update(scores)
        return scores

    def confirm(self, scores: dict[str, int]) -> None:
        """The totals reported after a stanza are the true ones, `scores`."""
        self.reported.update(scores)

    def compare(
        self,
        delta: dict[str, int],
        reported: dict[str, int] | None,
        also: dict[str, list[int]],
        number: int,
    ) -> list[Finding]:
        """Compare the totals `reported` after a stanza whose `delta` has been added.

        `also` are further changes of a player that another finding of the stanza explains; an empty list
        stands for any.
        """
        expected = self.reported
        findings: list[Finding] = []
        for player, total in (reported or {}).items():
            change = delta.get(player, 0)
            due = self.true[player]
            if total in (due, expected[player] + change):
                continue
            if not self._explained(player, total, due - change, also):
                message = says(
                    "%(player)s's total is reported as %(total)s; it is %(due)s.",
                    player=player,
                    total=total,
                    due=due,
                )
                findings.append(Finding("score-mismatch", "I/Scoring", message, number, None, player))
        for player, change in delta.items():
            expected[player] += change
        expected.update(reported or {})
        return findings

    def _explained(self, player: str, total: int, true_before: int, also: dict[str, list[int]]) -> bool:
        if player not in also:
            return False
        changes = also[player]
        before = (true_before, self.reported[player])
        return not changes or any(total - change in before for change in changes)

    @staticmethod
    def _average(totals: dict[str, int], players: tuple[str, ...]) -> int:
        return truncated_average([totals[player] for player in players])
