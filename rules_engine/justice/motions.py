"""When the players may vote, who votes and how, and why a vote asked for cannot be held.

Section III; inventory W-98, W-102 to W-104, W-108 to W-113, readings 47 to 60. Counting is
`rules_engine.justice.votes`, how far a bar reaches `rules_engine.justice.voted_bars`. Invariants: the Acting
Executor has no discretion; a motion is put to the vote unless one of `OBSTACLES` stands against it.
Terms: roll (the players entitled to vote, fixed when the vote is opened); roll call (each answers openly).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from rules_engine.justice import voted_bars as bars
from rules_engine.justice.votes import BARS, MajorityOf, Motion, VoteResult, decide_vote
from rules_engine.sentences import says
from rules_engine.table_size import FEWEST_PLAYERS

Answer = Literal["aye", "no", "abstain", "absent"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)
FINDINGS: Final = frozenset({Motion.FIND_INTENTIONAL_REVOKE, Motion.FIND_CHAOTIC_ACTION})
MOST_POINTS: Final = 4
"""No more than a type 1 violation costs."""
# What a carried motion adds to the record of its stanza; a bar adds nothing there.
INCIDENTS: Final[Mapping[Motion, str]] = {
    **dict.fromkeys(FINDINGS, "type-2-finding"),
    Motion.TYPE_2_POINTS: "type-2-penalty",
    Motion.TYPE_2_ADJUSTED_SCORE: "adjusted-score",
}
OBSTACLES: Final[Mapping[str, tuple[str, str]]] = {
    "not-sanctioned": ("III", "Section III holds in sanctioned games only."),
    "final-sheet-confirmed": ("III/Penalties", "The final sheet is confirmed: there are no current players."),
    "too-few-players": ("I/Players", f"Fewer than {FEWEST_PLAYERS} sit at the table."),
    "not-a-current-player": ("III/Penalties", "Only a player who sits at the table may demand a vote."),
    "open-already": ("III/Penalties", "A vote on this is open; its result is awaited."),
    "decided-already": ("III/Penalties", "This has been voted on; a closed vote is final."),
    "penalised-otherwise": ("III/Chaotic Action", "Another rule already penalises the act."),
    "not-found-type-2": ("III/Penalties", "No type 2 violation has been found: its finding comes first."),
    "points-out-of-range": ("III/Penalties", f"A penalty takes from 0 to {MOST_POINTS} points."),
    "no-penalty": ("III/Penalties", says("A penalty takes points or fails the bid; this one does neither.")),
    "adjustment-not-positive": ("III/Penalties", "An adjusted score adds points."),
    "injured-is-an-offender": ("III/Penalties", "An adjusted score goes to a player injured, no offender."),
    "injured-not-in-the-game": ("III/Penalties", "An adjusted score goes to somebody who played there."),
    "bar-of-nothing": ("III/Penalties", "A bar names at least one game."),
    "bar-out-of-reach": (bars.RULE, "The bar names what it cannot reach."),
    "only-offenders": ("III/Penalties", "Every current player is an offender; nobody may vote on the bar."),
    "letter-without-bar": ("III/Penalties", "A Letter goes only with the bar that all non-offenders vote."),
}


class Obstacle(NamedTuple):
    """Why no vote is held: a key of `OBSTACLES`, the section, and a sentence."""

    code: str
    rule: str
    reason: str


class VotingTable(NamedTuple):
    """The table when a vote is asked for: who sits there, who has ever played in the game, and its state."""

    current: Collection[str]
    played: Collection[str]
    sanctioned: bool
    final_sheet_confirmed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """A motion as it is demanded by `by` against `offenders`, all who are accused or found in one incident.

    `found` says that type 2 was found, `penalised` that another rule already penalises the act; `state` what
    became of the same motion on the same violation. `points` and `fails_bid` belong to the motion on points,
    `points` and `injured` to the adjusted score, `scope` and `sanction` to a bar, `letter` to any.
    """

    motion: Motion
    by: str
    offenders: frozenset[str]
    found: bool = False
    penalised: bool = False
    state: Literal["", "open", "closed"] = ""
    points: int = 0
    fails_bid: bool = False
    injured: str = ""
    scope: tuple[bars.VotedTarget, ...] = ()
    sanction: str = ""
    letter: bool = False


def obstacles(moved: Moved, table: VotingTable) -> tuple[Obstacle, ...]:
    """All that stands against holding this vote, in the order of `OBSTACLES`; empty: it must be opened."""
    against = {
        "not-sanctioned": not table.sanctioned,
        "final-sheet-confirmed": table.final_sheet_confirmed,
        "too-few-players": len(table.current) < FEWEST_PLAYERS,
        "not-a-current-player": moved.by not in table.current,
        "open-already": moved.state == "open",
        "decided-already": moved.state == "closed",
        "penalised-otherwise": moved.motion is Motion.FIND_CHAOTIC_ACTION and moved.penalised,
        "not-found-type-2": moved.motion not in FINDINGS and not moved.found,
        "letter-without-bar": moved.letter and moved.motion is not Motion.TYPE_2_BAR_WITH_PLAYOFFS,
        **_of_points(moved),
        **_of_adjustment(moved, table),
        **_of_bars(moved, table),
    }
    return tuple(Obstacle(code, *obstacle) for code, obstacle in OBSTACLES.items() if against.get(code))


def _of_points(moved: Moved) -> dict[str, bool]:
    if moved.motion is not Motion.TYPE_2_POINTS:
        return {}
    return {
        "points-out-of-range": not 0 <= moved.points <= MOST_POINTS,
        "no-penalty": moved.points == 0 and not moved.fails_bid,
    }


def _of_adjustment(moved: Moved, table: VotingTable) -> dict[str, bool]:
    if moved.motion is not Motion.TYPE_2_ADJUSTED_SCORE:
        return {}
    return {
        "adjustment-not-positive": moved.points <= 0,
        "injured-is-an-offender": moved.injured in moved.offenders,
        "injured-not-in-the-game": moved.injured not in table.played,
    }


def _of_bars(moved: Moved, table: VotingTable) -> dict[str, bool]:
    if moved.motion not in BARS:
        return {}
    reached = bars.reach(moved.motion, moved.sanction, moved.scope)
    return {
        "bar-of-nothing": not moved.scope,
        "bar-out-of-reach": bool(reached.out_of_reach),
        "only-offenders": bool(table.current) and set(table.current) <= moved.offenders,
    }


def roll(motion: Motion, current: Sequence[str], offenders: Collection[str]) -> tuple[str, ...]:
    """Who votes, in the order of the seats: all who sit there, for a bar those who are no offenders."""
    return tuple(player for player in current if motion not in BARS or player not in offenders)


def count(
    motion: Motion,
    current: Sequence[str],
    offenders: Collection[str],
    answers: Mapping[str, Answer],
    majority_of: MajorityOf = "entitled",
) -> VoteResult:
    """The result of the answers given; whoever of the roll gave none was absent.

    Raises:
        ValueError: somebody answered who is not on the roll.
    """
    entitled = roll(motion, current, offenders)
    if strangers := answers.keys() - set(entitled):
        raise ValueError(f"not on the roll: {', '.join(sorted(strangers))}")
    votes = [answers.get(player, "absent") for player in entitled]
    return decide_vote(
        motion,
        current=len(current),
        offenders=len(set(current) & set(offenders)),
        ayes=votes.count("aye"),
        noes=votes.count("no"),
        abstain=votes.count("abstain"),
        absent=votes.count("absent"),
        majority_of=majority_of,
    )
