"""What the visitors won at each table in one hand, from its tricks as they were noted.

9a, 9g, 10c and the note above the sample rotation; inventory M-18, M-22, M-27, M-28 and M-37. Where the trump
or the tricks of a table are noted wrong, they are read so that they give the flags that were reported to have
moved, if they can be: then nothing but the note is at fault.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.military_whist.hand import TRICKS, count, flags_won, won_by_taken
from rules_engine.military_whist.record import Hand
from rules_engine.military_whist.rotation import Trump


class Owed(NamedTuple):
    """Flags won by the visitors at each table; the tables, from 0, whose tricks are not thirteen."""

    flags: list[int]
    wrong: list[int]


def flags_owed(hand: Hand, taken: list[int], home: list[int], due: Trump | None) -> Owed:
    """What the visitors won; `due` is the trump by the sheet, None where the leader sets it himself."""
    wrong = [
        table
        for table, tricks in enumerate(taken)
        if tricks + home[table] != TRICKS or tricks < 0 or tricks > TRICKS
    ]
    clean = [_held_to_the_deck(tricks) for tricks in taken] if wrong else taken
    trump = hand.plan.trump
    flags = _by_tricks(hand, clean, trump)
    if due is not None and due != trump:
        by_sheet = _by_tricks(hand, clean, due)
        if _agree(hand, by_sheet) >= _agree(hand, flags):
            trump, flags = due, by_sheet
    for table in wrong:
        if hand.won is not None and flags[table] != hand.won[table]:
            by_home = list(clean)
            by_home[table] = TRICKS - _held_to_the_deck(home[table])
            other = _by_tricks(hand, by_home, trump)[table]
            if other == hand.won[table]:
                flags[table] = other
    return Owed(flags, wrong)


def _by_tricks(hand: Hand, taken: list[int], trump: Trump) -> list[int]:
    won = won_by_taken(trump)
    flags = [won[tricks] for tricks in taken]
    if hand.incidents:
        revokes: dict[int, list[int]] = {}
        for incident in hand.incidents:
            if incident.kind == "revoke":
                of_table = revokes.setdefault(incident.table - 1, [0, 0])
                of_table[0 if incident.by_visitors else 1] += 1
        for table, (of_visitors, of_home) in revokes.items():
            flags[table] = flags_won(count(trump, taken[table], of_visitors, of_home).visitors)
    return flags


def _agree(hand: Hand, flags: list[int]) -> int:
    """At how many tables so many flags were reported to have moved."""
    if hand.won is None:
        return 0
    return sum([counted == noted for counted, noted in zip(flags, hand.won, strict=True)])


def _held_to_the_deck(tricks: int) -> int:
    return min(max(tricks, 0), TRICKS)


def hands_told(hands: Sequence[Hand]) -> int:
    """How many hands from the first on say what was won in them; after one that does not, nothing follows."""
    for at, hand in enumerate(hands):
        if hand.taken is None and hand.won is None:
            return at
    return len(hands)
