"""The check of a reported event of Military Whist: everything that the rules settle, day by day.

A true record has no finding, and one fault gives one finding where it can: after it the check goes on from
what was reported. Scores, totals and the ranking in the result are what the rules give from the hands, or
where these are not reported from the counts at the end of each day.
"""

from collections import Counter
from collections.abc import Sequence

from rules_engine.findings import Finding, finding_at, warning_at
from rules_engine.military_whist import rules
from rules_engine.military_whist.check.days import DayCheck
from rules_engine.military_whist.check.movement_sheet import due_in
from rules_engine.military_whist.check.result import NOWHERE, Check, DayResult, Spot
from rules_engine.military_whist.check.ties import TieCheck, open_ties
from rules_engine.military_whist.reader.event import record_of
from rules_engine.military_whist.record import Record
from rules_engine.military_whist.standings import Standings, Teams, standings, tied_groups
from rules_engine.record_bytes import checked_bytes
from rules_engine.sentences import AND, Said, Several, TeamNumber, says, team_list
from rules_engine.slips_of_pen import exchanged, wrong_figures


def check_bytes(data: bytes) -> Check:
    """Read and check one record; raises `Malformed` for what is none."""
    return checked_bytes(data, record_of, check_record)


def check_record(record: Record) -> Check:
    """Check a record that has been read."""
    return _EventCheck(record).run()


class _EventCheck:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.findings: list[Finding] = []
        self.courses: list[list[int]] = []
        self.doubtful = False

    def run(self) -> Check:
        record = self.record
        self._check_teams()
        results = self._check_days(self._check_schedule())
        self._check_totals()
        ranking = self._check_ranking()
        totals = self.courses[0] if self.courses else None
        places = [] if totals is None else ranking
        return Check(
            id=record.id,
            findings=tuple(self.findings),
            days=tuple(results),
            totals=totals,
            ranking=tuple(
                (place, team, record.teams[team - 1].name, (totals or [])[team - 1]) for place, team in places
            ),
            not_checked=tuple(_not_checked(record)),
        )

    def _check_teams(self) -> None:
        record = self.record
        level = record.level
        players: set[str] = set()
        for table, team in enumerate(record.teams, 1):
            for player in (team.players or {}).values():
                if player in players:
                    message = says(
                        "%(player)s is named at two letters; a team is four players of its own.",
                        player=player,
                    )
                    self._find("player-twice", rules.TEAM, message, table=table)
                players.add(player)
        if level.teams is not None and len(record.teams) != level.teams:
            message = says(
                "%(teams)s teams play; %(due)s are provided for.", teams=len(record.teams), due=level.teams
            )
            self.findings.append(warning_at("team-count", level.rule, message, NOWHERE))
        if level.of_an_origin is not None:
            origins = Counter(team.origin for team in record.teams if team.origin is not None)
            many = [origin for origin, teams in origins.items() if teams > (level.of_an_origin or 0)]
            for origin in many:
                message = says(
                    "%(teams)s teams come from %(origin)s; %(most)s may.",
                    teams=origins[origin],
                    origin=origin,
                    most=level.of_an_origin,
                )
                self._find("origin-full", level.origin_rule, message)
            if level.teams == len(record.teams) and not many:
                self._check_order()

    def _check_order(self) -> None:
        """First teams of the zones at the first tables, second teams in the same order at the others."""
        teams = self.record.teams
        half = len(teams) // 2
        if any(team.origin is None or team.place is None for team in teams):
            return
        wrong = [
            table + 1
            for table, team in enumerate(teams)
            if team.place != table // half + 1 or team.origin != teams[table % half].origin
        ]
        if wrong:
            tables = ", ".join(map(str, wrong))
            message = says(
                "At tables %(tables)s other teams were due: first teams of the zones, then second teams.",
                tables=tables,
            )
            self._find("table-order", rules.ZONE_ORDER, message, table=wrong[0] if len(wrong) == 1 else None)

    def _check_schedule(self) -> list[bool]:
        """Check sessions and hands; for each day, whether it has as many hands as were to be played."""
        record = self.record
        level = record.level
        planned = tuple(day.sessions for day in record.days)
        due_days = level.days
        if due_days is not None and record.stopped is not None:
            due_days = due_days[: len(planned)]
        if due_days is not None and planned != due_days:
            message = says(
                "The sessions are %(planned)s; at this level they are %(due)s.",
                planned=_sessions(planned),
                due=_sessions(due_days),
            )
            self._find("schedule", level.rule, message)
        left = sum(map(sum, planned)) if record.stopped is None else record.stopped
        whole: list[bool] = []
        for number, day in enumerate(record.days, 1):
            due = min(left, sum(day.sessions))
            left -= due
            whole.append(day.hands is None or len(day.hands) == due)
            if day.hands is not None and len(day.hands) != due:
                message = says(
                    "%(hands)s hands are recorded; %(due)s were to be played.", hands=len(day.hands), due=due
                )
                self._find("hand-count", rules.PATTERN, message, number)
        if left:
            message = says(
                "Play was stopped after hand %(hand)s; so many were not planned.", hand=record.stopped
            )
            self._find("hand-count", rules.PATTERN, message)
        return whole

    def _check_days(self, whole: Sequence[bool]) -> list[DayResult]:
        due = due_in(self.record)
        results: list[DayResult] = []
        first = 1
        by_day: list[list[list[int]]] = []
        for number, day in enumerate(self.record.days, 1):
            check = DayCheck(self.record, day, number, first, due, whole[number - 1])
            results.append(check.run())
            self.findings += check.findings
            self.doubtful = self.doubtful or check.doubtful
            by_day.append(check.scores)
            first += sum(day.sessions)
        if all(by_day):
            self.courses = _sums(by_day)
        return results

    def _check_totals(self) -> None:
        totals = self.record.totals
        if totals is None:
            return
        if self.courses and not self.doubtful:
            wrong, due = wrong_figures(totals, self.courses)
            if exchanged(wrong, due):
                team, other = wrong
                message = says(
                    "Teams %(one)s and %(other)s are recorded with each other's totals.",
                    one=TeamNumber(team),
                    other=TeamNumber(other),
                )
                self._find("total", rules.DAYS_ADDED, message)
            else:
                for table, total in wrong.items():
                    message = says(
                        "Team %(team)s's total is recorded as %(total)s; it is %(due)s.",
                        team=TeamNumber(table),
                        total=total,
                        due=due[table],
                    )
                    self._find("total", rules.DAYS_ADDED, message, table=table)
        if totals not in self.courses:
            self.courses.append(totals)

    def _check_ranking(self) -> tuple[tuple[int, int], ...]:
        """Check play-offs, ranking and who goes on; the ranking by the rules."""
        record = self.record
        groups = [tied_groups(course) for course in self.courses]
        by_rule: dict[frozenset[int], Teams] = {}
        as_reported: dict[frozenset[int], Teams] = {}
        for number, playoff in enumerate(record.playoffs, 1):
            check = TieCheck(playoff, number, groups)
            check.run()
            self.findings += check.findings
            by_rule[frozenset(playoff.teams)] = check.orders[0]
            as_reported[frozenset(playoff.teams)] = check.orders[-1]
        decided = record.level.decided
        ended = [
            standings(course, orders, decided)
            for course in self.courses
            for orders in ((by_rule,) if by_rule == as_reported else (by_rule, as_reported))
        ]
        if ended and record.ranking is not None:
            undecided = open_ties([standing.open for standing in ended])
            self.findings += undecided
            if undecided:
                ranked = _as_ranked(record.ranking, ended[0].open)
                ended.append(standings(self.courses[0], by_rule | ranked))
            self._compare_ranking(record.ranking, ended)
        if ended and record.advancing is not None:
            self._compare_advancing(record.advancing, ended)
        return ended[0].ranking if ended else ()

    def _compare_ranking(self, reported: tuple[tuple[int, int], ...], ended: Sequence[Standings]) -> None:
        noted = {team: place for place, team in reported}
        if any(noted == {team: place for place, team in standing.ranking} for standing in ended):
            return
        due = ended[0].ranking
        place, team = next((place, team) for place, team in due if noted[team] != place)
        message = says(
            "Team %(team)s is ranked %(rank)s; it is %(due)s by its flags and the play-offs.",
            team=TeamNumber(team),
            rank=noted[team],
            due=place,
        )
        self._find("ranking", rules.WINNER, message, table=team)

    def _compare_advancing(self, reported: Teams, ended: Sequence[Standings]) -> None:
        level = self.record.level
        due = [tuple(team for _, team in standing.ranking[: level.advancing]) for standing in ended]
        if self.record.ranking is not None:
            ranked = sorted(self.record.ranking)
            due.append(tuple(team for _, team in ranked[: level.advancing]))
        if reported not in due:
            message = says(
                "Noted as going on are %(noted)s; by the ranking they are %(due)s.",
                noted=team_list(reported),
                due=team_list(due[0]),
            )
            self._find("advancing", level.rule, message)

    def _find(
        self, code: str, rule: str, message: Said, day: int | None = None, table: int | None = None
    ) -> None:
        self.findings.append(finding_at(code, rule, message, Spot(day=day, table=table)))


def _as_ranked(ranking: Sequence[tuple[int, int]], groups: Sequence[Teams]) -> dict[frozenset[int], Teams]:
    """The order that a reported ranking gives the tied teams, where it puts none of them side by side."""
    place = {team: at for at, team in ranking}
    return {
        frozenset(group): tuple(sorted(group, key=place.__getitem__))
        for group in groups
        if len({place[team] for team in group}) == len(group)
    }


def _sums(by_day: Sequence[Sequence[Sequence[int]]]) -> list[list[int]]:
    """The totals by each course, the days' own courses added in their order."""
    sums: list[list[int]] = []
    for at in range(max(len(courses) for courses in by_day)):
        chosen = [courses[min(at, len(courses) - 1)] for courses in by_day]
        total = [sum(scores) for scores in zip(*chosen, strict=True)]
        if total not in sums:
            sums.append(total)
    return sums


def _sessions(days: Sequence[Sequence[int]]) -> str:
    return Several([Several(sessions, AND) for sessions in days], ", then ")


def _not_checked(record: Record) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    missing: list[str] = []
    if any(team.players is None for team in record.teams):
        missing.append(says("who plays in which team"))
    for number, day in enumerate(record.days, 1):
        if day.before is None:
            missing.append(says("the flags counted before play of day %(day)s", day=number))
        if day.hands is None:
            missing.append(says("the hands of day %(day)s", day=number))
        elif any(hand.taken is None for hand in day.hands):
            missing.append(says("tricks in hands of day %(day)s", day=number))
        elif any(hand.won is None for hand in day.hands):
            missing.append(says("the flags that moved in hands of day %(day)s", day=number))
        if day.after is None:
            missing.append(says("the flags counted at the end of day %(day)s", day=number))
    if record.totals is None:
        missing.append(says("the totals"))
    if record.ranking is None:
        missing.append(says("the ranking and its ties"))
    return missing
