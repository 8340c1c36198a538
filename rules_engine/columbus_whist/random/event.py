"""A legal random event as a `columbus-whist/1` record, for programs to try themselves against.

The same arguments give the same record. Players bid out of turn, expose cards, renege, come late and leave;
teams tied at the line play it off. How much goes wrong is for `mishaps` to say: 0 for nothing, 1 for a lively
evening.
"""

from random import Random
from typing import Any

from rules_engine.columbus_whist.auction import SEATS
from rules_engine.columbus_whist.boston_pot import LAST_GAME, pot
from rules_engine.columbus_whist.document import (
    GameDocument,
    LeaverDocument,
    PlayoffDocument,
    PotDocument,
    RecordDocument,
    SheetEntryDocument,
)
from rules_engine.columbus_whist.game import START, State, after, ended
from rules_engine.columbus_whist.hand import BOOKS
from rules_engine.columbus_whist.random.hands import RandomHand
from rules_engine.columbus_whist.reader.event import FEWEST_TEAMS, MOST_TEAMS
from rules_engine.columbus_whist.record import FORMAT, GAMES
from rules_engine.columbus_whist.standings import PLAYED_OFF, Score, Standings, standings

STAKE = 500
_LEAVES = 0.5
LATE = 301
_LATENESS = 0.05


def random_event(
    teams: int, seed: int, *, qualifiers: int | None = None, mishaps: float = 0.0, event_id: str | None = None
) -> dict[str, Any]:
    """A record of one event; half the teams go on by default.

    Raises:
        ValueError: an odd number of teams, fewer than 2 or more than 1000, or more qualifiers than teams.
    """
    count = teams // 2 if qualifiers is None else qualifiers
    if teams % 2 or not FEWEST_TEAMS <= teams <= MOST_TEAMS or not 0 <= count <= teams:
        raise ValueError(f"an even number of teams from {FEWEST_TEAMS} to {MOST_TEAMS}, and no more go on")
    event = _RandomEvent(Random(seed), teams, mishaps)
    return dict[str, Any](event.record(event_id or f"random-{teams}-teams-{seed}", count))


class _RandomEvent:
    def __init__(self, random: Random, teams: int, mishaps: float) -> None:
        self.random = random
        self.teams = teams
        self.mishaps = mishaps
        self.players = {team: [f"p{2 * team - 1}", f"p{2 * team}"] for team in range(1, teams + 1)}
        self.won = [0] * teams
        self.points = [0] * teams
        self.won_by_fourth = [0] * teams
        self.bostons = [0] * teams
        self.leaver: LeaverDocument | None = None
        if random.random() < _LEAVES * mishaps:
            team, number = random.randint(1, teams), random.randint(2, GAMES)
            self.leaver = {"team": team, "round": number, "player": self.players[team][0]}

    def record(self, event_id: str, qualifiers: int) -> RecordDocument:
        """The event, with its pot, its ranking and its play-off."""
        rounds = [self._round(number) for number in range(1, GAMES + 1)]
        document: RecordDocument = {
            "format": FORMAT,
            "ruleset": "columbus-first-club-2016",
            "id": event_id,
            "teams": [
                {"name": f"Team {team}", "players": self.players[team], "substitutes": [f"s{team}"]}
                for team in self.players
            ],
            "rounds": rounds,
            "director": "Dee",
            "boston": self._pot(),
            "totals": [list(pair) for pair in zip(self.won, self.points, strict=True)],
            "qualifiers": qualifiers,
        }
        if self.leaver is not None:
            document["leavers"] = [self.leaver]
        scores = [Score(won, points) for won, points in zip(self.won, self.points, strict=True)]
        done = standings(scores, qualifiers)
        if done.tied:
            playoff = self._playoff(done)
            document["playoffs"] = [playoff]
            done = standings(scores, qualifiers, {frozenset(done.tied): tuple(playoff["order"])})
        document["ranking"] = [list(entry) for entry in done.ranking]
        document["qualified"] = list(done.qualified)
        return document

    def _round(self, number: int) -> list[GameDocument]:
        """Everybody but the first moves on by one seat a round, so opponents change."""
        moving = list(range(2, self.teams + 1))
        shift = (number - 1) % len(moving)
        order = [1, *moving[shift:], *moving[:shift]]
        games = []
        for at in range(self.teams // 2):
            pair = (order[at], order[-1 - at])
            left = (self._left(pair[0], number), self._left(pair[1], number))
            game, state = random_game(self.random, pair, self.players, self.mishaps, left)
            self._count(game, state, pair, number)
            games.append(game)
        if self.leaver is not None and self.leaver["round"] == number:
            self._replace_if_over(games)
        return games

    def _replace_if_over(self, games: list[GameDocument]) -> None:
        """Who left in a game that had ended by itself left before the next."""
        if self.leaver is None:
            return
        of_team = [game for game in games if self.leaver["team"] in game["teams"]]
        if of_team[0]["ending"] != "left" and self.random.random() < 0.5:
            self.leaver["substitute"] = f"s{self.leaver['team']}"

    def _left(self, team: int, number: int) -> int:
        leaver = self.leaver
        if leaver is None or leaver["team"] != team or "substitute" in leaver or leaver["round"] > number:
            return 0
        return 1 if leaver["round"] == number else 2

    def _count(self, game: GameDocument, state: State, pair: tuple[int, int], number: int) -> None:
        for side, team in enumerate(pair):
            self.won[team - 1] += state.winner == side
            self.points[team - 1] += state.points[side]
            if number <= LAST_GAME:
                self.won_by_fourth[team - 1] += state.winner == side
                taken = [hand["books"][side] for hand in game.get("hands", []) if "books" in hand]
                self.bostons[team - 1] += taken.count(BOOKS)

    def _pot(self) -> PotDocument:
        inside = sorted(self.random.sample(range(1, self.teams + 1), max(2, self.teams * 3 // 4)))
        cents = STAKE * len(inside)
        done = pot(
            cents,
            {team: self.bostons[team - 1] for team in inside},
            {team: self.won_by_fourth[team - 1] for team in inside},
        )
        shares = [[team, done.share + (at < done.left)] for at, team in enumerate(done.winners)]
        return {"cents": cents, "teams": inside, "shares": shares}

    def _playoff(self, done: Standings) -> PlayoffDocument:
        tied = done.tied
        if len(tied) > PLAYED_OFF:
            order = self.random.sample(tied, len(tied))
            return {"teams": list(tied), "order": order, "ruling": "The officials drew the order."}
        game, state = random_game(self.random, (tied[0], tied[1]), self.players, 0.0)
        winner = tied[state.winner or 0]
        return {"teams": list(tied), "games": [game], "order": [winner, sum(tied) - winner]}


def random_game(
    random: Random,
    teams: tuple[int, int],
    players: dict[int, list[str]],
    mishaps: float,
    left: tuple[int, int] = (0, 0),
) -> tuple[GameDocument, State]:
    """A game and how it ended. `left` says of each side whether it forfeits the rest of it (1) or all (2)."""
    team, other = teams
    seated = [players[team][0], players[other][0], players[team][1], players[other][1]]
    game: GameDocument = {"teams": [team, other], "players": seated}
    whole = [side for side in (0, 1) if left[side] == 2]
    if whole:
        state = State(ending="left") if len(whole) == 2 else ended(START, 1 - whole[0], "left")
        return _finished(game, state, teams), state
    if random.random() < _LATENESS * mishaps:
        side = random.randrange(2)
        never = random.choice([None, LATE, 420])
        game["ready"] = [60, 60]
        game["ready"][side] = never
        state = ended(START, 1 - side, "late")
    else:
        game["ready"] = [random.randint(0, 300), random.randint(0, 300)]
        state = _played(random, game, teams, mishaps, left)
    game["sheet"] = _signed(random, teams, players)
    return _finished(game, state, teams), state


def _played(
    random: Random, game: GameDocument, teams: tuple[int, int], mishaps: float, left: tuple[int, int]
) -> State:
    first = random.randrange(SEATS)
    game["first_club"] = first + 1
    game["hands"] = []
    state = START
    breaks_off = random.randint(0, 2) if left[0] != left[1] else None
    while state.ending is None:
        if state.hands == breaks_off:
            return ended(state, int(left[0] > left[1]), "left")
        hand = RandomHand(random, teams, (first + state.hands) % SEATS, mishaps)
        state = after(state, hand.result, hand.bidder, hand.bid.number, hand.by_renege)
        hand.document["score"] = list(state.points)
        game["hands"].append(hand.document)
    return state


def _signed(
    random: Random, teams: tuple[int, int], players: dict[int, list[str]]
) -> list[SheetEntryDocument]:
    entries: list[SheetEntryDocument] = [
        {"signed": team, "by": random.choice(players[team])} for team in random.sample(teams, 2)
    ]
    if random.random() < 0.1:
        entries.insert(random.randrange(2), {"changed": "a score was written more clearly"})
    return entries


def _finished(game: GameDocument, state: State, teams: tuple[int, int]) -> GameDocument:
    if state.ending is not None:
        game["ending"] = state.ending
    game["winner"] = None if state.winner is None else teams[state.winner]
    game["points"] = list(state.points)
    return game
