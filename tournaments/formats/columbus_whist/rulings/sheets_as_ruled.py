"""Sheets of Columbus Whist against what the director ruled: what is missing on them, and how they would be.

Rule section: 12 to 39; CLOSING (C-33: the ruling is final). What follows of an infraction, and what a game
comes to, the engine says; here rows are found and written.
Terms: penal (a ruling that costs a team a set, the points of the bid or the game), row (what went wrong in a
hand, as the sheet has it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from rules_engine.columbus_whist.infractions import Effect, Kind, renege, settled
from rules_engine.sentences import says
from tournaments.formats.columbus_whist.kept import WrongRow
from tournaments.formats.columbus_whist.sheets.fields import YES
from tournaments.formats.columbus_whist.sheets.games import OF_A_HAND
from tournaments.formats.fields import Body
from tournaments.formats.rulings import MILDER, NotKept, of_ruling
from tournaments.formats.slips import Due, EventHead
from tournaments.formats.standing_rulings import Ruled

SLUG: Final = "columbus-whist-"
GAME: Final = "game"
MESSAGES: Final[Mapping[str, str]] = {
    GAME: says("Ruling %(ruling)s awards the game to the opponents of team %(team)s; the sheet does not."),
    "set": says("Ruling %(ruling)s sets team %(team)s for the points of the bid; the sheet does not."),
    "points": says(
        "Ruling %(ruling)s gives the opponents of team %(team)s the points of the bid; the sheet does not."
    ),
}
OF_THE_BOOKS: Final = ("books", "others")
OF_THE_END: Final = ("ending", "winner", "late", "left")


def compare(head: EventHead, due: Due, body: Body, rulings: Sequence[Ruled]) -> Sequence[NotKept]:
    """Each ruling that the sheet of a game does not keep."""
    if not any(field.name == "hands" for field in due.fields):
        return ()
    return tuple(_not_kept(due, body, rulings))


def _not_kept(due: Due, body: Body, rulings: Sequence[Ruled]) -> Iterator[NotKept]:
    rows: list[WrongRow] = list(body.get("wrong", ()))
    for ruled in rulings:
        code = ruled.codes[0]
        same = [row for row in rows if _is_of(ruled, row)]
        written = next((row for row in same if _effect(row) == code), None)
        if written is not None:
            rows.remove(written)
        elif code in MESSAGES:
            if not _ruled_on_the_sheet(due, body, ruled):
                yield _found(ruled, MESSAGES[code], _penal(due, body, ruled, same))
        elif any(_effect(row) in MESSAGES for row in same):
            yield _found(ruled, MILDER, {**body, "wrong": _with(body, ruled, same)})


def _found(ruled: Ruled, template: str, body: Body) -> NotKept:
    return NotKept(ruled=ruled, message=of_ruling(template, ruled), body=body)


def _is_of(ruled: Ruled, row: WrongRow) -> bool:
    """Whether a row is of the infraction that was ruled on."""
    return (
        row.get("kind") == _kind(ruled)
        and row.get("by", ruled.offender) == ruled.offender
        and ruled.hand in (None, row.get("hand"))
    )


def _effect(row: WrongRow) -> Effect | None:
    """What follows of a row; None while the opponents have not chosen."""
    if row["kind"] == "renege":
        return renege(row.get("found") == YES)
    return settled(row["kind"], row.get("choice"))


def _kind(ruled: Ruled) -> Kind:
    return cast(Kind, ruled.irregularity.removeprefix(SLUG))


def _ruled_on_the_sheet(due: Due, body: Body, ruled: Ruled) -> bool:
    """Whether the sheet has what was ruled in other words: its winner alone, or the director's own points."""
    if ruled.codes[0] == GAME:
        alone = "hands" not in body or "ruling" in body
        return alone and body.get("winner", ruled.offender) != ruled.offender
    by_hand = [row["hand"] for row in body.get("rulings", ())]
    return "hands" not in body or (bool(by_hand) if ruled.hand is None else ruled.hand in by_hand)


def _penal(due: Due, body: Body, ruled: Ruled, same: Sequence[WrongRow]) -> Body:
    """The sheet by a ruling: a game that it decides is over with its hand, which has no books."""
    ends = ruled.codes[0] == GAME
    winner = next((str(team) for team in due.teams if str(team) != ruled.offender), "")
    if "hands" not in body:
        gone = {f"points-{team}" for team in due.teams}
        rest = {name: value for name, value in body.items() if name not in gone}
        return {**rest, "ending": _kind(ruled), "winner": winner}
    at = _hand_of(body, ruled, same)
    last = at if ends else len(body["hands"])
    fallen = {f"score-{team}" for team in due.teams} | {*OF_THE_BOOKS}
    hands = [
        {name: value for name, value in hand.items() if number != at or name not in fallen}
        for number, hand in enumerate(body["hands"][:last], start=1)
    ]
    over = {*OF_THE_END, "ruling", *(f"points-{team}" for team in due.teams)}
    rest = {name: value for name, value in body.items() if name not in over}
    rest |= {"hands": hands, "wrong": _with(body, ruled, same)}
    for name in OF_A_HAND:
        if name in rest:
            rest[name] = [row for row in rest[name] if row.get("hand", last) <= last]
    return rest


def _with(body: Body, ruled: Ruled, same: Sequence[WrongRow]) -> list[WrongRow]:
    """What went wrong with what was ruled in the place of what the sheet has of it."""
    facts = ruled.facts
    row: WrongRow = {"hand": _hand_of(body, ruled, same), "kind": _kind(ruled), "by": ruled.offender}
    if "choice" in facts:
        row["choice"] = facts["choice"]
    if "found" in facts:
        row["found"] = facts["found"]
        row["turned"] = "director"
    gone = same[:1]
    rows: list[WrongRow] = [other for other in body.get("wrong", ()) if other not in gone]
    return sorted([*rows, row], key=lambda each: each.get("hand", 0))


def _hand_of(body: Body, ruled: Ruled, same: Sequence[WrongRow]) -> int:
    """In which hand: as it was ruled, as the sheet has it, else the last that was told."""
    count = len(body.get("hands", ()))
    named = ruled.hand or next((row["hand"] for row in same if "hand" in row), count)
    return min(named, count)
