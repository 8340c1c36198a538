"""The check of a scoresheet: its hands, totals, winner, signatures and who brought it.

Two courses are followed, by the rules and as noted, so that what follows from a slip is no further fault.
"""

from typing import Final, final

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.check.hands import HandCheck, plain_points
from rules_engine.bid_whist.check.result import Spot
from rules_engine.bid_whist.record import Game, Two
from rules_engine.bid_whist.scoring import NOTHING, plus, round_winner
from rules_engine.bid_whist.standings import RoundResult
from rules_engine.bid_whist.timetable import HANDS
from rules_engine.findings import Finding, finding_at, warning_at
from rules_engine.sentences import AND, Said, Sentence, TeamNumber, says, team_list


@final
class GameResult:
    """A game by the rules, and as noted; `known` says that points and winner are told at all, and `turned` is
    what it was if its points are noted the wrong way round."""

    __slots__ = ("due", "known", "noted", "turned")

    def __init__(
        self, due: RoundResult, noted: RoundResult, known: bool, turned: RoundResult | None = None
    ) -> None:
        self.due: Final = due
        self.noted: Final = noted
        self.known: Final = known
        self.turned: Final = noted if turned is None else turned


class GameCheck:
    """The check of one game."""

    def __init__(self, game: Game, spot: Spot) -> None:
        self.game = game
        self.round = spot
        self.findings: list[Finding] = []

    @property
    def spot(self) -> Spot:
        """Where the game is."""
        return self.round._replace(table=self.game.table)

    def run(self) -> GameResult:
        """Check it; `findings` are filled."""
        game = self.game
        if game.forfeit:
            return self._forfeited()
        due: Two | None = None
        noted: Two | None = None
        extras: list[Two | None] = [None]
        if game.hands is not None:
            due, noted = self._hands()
            if game.extra is not None:
                extras = self._extra()
        totals: list[Two] = []
        if due is not None and noted is not None:
            totals = [due] if due == noted else [due, noted]
        if game.points is not None:
            if game.hands is not None and len(game.hands) != HANDS:
                totals = []
            self._check_totals(game.points, totals)
            if not totals or totals[-1] != game.points:
                totals.append(game.points)
        if not totals:
            winner = game.winner
            result = RoundResult(game.teams, (0, 0), winner, game.picked)
            return GameResult(result, result, False)
        self._check_paper()
        winners = [self._winner(points, extra) for points in totals for extra in extras]
        noted_winner = self._check_winner(winners)
        winner = winners[0] if winners[0] is not None else noted_winner
        result = RoundResult(game.teams, totals[0], winner, game.picked)
        if len(totals) == 1 and winner == noted_winner:
            return GameResult(result, result, True)
        noted_result = RoundResult(game.teams, totals[-1], noted_winner, game.picked)
        turned: RoundResult | None = None
        if game.hands is None and noted_winner not in winners:
            turned = RoundResult(game.teams, (totals[-1][1], totals[-1][0]), noted_winner, game.picked)
        return GameResult(result, noted_result, True, turned)

    def _hands(self) -> tuple[Two, Two]:
        hands = self.game.hands or []
        if len(hands) != HANDS:
            message = says("%(hands)s hands are noted; a round has %(due)s.", hands=len(hands), due=HANDS)
            self._find("hand-count", rules.ROUNDS, message)
        teams = self.game.teams
        due: Two = NOTHING
        noted: Two = NOTHING
        for at, hand in enumerate(hands):
            points = plain_points(hand, teams)
            if points is not None:
                due = plus(due, points)
                noted = plus(noted, points)
                continue
            check = HandCheck(hand, teams, self.spot, at + 1)
            check.run()
            self.findings += check.findings
            due = plus(due, check.due)
            noted = plus(noted, check.noted)
        return due, noted

    def _extra(self) -> list[Two | None]:
        """The points of the further hand, by the rules and as noted."""
        assert self.game.extra is not None
        check = HandCheck(self.game.extra, self.game.teams, self.spot, HANDS + 1)
        check.run()
        self.findings += check.findings
        return [check.due] if check.due == check.noted else [check.due, check.noted]

    def _winner(self, points: Two, extra: Two | None) -> int | None:
        side = round_winner(points, extra)
        return None if side is None else self.game.teams[side]

    def _check_totals(self, points: Two, totals: list[Two]) -> None:
        if totals and points != totals[0] and points not in totals:
            message = says(
                "%(one)s and %(other)s points are noted; the hands add up to %(due)s and %(due_other)s.",
                one=points[0],
                other=points[1],
                due=totals[0][0],
                due_other=totals[0][1],
            )
            self._find("sheet-total", rules.SHEET, message)

    def _check_winner(self, winners: list[int | None]) -> int | None:
        """Check the winner's number; who goes on as the winner in the noted course."""
        game = self.game
        due = winners[-1]
        if game.ruling is not None:
            return game.winner
        if all(winner is None for winner in winners):
            message = says(
                "Both teams have as many points; one more hand, or the Director's ruling, is missing."
            )
            self._find("sheet-tie", rules.DIRECTOR, message)
            return game.winner
        if game.winner is None:
            message = says("No number of a winning team is noted; it is %(due)s.", due=TeamNumber(due))
            self._find("sheet-winner", rules.SHEET, message)
            return due
        if game.winner not in winners:
            message = says(
                "Team %(team)s is noted as the winner; by the points it is %(due)s.",
                team=TeamNumber(game.winner),
                due=TeamNumber(due),
            )
            self._find("sheet-winner", rules.SHEET, message)
        return game.winner

    def _check_paper(self) -> None:
        game = self.game
        signed = game.signed
        if signed is not None and (
            len(signed) != 2 or signed[0] not in game.teams or signed[1] not in game.teams
        ):
            self._check_signatures(signed)
        if game.brought_by is not None and game.brought_by not in (game.teams[1], game.picked):
            message = says(
                "Team %(team)s brought the scoresheet; the moving team is %(due)s.",
                team=TeamNumber(game.brought_by),
                due=TeamNumber(game.teams[1]),
            )
            self.findings.append(warning_at("brought-by", rules.SHEET, message, self.spot))

    def _check_signatures(self, signed: tuple[int, ...]) -> None:
        missing = [team for team in self.game.teams if team not in signed]
        strangers = [team for team in signed if team not in self.game.teams]
        message = says("Nobody of team %(teams)s signed the scoresheet.", teams=team_list(missing, AND))
        if strangers:
            message = says(
                "Team %(team)s signed the scoresheet of a game that it does not play in.",
                team=team_list(strangers, AND),
            )
        self._find("signature", rules.SHEET, message)

    def _forfeited(self) -> GameResult:
        """A game lost without play brings no points; two absent teams both lose it."""
        game = self.game
        left = [team for team in game.teams if team not in game.forfeit]
        due = left[0] if left else None
        if game.winner != due:
            self._find("sheet-winner", rules.LATE_PLAYER, _winner_of_forfeit(game.winner, due))
        if game.points is not None and game.points != (0, 0):
            self._find("sheet-total", rules.LATE_PLAYER, says("A game that was forfeited brings no points."))
        points = (0, 0) if game.points is None else game.points
        winner = due if game.winner is None else game.winner
        return GameResult(
            RoundResult(game.teams, (0, 0), due, game.picked),
            RoundResult(game.teams, points, winner, game.picked),
            True,
        )

    def _find(self, code: str, rule: str, message: Said) -> None:
        self.findings.append(finding_at(code, rule, message, self.spot))


def _winner_of_forfeit(noted: int | None, due: int | None) -> Sentence:
    """Who is noted as the winner of a game that was lost without play, and who won it."""
    if noted is None and due is None:
        return says("No number of a winning team is noted; both teams forfeited it.")
    if noted is None:
        return says("No number of a winning team is noted; it is %(due)s.", due=TeamNumber(due))
    if due is None:
        return says("Team %(team)s is noted as the winner; both teams forfeited it.", team=TeamNumber(noted))
    return says(
        "Team %(team)s is noted as the winner; it is %(due)s.", team=TeamNumber(noted), due=TeamNumber(due)
    )
