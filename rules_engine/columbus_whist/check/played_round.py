"""What the games of one round come to, so that a round of which nothing changed is added up only once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.games import GameCheck
from rules_engine.columbus_whist.check.result import Checked, Spot
from rules_engine.columbus_whist.record import Game, Team
from rules_engine.columbus_whist.standings import Score
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import Several, says

Done = tuple[GameCheck, Checked]
Teams = frozenset[int]


class Untold(NamedTuple):
    """What games do not tell: any of them its hands, a hand its bidding, and so on."""

    hands: bool
    calls: bool
    points: bool
    trump: bool
    ready: bool
    sheet: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedRound:
    """The games of a round and their checks; what it brought each team, by the rules and as reported, which
    are `divided` where any game is; and the teams of games that are unsure, or of which the points are not
    told at all, or not though the game is.
    """

    games: tuple[Game, ...]
    done: list[Done]
    checked: tuple[Checked, ...]
    findings: list[Finding]
    by_rule: list[Score]
    as_reported: list[Score]
    divided: bool
    unsure: Teams
    without_points: Teams
    told_without_points: Teams
    untold: Untold


def played_round(
    teams: Sequence[Team], games: tuple[Game, ...], number: int, done: list[Done]
) -> PlayedRound:
    """The round of this number, of whose games these are the checks."""
    checked = tuple([game for _check, game in done])
    divided = any(game.as_reported is not game.by_rule for game in checked)
    by_rule = _scores(teams, checked, False)
    without_points = [game for game in games if _without_points(game)]
    return PlayedRound(
        games=games,
        done=done,
        checked=checked,
        findings=_findings(teams, games, number, [check for check, _game in done]),
        by_rule=by_rule,
        as_reported=_scores(teams, checked, True) if divided else by_rule,
        divided=divided,
        unsure=frozenset([team for game in checked if not game.sure for team in game.teams]),
        without_points=frozenset([team for game in without_points for team in game.teams]),
        told_without_points=frozenset([team for game in without_points if game.told for team in game.teams]),
        untold=_untold(games),
    )


def _without_points(game: Game) -> bool:
    return game.points is None and game.hands is None


def _scores(teams: Sequence[Team], checked: Sequence[Checked], as_reported: bool) -> list[Score]:
    won = [0] * len(teams)
    points = [0] * len(teams)
    for done in checked:
        result = done.as_reported if as_reported else done.by_rule
        team, other = done.teams
        if result.winner is not None:
            won[(team if result.winner == 0 else other) - 1] += 1
        first, second = result.points
        points[team - 1] += first
        points[other - 1] += second
    return [Score(won[at], points[at]) for at in range(len(teams))]


def _findings(
    teams: Sequence[Team], games: Sequence[Game], number: int, checks: Sequence[GameCheck]
) -> list[Finding]:
    """What was found in its games; one finding of two in which players sit in each other's seats."""
    exchanged_at = _exchanged(teams, games, checks)
    findings = [
        finding
        for at, check in enumerate(checks)
        for finding in check.findings
        if at not in exchanged_at or finding.code != "seat-stranger"
    ]
    if exchanged_at:
        first, second = exchanged_at
        message = says(
            "At tables %(one)s and %(other)s, these players are noted in each other's seats: %(players)s.",
            one=first + 1,
            other=second + 1,
            players=Several(checks[first].strangers + checks[second].strangers),
        )
        findings.append(
            finding_at("seat-stranger", rules.LEAVER, message, Spot(round=number, table=first + 1))
        )
    return findings


def _exchanged(teams: Sequence[Team], games: Sequence[Game], checks: Sequence[GameCheck]) -> tuple[int, ...]:
    """The places of the two games whose players sit in each other's seats; empty where there are none."""
    strange = [at for at, check in enumerate(checks) if check.strangers]
    if len(strange) != 2:
        return ()
    first, second = strange
    for at, elsewhere in ((first, second), (second, first)):
        for player in checks[at].strangers:
            if all(teams[team - 1].lacks(player) for team in games[elsewhere].teams):
                return ()
    return first, second


def _untold(games: Sequence[Game]) -> Untold:
    hands = [hand for game in games for hand in game.hands or []]
    return Untold(
        any(game.hands is None for game in games),
        any(hand.calls is None for hand in hands),
        any(game.told and _without_points(game) for game in games),
        any(hand.trump is None for hand in hands),
        any(game.ready is None for game in games),
        any(game.sheet is None for game in games),
    )
