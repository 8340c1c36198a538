"""The check of a reported event of Columbus Whist: everything that the rules settle, round by round.

A true record has no finding, and one fault gives one finding where it can: after it the check goes on from
what was reported. Games, totals and ranking in the result are what the rules give from the hands, or where
these are not reported from the results of the games.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.boston_pot import check_pot
from rules_engine.columbus_whist.check.games import GameCheck
from rules_engine.columbus_whist.check.played_round import PlayedRound, Untold, played_round
from rules_engine.columbus_whist.check.ranking import LineCheck
from rules_engine.columbus_whist.check.result import NOWHERE, Check, Checked, Spot
from rules_engine.columbus_whist.reader.event import record_of
from rules_engine.columbus_whist.record import PLAYOFF_GAMES, Game, Record
from rules_engine.columbus_whist.standings import Score
from rules_engine.findings import Finding, Severity, finding_at, unreported
from rules_engine.record_bytes import checked_bytes
from rules_engine.sentences import Said, Several, TeamNumber, says
from rules_engine.slips_of_pen import exchanged


def check_bytes(data: bytes) -> Check:
    """Read and check one record; raises `Malformed` for what is none."""
    return checked_bytes(data, record_of, check_record)


def check_record(record: Record) -> Check:
    """Check a record that has been read."""
    return check_course(record).check


class Course(NamedTuple):
    """A record and its check, with its rounds, from which the check of the next record goes on."""

    record: Record
    check: Check
    rounds: tuple[PlayedRound, ...]


def check_course(record: Record, last: Course | None = None) -> Course:
    """Check a record; games that it shares with the one that was checked `last` are not checked a second time
    where all besides games is as it was. Shared is what is the same object, as `record_with_game` leaves it.
    """
    if last is not None and replace(last.record, rounds=record.rounds) != record:
        last = None
    check = _EventCheck(record, () if last is None else last.rounds)
    return Course(record, check.run(), tuple(check.rounds))


class _EventCheck:
    def __init__(self, record: Record, known: Sequence[PlayedRound]) -> None:
        self.record = record
        self.known = known
        self.rounds: list[PlayedRound] = []
        self.findings: list[Finding] = []
        self.checked: list[tuple[Checked, ...]] = []
        self.short: dict[int, int] = {}
        self.rounds_short = 0
        self.doubtful: set[int] = set()

    def run(self) -> Check:
        record = self.record
        self._check_teams()
        self._check_rounds()
        for number, games in enumerate(record.rounds, 1):
            self.rounds.append(self._round(games, number))
            self.checked.append(self.rounds[-1].checked)
            self.findings += self.rounds[-1].findings
        by_rule = as_reported = self._scores([played.by_rule for played in self.rounds])
        if any(played.divided for played in self.rounds):
            as_reported = self._scores([played.as_reported for played in self.rounds])
        self._check_totals(by_rule, as_reported)
        if record.totals is None:
            self.doubtful |= self._with_a_result_in_doubt()
        courses = [by_rule]
        for scores in (as_reported, list(record.totals or ())):
            if scores and scores not in courses:
                courses.append(scores)
        line = LineCheck(record, courses, totals_known=record.totals is not None or not self.doubtful)
        line.run()
        self.findings += line.findings
        wrong_in_pot, pot, pot_open = check_pot(record, self.checked, self.doubtful)
        self.findings += wrong_in_pot
        self._check_refunds()
        names = [team.name for team in record.teams]
        return Check(
            id=record.id,
            findings=tuple(self.findings),
            games=tuple(self.checked),
            ranking=tuple(
                [_ranked(place, team, names[team - 1], by_rule[team - 1]) for place, team in line.ranking]
            ),
            qualified=line.qualified,
            not_checked=tuple(_not_checked(record, [played.untold for played in self.rounds])),
            pot=pot,
            pot_open=pot_open,
        )

    def _check_teams(self) -> None:
        players: set[str] = set()
        for number, team in enumerate(self.record.teams, 1):
            for player in team.players or ():
                if player in players:
                    message = says("%(player)s plays for two teams.", player=player)
                    self._find("player-twice", rules.SIX_GAMES, message, team=number)
                players.add(player)
        for leaver in self.record.leavers:
            team = self.record.teams[leaver.team - 1]
            if team.lacks(leaver.player):
                message = says(
                    "%(player)s, who left, does not play for %(team)s.", player=leaver.player, team=team.name
                )
                self._find("leaver-stranger", rules.LEAVER, message, team=leaver.team)

    def _check_rounds(self) -> None:
        """Six games of every team, or its one of a playoff, one in a round; an odd number of teams is the
        officials' to arrange. Of a team with a game too many or too few nobody knows the totals; of an odd
        number it is one that sat out a round in which more than one did."""
        played = [0] * (len(self.record.teams) + 1)
        latest = [0] * len(played)
        sat_out: set[int] = set()
        for number, games in enumerate(self.record.rounds, 1):
            for table, game in enumerate(games, 1):
                twice = [team for team in game.teams if latest[team] == number]
                if twice:
                    self._twice(twice, number, table)
                for team in game.teams:
                    played[team] += latest[team] != number
                    latest[team] = number
            out = [team for team in range(1, len(latest)) if latest[team] != number]
            sat_out |= set(out) if len(out) > len(self.record.teams) % 2 else set()
        teams = range(1, len(self.record.teams) + 1)
        due = self.record.games
        wrong = [team for team in teams if played[team] != due]
        if wrong and not self.record.under_way:
            counts = Several(
                [says("team %(team)s %(games)s", team=TeamNumber(team), games=played[team]) for team in wrong]
            )
            odd = len(self.record.teams) % 2 == 1
            self.rounds_short = due - len(self.record.rounds)
            self.short = {team: due - played[team] for team in wrong}
            self.doubtful |= sat_out & set(wrong) if odd else set(wrong)
            spot = Spot(team=wrong[0] if len(wrong) == 1 else None)
            self.findings.append(
                finding_at(
                    "game-count",
                    rules.TIES if due == PLAYOFF_GAMES else rules.SIX_GAMES,
                    says("%(due)s games are played; these played others: %(teams)s.", due=due, teams=counts)
                    if due > 1
                    else says("Each team plays one game; these played others: %(teams)s.", teams=counts),
                    spot,
                    Severity.WARNING if odd else Severity.ERROR,
                )
            )

    def _twice(self, teams: list[int], number: int, table: int) -> None:
        """Teams of a game that have one already in its round; both of them where the game is noted twice."""
        self.doubtful |= set(teams)
        spot = Spot(round=number, table=table, team=teams[0] if len(teams) == 1 else None)
        message = says("Team %(team)s plays at two tables in one round.", team=TeamNumber(teams[0]))
        if len(teams) > 1:
            message = says(
                "Teams %(one)s and %(other)s play at two tables in one round.",
                one=TeamNumber(teams[0]),
                other=TeamNumber(teams[1]),
            )
        self.findings.append(finding_at("team-twice", rules.SIX_GAMES, message, spot))

    def _round(self, games: tuple[Game, ...], number: int) -> PlayedRound:
        last = self.known[number - 1] if number <= len(self.known) else None
        if last is not None and last.games is games:
            return last
        done: list[tuple[GameCheck, Checked]] = []
        for at, game in enumerate(games):
            if last is not None and at < len(last.games) and last.games[at] is game:
                done.append(last.done[at])
            else:
                done.append(self._game(game, Spot(round=number, table=at + 1)))
        return played_round(self.record.teams, games, number, done)

    def _game(self, game: Game, spot: Spot) -> tuple[GameCheck, Checked]:
        """The check of a game, and what it gives. Where a round is missing or noted twice, the round in which
        somebody left is known no better than to one round: then by whatever agrees with the sheet."""
        team, other = game.teams
        sides = self.record.teams[team - 1], self.record.teams[other - 1]
        to_come = self.record.under_way and not game.told
        number = spot.round or 0
        may_be = [number]
        if self.record.leavers and self.rounds_short:
            may_be.append(number + (1 if self.rounds_short > 0 else -1))
        tried: list[tuple[GameCheck, Checked]] = []
        for round_ in may_be:
            left = (self._left(team, round_), self._left(other, round_)) if self.record.leavers else (0, 0)
            check = GameCheck(game, spot, left, to_come)
            tried.append((check, check.run(sides)))
            if not check.findings:
                break
        return min(tried, key=lambda done: len(done[0].findings))

    def _left(self, team: int, number: int) -> int:
        """Whether a team forfeits its game of a round, as `GameCheck` takes it."""
        left = [leaver.round for leaver in self.record.leavers if leaver.team == team and not leaver.replaced]
        if not left or min(left) > number:
            return 0
        return 1 if min(left) == number else 2

    def _scores(self, by_round: Sequence[Sequence[Score]]) -> list[Score]:
        won = [0] * len(self.record.teams)
        points = [0] * len(self.record.teams)
        for scores in by_round:
            for at, score in enumerate(scores):
                won[at] += score.won
                points[at] += score.points
        if self.record.games == PLAYOFF_GAMES:
            return [Score(games, 0) for games in won]
        return [Score(won[at], points[at]) for at in range(len(won))]

    def _check_totals(self, by_rule: list[Score], as_reported: list[Score]) -> None:
        """The totals of every team whose games are beyond doubt."""
        self.doubtful |= self._with_a_game_missing(by_rule)
        without_points = {team for played in self.rounds for team in played.without_points}
        wrong: dict[int, Score] = {}
        unsure = {team for played in self.rounds for team in played.unsure}
        for number, total in enumerate(self.record.totals or (), 1):
            due = by_rule[number - 1]
            if number in self.doubtful:
                continue
            if total in (due, as_reported[number - 1]) or number in unsure:
                continue
            if number not in without_points or total.won not in (due.won, as_reported[number - 1].won):
                wrong[number] = total
        if exchanged(wrong, {number: by_rule[number - 1] for number in wrong}):
            team, other = wrong
            message = says(
                "Teams %(one)s and %(other)s are noted with each other's games and points.",
                one=TeamNumber(team),
                other=TeamNumber(other),
            )
            self.findings.append(finding_at("total", rules.MOST_GAMES, message, NOWHERE))
            return
        if len(wrong) == 2 and self._turned_round(wrong, by_rule):
            return
        for number, total in wrong.items():
            due = by_rule[number - 1]
            message = says(
                "%(won)s games and %(points)s points are noted of team %(team)s; it has %(due)s and "
                "%(due_points)s.",
                won=total.won,
                points=total.points,
                team=TeamNumber(number),
                due=due.won,
                due_points=due.points,
            )
            self._find("total", rules.MOST_GAMES, message, team=number)

    def _turned_round(self, wrong: dict[int, Score], by_rule: list[Score]) -> bool:
        """Whether a game of the two teams, told by its result alone, is found to have its points the wrong
        way round, which explains both their totals."""
        for number, (games, noted) in enumerate(zip(self.checked, self.record.rounds, strict=True), 1):
            for table, (done, game) in enumerate(zip(games, noted, strict=True), 1):
                team_a, team_b = done.teams
                if game.hands is not None or {team_a, team_b} != wrong.keys():
                    continue
                first, second = done.by_rule.points
                due = [
                    Score(by_rule[team - 1].won, by_rule[team - 1].points + more)
                    for team, more in ((team_a, second - first), (team_b, first - second))
                ]
                if due == [wrong[team_a], wrong[team_b]]:
                    message = says(
                        "%(one)s and %(other)s points are noted; by the totals of both teams they are "
                        "%(due)s "
                        "and %(due_other)s.",
                        one=first,
                        other=second,
                        due=second,
                        due_other=first,
                    )
                    spot = Spot(round=number, table=table)
                    self.findings.append(finding_at("points", rules.MOST_GAMES, message, spot))
                    return True
        return False

    def _with_a_game_missing(self, by_rule: list[Score]) -> set[int]:
        """The teams of which a game too few or too many explains the total, where it does so for two at
        least: a round of an odd number of teams is missing or noted twice."""
        explained: set[int] = set()
        for number, total in enumerate(self.record.totals or (), 1):
            short = 0 if number in self.doubtful else self.short.get(number, 0)
            won = total.won - by_rule[number - 1].won
            if short and total != by_rule[number - 1] and min(short, 0) <= won <= max(short, 0):
                explained.add(number)
        return explained if len(explained) > 1 else set()

    def _with_a_result_in_doubt(self) -> set[int]:
        """The teams of games that cannot have ended as noted, or of which the points are not told."""
        return {team for played in self.rounds for team in (*played.unsure, *played.told_without_points)}

    def _check_refunds(self) -> None:
        record = self.record
        gone = {leaver.team for leaver in record.leavers if not leaver.replaced}
        for team in record.refunds:
            if team in gone:
                message = says(
                    "Team %(team)s forfeited its games when a player left; nothing is refunded.",
                    team=TeamNumber(team),
                )
                self._find("refund", rules.LEAVER, message, team=team)
            elif team in record.disorderly:
                message = says(
                    "Nothing is refunded to team %(team)s after disorderly conduct.", team=TeamNumber(team)
                )
                self._find("refund", rules.DIRECTOR, message, team=team)

    def _find(self, code: str, rule: str, message: Said, team: int) -> None:
        self.findings.append(finding_at(code, rule, message, Spot(team=team)))


def _ranked(place: int, team: int, name: str, score: Score) -> tuple[int, int, str, int, int]:
    return place, team, name, score.won, score.points


def _not_checked(record: Record, untold: Sequence[Untold]) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    return unreported(
        (any(team.players is None for team in record.teams), says("who plays in which team")),
        (any(games.hands for games in untold), says("the hands of games")),
        (any(games.calls for games in untold), says("the bidding of hands")),
        (any(games.points for games in untold), says("the points of games")),
        (any(games.trump for games in untold), says("what was declared")),
        (any(games.ready for games in untold), says("who was seated in five minutes")),
        (any(games.sheet for games in untold), says("the signatures of sheets")),
        (record.totals is None, says("the totals")),
        (record.ranking is None, says("the ranking")),
        (record.qualifiers is None, says("who advances")),
    )
