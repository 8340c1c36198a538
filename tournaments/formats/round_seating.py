"""How a format makes a round: whom it takes, at which tables, and by which rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.documents import Planned
from tournaments.formats.fields import Said
from tournaments.formats.slips import EventHead, TeamHead

Bar = tuple[str, str]
"""Why a team is not seated: the rule and the sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """How many players one table takes, and how many it best has."""

    fewest: int
    most: int
    preferred: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToSeat:
    """Who is to be seated: units of record ids, in the usual order; `earlier` are tables before.

    Where teams enter, `teams` are the units again, and `head` is what is known of the event so far.
    """

    units: tuple[tuple[str, ...], ...]
    mode: str
    preferred: int
    seed: str
    earlier: tuple[tuple[str, ...], ...]
    teams: tuple[TeamHead, ...] = ()
    head: EventHead | None = None

    @property
    def by_team(self) -> dict[int, tuple[str, ...]]:
        """Where teams enter, the units by their teams' numbers."""
        return dict(zip((team.number for team in self.teams), self.units, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTables:
    """The tables; how many pairs meet again and for the first time; the question for `decide`, if there is
    one that gives the same tables; and by the number of a table who sits there a second time, so that nobody
    is left over."""

    tables: list[list[str]]
    repeats: int = 0
    new_meetings: int = 0
    question: Mapping[str, object] | None = None
    guests: Mapping[int, Sequence[str]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """Whether a round is seated beyond those that an event usually has: how far everybody is (`said`), and
    where none is, what to do (`remedy`)."""

    open: bool
    said: Said
    remedy: Said = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeating:
    """How a round is made: `modes` are those of `Round.Mode` that the format offers, the first by itself,
    `kinds` those of `Round.Kind` that mean something in it;
    `least` are the players whom it takes, by `rule`, and `most_teams`, where there is such a number, those
    whom one event seats at once, by `limit`; `most_rounds` is none where an event has as many as it
    likes, and it does not end before `least_rounds`; `further` says of an event that has them whether more
    are seated. Where the plan says how many there are, `rounds` reads
    it there, and both are that number.

    `units` makes tables of whoever is there, `by_hand` counts and finishes those that were set. `bars` say
    why a team is not seated in the round that comes; who is barred from the event is then left out of it too.
    Without them a team of which somebody is there must be whole. `leaving` is the rule by which a team that
    goes home is left out of the rounds that come; where it `forfeits` it stays in them, and so does one of
    which somebody is barred once it sits: whoever meets it is awarded the game. With `guests`
    a team may sit at a second table, so that nobody is left over. `keeps_seed` says that a round seated again
    is drawn from the same seed, so that only those who came later are added. `topic` is the question for
    `decide`. `roles` are what each team of a table does after a round, in the order of its seats.
    """

    modes: tuple[str, ...]
    least: int
    rule: str
    units: Callable[[ToSeat], SeatedTables]
    by_hand: Callable[[ToSeat, list[list[str]]], SeatedTables]
    kinds: tuple[str, ...] = ("ordinary",)
    most_teams: int | None = None
    limit: str = ""
    most_rounds: int | None = None
    least_rounds: int = 0
    rounds: Callable[[Planned], int] | None = None
    further: Callable[[EventHead], Further] | None = None
    bars: Callable[[TeamHead, EventHead], Sequence[Bar]] | None = None
    leaving: Said = ""
    forfeits: bool = False
    guests: bool = False
    keeps_seed: bool = False
    topic: str = "seating"
    roles: tuple[Said, ...] = ()

    def most(self, planned: Planned) -> int | None:
        """How many rounds an event of this plan has at most."""
        return self.rounds(planned) if self.rounds and planned else self.most_rounds

    def fewest(self, planned: Planned) -> int:
        """How many rounds an event of this plan has at least."""
        return self.rounds(planned) if self.rounds and planned else self.least_rounds
