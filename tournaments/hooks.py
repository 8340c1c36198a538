"""What packages of tournaments ask of those above them, and tell them.

Who answers is listed in `config.wiring`. One that objects to what it is told raises a `Refusal`, and nothing
has happened.
Terms: place (where one slip of an event comes from, such as a table in a round).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from sanctioning.kit.registry import Registry

if TYPE_CHECKING:
    from sanctioning.people.models.person import Person
    from tournaments.events.models.event import Event
    from tournaments.formats.format import Endings
    from tournaments.games.models import Game
    from tournaments.justice.rulings.models import Ruling
    from tournaments.justice.votes.models import Vote
    from tournaments.teams.models.team import Team


@dataclass(frozen=True, slots=True)
class DueSlip:
    """A slip that is due: the name of its place, its title, and the numbers of the teams that sit there."""

    place: str
    title: str
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SlipsOfRounds:
    """By the number of a round of an event that is one game how many slips are needed and not handed in yet,
    and how many are handed in, those of no round under 0."""

    missing: Mapping[int, int] = field(default_factory=dict)
    handed_in: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Till:
    """What is in the till of an event beside entry fees, in words; and whose entry fee stays in it, by member
    number, with the rule and the sentence that say so."""

    lines: tuple[str, ...] = ()
    kept: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterOfVote:
    id: int
    label: str
    against: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealOffer:
    """`until` is the last day; `open` that it can be appealed by the asker today, else `why` not."""

    event_slug: str
    event_name: str
    game_label: str
    game_address: str
    about: str
    what: str
    why_ruled: str
    office: str
    until: dt.date | None
    open: bool
    why: str
    appeal: int | None


class OffersAppeal(Protocol):
    """Takes a ruling or a vote that the asker may see."""

    def __call__(self, *, thing: Ruling | Vote, asker: Person | None) -> AppealOffer: ...


class TakesLeave(Protocol):
    """Takes the table at which somebody sits, of a locked event; the caller may let them go."""

    def __call__(self, *, by: Person, game: Game, person: Person, at: dt.datetime) -> None: ...


class TakesBarred(Protocol):
    """Takes a locked table, and who leaves it after the stanza `last`."""

    def __call__(self, *, by: Person, game: Game, person: Person, last: int, at: dt.datetime) -> None: ...


class LetsGoOfGame(Protocol):
    """Takes a locked game whose round was taken back, at which nobody sits any more."""

    def __call__(self, *, by: Person, game: Game, at: dt.datetime) -> None: ...


class AmendsRecord(Protocol):
    """Takes a game, locked, of whose record something was amended; `ruling` names what amended it."""

    def __call__(self, *, game: Game, by: Person, at: dt.datetime, ruling: str, why: str) -> None: ...


class ObjectsToSubstitute(Protocol):
    """Takes a team of a locked event, and the letter of the player who is replaced from `round_number` on."""

    def __call__(self, *, team: Team, letter: str, round_number: int) -> None: ...


RECORD_AMENDED: Registry[AmendsRecord] = Registry("told that a record was amended")
SUBSTITUTING: Registry[ObjectsToSubstitute] = Registry("told that a substitute comes")
# Each answered by the package that keeps the slips; with nothing for an event that is not one game.
PLACES_DUE: Registry[Callable[[Game], tuple[DueSlip, ...]]] = Registry("what knows the slips that are due")
SLIPS_OF_ROUNDS: Registry[Callable[[Event], SlipsOfRounds]] = Registry("what counts the slips of rounds")
ENDINGS_OF_RULINGS: Registry[Callable[[Game], Endings]] = Registry(
    "what knows which rulings slips do not keep"
)
TILL: Registry[Callable[[Event], Till]] = Registry("what knows the till of an event")
CAPACITY_CHANGED: Registry[Callable[[Event, dt.datetime], object]] = Registry(
    "told that an event has more room"
)
PAPER_HOLDER: Registry[Callable[[str], Person | None]] = Registry("what knows whose a paper is, by its code")
LEAVING_TABLE: Registry[TakesLeave] = Registry("lets who withdraws from an event leave the table")
GAME_EMPTIED: Registry[LetsGoOfGame] = Registry("told that a game seats nobody any more")
BARRED_AT_TABLE: Registry[TakesBarred] = Registry("lets who is barred from the rest of a game leave it")
APPEAL_OFFERS: Registry[OffersAppeal] = Registry("what knows whether something can be appealed")
MAY_DRAFT_LETTER: Registry[Callable[[Vote, Person], bool]] = Registry("what knows who may draft a Letter")
LETTERS_OF_VOTE: Registry[Callable[[Vote, Person], tuple[LetterOfVote, ...]]] = Registry("what keeps Letters")
