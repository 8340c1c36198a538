"""What the sheet of one game asks for: its hands, what went wrong, or its result alone.

Rule section: 7 to 42 (C-6 to C-32).
Terms: side (the first or the second team of the table), seat (1 and 3 are A and B of the first team, 2 and 4
those of the second, clockwise).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.bids import BIDS, PASS
from rules_engine.columbus_whist.hand import BOOKS
from sanctioning.kit.wording.localised import filled, lazily_as
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.columbus_whist.sheets.bidding import KEYS
from tournaments.formats.fields import Field, RowColumn
from tournaments.formats.slips import TeamHead

MOST_HANDS: Final = 30
MOST_WRONG: Final = 30
MOST_RULED: Final = 10
MOST_POINTS: Final = 30
BOTH: Final = "both"
_BIDS: Final = tuple((bid.text, bid.text) for bid in BIDS.values() if bid != PASS)
YES: Final = "yes"
NO: Final = "no"
TRUMPS: Final = (
    ("S", _lazy("spades")),
    ("H", _lazy("hearts")),
    ("D", _lazy("diamonds")),
    ("C", _lazy("clubs")),
    ("uptown", _lazy("uptown")),
    ("downtown", _lazy("downtown")),
)
ROWS: Final = {
    "wrong": _lazy("What went wrong"),
    "rulings": _lazy("What the director ruled on a hand"),
}
WRONG: Final = (
    ("exposed-in-deal", _lazy("card exposed in the deal")),
    ("wrong-dealer", _lazy("the wrong player dealt")),
    ("count-before-play", _lazy("wrong number of cards before play")),
    ("count-of-both", _lazy("wrong number of cards in play, of both teams")),
    ("exposed-before-bidding", _lazy("card exposed before the bidding")),
    ("said-trump", _lazy("the word trump was said")),
    ("dragged-bid", _lazy("a bid was dragged")),
    ("bid-out-of-turn", _lazy("bid out of turn")),
    ("no-direction", _lazy("a no played without a direction")),
    ("exposed", _lazy("cards exposed in play")),
    ("out-of-turn", _lazy("played out of turn")),
    ("stopped", _lazy("stopped playing, not all agreeing")),
    ("count-of-bidders", _lazy("wrong number of cards in play, of the bidders")),
    ("count-of-others", _lazy("wrong number of cards in play, of the others")),
    ("renege", _lazy("renege called")),
    ("book-reopened", _lazy("a closed book was opened")),
    ("card-named", _lazy("said what was played")),
    ("conduct", _lazy("disorderly conduct")),
)
CHOICES: Final = (
    ("continue", _lazy("play on")),
    ("re-deal", _lazy("deal again")),
    ("set", _lazy("the set")),
    ("points", _lazy("the points of the bid")),
)
RULING: Final = "ruling"
ENDINGS: Final = (
    ("points", _lazy("five points")),
    ("minus", _lazy("minus five")),
    ("first-hand", _lazy("minus five on the first hand")),
    ("sets", _lazy("two sets")),
    ("odd", _lazy("odd: a set on a bid of one")),
    ("renege", _lazy("a renege")),
    ("no-direction", _lazy("a no without a direction")),
    ("late", _lazy("the five-minute rule")),
    ("left", _lazy("forfeit, a player having left")),
    (RULING, _lazy("the director's ruling")),
)
REPORTED: Final = tuple((ending, words) for ending, words in ENDINGS if ending != RULING)
"""The endings that a sheet without hands reports; a ruling is written as one."""


class SheetTeam(NamedTuple):
    """A team of the table, as its sheet names it: `players` are its record ids by letter."""

    number: int
    name: str
    players: tuple[tuple[str, str], ...]


def sheet_fields(first: TeamHead, other: TeamHead) -> tuple[Field, ...]:
    """The fields of the game of these two teams; none is needed, since sheets tell more or less."""
    return _sheet_fields(_side(first), _side(other))


def _side(team: TeamHead) -> SheetTeam:
    return SheetTeam(team.number, team.name, tuple(team.players.items()))


@lru_cache(maxsize=2048)
def _sheet_fields(first: SheetTeam, other: SheetTeam) -> tuple[Field, ...]:
    """Kept from one request to the next, so that nothing in it is said in a language yet."""
    sides = (first, other)
    names = tuple((str(team.number), team.name) for team in sides)
    at = _seats(first, other)
    return (
        _choice("first-club", _lazy("Had the first club and dealt"), at),
        Field(
            name="hands",
            label=lazily_as("deals", "Hands"),
            kind="rows",
            needed=False,
            most=MOST_HANDS,
            offered=4,
            columns=_hand_columns(names, at),
            help=_lazy(
                "Bids as p 2 3s 4n, with x for who is silenced, 3(2) for a forced bid and what was said, "
                "3@2 for seat 2 out of turn. Their books are those of the team that bid; none in a hand "
                "that an infraction ended."
            ),
        ),
        *_rows_of_exceptions(names),
        _aside("late", _lazy("Not seated within five minutes"), (*names, (BOTH, _lazy("neither team was")))),
        _aside("left", _lazy("Left, with no substitute"), at),
        _aside("ending", _lazy("The game ended by"), REPORTED, _lazy("Only if the sheet has no hands.")),
        _aside("winner", _lazy("Won by"), names),
        *(_points(team) for team in sides),
        *(_bostons(team) for team in sides),
        Field(
            name="ruling",
            label=_lazy("The director's ruling"),
            help=_lazy("Only if the director ruled on the result: it is as written above."),
            needed=False,
            aside=True,
            most=300,
            official=rules.DIRECTOR,
        ),
        *(_signed(team) for team in sides),
    )


def _rows_of_exceptions(names: tuple[tuple[str, str], ...]) -> tuple[Field, Field]:
    return (
        Field(
            name="wrong",
            label=ROWS["wrong"],
            kind="rows",
            needed=False,
            most=MOST_WRONG,
            offered=1,
            columns=_wrong_columns(names),
            help=_lazy(
                "The opponents choose if the rule lets them. Books are turned over by a director. "
                "Disorderly conduct needs no hand; its team is refunded nothing."
            ),
        ),
        Field(
            name="rulings",
            label=ROWS["rulings"],
            kind="rows",
            needed=False,
            most=MOST_RULED,
            offered=1,
            columns=_ruled_columns(names),
            help=_lazy("The hand counts as the director ruled, whatever else is filled in."),
            official=rules.DIRECTOR,
        ),
    )


def _seats(first: SheetTeam, other: SheetTeam) -> tuple[tuple[str, str], ...]:
    """The four seats clockwise, with who sits there."""
    return tuple(
        (str(seat), f"{letter}, {team.name}")
        for seat, (team, letter) in enumerate(
            ((first, "A"), (other, "A"), (first, "B"), (other, "B")),
            start=1,
        )
    )


def _hand_columns(
    names: tuple[tuple[str, str], ...], at: tuple[tuple[str, str], ...]
) -> tuple[RowColumn, ...]:
    return (
        _column("bids", _lazy("Bids in their order"), most=60, keys=KEYS),
        _column("bid", _lazy("Bid"), kind="choice", choices=_BIDS),
        _column("by", _lazy("Bid by"), kind="choice", choices=names),
        _column("books", _lazy("Their books"), kind="whole", most=BOOKS),
        _column("trump", _lazy("Trump"), kind="choice", choices=TRUMPS, aside=True),
        _column(
            "others", _lazy("Books of the others, if play stopped"), kind="whole", most=BOOKS, aside=True
        ),
        *(
            _column(
                f"score-{number}",
                filled(_lazy("Score of %(team)s"), team=name),
                kind="whole",
                least=-MOST_POINTS,
                most=MOST_POINTS,
                aside=True,
            )
            for number, name in names
        ),
        _column("dealer", _lazy("Dealt by, if not in turn"), kind="choice", choices=at, aside=True),
        _column("first", _lazy("First card, if no trump was named"), kind="cards", most=3, aside=True),
    )


def _wrong_columns(names: tuple[tuple[str, str], ...]) -> tuple[RowColumn, ...]:
    found_choices = ((YES, _lazy("found")), (NO, _lazy("not found")))
    turned = (("director", _lazy("a director")), ("player", _lazy("a player")))
    return (
        _column("hand", _lazy("Hand"), kind="whole", least=1, most=MOST_HANDS),
        RowColumn(name="kind", label=_lazy("Kind"), kind="choice", choices=WRONG),
        _column("by", lazily_as("team", "Of"), kind="choice", choices=names),
        _column("choice", _lazy("The opponents chose"), kind="choice", choices=CHOICES),
        _column("found", _lazy("Renege"), kind="choice", choices=found_choices, aside=True),
        _column("turned", _lazy("Books turned over by"), kind="choice", choices=turned, aside=True),
        _column("note", _lazy("Note"), most=120, aside=True),
    )


def _ruled_columns(names: tuple[tuple[str, str], ...]) -> tuple[RowColumn, ...]:
    points = (
        _column(
            f"points-{number}",
            filled(_lazy("Points of the hand for %(team)s"), team=name),
            kind="whole",
            least=-MOST_POINTS,
            most=MOST_POINTS,
        )
        for number, name in names
    )
    return (
        RowColumn(name="hand", label=_lazy("Hand"), kind="whole", least=1, most=MOST_HANDS),
        RowColumn(name="reason", label=_lazy("The reason"), most=300),
        *points,
        _column("set", _lazy("Counts as a set of"), kind="choice", choices=names),
    )


def _column(name: str, label: str, **more: object) -> RowColumn:
    return RowColumn(name=name, label=label, needed=False, **more)  # type: ignore[arg-type]


def _choice(name: str, label: str, choices: tuple[tuple[str, str], ...]) -> Field:
    return Field(name=name, label=label, kind="choice", choices=choices, needed=False)


def _aside(name: str, label: str, choices: tuple[tuple[str, str], ...], help: str = "") -> Field:
    return Field(name=name, label=label, kind="choice", choices=choices, help=help, needed=False, aside=True)


def _points(team: SheetTeam) -> Field:
    return Field(
        name=f"points-{team.number}",
        label=filled(_lazy("Points of %(team)s"), team=team.name),
        kind="whole",
        needed=False,
        aside=True,
        least=-MOST_POINTS,
        most=MOST_POINTS,
    )


def _bostons(team: SheetTeam) -> Field:
    return Field(
        name=f"bostons-{team.number}",
        label=filled(_lazy("Bostons of %(team)s"), team=team.name),
        help=_lazy("Only if hands or their books are not filled in: how many hands had all thirteen books."),
        kind="whole",
        needed=False,
        aside=True,
        most=MOST_HANDS,
    )


def _signed(team: SheetTeam) -> Field:
    return _aside(
        f"signed-{team.number}",
        filled(_lazy("Paper sheet signed for %(team)s by"), team=team.name),
        tuple((player, letter) for letter, player in team.players),
    )
