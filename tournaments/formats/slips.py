"""What the tables of an event hand in, where one game is the whole event.

Purpose: a format says which slips are due, what each asks for, and how the record of the event is written
from those that stand; the site keeps them, has them signed and takes the record in.
Terms: slip (whatever one table hands in at one moment), place (the name of a slip in its event: small
letters, figures and hyphens), due (a slip that can be handed in now), head (what is known of the event
without any slip), standing slips (the current body of each, by place), line (a team on the board).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from django.utils.translation import gettext as _

from tournaments.formats.brackets import Bracket
from tournaments.formats.documents import Planned, Record, TeamFacts
from tournaments.formats.fields import Body, Field, Said
from tournaments.formats.kept_check import KeptCheck, KeptFinding
from tournaments.formats.standing_rulings import Ruled

SlipBody = Any
"""What a slip says by the names of its fields, of the type that its format has for its place."""
Standing = Mapping[str, SlipBody]
EVENT: Final = "event"
OTHER_TEAM: Final = "other-team"
Table = tuple[int, ...]
"""The numbers of the teams at a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStay:
    """Somebody at a letter of a team: from which round to which, None for the one who is there to the end;
    who was replaced in the round in which he began has a `last` before his `first`."""

    letter: str
    player: str
    first: int
    last: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryHead:
    """How a player of a team entered: how long after the start (before it: negative), what he owes and of
    that for coming late, in cents, whether that is settled, whether he is there, and why he was let in late.
    """

    after_start: dt.timedelta
    fee: int
    late_fee: int
    settled: bool
    present: bool
    let_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """That a team has gone: after which round, why, and at which letter somebody left; "" where all did."""

    after: int
    why: str
    letter: str = ""

    @property
    def said(self) -> str:
        return _("It went home after round %(round)s: %(why)s") % {"round": self.after, "why": self.why}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamHead:
    """A team: its number for the whole event, the record ids of who plays now by letter, what the format
    asked of it; `sat` are all who ever played, letter by letter in the order in which they came;
    `entries` say how those who play now entered; `left` says of one that has gone since when.
    """

    number: int
    name: str
    players: Mapping[str, str]
    facts: TeamFacts
    entries: Mapping[str, EntryHead] = field(default_factory=dict)
    sat: tuple[SeatStay, ...] = ()
    left: Left | None = None

    @property
    def everybody(self) -> tuple[str, ...]:
        """Who plays now or has played, each once."""
        return tuple(dict.fromkeys([*self.players.values(), *(stay.player for stay in self.sat)]))

    @property
    def substitutes(self) -> tuple[str, ...]:
        """Who came in another's place after the first round, each once."""
        first = self.in_round(1).values()
        later = (stay.player for stay in self.sat if stay.first > 1)
        return tuple(dict.fromkeys(player for player in later if player not in first))

    def in_round(self, number: int) -> dict[str, str]:
        """Who played that round, by letter."""
        if not self.sat:
            return dict(self.players)
        return {
            stay.letter: stay.player
            for stay in self.sat
            if stay.first <= number and (stay.last is None or number <= stay.last)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedViolation:
    """A violation of a canon, by record id: `earlier` are those from before this event that count with it."""

    player: str
    kind: str
    earlier: int
    step: str
    round: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """`rounds` are those confirmed, each its tables in order; `teams` by number, those that sit at one; where
    the format leaves teams out not in each round.

    Round by round, `guests` are the teams that sit at a table only so that the other one has a game, by the
    number of that table (they are in `rounds` there and at their own), and `seeds` what was drawn from.
    `violations` in the order in which they were noted, `suspended` the record ids of those who sit the event
    out: both only where the format has canons. `signed` are by place the member numbers of all who reported
    or signed any version there, where the last one is signed; `ruled` are the rulings that stand. Both are
    there for the record, and `ruled` for the till.
    """

    id: str
    ruleset: str
    planned: Planned
    teams: Mapping[int, TeamHead]
    rounds: tuple[tuple[Table, ...], ...]
    guests: tuple[Mapping[int, int], ...] = ()
    seeds: tuple[str, ...] = ()
    violations: tuple[NotedViolation, ...] = ()
    suspended: tuple[str, ...] = ()
    signed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ruled: tuple[Ruled, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A slip that can be handed in: `phase` is the heading under which it stands, `teams` are those whose
    players may hand it in; none: whoever runs the event alone. `round` is that of its players, 0 for a slip
    of none.

    The event is not closed without one that is `needed`; one that is `signed` counts once a second person has
    signed it. `read` gives what is kept of the values read, or refuses them; `tells` says of values what they
    come to, a sentence each, before they are handed in; `said` are words for what stands; `past` says that
    what stands is listed no longer, unless something is wrong with it.

    `under_way` says of values whether they leave what the slip tells of unfinished: so it is kept, and
    neither signed nor closed; `unfinished` says how, where it is not that nobody has won a game.

    `unsigned` names of values, and of the member numbers of all who reported or sign it, the teams for which
    nobody signs, here or on paper: no signature is taken before each has one.

    `decides` is the place of the slip whose tie it decides, "" for any other.

    `signs` says who signs it: any other person of the event, or a player of another team of the table than
    whoever reported. The latter locks it: whoever runs the event alone still corrects it.
    """

    place: str
    title: Said
    phase: Said
    table: int
    teams: tuple[int, ...]
    fields: tuple[Field, ...]
    rule: str
    needed: bool = True
    signed: bool = True
    read: Callable[[SlipBody], SlipBody] | None = None
    tells: Callable[[SlipBody], Sequence[Said]] | None = None
    under_way: Callable[[SlipBody], bool] | None = None
    unfinished: Said = ""
    unsigned: Callable[[SlipBody, Collection[str]], Sequence[Said]] | None = None
    said: Said = ""
    round: int = 0
    past: bool = False
    decides: str = ""
    signs: Literal["event", "other-team"] = EVENT

    def leaves_open(self, body: Body) -> bool:
        """Whether what the slip tells is unfinished by these values."""
        return self.under_way is not None and self.under_way(body)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """A team on the board: its place, 0 while there is none, and a figure for each column, None for none."""

    place: int
    team: int
    figures: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """What stands over a column of the board, and what its figures mean where that does not say it."""

    title: Said
    meaning: Said = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard:
    """The last column is what teams are ranked by first, and what a projector shows. `notes` are sentences
    below the standings: what decided between equals, who goes on."""

    columns: tuple[BoardColumn, ...]
    lines: tuple[BoardLine, ...]
    notes: tuple[Said, ...] = ()


Holds = tuple[Sequence[Said], Mapping[int, tuple[str, str]]]
"""What a till holds beside entry fees, a sentence each; by team the rule and sentence by which nothing that
it paid is given back."""


class CheckSoFar(Protocol):
    """A check from which that of a further slip goes on, so that it costs as much in the last round as in the
    first."""

    @property
    def document(self) -> KeptCheck:
        """What the check of the whole record says."""

    def after(self, head: EventHead, standing: Standing, places: Collection[str]) -> CheckSoFar | None:
        """The check once the slips of these places have changed, or who signed them; None where only the
        whole record tells it. Raises `Malformed` as the whole record does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slips:
    """`due` lists every slip that can be told now, in the order of play; `record` writes the record so far;
    `place_of` names the place that a finding of its check (as a document) speaks of, "" for none; `board`
    says how the event stands, from the kept check of the record so far (None before the first slip);
    `bracket` is the bracket of the event, where it ends in one;
    `onward` numbers the teams that go on to a next event, from the check of a record that is whole;
    `till` says what the till holds beside entry fees, and of which teams it keeps them;
    `of_game` are those of `due` that are of one game, told without a look at the others: the game which the
    place is a slip of, none where it is of none;
    `follow` checks a record so far so that the check of the next slip can go on from it, where it can.
    """

    due: Callable[[EventHead, Standing], Sequence[Due]]
    record: Callable[[EventHead, Standing], Record]
    place_of: Callable[[EventHead, KeptFinding], str]
    board: Callable[[EventHead, Standing, KeptCheck | None], Scoreboard]
    bracket: Callable[[EventHead, Standing], Bracket] | None = None
    onward: Callable[[EventHead, KeptCheck], Sequence[int]] | None = None
    till: Callable[[EventHead, Standing, KeptCheck | None], Holds] | None = None
    of_game: Callable[[EventHead, Standing, str], Sequence[Due]] | None = None
    follow: Callable[[EventHead, Standing, Record], CheckSoFar | None] | None = None
