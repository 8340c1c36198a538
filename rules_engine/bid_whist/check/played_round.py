"""The check of one round, game by game; a game that was checked before is not checked a second time."""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.bid_whist.check.games import GameCheck, GameResult
from rules_engine.bid_whist.check.result import Spot
from rules_engine.bid_whist.record import Game
from rules_engine.findings import Finding


class Untold(NamedTuple):
    """What games do not tell: any of them its hands, a hand its bidding, any its points, who signed it."""

    hands: bool
    calls: bool
    points: bool
    signed: bool


class CheckedRound(NamedTuple):
    """The games of a round and, one for each, what the check made of them."""

    games: tuple[Game, ...]
    results: tuple[GameResult, ...]
    by_game: tuple[list[Finding], ...]
    known: bool
    untold: Untold

    @property
    def findings(self) -> list[Finding]:
        """Game by game."""
        return [finding for findings in self.by_game for finding in findings]


def check_round(number: int, games: tuple[Game, ...], last: CheckedRound | None) -> CheckedRound:
    """Check a round; games that are those of its `last` check keep what that made of them."""
    if last is not None and last.games is games:
        return last
    spot = Spot(round=number)
    results: list[GameResult] = []
    by_game: list[list[Finding]] = []
    for at, game in enumerate(games):
        if last is not None and at < len(last.games) and last.games[at] is game:
            results.append(last.results[at])
            by_game.append(last.by_game[at])
            continue
        check = GameCheck(game, spot)
        results.append(check.run())
        by_game.append(check.findings)
    known = all(result.known for result in results)
    return CheckedRound(games, tuple(results), tuple(by_game), known, untold_of(games))


def untold_of(games: Sequence[Game]) -> Untold:
    """What games that were played do not tell."""
    played = [game for game in games if not game.forfeit]
    return Untold(
        any(game.hands is None for game in played),
        any(hand.calls is None for game in played for hand in game.hands or ()),
        any(game.points is None and game.hands is None for game in played),
        any(game.signed is None for game in played),
    )
