"""A reported tournament, typed and immutable: what `bid-whist/1` holds after it has been read.

Teams are named by their numbers, from 1; of the two teams of a game the first stays at the table and the
second is the moving team. Points of two teams are in the order of the teams.
`rules_engine.bid_whist.reader.tournament` makes records; nothing else does. Teams, hands and games are plain
classes with final attributes because the check reads them in its innermost loops (docs/decisions).
"""

from dataclasses import dataclass
from datetime import time
from typing import Final, Literal, NamedTuple, final

from rules_engine.bid_whist.bids import Bid
from rules_engine.bid_whist.canons import Kind, Step
from rules_engine.bid_whist.reneges import Fault
from rules_engine.bid_whist.standings import StandingsRow
from rules_engine.bid_whist.timetable import Tournament

FORMAT: Final = "bid-whist/1"
MOST_POINTS: Final = 100_000
"""Of a tournament: more than its rounds bring, each with as many hands as can be read."""
MOST_ROUNDS_WON: Final = 1_000
MOST_TABLE: Final = 10_000
MOST_EARLIER: Final = 1_000
MOST_CENTS: Final = 1_000_000

Decided = Literal["hand", "draw", "director"]
Two = tuple[int, int]


@final
class Entered:
    """How a team entered: the time of each player who registered on site, what each paid in cents."""

    __slots__ = ("allowed", "at", "online", "paid")

    def __init__(self, online: bool, at: tuple[time, time] | None, paid: Two | None, allowed: bool) -> None:
        self.online: Final = online
        self.at: Final = at
        self.paid: Final = paid
        self.allowed: Final = allowed


@final
class Team:
    """A team of two players; one that was not `drawn` has a number and plays nowhere, and may name nobody.

    `missed` are the rounds for which it was not drawn: it came later, had gone, or was excluded."""

    __slots__ = ("drawn", "entered", "missed", "players")

    def __init__(
        self,
        players: tuple[str, ...],
        entered: Entered | None,
        drawn: bool = True,
        missed: tuple[int, ...] = (),
    ) -> None:
        self.players: Final = players
        self.entered: Final = entered
        self.drawn: Final = drawn
        self.missed: Final = missed


class Renege(NamedTuple):
    """A renege called in a hand; `warned` says that the team had been warned for such a book before."""

    fault: Fault
    by: int
    called_by: int
    improper: Bid | None
    warned: bool


@final
class Hand:
    """A hand: the team and bid that won the bidding; the level made, or a renege, or neither when it was set.

    `calls` are the words said from the dealer's left, the first of them by team `first`.
    """

    __slots__ = ("bid", "bidder", "calls", "first", "made", "points", "renege")

    def __init__(
        self,
        bidder: int | None,
        bid: Bid | None,
        made: int | None,
        renege: Renege | None,
        calls: tuple[str, ...] | None,
        first: int | None,
        points: Two | None,
    ) -> None:
        self.bidder: Final = bidder
        self.bid: Final = bid
        self.made: Final = made
        self.renege: Final = renege
        self.calls: Final = calls
        self.first: Final = first
        self.points: Final = points


@final
class Game:
    """A round of two teams and its scoresheet; `forfeit` are the teams that lost it without play."""

    __slots__ = (
        *("brought_by", "extra", "forfeit", "hands", "picked", "points", "ruling", "signed"),
        *("table", "teams", "winner"),
    )

    def __init__(
        self,
        *,
        table: int,
        teams: Two,
        picked: int | None,
        hands: list[Hand] | None,
        extra: Hand | None,
        points: Two | None,
        winner: int | None,
        signed: tuple[int, ...] | None,
        brought_by: int | None,
        forfeit: tuple[int, ...],
        ruling: str | None,
    ) -> None:
        self.table: Final = table
        self.teams: Final = teams
        self.picked: Final = picked
        self.hands: Final = hands
        self.extra: Final = extra
        self.points: Final = points
        self.winner: Final = winner
        self.signed: Final = signed
        self.brought_by: Final = brought_by
        self.forfeit: Final = forfeit
        self.ruling: Final = ruling


class Decider(NamedTuple):
    """Equal teams told apart: by a single hand, by draw, or by the Director; `order` is how they end."""

    teams: tuple[int, ...]
    by: Decided
    hand: Hand | None
    order: tuple[int, ...]


class Stage(NamedTuple):
    """A round of the playoff; `corrected` says why its pairings were corrected."""

    games: tuple[Game, ...]
    corrected: str | None


class Violation(NamedTuple):
    """A violation by a player of team `team`, who had `earlier` ones of its kind before this tournament."""

    player: str
    team: int
    kind: Kind
    earlier: int
    step: Step
    round: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """A tournament. `entry_fee` is in cents for each player; `moving` the teams drawn to move."""

    id: str
    tournament: Tournament
    teams: tuple[Team, ...]
    entry_fee: int | None
    moving: tuple[int, ...] | None
    rounds: tuple[tuple[Game, ...], ...]
    standings: tuple[StandingsRow, ...] | None
    deciders: tuple[Decider, ...]
    seeds: tuple[int, ...] | None
    playoff: tuple[Stage, ...]
    third: Game | None
    places: tuple[int, ...] | None
    violations: tuple[Violation, ...]
    suspended: frozenset[str]

    @property
    def playing(self) -> tuple[int, ...]:
        """The numbers of the teams that were drawn."""
        return tuple([number for number, team in enumerate(self.teams, 1) if team.drawn])

    def playing_in(self, number: int) -> tuple[int, ...]:
        """The numbers of the teams that were drawn for a round."""
        return tuple([team for team in self.playing if number not in self.teams[team - 1].missed])

    @property
    def in_the_end(self) -> tuple[int, ...]:
        """The numbers of the teams that were drawn for the last round, who alone may play on."""
        return self.playing_in(len(self.rounds))
