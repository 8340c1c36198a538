"""The check of the ranking, of who goes on, and of the play-offs of teams tied at the line.

Rules 4 to 6; inventory C-4, C-5, C-7 and C-33, reading 6.
"""

from collections.abc import Sequence

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.games import GameCheck
from rules_engine.columbus_whist.check.result import NOWHERE, Spot
from rules_engine.columbus_whist.record import PlayOff, Record
from rules_engine.columbus_whist.standings import PLAYED_OFF, Score, Standings, Teams, standings
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import Said, TeamNumber, says, team_list

Ranking = tuple[tuple[int, int], ...]


class LineCheck:
    """The check of what follows from the totals; each of `courses` may be the teams' scores, the first by the
    rules. `ranking` and `qualified` are by that one. `totals_known` is false where the totals are not noted
    and a game is missing or noted twice: then nobody knows who stands where."""

    def __init__(self, record: Record, courses: Sequence[Sequence[Score]], totals_known: bool = True) -> None:
        self.record = record
        self.courses = courses
        self.totals_known = totals_known
        self.findings: list[Finding] = []
        self.ranking: Ranking = ()
        self.qualified: Teams = ()

    def run(self) -> None:
        """Check play-offs, ranking and who goes on. Where as many go on as are noted, and all of it is right
        for so many, only the officials' number is wrong."""
        record = self.record
        self._follow(self._line())
        if record.qualified is None or len(record.qualified) == record.qualifiers or len(self.findings) < 2:
            return
        by_those_noted = LineCheck(record, self.courses, self.totals_known)
        by_those_noted._follow(len(record.qualified))
        if not by_those_noted.findings:
            message = says(
                "Noted as going on are %(noted)s; the officials' number is %(due)s, not %(count)s.",
                noted=team_list(record.qualified),
                due=record.qualifiers,
                count=len(record.qualified),
            )
            self.findings = []
            self._find("qualified", rules.QUALIFIERS, message, NOWHERE)

    def _follow(self, line: int) -> None:
        record = self.record
        plain = [standings(scores, line) for scores in self.courses]
        if not record.playoffs:
            self._judge(plain, line)
            return
        orders: dict[frozenset[int], Teams] = {}
        for number, playoff in enumerate(record.playoffs, 1):
            if self.totals_known and not any(set(standing.tied) == set(playoff.teams) for standing in plain):
                message = says(
                    "Teams %(teams)s are not the teams tied at the line.",
                    teams=team_list(sorted(playoff.teams)),
                )
                self._find("tie-teams", rules.TIES, message, Spot(playoff=number))
            orders[frozenset(playoff.teams)] = self._order(playoff, number)
        ended = [standings(scores, line, orders) for scores in self.courses]
        as_told = orders | {frozenset(playoff.teams): playoff.order for playoff in record.playoffs}
        ended += [standings(scores, line, as_told) for scores in self.courses]
        self._judge(ended, line)

    def _judge(self, ended: Sequence[Standings], line: int) -> None:
        """Compare with what is told; `ended` are the standings that may be, the first by the rules."""
        record = self.record
        self.ranking, self.qualified = ended[0].ranking, ended[0].qualified
        if not self.totals_known:
            return
        if record.qualified is not None and all(standing.tied for standing in ended):
            message = says(
                "Teams %(teams)s are tied at the line and have not played it off.",
                teams=team_list(ended[0].tied),
            )
            self._find("tie-open", rules.TIES, message, NOWHERE)
        else:
            self._compare(ended, line)

    def _line(self) -> int:
        """How many go on: the officials' number, or as many as they let go on."""
        record = self.record
        if record.qualifiers is not None:
            return record.qualifiers
        return len(record.qualified or ())

    def _compare(self, ended: Sequence[Standings], line: int) -> None:
        record = self.record
        ranking = record.ranking
        if ranking is not None and not any(_same(ranking, standing.ranking) for standing in ended):
            placed = {team: place for place, team in ranking}
            place, team = next((at, team) for at, team in ended[0].ranking if placed[team] != at)
            message = says(
                "Team %(team)s is ranked %(rank)s; it is %(due)s by games won, then points.",
                team=TeamNumber(team),
                rank=placed[team],
                due=place,
            )
            self._find("ranking", rules.MOST_GAMES, message, Spot(team=team))
        if record.qualified is None:
            return
        due = [set(standing.qualified) for standing in ended]
        if ranking is not None:
            due.append({team for place, team in ranking if place <= line})
        if set(record.qualified) not in due:
            message = says(
                "Noted as going on are %(noted)s; by games won, then points they are %(due)s.",
                noted=team_list(record.qualified),
                due=team_list(ended[0].qualified),
            )
            self._find("qualified", rules.QUALIFIERS, message, NOWHERE)

    def _order(self, playoff: PlayOff, number: int) -> Teams:
        """The order that the play-off gives, as far as it can be told."""
        spot = Spot(playoff=number)
        results = []
        for at, game in enumerate(playoff.games, 1):
            check = GameCheck(game, Spot(table=at, playoff=number))
            team, other = game.teams
            results.append(check.run((self.record.teams[team - 1], self.record.teams[other - 1])))
            self.findings += check.findings
        strangers = [
            at for at, game in enumerate(playoff.games, 1) if not set(game.teams) <= set(playoff.teams)
        ]
        if strangers or (len(playoff.teams) == PLAYED_OFF and len(playoff.games) > 1):
            message = says("The two tied teams play one game, and nobody else.")
            if len(playoff.teams) > PLAYED_OFF:
                message = says("Only teams that are tied at the line play it off.")
            self._find("tie-games", rules.TIES, message, spot)
            return playoff.order
        if len(playoff.teams) > PLAYED_OFF or not playoff.games:
            if playoff.ruling is None:
                message = says(
                    "%(teams)s teams are tied; the officials' ruling is not recorded.",
                    teams=len(playoff.teams),
                )
                if len(playoff.teams) == PLAYED_OFF:
                    message = says("The game of the two tied teams is not recorded.")
                self._find("tie-ruling", rules.DIRECTOR, message, spot)
            return playoff.order
        game, result = playoff.games[0], results[0]
        winners = [
            outcome.winner for outcome in (result.by_rule, result.as_reported) if outcome.winner is not None
        ]
        if not winners or any(game.teams[winner] == playoff.order[0] for winner in winners):
            return playoff.order
        winner = winners[0]
        message = says("Team %(team)s won the play-off.", team=TeamNumber(game.teams[winner]))
        self._find("tie-order", rules.TIES, message, spot)
        return game.teams[winner], game.teams[1 - winner]

    def _find(self, code: str, rule: str, message: Said, spot: Spot) -> None:
        self.findings.append(finding_at(code, rule, message, spot))


def _same(ranking: Ranking, other: Ranking) -> bool:
    return ranking == other or sorted(ranking) == sorted(other)
