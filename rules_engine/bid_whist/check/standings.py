"""The check of standings, of how equal teams were told apart, and of the seeds."""

from collections.abc import Mapping, Sequence

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.check.hands import HandCheck
from rules_engine.bid_whist.check.result import NOWHERE, Spot
from rules_engine.bid_whist.record import Decider, Record
from rules_engine.bid_whist.scoring import round_winner
from rules_engine.bid_whist.standings import (
    SMALLEST_FIELD,
    Score,
    StandingsRow,
    Tie,
    field_of,
    seeding,
    standings,
    ties,
    who_is_there,
)
from rules_engine.findings import Finding, finding_at, warning_at
from rules_engine.sentences import SEMICOLON, Said, Sentence, Several, TeamNumber, says, team_list

Scores = Mapping[int, Score]
Orders = dict[frozenset[int], tuple[int, ...]]


class StandingsCheck:
    """The check; `courses` are the scores by the rules and as noted, none where rounds are not told."""

    def __init__(self, record: Record, courses: Sequence[Scores]) -> None:
        self.record = record
        self.there = frozenset(record.in_the_end) | _of_last_round(record)
        self.courses: list[Scores] = []
        self.rows: list[tuple[StandingsRow, ...]] = []
        self.remaining: list[tuple[StandingsRow, ...]] = []
        for course in courses:
            self._follow(course)
        self.findings: list[Finding] = []

    def run(self) -> tuple[tuple[StandingsRow, ...], tuple[int, ...]]:
        """Check all; the standings and seeds by the rules, empty where they cannot be told."""
        rows = self.record.standings
        if rows is not None:
            self._check_rows(rows)
        if not self.courses or len(self.there) < SMALLEST_FIELD:
            return (), ()
        orders = self._check_deciders()
        due = self.rows[0]
        if self.record.seeds is not None:
            self._check_seeds(self.record.seeds, orders)
        return due, seeding(self.remaining[0], self._field(), orders[0]).seeds

    def _field(self) -> int:
        return field_of(len(self.record.playing), len(self.there))

    def _check_rows(self, rows: tuple[StandingsRow, ...]) -> None:
        noted = {row.team: Score(row.won, row.points) for row in rows}
        wrong = [
            team
            for team, score in noted.items()
            if self.courses and not any(course[team] == score for course in self.courses)
        ]
        if wrong:
            differences = [_difference(team, noted[team], self.courses[0][team]) for team in wrong]
            message = says("%(differences)s.", differences=Several(differences, SEMICOLON))
            team = wrong[0] if len(wrong) == 1 else None
            self._find("standing-score", rules.STANDINGS, message, Spot(team=team))
        self._follow(noted)
        places = {row.team: row.place for row in rows}
        if places not in [{row.team: row.place for row in due} for due in self.rows]:
            due = {row.team: row.place for row in standings(noted)}
            team = min([team for team in places if places[team] != due[team]])
            message = says(
                "Team %(team)s is placed %(place)s; by rounds won and points it is %(due)s.",
                team=TeamNumber(team),
                place=places[team],
                due=due[team],
            )
            self._find("standing-place", rules.STANDINGS, message, Spot(team=team))

    def _follow(self, course: Scores) -> None:
        """A further course, unless it is one that is followed already."""
        if course not in self.courses:
            self.courses.append(course)
            self.rows.append(standings(course))
            self.remaining.append(who_is_there(self.rows[-1], self.there))

    def _check_deciders(self) -> tuple[Orders, Orders]:
        """Check how equal teams were told apart; their orders by the rules and as noted."""
        groups: dict[frozenset[int], list[Tie]] = {}
        for rows in self.remaining:
            for tie in ties(rows, self._field()):
                groups.setdefault(frozenset(tie.teams), []).append(tie)
        due: Orders = {}
        noted: Orders = {}
        for number, decider in enumerate(self.record.deciders, 1):
            spot = Spot(decider=number)
            equal = groups.get(frozenset(decider.teams))
            if equal is None:
                message = says(
                    "Teams %(teams)s are not those that are equal where it matters.",
                    teams=team_list(decider.teams),
                )
                self._find("decider-teams", rules.SINGLE_HAND, message, spot)
                continue
            self._check_kind(decider, equal, spot)
            noted[frozenset(decider.teams)] = decider.order
            due[frozenset(decider.teams)] = self._order(decider, spot)
        return due, noted

    def _check_kind(self, decider: Decider, may_be: Sequence[Tie], spot: Spot) -> None:
        """Check how teams were told apart that are equal as one of these has it, the first by the rules."""
        tie = may_be[0]
        if not any(decider.by in _ways_to_tell_apart(possible) for possible in may_be):
            how = says("a single hand") if tie.rule == rules.SINGLE_HAND else says("the Director")
            if not tie.at_the_cut:
                how = says("a draw")
            message = says(
                "Teams %(teams)s are told apart by %(due)s, not by %(noted)s.",
                teams=team_list(decider.teams),
                due=how,
                noted=says(decider.by),
            )
            self._find("decider-kind", tie.rule, message, spot)

    def _order(self, decider: Decider, spot: Spot) -> tuple[int, ...]:
        hand = decider.hand
        if hand is None or decider.by != "hand":
            return decider.order
        teams = (decider.teams[0], decider.teams[1])
        check = HandCheck(hand, teams, spot)
        check.run()
        self.findings += check.findings
        sides = [round_winner(check.due), round_winner(check.noted)]
        winners = [teams[side] for side in sides if side is not None]
        if winners and decider.order[0] not in winners:
            message = says(
                "Team %(team)s is put first; the hand went to team %(due)s.",
                team=TeamNumber(decider.order[0]),
                due=TeamNumber(winners[0]),
            )
            self._find("decider-order", rules.SINGLE_HAND, message, spot)
            return (winners[0], teams[1] if winners[0] == teams[0] else teams[0])
        return decider.order

    def _check_seeds(self, seeds: tuple[int, ...], orders: tuple[Orders, Orders]) -> None:
        teams = len(self.record.playing)
        field = self._field()
        if len(seeds) != field:
            message = says(
                "%(seeds)s teams are seeded; of %(teams)s teams %(due)s play on.",
                seeds=len(seeds),
                teams=teams,
                due=field,
            )
            self._find("field", rules.FIELD, message)
        place = {team: at for at, team in enumerate(seeds)}
        expected: list[tuple[int, ...]] = []
        whole: list[tuple[int, ...]] = []
        undecided: list[tuple[Tie, ...]] = []
        for rows in self.remaining:
            for decided in orders[:1] if orders[0] == orders[1] else orders:
                open_ties = seeding(rows, field, decided).open
                as_seeded = decided | {
                    frozenset(tie.teams): tuple(sorted(tie.teams, key=lambda team: place.get(team, teams)))
                    for tie in open_ties
                }
                expected.append(seeding(rows, len(seeds), as_seeded).seeds)
                whole.append(seeding(rows, field, as_seeded).seeds)
                undecided.append(open_ties)
        fitting = [open_ties for due, open_ties in zip(expected, undecided, strict=True) if due == seeds]
        if not fitting and not any(_left_out_of(due, seeds) for due in whole):
            due = expected[-1]
            at = next(at for at, team in enumerate(seeds) if at >= len(due) or due[at] != team)
            seed = says("team %(team)s", team=TeamNumber(due[at])) if at < len(due) else says("nobody")
            message = says(
                "Seed %(seed)s is noted as team %(team)s; by the standings it is %(due)s.",
                seed=at + 1,
                team=TeamNumber(seeds[at]),
                due=seed,
            )
            self._find("seed-order", rules.STANDINGS, message, Spot(team=seeds[at]))
        for tie in min(fitting or undecided, key=len):
            self._open(tie)

    def _open(self, tie: Tie) -> None:
        message = says(
            "Teams %(teams)s are equal; how they were told apart is not noted.",
            teams=team_list(tie.teams),
        )
        if tie.at_the_cut:
            self._find("seed-open", tie.rule, message)
        else:
            self.findings.append(warning_at("seed-open", tie.rule, message, NOWHERE))

    def _find(self, code: str, rule: str, message: Said, spot: Spot = NOWHERE) -> None:
        self.findings.append(finding_at(code, rule, message, spot))


def _of_last_round(record: Record) -> frozenset[int]:
    """The teams that were drawn and have a game of their own in the last round, whatever is noted of it."""
    games = record.rounds[-1] if record.rounds else ()
    own = {team for game in games for team in game.teams if team != game.picked}
    return frozenset(own & set(record.playing))


def _ways_to_tell_apart(tie: Tie) -> set[str]:
    if not tie.at_the_cut:
        return {"draw", "director"}
    return {"hand", "director"} if len(tie.teams) == 2 else {"director"}


def _left_out_of(due: Sequence[int], seeds: Sequence[int]) -> bool:
    """Whether only some of the seeds due were left out of those noted."""
    return len(seeds) < len(due) and list(seeds) == [team for team in due if team in seeds]


def _difference(team: int, noted: Score, due: Score) -> Sentence:
    return says(
        "Team %(team)s is noted with %(won)s won and %(points)s points; it has %(due)s won and "
        "%(due_points)s "
        "points",
        team=TeamNumber(team),
        won=noted.won,
        points=noted.points,
        due=due.won,
        due_points=due.points,
    )
