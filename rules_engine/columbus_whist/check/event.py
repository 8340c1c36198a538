"""The check of a reported event of Columbus Whist: everything that the rules settle, round by round.

A true record has no finding, and one fault gives one finding where it can: after it the check goes on from
what was reported. Games, totals and ranking in the result are what the rules give from the hands, or where
these are not reported from the results of the games.
"""

from collections.abc import Sequence

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.boston_pot import check_pot
from rules_engine.columbus_whist.check.games import GameCheck
from rules_engine.columbus_whist.check.ranking import LineCheck
from rules_engine.columbus_whist.check.result import NOWHERE, Check, Checked, Spot
from rules_engine.columbus_whist.reader.event import read_record
from rules_engine.columbus_whist.record import PLAYOFF_GAMES, Game, Record, Team
from rules_engine.columbus_whist.standings import Score
from rules_engine.cycle_collection import CollectorRests
from rules_engine.findings import Finding, Severity, found
from rules_engine.sentences import Said, Several, TeamNumber, says
from rules_engine.slips_of_pen import exchanged


def check_bytes(data: bytes) -> Check:
    """Read and check one record.

    Raises:
        Malformed: the bytes cannot be read as a record.
    """
    with CollectorRests():
        return check_record(read_record(data))


def check_record(record: Record) -> Check:
    """Check a record that has been read."""
    return _EventCheck(record).run()


class _EventCheck:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.findings: list[Finding] = []
        self.checked: list[list[Checked]] = []
        self.short: dict[int, int] = {}
        self.rounds_short = 0
        self.doubtful: set[int] = set()

    def run(self) -> Check:
        record = self.record
        self._check_teams()
        self._check_rounds()
        for number, games in enumerate(record.rounds, 1):
            self.checked.append(self._round(games, number))
        by_rule = as_reported = self._scores(False)
        if any(game.as_reported is not game.by_rule for games in self.checked for game in games):
            as_reported = self._scores(True)
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
            games=tuple([tuple(games) for games in self.checked]),
            ranking=tuple(
                [_ranked(place, team, names[team - 1], by_rule[team - 1]) for place, team in line.ranking]
            ),
            qualified=line.qualified,
            not_checked=tuple(_not_checked(record)),
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
                found(
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
        self.findings.append(found("team-twice", rules.SIX_GAMES, message, spot))

    def _round(self, games: tuple[Game, ...], number: int) -> list[Checked]:
        checked: list[Checked] = []
        checks: list[GameCheck] = []
        for game in games:
            check, done = self._game(game, Spot(round=number, table=len(checked) + 1))
            checks.append(check)
            checked.append(done)
        exchanged_at = _exchanged(self.record.teams, games, checks)
        for at, check in enumerate(checks):
            if check.findings:
                self.findings += [
                    finding
                    for finding in check.findings
                    if at not in exchanged_at or finding.code != "seat-stranger"
                ]
        if exchanged_at:
            first, second = exchanged_at
            message = says(
                "At tables %(one)s and %(other)s, these players are noted in each other's seats: "
                "%(players)s.",
                one=first + 1,
                other=second + 1,
                players=Several(checks[first].strangers + checks[second].strangers),
            )
            spot = Spot(round=number, table=first + 1)
            self.findings.append(found("seat-stranger", rules.LEAVER, message, spot))
        return checked

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

    def _scores(self, as_reported: bool) -> list[Score]:
        won = [0] * len(self.record.teams)
        points = [0] * len(self.record.teams)
        for games in self.checked:
            for done in games:
                result = done.as_reported if as_reported else done.by_rule
                team, other = done.teams
                if result.winner is not None:
                    won[(team if result.winner == 0 else other) - 1] += 1
                first, second = result.points
                points[team - 1] += first
                points[other - 1] += second
        if self.record.games == PLAYOFF_GAMES:
            return [Score(games, 0) for games in won]
        return [Score(won[at], points[at]) for at in range(len(won))]

    def _check_totals(self, by_rule: list[Score], as_reported: list[Score]) -> None:
        """The totals of every team whose games are beyond doubt."""
        self.doubtful |= self._with_a_game_missing(by_rule)
        without_points = {
            team
            for games in self.record.rounds
            for game in games
            if game.points is None and game.hands is None
            for team in game.teams
        }
        wrong: dict[int, Score] = {}
        unsure = {team for games in self.checked for game in games if not game.sure for team in game.teams}
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
            self.findings.append(found("total", rules.MOST_GAMES, message, NOWHERE))
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
                    self.findings.append(found("points", rules.MOST_GAMES, message, spot))
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
        return {
            team
            for games, noted in zip(self.checked, self.record.rounds, strict=True)
            for done, game in zip(games, noted, strict=True)
            if not done.sure or (game.told and game.points is None and game.hands is None)
            for team in done.teams
        }

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
        self.findings.append(found(code, rule, message, Spot(team=team)))


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


def _ranked(place: int, team: int, name: str, score: Score) -> tuple[int, int, str, int, int]:
    return place, team, name, score.won, score.points


def _not_checked(record: Record) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    games = [game for games in record.rounds for game in games]
    hands = [hand for game in games for hand in game.hands or []]
    missing: list[str] = []
    if any(team.players is None for team in record.teams):
        missing.append(says("who plays in which team"))
    if any(game.hands is None for game in games):
        missing.append(says("the hands of games"))
    if any(hand.calls is None for hand in hands):
        missing.append(says("the bidding of hands"))
    if any(game.told and game.points is None and game.hands is None for game in games):
        missing.append(says("the points of games"))
    if any(hand.trump is None for hand in hands):
        missing.append(says("what was declared"))
    if any(game.ready is None for game in games):
        missing.append(says("who was seated in five minutes"))
    if any(game.sheet is None for game in games):
        missing.append(says("the signatures of sheets"))
    if record.totals is None:
        missing.append(says("the totals"))
    if record.ranking is None:
        missing.append(says("the ranking"))
    if record.qualifiers is None:
        missing.append(says("who goes on"))
    return missing
