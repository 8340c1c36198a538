"""A legal random tournament as a `bid-whist/1` record, for programs to try themselves against.

The same arguments give the same record. Teams come late and pay for it, players are late to their seats,
reneges are called, rounds are tied, equal teams are told apart, teams are absent from the playoff and its
pairings are corrected; how much of that is for `mishaps` to say: 0 for nothing, 1 for a lively weekend.
"""

from datetime import time
from random import Random
from typing import Any, Final

from rules_engine.bid_whist.bracket import Pair, Slot, first_stage, loser, next_stage, walkover
from rules_engine.bid_whist.canons import FORFEITING, step
from rules_engine.bid_whist.document import (
    DeciderDocument,
    EnteredDocument,
    GameDocument,
    RecordDocument,
    StageDocument,
    TeamDocument,
    ViolationDocument,
)
from rules_engine.bid_whist.entries import charge
from rules_engine.bid_whist.pairing import Pairing, Round, first_round, next_round
from rules_engine.bid_whist.random.hands import RandomSheets
from rules_engine.bid_whist.record import FORMAT
from rules_engine.bid_whist.standings import (
    RoundResult,
    StandingsRow,
    Tie,
    field_size,
    scores,
    seeding,
    standings,
    ties,
)
from rules_engine.bid_whist.timetable import BY_NAME, MAIN_EVENT
from rules_engine.shuffling import shuffled

ENTRY_FEE: Final = 5_000
_LATE: Final = 0.15
_VIOLATIONS: Final = 0.5
_ABSENT: Final = 0.06
_CORRECTED: Final = 0.3


def random_tournament(
    teams: int,
    seed: int,
    *,
    tournament: str = MAIN_EVENT,
    mishaps: float = 0.0,
    record_id: str | None = None,
) -> dict[str, Any]:
    """A record of one whole tournament.

    Raises:
        ValueError: for fewer than two teams.
    """
    played = _RandomTournament(teams, seed, tournament, mishaps)
    return dict[str, Any](played.record(record_id or f"random-{teams}-teams-{seed}"))


class _RandomTournament:
    def __init__(self, teams: int, seed: int, tournament: str, mishaps: float) -> None:
        self.random = Random(seed)
        self.seed = str(seed)
        self.teams = teams
        self.tournament = BY_NAME[tournament]
        self.mishaps = mishaps
        self.sheets = RandomSheets(self.random, mishaps)
        self.skill = [self.random.gauss(0, 0.1) for _ in range(teams + 1)]
        self.late = sum([self.random.random() < _LATE * mishaps for _ in range(teams)])

    def record(self, record_id: str) -> RecordDocument:
        """The record, with everything that follows from its rounds."""
        document: RecordDocument = {
            "format": FORMAT,
            "ruleset": "cardsharks",
            "id": record_id,
            "tournament": self.tournament.name,
            "entry_fee": ENTRY_FEE,
            "teams": [self._team(number) for number in range(1, self.teams + 1)],
            "rounds": [],
            "violations": [],
            "director": "the Director",
        }
        paired: list[Round] = []
        for _ in range(self.tournament.rounds):
            paired.append(next_round(paired, self.seed) if paired else self._first())
            document["rounds"].append(self._round(paired[-1], len(paired), document["violations"]))
        document["moving"] = sorted([game.moves for game in paired[0] if game.picked is None])
        self._end(document)
        return document

    def _first(self) -> Round:
        on_time = self.teams - self.late
        return first_round(range(1, on_time + 1), self.seed, range(on_time + 1, self.teams + 1))

    def _team(self, number: int) -> TeamDocument:
        start = self.tournament.starts.hour
        online = False
        if number > self.teams - self.late:
            at = time(start, self.random.randint(1, 15))
        else:
            at = time(start - 1, self.random.randint(0, 59))
            online = self.random.random() < 0.5
        owed = charge(self.tournament, ENTRY_FEE, None if online else at).total
        entered: EnteredDocument = {"by": "online" if online else "site", "paid": [owed, owed]}
        entered["at"] = f"{at:%H:%M}"
        if self.mishaps and at.minute > 14 and at.hour == start:
            entered |= {"at": f"{time(start, 20):%H:%M}", "allowed": True}
        return {"players": [f"{number}-north", f"{number}-south"], "entered": entered}

    def _round(self, games: Round, number: int, violations: list[ViolationDocument]) -> list[GameDocument]:
        late = self._late_to_seat(number, violations)
        return [self._game(game, late) for game in games]

    def _late_to_seat(self, number: int, violations: list[ViolationDocument]) -> int | None:
        """The team, if any, that forfeits this round because a player sat down late again."""
        if self.random.random() >= _VIOLATIONS * self.mishaps:
            return None
        team = self.random.randint(1, self.teams)
        player = f"{team}-{self.random.choice(['north', 'south'])}"
        if any(violation["player"] == player for violation in violations):
            return None
        earlier = self.random.randrange(4)
        due = step("late-to-seat", earlier)
        violation: ViolationDocument = {
            "player": player,
            "kind": "late-to-seat",
            "earlier": earlier,
            "step": due,
            "round": number,
        }
        violations.append(violation)
        return team if due in FORFEITING else None

    def _game(self, game: Pairing, late: int | None) -> GameDocument:
        teams = (game.stays, game.moves)
        if late in teams and late != game.picked:
            winner = teams[0] if teams[1] == late else teams[1]
            sheet: GameDocument = {"table": game.table, "teams": list(teams)}
            sheet |= {"forfeit": [late], "winner": winner}
        else:
            sheet = self._sheet(game.table, teams)
        if game.picked is not None:
            sheet["picked"] = game.picked
        return sheet

    def _sheet(self, table: int, teams: tuple[int, int]) -> GameDocument:
        return self.sheets.sheet(table, teams, self.skill[teams[0]] - self.skill[teams[1]])

    def _end(self, document: RecordDocument) -> None:
        """Standings, seeds, the playoff and its places."""
        results = [_result(game) for games in document["rounds"] for game in games]
        rows = standings(scores(range(1, self.teams + 1), results))
        document["standings"] = [list(row) for row in rows]
        field = field_size(self.teams)
        document["deciders"] = [self._decider(tie) for tie in ties(rows, field)]
        document["seeds"] = self._seeds(rows, field, document["deciders"])
        document["playoff"] = []
        pairs = list(first_stage(document["seeds"]))
        before: list[Pair] = []
        lost: list[Slot] = []
        winners: list[Slot] = []
        while pairs:
            stage, winners = self._stage(pairs)
            document["playoff"].append(stage)
            before, lost = (
                pairs,
                lost
                if len(pairs) == 1
                else [loser(pair, winner) for pair, winner in zip(pairs, winners, strict=True)],
            )
            pairs = list(next_stage(winners))
        self._places(document, before[0], winners[0], lost)

    def _decider(self, tie: Tie) -> DeciderDocument:
        if tie.at_the_cut and len(tie.teams) == 2:
            teams = (tie.teams[0], tie.teams[1])
            hand, points = self.sheets.hand(teams, self.skill[teams[0]] - self.skill[teams[1]])
            order = list(teams) if points[0] > points[1] else [teams[1], teams[0]]
            return {"teams": list(tie.teams), "by": "hand", "hand": hand, "order": order}
        order = shuffled(tie.teams, self.seed, f"seeds {tie.teams[0]}")
        return {"teams": list(tie.teams), "by": "director" if tie.at_the_cut else "draw", "order": order}

    def _seeds(
        self, rows: tuple[StandingsRow, ...], field: int, deciders: list[DeciderDocument]
    ) -> list[int]:
        orders = {frozenset(decider["teams"]): decider["order"] for decider in deciders}
        return list(seeding(rows, field, orders).seeds)

    def _stage(self, pairs: list[Pair]) -> tuple[StageDocument, list[Slot]]:
        """A stage, and who won each of its pairs; `pairs` are changed where they are corrected."""
        stage: StageDocument = {"games": []}
        whole = all(team is not None for pair in pairs for team in pair)
        if len(pairs) > 2 and whole and self.random.random() < _CORRECTED * self.mishaps:
            (team, first), (other, second) = pairs[:2]
            pairs[:2] = [(team, second), (other, first)]
            stage["corrected"] = "Two scoresheets had been exchanged."
        winners: list[Slot] = []
        for pair in pairs:
            settled, winner = walkover(pair)
            if not settled:
                game = self._playoff_game(len(stage["games"]) + 1, pair, len(pairs))
                stage["games"].append(game)
                winner = game.get("winner")
            winners.append(winner)
        return stage, winners

    def _playoff_game(self, table: int, pair: Pair, pairs: int) -> GameDocument:
        teams = (pair[0] or 0, pair[1] or 0)
        absent = [team for team in teams if pairs > 2 and self.random.random() < _ABSENT * self.mishaps]
        if not absent or (len(absent) == 2 and pairs <= 4):
            return self._sheet(table, teams)
        game: GameDocument = {"table": table, "teams": list(teams), "forfeit": absent}
        _, winner = walkover(pair, absent)
        return game if winner is None else game | {"winner": winner}

    def _places(self, document: RecordDocument, final: Pair, first: Slot, lost: list[Slot]) -> None:
        """The game for the third place where it can be played, and the first places."""
        places = [first, loser(final, first)]
        settled, third = walkover((lost[0], lost[1])) if lost else (True, None)
        if not settled:
            document["third"] = self._sheet(2, (lost[0] or 0, lost[1] or 0))
            third = document["third"]["winner"]
            places += [third, loser((lost[0], lost[1]), third)]
        elif third is not None:
            places.append(third)
        document["places"] = [team for team in places if team is not None]


def _result(game: GameDocument) -> RoundResult:
    points = game.get("points", [0, 0])
    teams = (game["teams"][0], game["teams"][1])
    return RoundResult(teams, (points[0], points[1]), game.get("winner"), game.get("picked"))
