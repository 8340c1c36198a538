"""A reported game, typed and immutable: what `whoopie-game/1` holds after it has been read.

Players are named by the reporter's ids, cards are the numbers of `rules_engine.cards`, stanzas and tricks
count from 1. `rules_engine.whoopie.reader.game` makes records; nothing else does. `Stanza` and `Tricks` are
plain classes with final attributes because the check reads them in its innermost loops (docs/decisions).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, final

from rules_engine.whoopie.hand_sizes import Direction

FORMAT: Final = "whoopie-game/1"
STRANGER: Final = -1
MOST_STANZAS: Final = 10_000
MOST_SCORE: Final = 1_000_000
"""A hundred points a stanza, which is more than any hand brings."""
MOST_PLAYER_HANDS: Final = 100_000


class Join(NamedTuple):
    """Somebody sits down next clockwise after `left_of`, with `score`; `returns` says he was here before.

    `came_from` is the related game in which he played last, where this record knows an older score of his.
    """

    player: str
    left_of: str
    score: int
    returns: bool
    came_from: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Incident:
    """Something that happened outside the plain course of a stanza; which fields count depends on `kind`.

    `cards` are those exposed, or the wrong card of a corrected revoke; `held` how many cards a player with a
    wrong count holds; `on_table` how many cards of `trick` lay on the table, None when not reported;
    `voted_after` how many stanzas had been played when the vote was opened, None for in this one.
    """

    kind: str
    player: str
    trick: int = 0
    cards: tuple[int, ...] = ()
    on_table: int | None = None
    bid: int = 0
    held: int = 0
    grounds: str = ""
    points: int = 0
    fails_bid: bool = False
    roll: Mapping[str, str] | None = None
    voted_after: int | None = None
    majority_of: str = ""


@final
class Tricks:
    """The play of a stanza: who played what, in the order played, trick after trick.

    `seats` and `cards` have the same length, the sum of `sizes`, which says how many cards each trick has. A
    seat is the player's place in the stanza's `seated`, `STRANGER` for somebody who does not sit there, whom
    `strangers` names by the number of the play.
    """

    __slots__ = ("cards", "seats", "sizes", "strangers")

    def __init__(
        self, seats: list[int], cards: list[int], sizes: list[int], strangers: dict[int, str]
    ) -> None:
        self.seats: Final = seats
        self.cards: Final = cards
        self.sizes: Final = sizes
        self.strangers: Final = strangers


@final
class Stanza:
    """One deal and its play. `seated` are the players of this deal, clockwise."""

    __slots__ = (
        *("bidders", "bids", "cards", "dealer", "defining", "hands", "incidents", "joins", "leaves"),
        *("made", "scorekeeper", "scores", "seated", "taken", "tricks"),
    )

    def __init__(
        self,
        *,
        seated: tuple[str, ...],
        leaves: tuple[str, ...],
        joins: tuple[Join, ...],
        cards: int,
        dealer: str,
        scorekeeper: str | None,
        defining: int | None,
        hands: dict[str, list[int]] | None,
        bidders: tuple[str, ...],
        bids: tuple[int, ...],
        tricks: Tricks | None,
        taken: dict[str, int] | None,
        made: dict[str, bool] | None,
        incidents: tuple[Incident, ...],
        scores: dict[str, int] | None,
    ) -> None:
        self.seated: Final = seated
        self.leaves: Final = leaves
        self.joins: Final = joins
        self.cards: Final = cards
        self.dealer: Final = dealer
        self.scorekeeper: Final = scorekeeper
        self.defining: Final = defining
        self.hands: Final = hands
        self.bidders: Final = bidders
        self.bids: Final = bids
        self.tricks: Final = tricks
        self.taken: Final = taken
        self.made: Final = made
        self.incidents: Final = incidents
        self.scores: Final = scores

    def with_cards(self, cards: int) -> "Stanza":
        """The same stanza, had it dealt `cards` to each."""
        return Stanza(
            seated=self.seated,
            leaves=self.leaves,
            joins=self.joins,
            cards=cards,
            dealer=self.dealer,
            scorekeeper=self.scorekeeper,
            defining=self.defining,
            hands=self.hands,
            bidders=self.bidders,
            bids=self.bids,
            tricks=self.tricks,
            taken=self.taken,
            made=self.made,
            incidents=self.incidents,
            scores=self.scores,
        )

    def player(self, play: int) -> str:
        """Who made a play of the tricks, counted from 0."""
        tricks = self.tricks
        assert tricks is not None
        seat = tricks.seats[play]
        return tricks.strangers[play] if seat == STRANGER else self.seated[seat]


class Start(NamedTuple):
    """Where a group after a split takes up its parent's game (II/Splitting a game)."""

    parent: str
    group: str
    after_stanza: int
    cards: int
    direction: Direction
    scores: Mapping[str, int]
    average: int
    player_hands: int


class AfterLast(NamedTuple):
    """Who left and who sat down after the last stanza; who is there then votes on what is opened then."""

    leaves: frozenset[str]
    joins: frozenset[str]


class BadCard(NamedTuple):
    """Text that names no card: in which stanza (None the opening draw) and trick, whose, and the text."""

    stanza: int | None
    trick: int | None
    player: str | None
    text: str


class Record(NamedTuple):
    """One game at one table, as reported. `absent` maps players gone early to whether he is extrapolated."""

    id: str
    seats: tuple[str, ...]
    draw: tuple[Mapping[str, str], ...] | None
    scorekeeper: str | None
    first_dealer: str
    start: Start | None
    stanzas: tuple[Stanza, ...]
    absent: Mapping[str, bool]
    final: Mapping[str, int] | None
    after_last: AfterLast
    bad_cards: tuple[BadCard, ...]
