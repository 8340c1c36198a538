"""A reported event, typed and immutable: what `columbus-whist/1` holds after it has been read.

Teams are numbers from 1. In a game its two teams are sides 0 and 1, seats go clockwise from 0, the even ones
those of side 0. `rules_engine.columbus_whist.reader.event` makes records; nothing else does. `Team`, `Hand`
and `Game` are plain classes with final attributes because the check reads them in its innermost loops
(docs/decisions).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, final

from rules_engine.columbus_whist.auction import BiddingCalls
from rules_engine.columbus_whist.bids import Bid
from rules_engine.columbus_whist.game import Ending
from rules_engine.columbus_whist.infractions import Choice, Kind
from rules_engine.columbus_whist.signatures import SheetAct
from rules_engine.columbus_whist.standings import Score

FORMAT: Final = "columbus-whist/1"
GAMES: Final = 6
"""The games of each team (2)."""
MOST_POINTS: Final = 100_000
"""Of a team or a game: more than all rounds bring, each with as many hands as can be read."""
MOST_BOSTONS: Final = 1_000
PLAYOFF_GAMES: Final = 1
"""Those of a team in a playoff round (6): one, in which points are of no value."""


@final
class Team:
    """A team: its two players, if told, and who may stand in for them; `members` are all of these."""

    __slots__ = ("members", "name", "players")

    def __init__(self, name: str, players: tuple[str, ...] | None, substitutes: tuple[str, ...]) -> None:
        self.name: Final = name
        self.players: Final = players
        self.members: Final = substitutes if players is None else players + substitutes

    def lacks(self, player: str) -> bool:
        """Whether somebody is known not to play for the team."""
        return self.players is not None and player not in self.members


@final
class Incident:
    """Something that went wrong; `side` did it, None for nobody. For a renege: `found`, and by whom the books
    were turned over."""

    __slots__ = ("by_director", "choice", "found", "kind", "side")

    def __init__(
        self, kind: Kind, side: int | None, choice: Choice | None, found: bool, by_director: bool
    ) -> None:
        self.kind: Final[Kind] = kind
        self.side: Final = side
        self.choice: Final[Choice | None] = choice
        self.found: Final = found
        self.by_director: Final = by_director


class Ruling(NamedTuple):
    """What a director ruled instead of the rules: points of both sides; the side that was set, or won."""

    points: tuple[int, int]
    side: int | None


@final
class Hand:
    """A hand that counted; `redeals` are the deals of it that did not. `taken` are the books of both sides,
    `stopped` says that all agreed to stop, `score` is the sheet's running score after the hand."""

    __slots__ = (
        *("bid", "bidder", "calls", "dealer", "first_suit", "incidents"),
        *("redeals", "ruling", "score", "stopped", "taken", "trump"),
    )

    def __init__(
        self,
        *,
        bid: Bid,
        bidder: int,
        dealer: int | None,
        calls: BiddingCalls | None,
        trump: str | None,
        first_suit: str | None,
        taken: tuple[int, int] | None,
        stopped: bool,
        redeals: tuple[Incident, ...],
        incidents: tuple[Incident, ...],
        score: tuple[int, int] | None,
        ruling: Ruling | None,
    ) -> None:
        self.bid: Final = bid
        self.bidder: Final = bidder
        self.dealer: Final = dealer
        self.calls: Final = calls
        self.trump: Final = trump
        self.first_suit: Final = first_suit
        self.taken: Final = taken
        self.stopped: Final = stopped
        self.redeals: Final = redeals
        self.incidents: Final = incidents
        self.score: Final = score
        self.ruling: Final = ruling


@final
class Result:
    """How a game ended for its sides: the winner, None for neither, and the points of both."""

    __slots__ = ("points", "winner")

    def __init__(self, winner: int | None, points: tuple[int, int]) -> None:
        self.winner: Final = winner
        self.points: Final = points


@final
class Game:
    """A game as its sheet tells it; `ready` are the seconds after its start at which each team was seated,
    negative for a team that never was, `bostons` those of both sides where its hands do not tell them."""

    __slots__ = (
        *("bostons", "ending", "first_club", "hands", "players", "points", "ready", "ruling"),
        *("sheet", "signers", "teams", "told_winner", "winner"),
    )

    def __init__(
        self,
        *,
        teams: tuple[int, int],
        players: list[str] | None,
        first_club: int | None,
        ready: tuple[int, int] | None,
        hands: list[Hand] | None,
        ending: Ending | None,
        told_winner: bool,
        winner: int | None,
        points: tuple[int, int] | None,
        sheet: tuple[SheetAct, ...] | None,
        signers: tuple[str | None, ...],
        ruling: Ruling | None,
        bostons: tuple[int, int] | None = None,
    ) -> None:
        self.bostons: Final = bostons
        self.teams: Final = teams
        self.players: Final = players
        self.first_club: Final = first_club
        self.ready: Final = ready
        self.hands: Final = hands
        self.ending: Final = ending
        self.told_winner: Final = told_winner
        self.winner: Final = winner
        self.points: Final = points
        self.sheet: Final = sheet
        self.signers: Final = signers
        self.ruling: Final = ruling

    @property
    def told(self) -> bool:
        """Whether anything is told of it but who plays."""
        parts = (self.first_club, self.ready, self.hands, self.ending, self.points, self.sheet, self.ruling)
        return self.told_winner or any(part is not None for part in parts)


class PlayOff(NamedTuple):
    """Teams tied at the line, the games they played, how they end, and the officials' ruling."""

    teams: tuple[int, ...]
    games: tuple[Game, ...]
    order: tuple[int, ...]
    ruling: str | None


class Leaver(NamedTuple):
    """Somebody who left before his team's game of a round was over; `replaced` by a substitute or not."""

    team: int
    player: str
    round: int
    replaced: bool


class BostonPot(NamedTuple):
    """The pot in cents, the teams in it, and the shares paid as (team, cents)."""

    cents: int
    teams: tuple[int, ...]
    shares: tuple[tuple[int, int], ...] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """An event; `ranking` holds (place, team), `refunds` and `disorderly` name teams, `under_way` says that
    not every game has to be there yet, `games` are those that each team plays."""

    id: str
    teams: tuple[Team, ...]
    rounds: tuple[tuple[Game, ...], ...]
    qualifiers: int | None
    totals: tuple[Score, ...] | None
    ranking: tuple[tuple[int, int], ...] | None
    qualified: tuple[int, ...] | None
    playoffs: tuple[PlayOff, ...]
    leavers: tuple[Leaver, ...]
    pot: BostonPot | None
    refunds: tuple[int, ...]
    disorderly: frozenset[int]
    under_way: bool = False
    games: int = GAMES
