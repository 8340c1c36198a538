"""A legal random game of Columbus Whist, hand by hand, with its sheet."""

from random import Random
from typing import Any

from rules_engine.columbus_whist.auction import SEATS
from rules_engine.columbus_whist.game import START, State, after, ended
from rules_engine.columbus_whist.random.hands import RandomHand

LATE = 301
_LATENESS = 0.05


def random_game(
    random: Random,
    teams: tuple[int, int],
    players: dict[int, list[str]],
    mishaps: float,
    left: tuple[int, int] = (0, 0),
) -> tuple[dict[str, Any], State]:
    """A game and how it ended. `left` says of each side whether it forfeits the rest of it (1) or all (2)."""
    team, other = teams
    seated = [players[team][0], players[other][0], players[team][1], players[other][1]]
    game: dict[str, Any] = {"teams": [team, other], "players": seated}
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
    random: Random, game: dict[str, Any], teams: tuple[int, int], mishaps: float, left: tuple[int, int]
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


def _signed(random: Random, teams: tuple[int, int], players: dict[int, list[str]]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = [
        {"signed": team, "by": random.choice(players[team])} for team in random.sample(teams, 2)
    ]
    if random.random() < 0.1:
        entries.insert(random.randrange(2), {"changed": "a score was written more clearly"})
    return entries


def _finished(game: dict[str, Any], state: State, teams: tuple[int, int]) -> dict[str, Any]:
    game["ending"] = state.ending
    game["winner"] = None if state.winner is None else teams[state.winner]
    game["points"] = list(state.points)
    return game
