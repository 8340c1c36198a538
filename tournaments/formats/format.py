"""What a format is: all by which the site knows one game, as data and functions.

Purpose: the layers above know no game by name. A format brings its engine and says what differs: who enters,
what one game is, how tables are seated, how a plan is read, what is reported and what it comes to. How to
add one: docs/adding-a-format.md; why it is cut so: docs/decisions/0010.
Terms: check (what the engine answers about a record), final (everyone's final score, extrapolation
included), own player-hands (those of this game, without what a parent carried over), unit (who enters and
plays together), seating (tables made of whoever is there), slips (`tournaments.formats.slips`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules_engine.card_games import CardGame
from rules_engine.justice.votes import MajorityOf
from rules_engine.whoopie.document import StanzaDocument
from sanctioning.kit.refusals import Refusal
from tournaments.formats.canons import Canons
from tournaments.formats.documents import Planned, Record, TeamFacts
from tournaments.formats.fields import Field, Said
from tournaments.formats.kept_check import KeptCheck, KeptFinding, StanzaOutcome
from tournaments.formats.lateness import Lateness
from tournaments.formats.round_seating import Bar, RoundSeating, Tables
from tournaments.formats.rulings import Rulings
from tournaments.formats.slips import Slips

if TYPE_CHECKING:
    from tournaments.events.models.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaSpot:
    """Where at a table of stanzas something was found: the stanza, the trick and the player, as far as it is
    of one. An event of slips has none of them; its places are of the format alone (`Slips.place_of`)."""

    stanza: int | None = None
    trick: int | None = None
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatFinding:
    code: str
    severity: str
    spot: StanzaSpot = StanzaSpot()
    rule: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStanza:
    """One stanza: as reported, and what the rules make of it."""

    number: int
    body: StanzaDocument
    outcome: StanzaOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """`shared` is None where places follow from the scores alone; else `place` stands as the format says, as
    it does wherever a `team` takes it, named by its number.
    """

    place: int
    player: str
    score: int
    extrapolated: int
    shared: bool | None = None
    team: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatCheck:
    """The engine's answer to a record, of which `document` is what is kept."""

    document: KeptCheck
    players: tuple[str, ...]
    planned: Planned | None
    findings: tuple[FormatFinding, ...]
    stanzas: tuple[CheckedStanza, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatResult:
    """What certification needs of a check that was kept as a document; `players` are all who took part."""

    ranking: tuple[Ranked, ...]
    player_hands: int
    own_player_hands: int
    stanzas: int
    players: int


Endings = tuple[FormatFinding, ...]
"""What is wrong with how a game ended: its plan, its record, until when and when each stanza ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Who enters and plays together: a single player, or a team with a letter for each of its places."""

    letters: tuple[str, ...] = ()

    @property
    def is_team(self) -> bool:
        return bool(self.letters)

    @property
    def size(self) -> int:
        return len(self.letters) or 1


SINGLE = Unit()
PAIR = Unit(letters=("A", "B"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLadder:
    """How teams go on from event to event: `takes` says whether to an event from another one so planned, by
    `rule`; in words `lead` says who goes on, `taken` with what a team is entered, `last` why nobody does, and
    `nowhere` what to do where there is no event to take from. What `origin` is called is asked for where a
    format has such a name; else it is the name of the event that they come from.
    """

    takes: Callable[[Event, Event, Planned], bool]
    rule: Said
    lead: Said
    taken: Said
    last: Said
    nowhere: Said
    remedy: Said
    origin: Said = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """What is asked of a team besides its players, kept as its facts; `admit` refuses a team of such facts
    beside those of the teams that stand; `ladder` is there where teams go on from event to event, and they
    have the facts `origin` and `place`."""

    fields: tuple[Field, ...]
    rule: str
    admit: Callable[[Event, TeamFacts, Sequence[TeamFacts]], None]
    ladder: EventLadder | None = None


Timetable = Callable[[dt.datetime], Sequence[tuple[Said, dt.datetime]]]
"""What a game's book lays down around the start of an event: each thing with its moment, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Who comes to the tournament itself to register: `late_fee` is what each player pays more, in cents, by
    how long after the start; `bar` is why he is turned away then, none for who is admitted, with the leave of
    whoever runs the event or without."""

    late_fee: Callable[[dt.timedelta], int]
    bar: Callable[[dt.timedelta, bool], Bar | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundDrawing:
    """The drawing for a refund, by `rule`: `among` are the players who are in it, of the events for which
    each paid before the day and all that are held; `draw` names one of them from a seed, None of nobody."""

    rule: str
    among: Callable[[Mapping[str, AbstractSet[str]], AbstractSet[str]], Sequence[str]]
    draw: Callable[[Sequence[str], str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a game ends, fixed before the first deal: the fields that ask for it, the plan that was typed into
    them, its refusal where it cannot be kept, and its words (empty for the plan of another format). `fits`
    refuses one that is not that of its event, `proposed` says what the event says of it already."""

    fields: tuple[Field, ...]
    typed: Callable[[Mapping[str, str]], Planned]
    read: Callable[[Planned], None]
    words: Callable[[Planned], str]
    fits: Callable[[Event, Planned], None] | None = None
    proposed: Callable[[Event], Mapping[str, str]] | None = None

    def require(self, event: Event, planned: Planned) -> None:
        """Refuse a plan that cannot be kept, or not in this event."""
        self.read(planned)
        if self.fits is not None:
            self.fits(event, planned)


def plan_unreadable(sentence: str, remedy: str, rule: str, field: str = "") -> Refusal:
    """The refusal of a plan that cannot be read, for what was typed into a field of it."""
    facts = {"field": field} if field else {}
    return Refusal(
        code="plan-unreadable", sentence=sentence, rule=rule, remedy=remedy, status=422, facts=facts
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format. `spot` says in which stanza a kept finding is. `slips` are there where one game is a whole
    event of which each table hands in its part; without them a game is one table, reported stanza by stanza
    or by its record. `card_game` is that of which it brings points, degrees and rosters; one of none is
    ranked and wins nobody a point. `canons` are there where the game's book has steps of its own for conduct.
    `substitutes` is the rule by which somebody takes another's place in a team; without one nobody does.
    `check_under` counts the votes of a record as the Articles say, where players vote.
    `rulings` says what a director rules on where tables hand in slips; `refund` whom the game lets draw for a
    refund; `lateness` what its book says by the clock of who comes late, `timetable` when its doors open and
    close.
    """

    slug: str
    title: str
    tables: Tables
    seating: RoundSeating
    plan: Plan
    check: Callable[[bytes], FormatCheck]
    check_under: Callable[[MajorityOf, bytes], FormatCheck] | None = None
    spot: Callable[[KeptFinding], StanzaSpot]
    result: Callable[[Record, KeptCheck], FormatResult]
    ending: Callable[[Planned, Record, dt.datetime | None, Sequence[dt.datetime]], Endings]
    amended: Callable[[Record, Sequence[Any]], Record]
    unit: Unit = SINGLE
    team: TeamEntry | None = None
    card_game: CardGame | None = None
    slips: Slips | None = None
    canons: Canons | None = None
    substitutes: Said = ""
    door: Door | None = None
    refund: RefundDrawing | None = None
    rulings: Rulings | None = None
    lateness: Lateness | None = None
    timetable: Timetable | None = None

    @property
    def has_bracket(self) -> bool:
        """Whether an event ends in a bracket."""
        return self.slips is not None and self.slips.bracket is not None

    @property
    def hands_in_slips(self) -> bool:
        """Whether each table hands in slips, which together make the record of the event."""
        return self.slips is not None

    @property
    def opens_games_by_table(self) -> bool:
        """Whether a round opens a game for each of its tables, with a plan of its own; else the first opens
        the one game of the event, and later ones seat its players again."""
        return not self.hands_in_slips

    @property
    def plays_several_games(self) -> bool:
        """Whether an event plans a number of games and adds them up."""
        return not self.hands_in_slips

    @property
    def ends_with_its_game(self) -> bool:
        """Whether an event is over as soon as its game is; else another can be opened up to its last day."""
        return self.hands_in_slips

    @property
    def seats_by_round(self) -> bool:
        """Whether the latest round says who sits together; else the players of each game do."""
        return self.hands_in_slips

    @property
    def has_table_pages(self) -> bool:
        """Whether a game has the page of its table; else the live standings show how far it is."""
        return not self.hands_in_slips

    @property
    def players_come_and_go(self) -> bool:
        """Whether players leave a table, wait for a seat and are split into groups; else teams substitute."""
        return not self.hands_in_slips

    @property
    def director_sends_record(self) -> bool:
        """Whether only somebody who runs the event sends a whole record; else a player at the table may."""
        return self.hands_in_slips

    @property
    def plays_stanzas(self) -> bool:
        """Whether a game is played in stanzas, reported one by one or on a scoresheet."""
        return not self.hands_in_slips

    @property
    def draws_seats(self) -> bool:
        """Whether the players of a game draw for their seats at its table."""
        return not self.hands_in_slips

    @property
    def has_floor(self) -> bool:
        """Whether its tables are followed and players moved on the floor; else on the page of the slips."""
        return not self.hands_in_slips

    @property
    def prints_table_cards(self) -> bool:
        """Whether cards and scoresheets are printed for each table."""
        return not self.hands_in_slips

    @property
    def rules_by_its_book(self) -> bool:
        """Whether a director rules on what `rulings` lists; else on the irregularities of Whoopie."""
        return self.hands_in_slips

    @property
    def record_names_rulings(self) -> bool:
        """Whether the record names the rulings that stand, so that each of them changes it."""
        return self.hands_in_slips
