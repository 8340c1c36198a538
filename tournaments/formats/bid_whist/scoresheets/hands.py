"""The scoresheet of two teams: what the pad asks for, what is refused, and the game that the record has.

Four hands, each with the bid that won, the team that made it, and how it ended; or a game that was forfeited.
Points follow from the engine and are asked of nobody.
Rule section: 3 (B-12, B-36), 6 (B-31 to B-35), R5 (B-23), 2 (B-8), readings 1 to 4.
Terms: side (number and name of a team), end (the level made, set, or a renege that was called), more (one
further hand where a round is tied).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from django.utils.text import format_lazy
from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bids import BY_TEXT, HIGHEST, LOWEST
from rules_engine.bid_whist.check.games import GameCheck
from rules_engine.bid_whist.check.result import Spot
from rules_engine.bid_whist.document import GameDocument
from rules_engine.bid_whist.timetable import HANDS
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.kit.wording.localised import lazily_as
from tournaments.formats.bid_whist.kept import HandRow, SheetSlip
from tournaments.formats.bid_whist.rulings.warnings import BOOK_TURNED, said_of_warned
from tournaments.formats.bid_whist.scoresheets import bidding
from tournaments.formats.bid_whist.scoresheets.games import (
    AGAIN,
    BOTH,
    NOBODY,
    READER,
    RENEGE,
    ROWS,
    SET,
    Two,
    game_of,
    hands_of,
    outcome,
    points_of,
)
from tournaments.formats.fields import Field, RowColumn
from tournaments.formats.slips import TeamHead

Side = tuple[int, str]
Choices = tuple[tuple[str, str], ...]


def _numbered_words(words: str, number: int) -> str:
    """Words and a number, said in the language in which they are shown."""
    return cast(str, format_lazy("{words} {number}", words=words, number=number))


OF_PAPER: Final = _lazy(
    "Leave empty if there is no paper sheet: the people who report and sign here count for their teams."
)
ENDS: Final[Choices] = (
    *((str(level), _numbered_words(lazily_as("bid", "made"), level)) for level in range(LOWEST, HIGHEST + 1)),
    (SET, _lazy("set")),
    (RENEGE, _lazy("renege called")),
)
BIDS: Final[Choices] = tuple((text, text) for text in BY_TEXT)
FAULTS: Final[Choices] = (
    ("suit-not-followed", _lazy("suit not followed")),
    ("bid-out-of-turn", _lazy("bid out of turn")),
    ("played-out-of-turn", _lazy("played out of turn")),
    ("joker-kept", _lazy("joker kept back in a No bid")),
    ("card-exposed", _lazy("card exposed")),
    ("book-turned", _lazy("book turned early, not warned before")),
    (AGAIN, _lazy("book turned early, warned before")),
    ("direction-early", _lazy("direction named early")),
    ("trump-early", _lazy("trump named early")),
    ("wrong-call", _lazy("renege called wrongly")),
)
CALLED: Final = ("fault", "against", "said")


def sides(teams: Mapping[int, TeamHead], two: Sequence[int]) -> tuple[Side, Side]:
    """The two teams of a table, the one that stays first."""
    first, other = (teams[number] for number in two)
    return (first.number, first.name), (other.number, other.name)


def numbered(side: Side) -> str:
    """A team as it is named on every slip; no line ends between its number and its name."""
    number, name = side
    return f"{number}.\u00a0{name}"


@lru_cache(maxsize=1024)
def sheet_fields(first: Side, other: Side, warned: tuple[int, ...] = ()) -> tuple[Field, ...]:
    """A whole scoresheet; `warned` are those of the two that were warned for a book turned early."""
    signed = ((BOTH, _lazy("both teams")), *_choices(first, other), (NOBODY, _lazy("nobody")))
    gone = (*_choices(first, other), (BOTH, _lazy("both teams")))
    return (
        _hands(
            first,
            other,
            HANDS,
            said_of_warned([numbered(side) for side in (first, other) if side[0] in warned]),
        ),
        _winner(first, other),
        _aside("signed", _lazy("Paper sheet signed by"), signed, OF_PAPER),
        _aside("brought", _lazy("Paper sheet brought by"), _choices(first, other)),
        _aside("forfeit", _lazy("Forfeited without play by"), gone),
        _ruling(),
    )


@lru_cache(maxsize=1024)
def more_fields(first: Side, other: Side) -> tuple[Field, ...]:
    """One hand by which equal teams are told apart, or the Director's ruling."""
    return (_hands(first, other, 1), _winner(first, other), _ruling())


def _hands(first: Side, other: Side, count: int, hint: str = "") -> Field:
    """Hands in rows: who bid what, how it ended; the renege, where one was called, and all bids, where they
    were noted."""
    teams = _choices(first, other)
    columns: Mapping[str, tuple[str, Choices]] = {
        "by": (_lazy("Bid by"), teams),
        "bid": (_lazy("Bid"), BIDS),
        "end": (_lazy("Made or set"), ENDS),
        "fault": (_lazy("Renege"), FAULTS),
        "against": (_lazy("Renege of"), teams),
        "said": (_lazy("Bid said too early or out of turn"), BIDS),
    }
    return Field(
        name=ROWS,
        label=lazily_as("deals", "Hands"),
        help=hint,
        kind="rows",
        needed=False,
        most=count,
        offered=count,
        columns=(
            *(
                RowColumn(
                    name=name,
                    label=label,
                    kind="choice",
                    choices=choices,
                    needed=False,
                    aside=name in CALLED,
                )
                for name, (label, choices) in columns.items()
            ),
            *bidding.columns(teams),
        ),
    )


def read_sheet(body: SheetSlip) -> SheetSlip:
    """What is kept of a sheet, as it was written; refused where hands are missing."""
    if "forfeit" in body:
        _require_no_hands(body)
        kept = body.copy()
        kept.pop("signed", None)
        kept.pop("brought", None)
        return kept
    hands = body.get(ROWS, ())
    for number, hand in enumerate(hands, start=1):
        _require_hand(hand, number)
    if len(hands) < HANDS:
        raise _refused(
            _at(len(hands) + 1, "by"),
            _("%(count)s of the %(hands)s hands of a round are written.")
            % {"count": len(hands), "hands": HANDS},
        )
    return body.copy()


def read_more(two: Two, body: SheetSlip) -> SheetSlip:
    """What is kept of one further hand, or of the ruling in its place."""
    if body.get(ROWS):
        _require_hand(body[ROWS][0], 1)
        return body.copy()
    if "ruling" not in body or "winner" not in body:
        raise _refused(
            _at(1, "by"), _("Neither a hand nor the Director's ruling with the winner is filled in.")
        )
    return body.copy()


def tells_of(first: Side, other: Side, warned: tuple[int, ...], body: SheetSlip) -> tuple[str, ...]:
    """What a sheet comes to, hand by hand, and what is wrong with it."""
    two = (first[0], other[0])
    sentences = [
        _("Hand %(hand)s: %(one)s : %(other)s.") % {"hand": number, "one": points[0], "other": points[1]}
        for number, points in enumerate((points_of(two, hand) for hand in hands_of(two, body)), start=1)
    ]
    sentences += [
        _("Hand %(hand)s: under the canons, team %(team)s has been warned for a book turned early.")
        % {"hand": number, "team": written["against"]}
        for number, written in enumerate(body.get(ROWS, ()), start=1)
        if written.get("fault") == BOOK_TURNED and int(written["against"]) in warned
    ]
    game = game_of(1, two, body if "forfeit" in body or len(body.get(ROWS, ())) == HANDS else None)
    check = GameCheck(READER.game(game, ""), Spot())
    check.run()
    result_words = said_of(two, game)
    return (
        *sentences,
        *([f"{result_words}."] if result_words else ()),
        *(finding.message for finding in check.findings),
    )


def said_of(two: Two, game: GameDocument) -> str:
    """What stands on a sheet, in words."""
    result = outcome(game)
    if result is None:
        return ""
    values = {"one": result.points[0], "other": result.points[1], "winner": result.winner}
    if result.winner is None:
        return _("forfeited by both teams") if "forfeit" in game else _("%(one)s : %(other)s, tied") % values
    if "forfeit" in game:
        return _("forfeited, won by team %(winner)s") % values
    return _("%(one)s : %(other)s, won by team %(winner)s") % values


def _choices(first: Side, other: Side) -> tuple[tuple[str, str], ...]:
    return tuple((str(side[0]), numbered(side)) for side in (first, other))


def _winner(first: Side, other: Side) -> Field:
    return Field(
        name="winner",
        label=_lazy("Winner's number"),
        help=_lazy("As marked on the sheet; if empty, it follows from the points."),
        kind="choice",
        choices=_choices(first, other),
        needed=False,
    )


def _ruling() -> Field:
    return Field(
        name="ruling",
        label=_lazy("The Director's ruling"),
        needed=False,
        most=300,
        aside=True,
        official=rules.DIRECTOR,
    )


def _aside(name: str, label: str, choices: Choices, hint: str = "") -> Field:
    return Field(name=name, label=label, kind="choice", choices=choices, needed=False, help=hint, aside=True)


def _require_no_hands(body: SheetSlip) -> None:
    if body.get(ROWS):
        raise _refused(_at(1, "by"), _("A game that is forfeited without play has no hands."))


def _require_hand(written: HandRow, number: int) -> None:
    hand = {"hand": number}
    if "end" not in written:
        raise _refused(_at(number, "end"), _("Hand %(hand)s: how it ended is missing.") % hand)
    reneged = written["end"] == RENEGE
    needed = (*(("fault", "against") if reneged else ()), *(() if "said" in written else ("by", "bid")))
    if ("by" in written) != ("bid" in written):
        needed = (*needed, "by", "bid")
    for name in needed:
        if name not in written:
            values = {**hand, "what": _what(name)}
            raise _refused(_at(number, name), _("Hand %(hand)s: %(what)s is missing.") % values)
    bidding.require_bidding(written, _at(number, ""), number)
    beside = [name for name in CALLED if name in written and not reneged]
    if beside:
        raise _refused(
            _at(number, beside[0]), _("Hand %(hand)s was not ended by a renege, and one is written.") % hand
        )


def _at(number: int, column: str) -> str:
    """The name of a cell on the page."""
    return f"{ROWS}-{number}-{column}"


def _what(name: str) -> str:
    return {
        "by": _("who bid"),
        "bid": _("the bid"),
        "fault": _("what was reneged"),
        "against": _("who reneged"),
    }[name]


def _refused(field: str, sentence: str) -> Refusal:
    return Refusal(
        code="sheet-incomplete",
        sentence=sentence,
        rule=rules.SHEET,
        remedy=_("Compare it with the scoresheet and complete it."),
        status=422,
        facts={"field": field},
    )
