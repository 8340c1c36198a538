"""The check of the playoff: pairs by the bracket, the third place, and the first four.

A winner may be the one by the points or the one noted: where the number of a winner was noted wrong, either
goes on without a further finding.
"""

from collections.abc import Sequence

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bracket import Slot, first_stage, loser, stage_name
from rules_engine.bid_whist.check.games import GameCheck, GameResult
from rules_engine.bid_whist.check.result import NOWHERE, Spot
from rules_engine.bid_whist.record import Game, Record, Stage
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import AND, OR, Said, Several, TeamNumber, says, team_list

Choice = tuple[int, ...]
"""The teams that may stand in a slot, the one by the rules first; none where nobody came to it. Of a game
that is not noted both teams may have won it, and both may have lost it."""
Pair = tuple[Choice, Choice]

_NOBODY: Choice = ()


class PlayoffCheck:
    """The check of the playoff of a record whose seeds are these."""

    def __init__(self, record: Record, seeds: Sequence[int]) -> None:
        self.record = record
        self.seeds = seeds
        self.findings: list[Finding] = []
        self.stages: list[list[GameResult]] = []
        self.places: tuple[Slot, ...] = ()

    def run(self) -> None:
        """Check it; `findings`, `stages` and `places` are filled."""
        record = self.record
        field = len(self.seeds)
        if field < 2 or field & (field - 1):
            return
        stages = field.bit_length() - 1
        if record.places is not None and len(record.playoff) < stages:
            self._stage_missing(stages)
            return
        pairs = [(_one(first), _one(second)) for first, second in first_stage(self.seeds)]
        lost: list[Choice] = []
        for number, stage in enumerate(record.playoff, 1):
            if not pairs:
                self._find(
                    "stage-count",
                    rules.BRACKET,
                    says("A stage is noted after the final."),
                    Spot(stage=number),
                )
                return
            winners, losers = self._stage(stage, number, pairs)
            pairs = [(winners[at], winners[at + 1]) for at in range(0, len(winners) - 1, 2)]
            if not pairs:
                self._check_places(winners[0], losers[0], lost)
            lost = losers

    def _stage_missing(self, stages: int) -> None:
        """The first places are noted and a stage is not: the first one that has no more games than the stage
        after it. Each game is checked, and no bracket is followed."""
        sizes = [2 ** (stages - number) for number in range(stages)]
        noted = [len(stage.games) for stage in self.record.playoff]
        missing = next((at for at, games in enumerate(noted) if games <= sizes[at] // 4), len(noted))
        message = says(
            "%(stages)s stages are noted; the %(stage)s is missing.",
            stages=len(noted),
            stage=stage_name(sizes[missing]),
        )
        self._find("stage-count", rules.BRACKET, message)
        for number, stage in enumerate(self.record.playoff, 1):
            self.stages.append([self._game(game, Spot(stage=number)) for game in stage.games])

    def _stage(self, stage: Stage, number: int, due: list[Pair]) -> tuple[list[Choice], list[Choice]]:
        """Check a stage; who won and who lost each of its pairs."""
        spot = Spot(stage=number)
        results = [self._game(game, spot) for game in stage.games]
        self.stages.append(results)
        left = list(range(len(stage.games)))
        winners: list[Choice] = []
        losers: list[Choice] = []
        misfit: list[int] = []
        for at, pair in enumerate(due):
            game = next((index for index in left if _fits(stage.games[index], pair)), None)
            winners.append(_NOBODY)
            losers.append(_NOBODY)
            if game is not None:
                left.remove(game)
                winners[at], losers[at] = _outcome(results[game])
            elif not pair[0] or not pair[1]:
                winners[at] = pair[0] or pair[1]
            else:
                misfit.append(at)
        if misfit or left:
            self._misfit(stage, spot, due, misfit, left)
            for at, game in zip(misfit, left, strict=False):
                winners[at], losers[at] = _outcome(results[game])
            played = {team for game in left for team in stage.games[game].teams}
            either = [team for at in misfit for choice in due[at] for team in choice if team not in played]
            for at in misfit[len(left) :]:
                winners[at] = losers[at] = tuple(either)
        return winners, losers

    def _misfit(self, stage: Stage, spot: Spot, due: list[Pair], misfit: list[int], left: list[int]) -> None:
        """The games that are not those of the bracket, unless the officials corrected the pairings."""
        allowed = sorted([team for at in misfit for choice in due[at] for team in choice])
        playing = sorted([team for at in left for team in stage.games[at].teams])
        if (
            stage.corrected is not None
            and set(playing) <= set(allowed)
            and len(set(playing)) == 2 * len(misfit)
        ):
            return
        pairs = Several([Several([_told(choice) for choice in due[at]], AND) for at in misfit])
        played = Several([team_list(stage.games[at].teams, AND) for at in left])
        message = says(
            "Noted as playing are %(played)s; by the bracket they are %(due)s.",
            played=played or says("nobody"),
            due=pairs or says("nobody"),
        )
        table = stage.games[left[0]].table if len(left) == 1 else None
        self._find("bracket-pair", rules.BRACKET, message, spot._replace(table=table))

    def _game(self, game: Game, spot: Spot) -> GameResult:
        check = GameCheck(game, spot)
        result = check.run()
        self.findings += check.findings
        return result

    def _check_places(self, first: Choice, second: Choice, semi_losers: list[Choice]) -> None:
        third, fourth = _NOBODY, _NOBODY
        game = self.record.third
        if game is not None:
            spot = Spot(stage=len(self.record.playoff))
            third, fourth = _outcome(self._game(game, spot))
            if len(semi_losers) != 2 or not _fits(game, (semi_losers[0], semi_losers[1])):
                losers = Several([_told(choice) for choice in semi_losers], AND) or says("nobody")
                message = says(
                    "Teams %(one)s and %(other)s play for the third place; due are %(due)s.",
                    one=TeamNumber(game.teams[0]),
                    other=TeamNumber(game.teams[1]),
                    due=losers,
                )
                self._find("third-pair", rules.FINALS, message, spot._replace(table=game.table))
        elif len(semi_losers) == 2 and not (semi_losers[0] and semi_losers[1]):
            third = semi_losers[0] or semi_losers[1]
        self._compare([first, second, third, fourth])

    def _compare(self, due: list[Choice]) -> None:
        unknown = due[0] if due[0] == due[1] else None
        self.places = tuple([choice[0] if choice and choice != unknown else None for choice in due])
        places = self.record.places
        if places is None:
            return
        if self.record.third is None and len(places) > 2 and not due[2]:
            message = says("The game for the third place is not noted, and places three and four are.")
            self._find("third-missing", rules.FINALS, message)
            due = due[:2]
        for at, (team, choice) in enumerate(zip(places, due, strict=False), 1):
            if choice and team not in choice:
                message = says(
                    "Place %(place)s is noted as team %(team)s; it is %(due)s.",
                    place=at,
                    team=TeamNumber(team),
                    due=_told(choice),
                )
                self._find("places", rules.FINALS, message, Spot(team=team))
                return

    def _find(self, code: str, rule: str, message: Said, spot: Spot = NOWHERE) -> None:
        self.findings.append(finding_at(code, rule, message, spot))


def _one(team: Slot) -> Choice:
    return _NOBODY if team is None else (team,)


def _fits(game: Game, pair: Pair) -> bool:
    first, second = game.teams
    return (first in pair[0] and second in pair[1]) or (second in pair[0] and first in pair[1])


def _outcome(result: GameResult) -> tuple[Choice, Choice]:
    """Who may have won a game, and who may have lost it."""
    winners = list(dict.fromkeys((result.due.winner, result.noted.winner)))
    losers = [loser(result.due.teams, winner) for winner in winners]
    return _known(winners), _known(losers)


def _known(slots: Sequence[Slot]) -> Choice:
    return tuple([team for team in slots if team is not None])


def _told(choice: Choice) -> str:
    teams = [says("team %(team)s", team=TeamNumber(team)) for team in choice]
    return Several(teams, OR) if teams else says("nobody")
